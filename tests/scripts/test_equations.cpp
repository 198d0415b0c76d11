// lhs rhs solve linsolve taylor ldl member last reverse; partial velocities and momenta of the whole.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

std::string shown(const std::string& script) {
    const ScriptRun run = run_script(script);
    INFO(script);
    CHECK(run.error == "");
    return run.output;
}

}  // namespace

TEST_CASE("equations: sides", "[equations]") {
    CHECK(shown("e: (x^2 = y + 1)$ lhs(e); rhs(e); rhs([a = 1, b = 2]);") == "x^2\ny + 1\n[1, 2]\n");
    CHECK(first_error("lhs(x + 1);") == "lhs: expected an equation a = b, found an expression [lhs(a = b)]");
    CHECK(shown("lhs: 3$ lhs;") == "3\n");
}

TEST_CASE("equations: solve", "[equations]") {
    CHECK(shown("solve(a*x + b = c, x);") == "[x = -(b - c)/a]\n");
    CHECK(shown("solve(x^2 - 3*x + 2 = 0, x);") == "[x = 1, x = 2]\n");
    CHECK(shown("solve(x^2 = 2, x);") == "[x = -sqrt(2), x = sqrt(2)]\n");
    CHECK(shown("solve(x^2 + 1 = 0, x);") == "[]\n");
    CHECK(shown("solve((x - 3)^2*(x + 1)*(x^2 + 4) = 0, x);") == "[x = -1, x = 3]\n");
    CHECK(shown("solve(1/x + 1/y = 1/f, x);") == shown("[x = f*y/(y - f)];"));
    CHECK(shown("solve(2*x - 6, x);") == "[x = 3]\n");
    check_assertions(
        "for s in solve(a*x^2 + b*x + c = 0, x) do assert(ratsimp(expand(subst(s, a*x^2 + b*x + c))) = 0);");
    CHECK(first_error("solve(x^5 + x + 1/7 = 0, x);")
              .find("solve: this is no polynomial of first or second degree in x") == 0);
    CHECK(first_error("solve(sin(x) = 0, x);").find("solve: this is no polynomial") == 0);
    CHECK(first_error("solve(y = 1, x);") == "solve: the equation does not hold x");
    CHECK(first_error("solve(x = 1, 3);").find("expected a name to solve for") != std::string::npos);
}

TEST_CASE("equations: linsolve", "[equations]") {
    CHECK(shown("linsolve([x + y = 3, x - y = 1], [x, y]);") == "[x = 2, y = 1]\n");
    CHECK(shown("solve([2*x = a, x + y = b], [x, y]);") == "[x = a/2, y = -a/2 + b]\n");
    CHECK(shown("linsolve([y + z = 1, x + z = 2, x + y = 3], [x, y, z]);") == "[x = 2, y = 1, z = 0]\n");
    // a network of masses: the accelerations of Atwood's machine with a pulley
    check_assertions(R"(s: linsolve([m1*acc = T1 - m1*g, m2*acc = m2*g - T2, J*acc/r^2 = T2 - T1], [acc, T1, T2])$
assert(ratsimp(rhs(s[1]) - (m2 - m1)*g/(m1 + m2 + J/r^2)) = 0)$)");
    CHECK(first_error("linsolve([x + y = 1, 2*x + 2*y = 2], [x, y]);").find("depend on each other or contradict") !=
          std::string::npos);
    CHECK(first_error("linsolve([x*y = 1, x = 2], [x, y]);").find("linsolve: equation 1 is not linear in") == 0);
    CHECK(first_error("linsolve([x = 1], [x, y]);") == "linsolve: 1 equations for 2 names");
    CHECK(first_error("linsolve([x = 1, y = 2], [x, x]);") == "'x' is named twice");
    // of a model: its accelerations from its own equations
    check_assertions(R"(model(cart)$ parameters(mc = 2, mp = 3, h = 1/2, g = 9.81)$ gravity([0, -g, 0])$
body(cart, ground, hinge = prismatic(x, s), mass = mc)$ body(pole, cart, hinge = revolute(z, q), mass = mp, cm = [0, -h, 0])$
M: mass_matrix()$ f: right_side()$
a: linsolve([M[1,1]*a1 + M[1,2]*a2 = f[1], M[2,1]*a1 + M[2,2]*a2 = f[2]], [a1, a2])$
at: [s = 1/3, q = 4/5, s' = 1/2, q' = -2, mc = 2, mp = 3, h = 1/2, g = 9.81]$
assert(abs(float(subst(at, M[1,1]*rhs(a[1]) + M[1,2]*rhs(a[2]) - f[1]))) < 1/10^12)$)");
}

TEST_CASE("equations: taylor", "[equations]") {
    CHECK(shown("taylor(sin(x), x, 0, 5);") == shown("x - x^3/6 + x^5/120;"));
    CHECK(shown("taylor([x^2, exp(x)], x, 1, 0);") == "[1, %e]\n");
    CHECK(shown("expand(taylor(x^3, x, 2, 3));") == "x^3\n");
    CHECK(shown("taylor(1/(1 - a*x), x, 0, 2);") == shown("1 + a*x + a^2*x^2;"));
    CHECK(!run_script("taylor(1/x, x, 0, 2);").error.empty());
}

TEST_CASE("equations: ldl", "[equations]") {
    CHECK(shown("ldl(matrix([4, 2], [2, 3]));") == "[matrix([1, 0], [1/2, 1]), matrix([4, 0], [0, 2])]\n");
    check_assertions(R"(M: matrix([a, b, 0], [b, c, d], [0, d, e])$ f: ldl(M)$
R: f[1] . f[2] . transpose(f[1])$ for i:1 thru 3 do for j:1 thru 3 do assert(ratsimp(R[i, j] - M[i, j]) = 0)$)");
    CHECK(first_error("ldl(matrix([1, 2], [3, 4]));").find("ldl: the matrix is not symmetric") == 0);
    CHECK(first_error("ldl(matrix([0, 1], [1, 0]));") == "ldl: pivot 1 is zero [order rows and columns otherwise]");
    CHECK(first_error("ldl(matrix([1, 2]));").find("expected a square matrix") != std::string::npos);
    check_assertions(
        R"(model(arm)$ parameters(m = 2, l = 1)$ body(a, ground, hinge = revolute(z, q1), mass = m, cm = [l, 0, 0])$
body(b, a, hinge = revolute(z, q2), at = [l, 0, 0], mass = m, cm = [l, 0, 0])$ M: mass_matrix()$ f: ldl(M)$
R: f[1] . f[2] . transpose(f[1])$ check(R[1, 1] = M[1, 1])$ check(R[1, 2] = M[1, 2])$ check(R[2, 2] = M[2, 2])$)");
}

TEST_CASE("equations: sequences", "[equations]") {
    CHECK(
        shown("member(2, [1, 2]); member(x + 1, [1 + x]); member(\"a\", [a]); member([1], [[1], 2]); member(1, []);") ==
        "true\ntrue\nfalse\ntrue\nfalse\n");
    CHECK(shown("if member(q, [p, q]) then 1 else 2;") == "1\n");
    CHECK(shown("last([a, b]); reverse([1, [2], x]); reverse([]);") == "b\n[x, [2], 1]\n[]\n");
    CHECK(first_error("last([]);") == "last of an empty list");
}

TEST_CASE("partial velocities are those of the velocity", "[totals]") {
    const std::string craft = R"(model(craft)$ parameters(l = 3)$
body(hull, ground, hinge = free(sequence = 321, angles = [psi, theta, phi], position = [x, y, z], speeds = [p, q, r, u, v, w]), mass = 1, inertia = [1, 2, 2])$
body(arm, hull, hinge = revolute(z, beta), at = [l, 0, 0], mass = 1, cm = [0, 1, 0])$ point(tip, arm, [0, 2, 0])$
)";
    CHECK(shown(craft + "partial_velocity(origin(hull), v, in = hull);") == "[0, 1, 0]\n");
    CHECK(shown(craft + "partial_velocity(origin(arm), r, in = hull);") == "[0, l, 0]\n");
    CHECK(shown(craft + "partial_angular_velocity(arm, beta', in = arm);") == "[0, 0, 1]\n");
    check_assertions(craft + R"(total: [0, 0, 0]$ for s in speeds() do total: total + s*partial_velocity(tip, s)$
for k:1 thru 3 do check(total[k] = velocity(tip)[k])$)");
    CHECK(first_error(craft + "partial_velocity(tip, s);").find("'s' is no speed of the model") == 0);
}

TEST_CASE("momenta of the whole", "[totals]") {
    const std::string arm = R"(model(arm)$ parameters(m1 = 2, m2 = 3, l = 1, J = 1/5)$
body(a, ground, hinge = [translate(x, x1), translate(y, y1), rotate(z, q1)], mass = m1, cm = [l/2, 0, 0], inertia = [0, 0, J])$
body(b, a, hinge = revolute(z, q2), at = [l, 0, 0], mass = m2, cm = [l/2, 0, 0], inertia = [0, 0, J])$
body(c, ground, hinge = prismatic(x, s), mass = 7)$ point(P, ground, [1, 2, 0])$
)";
    CHECK(shown(arm + "total_mass(a); total_mass(); total_mass(c);") == "m1 + m2\nm1 + m2 + 7\n7\n");
    check_assertions(arm + R"(H: total_angular_momentum(a, about = P)[3]$
check(total_momentum(a) = momentum(a) + momentum(b))$
check(total_momentum(a) = total_mass(a)*diff(mass_centre(a), t))$
d: mass_centre(a) - [1, 2, 0]$
check(H = total_angular_momentum(a)[3] + cross(d, total_momentum(a))[3])$)");
    // free of loads both are kept: their derivatives vanish along the motion
    check_assertions(arm + R"(p: total_momentum(a)$ H: total_angular_momentum(a)[3]$ M: mass_matrix()$ f: right_side()$
u: speeds()$ acc: invert(matrix([M[1,1], M[1,2], M[1,3], M[1,4]], [M[2,1], M[2,2], M[2,3], M[2,4]], [M[3,1], M[3,2], M[3,3], M[3,4]],
  [M[4,1], M[4,2], M[4,3], M[4,4]])) . [f[1], f[2], f[3], f[4]]$
along(e) := diff(e, q1)*q1' + diff(e, q2)*q2' + diff(e, x1)*x1' + diff(e, y1)*y1' + sum(diff(e, u[k])*acc[k], k, 1, 4)$
check(along(p[1]) = 0)$ check(along(H) = 0)$)");
    CHECK(first_error("model(m)$ total_mass();") == "model 'm' has no bodies yet");
    CHECK(first_error("model(m)$ body(a, ground, hinge = revolute(z, q))$ mass_centre();") ==
          "bodies without mass have no mass centre");
}

TEST_CASE("momentum in a condition", "[totals]") {
    // no momentum along x: the cart answers the swing of its load
    check_assertions(R"(model(cart)$ parameters(mc = 2, mp = 3, h = 1/2)$
body(cart, ground, hinge = prismatic(x, s), mass = mc)$ body(pole, cart, hinge = revolute(z, q), mass = mp, cm = [0, -h, 0])$
speed_constraint(total_momentum()[1] = 0, name = still)$
check(constraint_matrix()[1, 1] = mc + mp)$ check(constraint_matrix()[1, 2] = mp*h*cos(q))$)");
    check_assertions(R"(model(cart)$ parameters(mc = 2)$ body(cart, ground, hinge = prismatic(x, s), mass = mc)$
speed_constraint(momentum(cart)[1] = 4)$ body(more, cart, hinge = prismatic(y, r), mass = 1)$ assert(length(mass_matrix()) = 2)$)");
}

}  // namespace lag
