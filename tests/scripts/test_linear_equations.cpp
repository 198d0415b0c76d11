// linear_equations against published matrices and closed forms.
#include <string>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace fs = std::filesystem;

TEST_CASE("Whipple's bicycle: M, C1, K0 and K2 as published", "[linear]") {
    // Meijaard, Papadopoulos, Ruina, Schwab 2007, table 2; 1e-14 of each, as many digits as are printed
    std::string script = contents(fs::path(LAG_SOURCE_DIR) / "samples" / "whipple.lag");
    script.erase(script.find("/* the upright ride"));
    script += R"(
lin: linear_equations(coordinates = [lean, steer])$
defaults: [g = 9.81, wb = 1.02, c = 0.08, rR = 0.3, mR = 2, JRx = 0.0603, JRy = 0.12, xB = 0.3, zB = -0.9, mB = 85, JBxx = 9.2,
  JByy = 11, JBzz = 2.8, JBxz = 2.4, xH = 0.9, zH = -0.7, mH = 4, JHxx = 0.05892, JHyy = 0.06, JHzz = 0.00708, JHxz = -0.00756,
  rF = 0.35, mF = 3, JFx = 0.1405, JFy = 0.28]$
near(a, b) := abs(float(a) - b) <= 1e-14*max(1, abs(b))$
same(A, B) := for i:1 thru 2 do for j:1 thru 2 do assert(near(A[i, j], B[i, j]), concat("entry ", i, " ", j))$
at(v0, gv) := subst([v = v0, g = gv], subst(rest(defaults), lin))$
M: subst(defaults, lin[1])$
same(M, matrix([80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]))$
K0: subst(defaults, subst(v = 0, lin[3]))/9.81$
same(K0, matrix([-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]))$
K2: subst(defaults, subst(v = 1, lin[3]) - subst(v = 0, lin[3]))$
same(K2, matrix([0, 76.59734589573222], [0, 2.65431523794604]))$
C1: subst(defaults, subst(v = 1, lin[2]))$
same(C1, matrix([0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]))$
)";
    const ScriptRun run = run_script(script);
    CHECK(run.error == "");
}

TEST_CASE("a chain of springs, a pendulum on a cart", "[linear]") {
    const ScriptRun chain = run_script(
        "model(m)$ parameters(k = 3, c = 2, m1 = 5, m2 = 7)$ input(f)$\n"
        "body(a, ground, hinge = prismatic(x, x1), mass = m1)$ body(b, ground, hinge = prismatic(x, x2), mass = m2)$\n"
        "hinge_load(x1, -k*x1 + k*(x2 - x1) - c*x1' - x1^3)$ hinge_load(x2, -k*(x2 - x1) + f)$\n"
        "linear_equations(coordinates = [x1, x2]);");
    CHECK(chain.error == "");
    CHECK(chain.output ==
          "[matrix([m1, 0], [0, m2]), matrix([c, 0], [0, 0]), matrix([2*k, -k], [-k, k]), matrix([0], [1])]\n");
    // a coordinate that follows by a condition, a second derivative that does not count
    const ScriptRun slider = run_script(
        "model(m)$ parameters(l = 2, g = 3, m1 = 5)$ gravity([0, -g, 0])$\n"
        "body(b, ground, hinge = [translate(x, x), translate(y, y)], mass = m1)$\n"
        "constraint(x^2 + y^2 = l^2, name = circle)$ initial(y = -l)$ linear_equations(coordinates = [x]);");
    CHECK(slider.error == "");
    CHECK(slider.output == "[matrix([m1]), matrix([0]), matrix([g*m1/l]), []]\n");
}

TEST_CASE("what linear_equations refuses", "[linear]") {
    const std::string two =
        "model(m)$ parameters(k = 3)$ body(a, ground, hinge = prismatic(x, x1), mass = 1)$\n"
        "body(b, ground, hinge = prismatic(x, x2), mass = 1)$ hinge_load(x1, k*x2 - 1)$ hinge_load(x2, -k*x2)$\n";
    CHECK(holds(first_error(two + "linear_equations(coordinates = [x1]);"),
                "the initial state is no steady motion: the load on 'x1'"));
    CHECK(holds(first_error(two + "hinge_load(x1, 1)$ linear_equations(coordinates = [x1]);"),
                "'x2' influences the equation of 'x1'"));
    CHECK(first_error(two + "hinge_load(x1, 1)$ linear_equations(coordinates = [x2]);") == "");
    CHECK(holds(first_error(two + "linear_equations(coordinates = [x3]);"), "'x3' is no coordinate of the model"));
    CHECK(holds(
        first_error("model(m)$ body(a, ground, hinge = planar(z, [x, y, p], speeds = [u, v, r]), mass = 1, inertia = "
                    "[0, 0, 1])$ linear_equations(coordinates = [p]);"),
        "the rate of 'p' is no speed of the model"));
}

}  // namespace lag
