// options(constraints = null_space) beside contacts, stops and dry friction: against the complete enumeration of the
// oracle, which knows no treatment, and runs against those with multipliers.
#include <cmath>

#include "tests/scripts/test_contact_case.hpp"
#include "tests/scripts/test_contact_scripts.hpp"

namespace lag {

namespace {

const std::string null_space = "options(constraints = null_space)$\n";

std::string foot(const std::string& n, const std::string& body, const std::string& at) {
    return "parameter(h" + n + ", 0)$ point(p" + n + ", " + body + ", " + at + ")$ contact(c" + n + ", position(p" + n +
           ")[3] - h" + n + ", friction = 1/3, tangent = velocity(p" + n + ")[1])$\n";
}

// A body in the plane x, z with a crank, a coupler and a rocker on it, whose points coincide; a worm drives the crank.
const std::string linkage_on_feet =
    "model(m)$ gravity([1, 0, -9])$\n"
    "body(b1, ground, hinge = [translate(x, x), translate(z, z), rotate(y, th)], mass = 2, cm = [1/5, 0, 1/7], "
    "inertia = [1, 1, 1])$\n"
    "body(crank, b1, hinge = revolute(y, q1), at = [1/2, 0, 0], mass = 1/2, cm = [0, 0, -1/5], inertia = [0, 1/9, "
    "0])$\n"
    "body(coupler, crank, hinge = revolute(y, q2), at = [0, 0, -1/2], mass = 1/3, cm = [1/4, 0, 0], inertia = "
    "[0, 1/8, 0])$\n"
    "body(rocker, b1, hinge = revolute(y, q3), at = [-1/2, 0, 0], mass = 1/2, cm = [0, 0, -1/4], inertia = [0, 1/7, "
    "0])$\n"
    "point(A, coupler, [-1, 0, 0])$ point(B, rocker, [0, 0, -1/2])$ constraint(position(A)[1] = position(B)[1])$ "
    "constraint(position(A)[3] = position(B)[3])$\n"
    "body(motor, b1, hinge = revolute(y, q4), mass = 1/4, inertia = [0, 1/50, 0])$\n"
    "constraint(q4 = 3*q1 + q1^2, name = worm)$ hinge_load(q4, 1/5 - q4'/10)$ hinge_load(th, -5*th)$\n" +
    foot("1", "b1", "[1, 0, -1]") + foot("2", "rocker", "[-1/3, 0, -2/3]") + foot("3", "coupler", "[0, 0, -1/2]") +
    "hinge_friction(q3, 1/2 + normal_force(c1)/10)$ hinge_friction(q4, 1/5)$\n";

// A sled on three feet in space, thrown, with a geared arm that hits its stops.
const std::string thrown_sled =
    "model(m)$ parameters(mu = 3/10, a = 1/5, h = 1/20)$ gravity([0, 0, -981/100])$\n"
    "body(sled, ground, hinge = [translate(x, x), translate(y, y), translate(z, z), rotate(z, yaw), rotate(y, pitch), "
    "rotate(x, roll)], mass = 2, cm = [0, 0, h], inertia = [1/50, 1/50, 3/100])$\n"
    "body(wheel, sled, hinge = revolute(z, q1), mass = 1/2, inertia = [1/1000, 1/1000, 1/500], at = [0, 0, h])$\n"
    "body(arm, sled, hinge = revolute(y, q2), mass = 1/2, cm = [a/2, 0, 0], inertia = [1/1000, 1/500, 1/1000], "
    "at = [a/2, 0, 2*h])$\n"
    "body(tip, arm, hinge = revolute(y, q3), mass = 1/5, cm = [a/4, 0, 0], inertia = [1/1000, 1/1000, 1/1000], "
    "at = [a, 0, 0])$\n"
    "constraint(q3 = -2*q2, name = gear)$ constraint(q1 = 3*q2, name = worm)$\n"
    "for k thru 3 do (P : concat(P, k), point(P, sled, [a*cos(2*%pi*k/3), a*sin(2*%pi*k/3), 0]),\n"
    "   contact(concat(foot, k), position(P)[3], restitution = 1/4, friction = mu, tangent = [velocity(P)[1], "
    "velocity(P)[2]]))$\n"
    "limit(q2, -1/2, 1/2, restitution = 1/2)$ hinge_friction(q3, 1/20)$\n"
    "initial(z = 1/20, x' = 1, y' = 1/2, yaw' = 8, q2' = -3)$\n"
    "output(N, normal_force(foot1))$ output(F, friction_force(foot2)[1])$ output(G, multiplier(gear))$\n";

double largest_difference(const SimulatedColumns& a, const SimulatedColumns& b) {
    double largest = 0;
    for (const auto& [name, values] : a) {
        REQUIRE(b.at(name).size() == values.size());
        for (std::size_t k = 0; k < values.size(); ++k)
            largest = std::max(largest, std::abs(values[k] - b.at(name)[k]));
    }
    return largest;
}

int paradox(const Model& model) {
    const InfoCodes codes(model.speeds.size(), lowered_program(model).constraints.size());
    return static_cast<int>(codes.of_contacts(ContactFailure::wrong_sign));
}

}  // namespace

TEST_CASE("contacts beside rows without multipliers are those of the enumeration", "[contacts]") {
    for (const std::string& treatment : {std::string(), null_space}) {
        ContactCase c(linkage_on_feet + treatment);
        int one = 0;  // motion of the enumeration
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            INFO(treatment << "state " << seed);
            c.draw(seed);
            c.touch();
            if (!c.is_still(1e-9)) continue;
            const ContactMotions motions =
                contact_motions(contact_problem(c.model, c.state, bilateral_rows(c.model, c.state)));
            if (motions.margin < 1e-7 || !motions.is_one()) continue;
            const int info = c.call(RoutineName::modes);
            if (info == paradox(c.model)) continue;  // the enumeration does not look for it
            ++one;
            REQUIRE(info == 0);
            const Eigen::VectorXd udot = c.accelerations(), expected = motions.found.front().udot;
            CHECK((udot - expected).norm() < 1e-9 * (1 + expected.norm()));
        }
        CHECK(one >= 8);
    }
}

TEST_CASE("a sled in space with gears and stops runs without multipliers as with them", "[contacts]") {
    const std::vector<std::string> until{"--end", "0.4", "--tolerance", "1e-10"};
    const ContactRun with = run_contacts("with_multipliers", thrown_sled, until),
                     without = run_contacts("without_multipliers", thrown_sled + null_space, until);
    REQUIRE(with.run.status == 0);
    REQUIRE(without.run.status == 0);
    CHECK(with.names() == without.names());
    CHECK(with.names().size() >= 30);
    for (std::size_t k = 0; k < std::min(with.events.size(), without.events.size()); ++k)
        for (const auto& [name, value] : with.events[k].values)
            CHECK(without.events[k].values.at(name) == Approx(value).margin(1e-6));
    CHECK(largest_difference(with.columns, without.columns) < 1e-6);
}

TEST_CASE("hinges as rows, without multipliers: a block on a floor stops as it does as a tree", "[contacts]") {
    const std::string block =
        "gravity([0, 0, -981/100])$\n"
        "body(b, ground, hinge = [translate(x, x), translate(y, y), translate(z, z)], mass = 2)$\n"
        "body(bob, b, hinge = revolute(z, q), mass = 1/2, cm = [0, 1/10, 0], inertia = [1/90, 1/90, 1/90])$\n"
        "contact(foot, position(origin(b))[3], friction = 1/2, tangent = [velocity(origin(b))[1], "
        "velocity(origin(b))[2]])$\n"
        "initial(x' = 3, y' = 4)$ output(X, position(origin(b))[1])$ output(Y, position(origin(b))[2])$\n"
        "output(N, normal_force(foot))$\n";
    const std::vector<std::string> until{"--end", "0.9", "--tolerance", "1e-11"};
    const ContactRun tree = run_contacts("block_tree", "model(m)$\n" + block, until),
                     rows = run_contacts("block_rows", "model(m)$ options(joints = absolute)$\n" + block + null_space,
                                         until);
    REQUIRE(tree.run.status == 0);
    REQUIRE(rows.run.status == 0);
    REQUIRE(tree.names() == rows.names());
    for (const char* const name : {"X", "Y", "N", "kinetic"})
        CHECK(rows.columns.at(name).back() == Approx(tree.columns.at(name).back()).margin(1e-7));
}

}  // namespace lag
