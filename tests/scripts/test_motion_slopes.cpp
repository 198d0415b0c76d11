// Derivatives of accelerations and multipliers: implicit differentiation of the equations of motion, against closed forms,
// against differences of solved numbers, and against linearize, which differentiates by dual numbers.
#include <Eigen/Core>
#include <cmath>

#include "core/dense.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

std::string shown(const std::string& script) {
    const ScriptRun run = run_script(script);
    CHECK(run.error == "");
    return run.output;
}

const std::string slider =
    "model(m)$ parameters(k = 2, m = 3)$ input(f)$\n"
    "body(b, ground, hinge = prismatic(x, q1), mass = m)$ hinge_load(q1, f - k*q1)$\n";

// the four-bar of samples/acceptance with a spring at its crank
const std::string four_bar =
    "model(four_bar)$ parameters(a = 0.1, b = 0.3, c = 0.25, d = 0.35, ma = 0.5, mb = 1.2, mc = 1, g = 9.81, k = 2)$\n"
    "gravity([0, -g, 0])$\n"
    "body(crank, ground, hinge = revolute(z, q1), mass = ma, cm = [a/2, 0, 0], inertia = [0, 0, ma*a^2/12])$\n"
    "body(coupler, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = mb, cm = [b/2, 0, 0],\n"
    "     inertia = [0, 0, mb*b^2/12])$\n"
    "body(rocker, ground, hinge = revolute(z, q3), at = [d, 0, 0], mass = mc, cm = [c/2, 0, 0],\n"
    "     inertia = [0, 0, mc*c^2/12])$\n"
    "hinge_load(q1, -k*q1)$ point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q, name = J)$\n";

// Its equations by hand: planar rods with absolute angles, the loop as two rows; [q1'', q2'', q3'', lambda_x, lambda_y].
struct FourBar {
    double a = 0.1, b = 0.3, c = 0.25, d = 0.35, ma = 0.5, mb = 1.2, mc = 1, g = 9.81, k = 2;
    double q1 = 0.7, q2 = 0.4, q3 = 1.9, u1 = 0.3, u2 = -0.8,
           u3 = 1.1;  // anywhere: the rows' rates count, not their errors

    Eigen::VectorXd solution() const {
        const double s = q1 + q2, w = u1 + u2;
        Eigen::Matrix3d M = Eigen::Matrix3d::Zero();
        Eigen::Vector3d f = Eigen::Vector3d::Zero();
        // a point at r1 along the crank and r2 along the coupler
        const auto add = [&](double mass, double r1, double r2) {
            Eigen::Matrix<double, 2, 3> V;
            V << -r1 * std::sin(q1) - r2 * std::sin(s), -r2 * std::sin(s), 0,  //
                r1 * std::cos(q1) + r2 * std::cos(s), r2 * std::cos(s), 0;
            const Eigen::Vector2d bias(-r1 * u1 * u1 * std::cos(q1) - r2 * w * w * std::cos(s),
                                       -r1 * u1 * u1 * std::sin(q1) - r2 * w * w * std::sin(s));
            M += mass * V.transpose() * V;
            f += V.transpose() * (mass * (Eigen::Vector2d(0, -g) - bias));
        };
        add(ma, a / 2, 0), add(mb, a, b / 2);
        M(0, 0) += ma * a * a / 12;
        M.topLeftCorner(2, 2).array() += mb * b * b / 12;
        M(2, 2) += mc * c * c / 3;
        f(0) -= k * q1;
        f(2) -= mc * g * c / 2 * std::cos(q3);
        Eigen::Matrix<double, 2, 3> B;                                                // of Q - P
        B << a * std::sin(q1) + b * std::sin(s), b * std::sin(s), -c * std::sin(q3),  //
            -a * std::cos(q1) - b * std::cos(s), -b * std::cos(s), c * std::cos(q3);
        const Eigen::Vector2d gamma(-a * u1 * u1 * std::cos(q1) - b * w * w * std::cos(s) + c * u3 * u3 * std::cos(q3),
                                    -a * u1 * u1 * std::sin(q1) - b * w * w * std::sin(s) + c * u3 * u3 * std::sin(q3));
        Eigen::MatrixXd A = Eigen::MatrixXd::Zero(5, 5), right(5, 1);
        A << M, B.transpose(), B, Eigen::Matrix2d::Zero();
        right << f, gamma;
        return solve_square(A, right);
    }
    // central differences of fourth order: 1e-9 of the largest, at steps of 1e-3 of about 1
    Eigen::VectorXd slope(double FourBar::*by) const {
        const double h = 1e-3 * std::max(0.1, std::abs(this->*by));
        const auto at = [&](double steps) {
            FourBar moved = *this;
            moved.*by += steps * h;
            return moved.solution();
        };
        return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
    }
};

const std::string at_state =
    "at(e) := float(subst([q1 = 0.7, q2 = 0.4, q3 = 1.9, q1' = 0.3, q2' = -0.8, q3' = 1.1, a = 0.1, b = 0.3, c = 0.25, "
    "d = 0.35, ma = 0.5, mb = 1.2, mc = 1, g = 9.81, k = 2], e))$\n";

}  // namespace

TEST_CASE("derivatives of an acceleration in closed form", "[derivatives]") {
    CHECK(shown(slider + "diff(q1'', k); diff(q1'', m); diff(q1'', q1); diff(q1'', f); diff(q1'', q1');") ==
          "-q1/m\n(k*q1 - f)/m^2\n-k/m\n1/m\n0\n");
    CHECK(shown(slider + "gradient(q1'', [k, f]); jacobian([q1'', q1], [q1, f]);") ==
          "[-q1/m, 1/m]\nmatrix([-k/m, 1/m], [1, 0])\n");
    // twice, within an expression, and of what is zero along the motion
    CHECK(shown(slider + "diff(q1'', k, 1, m, 1); diff(k*q1''^2, f); diff(m*q1'' + k*q1 - f, k);") ==
          "q1/m^2\n-2*k*(k*q1 - f)/m^2\n0\n");
    CHECK(shown(slider + "check(diff(q1'', m) = (k*q1 - f)/m^2)$") == "script.lag:3: check: proved\n");
    // by itself and by a name of the script's own, as before
    CHECK(shown(slider + "diff(m*q1'', q1''); diff(free*q1'', free);") == "m\nq1''\n");
}

TEST_CASE("derivatives of a four-bar's accelerations and multipliers", "[derivatives]") {
    const FourBar state;
    const std::pair<std::string, double FourBar::*> symbols[] = {
        {"g", &FourBar::g},   {"k", &FourBar::k},   {"a", &FourBar::a},    {"mb", &FourBar::mb},
        {"q1", &FourBar::q1}, {"q3", &FourBar::q3}, {"q2'", &FourBar::u2}, {"c", &FourBar::c}};
    for (const std::string treatment :
         {"", "options(constraints = eliminate, dependent = [q2', q3'])$\n", "options(stabilization = [3, 7])$\n"})
        for (const auto& [name, member] : symbols) {
            CAPTURE(treatment, name);
            const Eigen::VectorXd expected = state.slope(member);
            std::string script = four_bar + treatment + at_state;
            for (Eigen::Index i = 0; i < 5; ++i) {
                const std::string e =
                    i < 3 ? "q" + std::to_string(i + 1) + "''" : "multiplier(J)[" + std::to_string(i - 2) + "]";
                script += "assert(abs(at(diff(" + e + ", " + name + ")) - (" + std::to_string(expected(i)) + ")) < " +
                          std::to_string(1e-6 + 1e-7 * std::abs(expected(i))) + ")$\n";
            }
            CHECK(run_script(script).error == "");
        }
}

TEST_CASE("derivatives agree with those of linearize", "[derivatives]") {
    // states, inputs, a prescribed hinge, quasi-velocities
    const std::string script =
        "model(m)$ parameters(J = 2, r = 1/2)$ input(w)$ input(push)$\n"
        "body(carriage, ground, hinge = prismatic(x, w))$\n"
        "body(hull, carriage, hinge = planar(z, [x, y, p], speeds = [u, v, o]), mass = 3, cm = [r, 0, 0], inertia = "
        "[0, 0, "
        "J])$\n"
        "body(arm, hull, hinge = revolute(z, q), at = [1, 0, 0], mass = 1, cm = [r, 0, 0], inertia = [0, 0, 1/5])$\n"
        "state(z, rate = push - z + o')$ force(cm(arm), [z, push, 0], in = arm)$ hinge_load(q, -3*q - q')$\n"
        "speed_constraint(v = r*o, name = blade)$\n"
        "initial(q = 0.4, p = 0.2, u = 2, o = 0.3, v = 0.15, q' = -0.7, z = 0.6)$\n"
        "values: [u', o', q'', multiplier(blade), z'^2]$\n"
        "lin: linearize(at = [push = 0.5, w'' = 1.5], inputs = [push, w''], outputs = values)$\n"
        "at(e) := float(subst([x = 0, y = 0, p = 0.2, q = 0.4, u = 2, v = 0.15, o = 0.3, q' = -0.7, z = 0.6, push = "
        "0.5, "
        "w = 0, w' = 0, w'' = 1.5, J = 2, r = 1/2], e))$\n"
        "near(a, b) := for i:1 thru length(a) do for j:1 thru length(a[1]) do assert(abs(a[i, j] - b[i, j]) < "
        "1e-9*max(1, abs(b[i, j])), concat(i, \" \", j))$\n"
        "near(at(jacobian(values, [push, w''])), lin[4])$\n"
        "near(at(jacobian(values, [x, y, p, q, u, v, o, q', z])), lin[3])$\n";
    CHECK(run_script(script).error == "");
}

TEST_CASE("rows that are left out have no load, whatever changes", "[derivatives]") {
    const std::string twice = four_bar + "constraint(q1 = q1 + 0*q2 + q3 - q3 + d - d, name = none)$\n";
    CHECK(run_script(twice).error == "");
    const std::string planar =
        "model(m)$ parameters(k = 3)$ body(b, ground, hinge = planar(z, [x, y, p]), mass = 2, inertia = [0, 0, 1])$\n"
        "hinge_load(x, k)$ constraint(x = 0, name = first)$ constraint(2*x = 0, name = second)$\n";
    CHECK(shown(planar + "diff(multiplier(first), k); diff(multiplier(second), k); diff(y'', k);") == "1\n0\n0\n");
}

TEST_CASE("derivatives beside stops and switched rows are shown mode by mode", "[derivatives]") {
    // open: as without the stop; closed: the stop takes the load
    const std::string open = "q1_at_low = 0 and q1_at_high = 0";
    CHECK(shown(slider + "limit(q1, 0, 20)$ diff(q1'', k); gradient(q1'', [m, f]);") ==
          "if " + open + " then -q1/m else 0\n[if " + open + " then (k*q1 - f)/m^2 else 0, if " + open +
              " then 1/m else 0]\n");
    CHECK(shown(slider + "flag(held, 0)$ constraint(q1 = 1, name = hold, active = held)$ diff(q1'', k); "
                         "diff(multiplier(hold), k); subst(held = 0, diff(q1'', k));") ==
          "if held = 0 then -q1/m else 0\nif held = 0 then 0 else -q1\n-q1/m\n");
    // two sliders, the second on the first: M = [[m + n, n], [n, n]]
    CHECK(shown("model(m)$ parameters(k = 2, m = 3, n = 1)$ body(a, ground, hinge = prismatic(x, q1), mass = m)$ "
                "body(b, a, hinge = prismatic(x, q2), mass = n)$ hinge_load(q1, -k*q1)$ limit(q2, 0, 1)$ "
                "diff(q1'', k); diff(q2'', k);") ==
          "if q2_at_low = 0 and q2_at_high = 0 then -q1/m else -q1/(m + n)\n"
          "if q2_at_low = 0 and q2_at_high = 0 then q1/m else 0\n");
}

TEST_CASE("derivatives of accelerations that cannot be had", "[derivatives]") {
    const auto message = [](const std::string& script) { return first_error(slider + script); };
    CHECK(holds(message("diff(q1'', kk);"), "no acceleration and no multiplier depends on kk: it is not declared"));
    CHECK(holds(message("flag(n, 0)$ hinge_load(q1, n)$ diff(q1'', n);"),
                "accelerations and multipliers have no derivative by n: flags jump"));
    CHECK(holds(message("contact(floor, q1)$ diff(q1'', k);"),
                "accelerations and multipliers have no derivatives where there are contacts or dry friction"));
    CHECK(holds(message("external(tire, [q1], [push])$ hinge_load(q1, push)$ diff(q1'', q1);"),
                "derivatives cannot go through 'tire'"));
    CHECK(shown(slider + "external(tire, [q1], [push])$ hinge_load(q1, push)$ diff(q1'', k); diff(q1'', push);") ==
          "-q1/m\n1/m\n");
    CHECK(holds(message("diff(q1'', t);"), "q1'' is an acceleration: its time derivative is not known"));
    CHECK(holds(message("diff(q1'', k)$ hinge_load(q1, 1)$"), "is complete"));
    CHECK(holds(message("taylor(q1'', k, 0, 1);"), "taylor: q1'' is an acceleration, and its value at other k"));
}

}  // namespace lag
