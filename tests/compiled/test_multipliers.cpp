// What a multiplier is: which load, on which body, in which axes. Small systems whose loads are known by hand.
//     loop                    multiplier(n): force on P's body [N], in the axes of the nearest common inboard body
//     constraint(f = 0)       generalized load -df/dq multiplier(n) on every coordinate
//     speed_constraint(f = 0) generalized load -df/du multiplier(n) on every speed
#include "tests/catch.hpp"
#include "tests/compiled/running_sample.hpp"

using namespace lag;

namespace {

const std::string emits(const std::string& name) {
    return " emit(cpp, \"" + name + ".hpp\")$ emit(fortran, \"" + name + ".f90\")$";
}

std::string hanging(const std::string& name, const std::string& ends) {
    return "model(" + name +
           ")$ parameters(m = 3, g = 9.81)$ gravity([0, 0, -g])$ body(weight, ground, hinge = free(quaternion = [e0, "
           "e1, "
           "e2, e3], position = [x, y, z], speeds = [p, q, r, u, v, w]), mass = m, cm = [0, 0, -0.2], inertia = [0.1, "
           "0.1, 0.1])$ point(eye, weight, [0, 0, 0.1])$ point(hook, ground, [0, 0, 2])$ close_loop(" +
           ends +
           ", name = hang)$ initial(z = 1.9)$ output(pull_x, multiplier(hang)[1])$ output(pull_y, "
           "multiplier(hang)[2])$ "
           "output(pull_z, multiplier(hang)[3])$" +
           emits(name);
}

}  // namespace

TEST_CASE("multiplier of a loop: the force on the first point's body") {
    for (const std::string language : {".hpp", ".f90"}) {
        const RunningSample weight(ScriptText{"hanging_weight", hanging("hanging_weight", "eye, hook")}, language);
        CHECK(weight.accelerations().norm() < 1e-12);
        CHECK(std::abs(weight.output("pull_x")) < 1e-12);
        CHECK(std::abs(weight.output("pull_y")) < 1e-12);
        CHECK(weight.output("pull_z") == Approx(3 * 9.81).epsilon(1e-13));  // the hook holds the weight
        const RunningSample hook(ScriptText{"hanging_hook", hanging("hanging_hook", "hook, eye")}, language);
        CHECK(hook.output("pull_z") == Approx(-3 * 9.81).epsilon(1e-13));  // the weight pulls the hook
    }
}

TEST_CASE("multiplier of a loop: in the axes of the nearest common inboard body") {
    // two sliders on a turntable, pinned together: the push on the first one moves both along the turntable's x axis
    const std::string script =
        "model(turntable)$ parameters(ma = 2, mb = 5)$ input(push, \"N\")$ body(table, ground, hinge = revolute(z, "
        "turn), inertia = [0, 0, 1])$ body(A, table, hinge = prismatic(x, a), mass = ma)$ body(B, table, hinge = "
        "prismatic(x, b), mass = mb)$ force(origin(A), [push, 0, 0], in = table)$ close_loop(origin(A), origin(B), "
        "name "
        "= pin)$ initial(turn = 0.7, a = 0.3, b = 0.3)$ output(X, multiplier(pin)[1])$" +
        emits("turntable");
    RunningSample sample(ScriptText{"turntable", script}, ".hpp");
    sample.state.w << 21;
    CHECK(sample.accelerations()(1) == Approx(3.0).epsilon(1e-13));
    CHECK(sample.output("X") == Approx(-15.0).epsilon(1e-13));  // on A: what B's inertia holds against it
}

TEST_CASE("multiplier of a condition on coordinates: load on the coordinate is minus its gradient times it") {
    const std::string script =
        "model(shelf)$ parameters(m = 3, g = 9.81)$ gravity([0, 0, -g])$ body(crate, ground, hinge = prismatic(z, "
        "height), mass = m)$ constraint(2*height = 1, name = board)$ initial(height = 1/2)$ output(load, "
        "multiplier(board))$" +
        emits("shelf");
    const RunningSample sample(ScriptText{"shelf", script}, ".hpp");
    CHECK(std::abs(sample.accelerations()(0)) < 1e-13);
    CHECK(-2 * sample.output("load") == Approx(3 * 9.81).epsilon(1e-13));
}

TEST_CASE("multiplier of a condition on speeds: load on the speed is minus its coefficient times it") {
    const std::string script =
        "model(tug)$ parameters(m = 3, drag = 4)$ body(barge, ground, hinge = prismatic(x, s), mass = m)$ "
        "hinge_load(s, -drag*s')$ speed_constraint(3*s' = 6, name = pace)$ initial(s' = 2)$ output(load, "
        "multiplier(pace))$" +
        emits("tug");
    const RunningSample sample(ScriptText{"tug", script}, ".hpp");
    CHECK(std::abs(sample.accelerations()(0)) < 1e-13);
    CHECK(-3 * sample.output("load") == Approx(4 * 2.0).epsilon(1e-13));  // the tug pulls against the drag
}

TEST_CASE("reactions at the hinges share the load with the multipliers") {
    // a beam on a hinge and on a slider at its other end: each carries half of it
    const std::string script =
        "model(beam)$ parameters(m = 3, l = 2, g = 9.81)$ gravity([0, -g, 0])$ body(plank, ground, hinge = revolute(z, "
        "q), mass = m, cm = [l/2, 0, 0], inertia = [0, 0, m*l^2/12])$ body(slider, ground, hinge = prismatic(x, s), "
        "mass = 1)$ point(tip, plank, [l, 0, 0])$ close_loop(tip, origin(slider), name = pin)$ initial(s = l)$ "
        "output(hinge, reaction(plank)[1][2])$ output(tip_load, multiplier(pin)[2])$" +
        emits("beam");
    const RunningSample sample(ScriptText{"beam", script}, ".hpp");
    CHECK(sample.accelerations().norm() < 1e-12);
    CHECK(sample.output("tip_load") == Approx(1.5 * 9.81).epsilon(1e-13));
    CHECK(sample.output("hinge") == Approx(1.5 * 9.81).epsilon(1e-13));
}
