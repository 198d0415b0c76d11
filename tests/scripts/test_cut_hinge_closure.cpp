// Cut hinges in scripts: on the constraints the relative pose of the two bodies is one that the hinge allows, at the
// level of positions, of speeds and of accelerations; and its coordinates have the rates of the same hinge in the tree.
#include <sstream>
#include <string>
#include <vector>

#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

struct Case {
    std::string hinge, checks;
};

// A failed check throws; what is printed says "proved" or "tested" for each.
std::string run(const std::string& script) {
    std::ostringstream output, notes;
    PipelineOptions options;
    options.output = &output;
    options.messages = &notes;
    run_pipeline(parse(script, "script.lag"), options);
    return output.str();
}

std::string text(const std::string& from, const std::string& to, std::string in) {
    for (std::size_t at = in.find(from); at != std::string::npos; at = in.find(from, at + to.size()))
        in.replace(at, from.size(), to);
    return in;
}

}  // namespace

TEST_CASE("on the constraints of a cut hinge two bodies stand and move as the hinge lets them", "[cut]") {
    // s: from A's point to B's, hinge axes; R: B's components to hinge axes, its columns are B's axes
    const std::string before =
        "model(m)$ parameters(h = 0.3)$ input(d)$ "
        "body(C, ground, hinge = revolute(y, q0), mass = 1, inertia = [1, 1, 1])$ "
        "body(A, C, hinge = [rotate(z, q1), rotate(x, q2), translate(y, q3)], at = [0.3, 0, 0.1], mass = 1, "
        "inertia = [1, 1, 1])$ "
        "body(B, C, hinge = [translate(x, s1), translate(y, s2), translate(z, s3), rotate(z, p1), rotate(y, p2), "
        "rotate(x, p3)], at = [0.5, 0.2, 0.1], mass = 1, inertia = [1, 2, 3])$ "
        "initial(p2 = 0.2, q2 = 0.3, s1 = 0.1)$ cut_hinge(B, A, hinge = ";
    const std::string after =
        ", at = [0.5, 0.2, 0.1], outboard_at = [0.1, -0.2, 0.3], orient = [[x, 7/10]])$ "
        "point(PA, A, [0.5, 0.2, 0.1])$ point(PB, B, [0.1, -0.2, 0.3])$ frame(H, A, orient = [[x, 7/10]])$ "
        "s: position(PA, PB, in = H)$ R: rotation(H, B)$ col(k) := [R[1, k], R[2, k], R[3, k]]$ ez: [0, 0, 1]$ "
        "all(e) := (check(e = 0*e), check(diff(e, t) = 0*e), check(diff(diff(e, t), t) = 0*e))$ ";
    const std::vector<Case> cases{
        {"revolute([1, 2, -1], k1)", "all(s)$ all(cross(R . [1, 2, -1], [1, 2, -1]))$"},
        {"prismatic(x, k1)", "all([s[2], s[3]])$ all([R[2, 1], R[3, 1], R[3, 2]])$ check(k1' = diff(s[1], t))$"},
        {"cylindrical(z, k1, k2)", "all([s[1], s[2]])$ all(cross(col(3), ez))$ check(k2' = diff(s[3], t))$"},
        {"screw(z, h, k1)", "all(s - [0, 0, h*k1])$ all(cross(col(3), ez))$"},
        {"universal([z, x], [k1, k2])", "all(s)$ all(dot(col(1), ez))$"},
        {"planar(y, [k1, k2, k3])", "all(s[2])$ all(cross(col(2), [0, 1, 0]))$ check(k2' = diff(s[1], t))$"},
        {"spherical(quaternion = [k0, k1, k2, k3])", "all(s)$"},
        {"fixed", "all(s)$ all([R[2, 1], R[3, 1], R[3, 2]])$"},
        {"[rotate(z, k1), translate(x, k2)]",
         "all(cross(col(3), ez))$ all(cross(s, col(1)))$ check(k2' = diff(dot(s, col(1)), t))$"},
        {"[rotate(z, k1), translate(x, h), rotate(x, k2)]", "all(dot(col(1), ez))$ all(s - h*col(1))$"},
        {"[rotate(z, sin(t)*d), rotate(x, k2)]", "all(s)$ all(cross(col(1), [cos(sin(t)*d), sin(sin(t)*d), 0]))$"},
        {"cylindrical(z, k1, 2*q0*s1)", "all(cross(col(3), ez))$ all(s - [0, 0, 2*q0*s1])$"},
        {"[rotate(z, k1), rotate([0, 1, 1], k2)]", "all(s)$ all(dot(ez, R . [0, 1, 1]) - 1)$"},
        {"[translate(x, k1), translate([1, 1, 0], k2), rotate(z, k3)]",
         "all(s[3])$ all(cross(col(3), ez))$ check(k2'/sqrt(2) = diff(s[2], t))$"},
    };
    for (const Case& one : cases) {
        INFO(one.hinge);
        CHECK_NOTHROW(run(before + one.hinge + after + one.checks));
    }
    CHECK_THROWS(run(before + "revolute(z, k1)" + after + "all(cross(col(1), ez))$"));
}

TEST_CASE("the coordinates of a cut hinge have the rates of the same hinge in the tree", "[cut]") {
    const std::string place = ", at = [0.5, 0.2, 0.1], outboard_at = [0.1, -0.2, 0.3], orient = [[x, 7/10]]";
    const std::vector<Case> cases{
        {"revolute([1, 2, -1], k1)", "1"},
        {"screw(x, h, k1)", "1"},
        {"cylindrical(x, k1, k2)", "12"},
        {"universal([z, x], [k1, k2])", "12"},
        {"planar(y, [k1, k2, k3])", "123"},
        {"spherical(sequence = 313, angles = [k1, k2, k3])", "123"},
        {"spherical(quaternion = [k0, k1, k2, k3])", "0123"},
        {"free(angles = [k1, k2, k3], position = [k4, k5, k6])", "123456"},
        {"[rotate(z, k1), translate(x, k2)]", "12"},
        {"[translate(y, k1), rotate(z, k2), translate(x, k3)]", "123"},
        {"[rotate(z, k1), rotate([1, 2, 3], k2), rotate(y, 4/10), rotate([1, -1, 0], k3)]", "123"},
        {"[rotate(z, k1), rotate(x, k1/2), translate(y, sin(k1)/3)]", "1"},
        {"cylindrical(z, sin(t), k1)", "1"},
        {"[rotate(z, 2*q1), translate(y, k1)]", "1"},
    };
    for (const Case& one : cases) {
        INFO(one.hinge);
        std::string script =
            "model(m)$ parameters(h = 0.3)$ body(A, ground, hinge = revolute(z, q1), mass = 1, inertia = [1, 1, 1])$ "
            "body(B, A, hinge = " +
            text("k", "j", one.hinge) + place +
            ", mass = 1, inertia = [1, 2, 3])$ cut_hinge(B, A, hinge = " + one.hinge + place + ")$ same(e) := (";
        for (const char k : one.checks) script += std::string("e: subst(j") + k + ", k" + k + ", e), ";
        script += "e)$ ";
        for (const char k : one.checks) script += std::string("check(same(k") + k + "') = j" + k + "')$ ";
        CHECK_NOTHROW(run(script));
    }
}

}  // namespace lag
