// frame: axes that inputs and coordinates turn against their body, against closed forms.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

// A car in the plane with a wheel 1.5 in front of its origin, steered by an input and by the way that it has gone.
const std::string steered =
    "model(steered)$ parameters(m = 10, Jz = 2, a = 1.5, r = 0.2, toe = 0.1, F = 5, T = 3)$ input(delta, \"rad\")$\n"
    "body(car, ground, hinge = planar(z, [x, y, psi]), mass = m, inertia = [0, 0, Jz])$\n"
    "body(axle, car, hinge = fixed, at = [a, 0, 0])$\n"
    "frame(wheel, axle, orient = [[z, delta + toe*x]])$\n"
    "point(patch, wheel, [r, 0, 0])$ e: psi + delta + toe*x$\n";

}  // namespace

TEST_CASE("moving frames: rotations, positions and velocities of what is fixed in them") {
    check_assertions(
        steered +
        "check(rotation(wheel) = matrix([cos(e), sin(e), 0], [-sin(e), cos(e), 0], [0, 0, 1]))$\n"
        "check(angular_velocity(wheel) = [0, 0, psi' + delta' + toe*x'])$\n"
        "check(angular_velocity(wheel, in = car, relative_to = axle) = [0, 0, delta' + toe*x'])$\n"
        "check(position(patch) = [x + a*cos(psi) + r*cos(e), y + a*sin(psi) + r*sin(e), 0])$\n"
        "check(velocity(patch) = diff(position(patch), t))$\n"
        "check(velocity(patch, relative_to = wheel) = [0, 0, 0])$\n"
        "check(velocity(origin(wheel), in = wheel) = rotation(wheel) . [x' - a*psi'*sin(psi), y' + a*psi'*cos(psi), "
        "0])$\n"
        "check(acceleration(patch) = diff(velocity(patch), t))$\n");
}

// The virtual work of the loads: F along the wheel's y at the patch, and a torque between wheel and axle.
TEST_CASE("moving frames: loads in their axes and on points fixed in them") {
    check_assertions(steered +
                     "force(patch, [0, F, 0], in = wheel)$ torque(wheel, [0, 0, T], reaction = axle)$\n"
                     "check(generalized_forces() = [-F*sin(e) + toe*(F*r + T), F*cos(e), F*(a*cos(e - psi) + r)])$\n"
                     "check(mass_matrix() = diag([m, m, Jz]))$ check(right_side() = generalized_forces())$\n");
}

TEST_CASE("moving frames: on frames, with several turns and general axes") {
    check_assertions(
        "model(nested)$ input(c, \"rad\")$ body(rod, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$\n"
        "frame(tilted, rod, orient = [[x, %pi/6]])$ point(P, tilted, [0, 1, 0])$\n"
        "check(position(P) = [-sqrt(3)/2*sin(q), sqrt(3)/2*cos(q), 1/2])$\n"
        "frame(leaning, tilted, orient = [[y, c], [[1, 1, 0], 2*q]])$\n"
        "frame(fixed_there, leaning, orient = [x, %pi/2])$\n"
        "R: rotation(leaning)$ w: angular_velocity(leaning, in = leaning)$\n"
        "check(R . transpose(R) = ident(3))$\n"
        "check(diff(R, t) = -tilde(w) . R)$\n"  // Poisson's equation
        "check(angular_velocity(fixed_there) = angular_velocity(leaning))$\n"
        "check(rotation(fixed_there, leaning) = matrix([1, 0, 0], [0, 0, 1], [0, -1, 0]))$\n");
}

TEST_CASE("moving frames: what may not turn them") {
    const auto error = [](const std::string& orient) {
        return run_script(
                   "model(m)$ input(d)$ state(s1, rate = 1)$\nbody(b, ground, hinge = revolute(z, q), inertia = "
                   "[0, 0, 1])$\nframe(F, b, orient = " +
                   orient + ")$")
            .error;
    };
    CHECK(error("[[z, q']]").find("the angle in the orientation of frame 'F' cannot depend on the speed q'") !=
          std::string::npos);
    CHECK(error("[[z, s1]]").find("cannot depend on the state s1") != std::string::npos);
    CHECK(error("[[z, q7]]").find("q7 is not declared") != std::string::npos);
    CHECK(
        error("matrix([cos(q), sin(q), 0], [-sin(q), cos(q), 0], [0, 0, 1])").find("cannot depend on the coordinate") !=
        std::string::npos);
    const ScriptRun late = run_script(
        "model(m)$ input(d)$ body(b, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$ mass_matrix()$\n"
        "frame(F, b, orient = [[z, d]])$");
    CHECK(late.error.find("is complete") != std::string::npos);
}
