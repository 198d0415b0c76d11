// theta_places and omega_places: the example that J. D. Turner gives with the definition of his lists Theta and Omega.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

// body 3 on body 2 on body 1: omega3(omega1, theta1', theta3'), v3(omega1, v1, theta1', theta3', l3')
const std::string example =
    "model(m)$ parameters(h = 1)$\n"
    "body(b1, ground, hinge = free(sequence = 321, angles = [psi, theta, phi], position = [x, y, z],\n"
    "     speeds = [w1, w2, w3, v1, v2, v3]), mass = 5, inertia = [3, 3, 2])$\n"
    "body(b2, b1, hinge = revolute(y, theta1), at = [h, 0, 0], mass = 1, cm = [h/2, 0, 0], inertia = [0, 1, 1])$\n"
    "body(b4, b1, hinge = revolute(y, theta2), at = [-h, 0, 0], mass = 1, inertia = [1, 1, 1])$\n"
    "body(b3, b2, hinge = [rotate(z, theta3), translate(x, l3)], at = [h, 0, 0], mass = 1, inertia = [1, 1, 1])$\n";

}  // namespace

TEST_CASE("Turner's lists of the example in his paper", "[kinematics]") {
    const ScriptRun run = run_script(example + "theta_places(b3); omega_places(b3); speeds();");
    CHECK(run.error == "");
    CHECK(run.output ==
          "[[w1, w2, w3, theta1', theta3'], [w1, w2, w3, v1, v2, v3, theta1', theta3', l3']]\n"
          "[[1, 2, 3, 7, 9], [1, 2, 3, 4, 5, 6, 7, 9, 10]]\n"
          "[w1, w2, w3, v1, v2, v3, theta1', theta2', theta3', l3']\n");
}

TEST_CASE("Turner's lists: ground, a mass centre on the axis, an offset one, prescribed motion", "[kinematics]") {
    CHECK(run_script(example + "theta_places(ground); theta_places(b1);").output ==
          "[[], []]\n[[w1, w2, w3], [v1, v2, v3]]\n");
    const std::string wheel =
        "model(m)$ input(drive)$ body(cart, ground, hinge = prismatic(x, s), mass = 1)$\n"
        "body(wheel, cart, hinge = revolute(z, q), mass = 1, inertia = [1, 1, 1])$\n"
        "body(crank, cart, hinge = revolute(z, p), mass = 1, cm = [1, 0, 0], inertia = [1, 1, 1])$\n"
        "body(driven, wheel, hinge = revolute(z, drive), mass = 1, cm = [1, 0, 0], inertia = [1, 1, 1])$\n";
    CHECK(run_script(wheel + "theta_places(wheel); theta_places(crank); omega_places(driven);").output ==
          "[[q'], [s']]\n[[p'], [s', p']]\n[[2], [1, 2]]\n");
    // the model may go on
    CHECK(run_script(wheel + "theta_places(wheel)$ hinge_load(q, 1)$").error == "");
    CHECK(first_error(wheel + "theta_places(weel);").find("did you mean 'wheel'?") != std::string::npos);
}

}  // namespace lag
