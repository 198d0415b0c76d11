// lag simulate: models that rest because their loads are in balance. Rounding in these loads is no motion: every row
// asked for ends a step, and hardly any step more is needed.
#include <filesystem>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const std::string two_bars =  // a triangle that cannot move
    "model(o)$ gravity([0, -9.81, 0])$\n"
    "body(left, ground, hinge = revolute(z, q1), orient = [[z, 1]], mass = 2, cm = [0.7, 0.1, 0.2], inertia = [0, 0, "
    "0.3])$\n"
    "body(right, ground, hinge = revolute(z, q2), at = [3, 0, 0], orient = [[z, 2]], mass = 3, cm = [0.9, 0, 0], "
    "inertia = [0, 0, 0.3])$\n"
    "point(A, left, [3*sin(2)/sin(1), 0, 0])$ point(B, right, [3, 0, 0])$ close_loop(A, B)$\n";

const std::string held_chain =
    "model(o)$ gravity([0, -9.81, 0.3])$\n"
    "body(one, ground, hinge = revolute(z, q1), orient = [[z, 0.3]], mass = 2, cm = [0.7, 0.1, 0], inertia = [0.1, "
    "0.2, 0.3])$\n"
    "body(two, one, hinge = revolute(z, q2), at = [1.3, 0, 0], orient = [[z, 0.4], [x, 0.2]], mass = 3, cm = [0.9, 0, "
    "0.2], inertia = [0.1, 0.2, 0.3])$\n"
    "body(three, two, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [w1, w2, w3]), at = [0.3, 0, 0],\n"
    "     mass = 3, cm = [0.9, 0, 0.2], inertia = [0.1, 0.2, 0.3])$\n"
    "constraint(sin(q1) + q2 = 0)$ constraint(q1 = 0)$\n"
    "constraint(e1 = 0)$ constraint(e2 = 0)$ constraint(e3 = 0)$\n";

// one freedom, which no load drives: the slider moves across gravity, the rest is a triangle
const std::string slider_at_a_triangle =
    "model(o)$ gravity([0, -9.81, 0])$\n"
    "body(left, ground, hinge = revolute(z, q1), orient = [[z, 1]], mass = 2, cm = [0.7, 0, 0], inertia = [0, 0, "
    "0.3])$\n"
    "body(right, ground, hinge = revolute(z, q2), at = [3, 0, 0], orient = [[z, 2]], mass = 3, cm = [0.9, 0, 0], "
    "inertia = [0, 0, 0.3])$\n"
    "point(A, left, [3*sin(2)/sin(1), 0, 0])$ point(B, right, [3, 0, 0])$ close_loop(A, B)$\n"
    "body(block, ground, hinge = [translate(x, s), rotate(z, q3)], at = [0, -1, 0], mass = 1.5, inertia = [0, 0, "
    "0.8])$\n"
    "body(sleeve, block, hinge = [rotate(z, q4), translate(x, r)])$\n"
    "cut_hinge(sleeve, left, hinge = revolute(z, q5), at = [0.2, 0, 0], orient = [[z, -0.7]], outboard_at = [1.3, 0, "
    "0])$\n"
    "initial(r = 0.1, r' = -0.8)$ constraint(q4 = 0)$\n";

// the friction at rest holds the weight: neither depends on the state
std::string block_on_incline(const std::string& angle) {
    return "model(o)$ parameters(m = 2, g = 10, alpha = " + angle +
           ", mu = 3/10)$ gravity([-g*sin(alpha), -g*cos(alpha), 0])$\n"
           "body(b, ground, hinge = planar(z, [x, y, 0]), mass = m)$\n"
           "contact(foot, y, friction = mu, tangent = x')$ initial(x' = 0)$\n";
}

double steps_of(const fs::path& folder, const std::string& script, bool compiled) {
    write(folder / "o.lag", script);
    const CommandRun run =
        run_lag(with_compiler({"simulate", "o.lag", "--end", "10", "--step", "0.1"}, compiled), folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const std::size_t at = run.output.find(" rows, ");
    REQUIRE(at != std::string::npos);
    return std::stod(run.output.substr(at + 7));
}

}  // namespace

TEST_CASE("what rests in balance needs no more steps than rows", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_rest");
    for (const std::string& script : {two_bars, held_chain, slider_at_a_triangle})
        for (const std::string& treatment : {std::string(), std::string("options(constraints = eliminate)$\n")}) {
            INFO(script << treatment);
            CHECK(steps_of(folder, script + treatment, false) < 300);
        }
    CHECK(steps_of(folder, two_bars, true) < 300);
    for (const std::string angle : {"1/5", "1/10", "7/50", "29/100", "13/97"}) {
        INFO(angle);
        CHECK(steps_of(folder, block_on_incline(angle), true) < 300);
    }
}

}  // namespace lag
