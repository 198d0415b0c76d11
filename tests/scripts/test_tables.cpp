// table: curves and maps, against what they must reproduce.
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

std::string shown(const std::string& script) {
    const ScriptRun run = run_script(script);
    return run.error.empty() ? run.output : "error " + run.error;
}

}  // namespace

TEST_CASE("tables: linear interpolation, and what lies outside") {
    const std::string xs = "[1, 2, 4, 5], [1, 4, 16, 0]";
    CHECK(shown("makelist(table(x, " + xs + "), x, [1, 3/2, 2, 3, 4, 9/2, 5]);") == "[1, 5/2, 4, 10, 16, 8, 0]\n");
    CHECK(shown("makelist(table(x, " + xs + "), x, [0, 6]);") == "[-2, -16]\n");
    CHECK(shown("makelist(table(x, " + xs + ", outside = constant), x, [0, 1, 6]);") == "[1, 1, 0]\n");
    CHECK(shown("makelist(table(x, [0, 2], [1, 5], interpolation = smooth), x, [-1, 0, 1, 2, 3]);") ==
          "[-1, 1, 3, 5, 7]\n");
}

TEST_CASE("tables: smooth ones go through their points, reproduce parabolas, and have no kink") {
    // y = 2 x^2 - 3 x + 1 on uneven points
    check_assertions(
        "f(x) := 2*x^2 - 3*x + 1$ xs: [-1, 0, 1/2, 3, 4]$ ys: map(f, xs)$\n"
        "for x in [-1, -1/2, 0, 1/4, 1/2, 1, 2, 3, 7/2, 4] do\n"
        "  assert(table(x, xs, ys, interpolation = smooth) = f(x))$\n"
        "assert(table(6, xs, ys, interpolation = smooth) = f(4) + 13*2)$\n"  // the tangent goes on
        "assert(table(-3, xs, ys, interpolation = smooth) = f(-1) - 7*(-2))$\n"
        "assert(table(6, xs, ys, interpolation = smooth, outside = constant) = f(4))$\n");
    // value and slope agree from both sides of every break point: differences shrink with the distance
    check_assertions(
        "xs: [0, 1, 3, 4, 6]$ ys: [0, 5, -2, 1, 1]$ h: 1/10^6$ g(x) := table(x, xs, ys, interpolation = smooth)$\n"
        "for x in xs do (\n"
        "  assert(g(x) = ys[if x = 0 then 1 elseif x = 1 then 2 elseif x = 3 then 3 elseif x = 4 then 4 else 5]),\n"
        "  assert(abs((g(x + h) - g(x))/h - (g(x) - g(x - h))/h) < 1/10^4))$\n");
}

// What makes a natural spline: it goes through its points, value, slope and bend go on at each, the bend is 0 at the ends
// and beyond. On either side of a point the polynomial is that of the segment, and four values make it.
TEST_CASE("tables: splines have a continuous second derivative") {
    check_assertions(
        "xs: [0, 1/2, 2, 9/4, 3, 5, 11/2, 7]$ ys: [1, -2, 3, 1/2, 0, 4, 4, -1]$ n: length(xs)$\n"
        "model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
        "g: table(s, xs, ys, interpolation = spline)$ slope: diff(g, s)$ bend: diff(g, s, 2)$ rate: diff(g, s, 3)$\n"
        "at(e, x) := subst(s = x, e)$\n"
        // from the left: Taylor's formula from the middle of the interval before
        "left(e, de, dde, ddde, x, h) := at(e, x - h) + h*at(de, x - h) + h^2/2*at(dde, x - h) + h^3/6*at(ddde, x - "
        "h)$\n"
        "for k:1 thru n do (x: xs[k], h: if k = 1 then 1 else (x - xs[k - 1])/2, assert(at(g, x) = ys[k]),\n"
        "  assert(left(g, slope, bend, rate, x, h) = ys[k]), assert(left(slope, bend, rate, 0, x, h) = at(slope, x)),\n"
        "  assert(left(bend, rate, 0, 0, x, h) = at(bend, x)))$\n"
        "assert(at(bend, 0) = 0 and at(bend, 7) = 0 and at(bend, -3) = 0 and at(rate, 9) = 0)$\n"
        "assert(at(g, 9) = -1 + 2*at(slope, 7))$\n"
        "assert(table(9, xs, ys, interpolation = spline, outside = constant) = -1)$\n"
        "assert(table(3, [1, 2], [1, 5], interpolation = spline) = 9)$\n"
        // linear in the values: with parameters as values it is the same
        "parameters(k = 1)$ z: table(s, [0, 1, 3], [0, k, 2], interpolation = spline)$\n"
        "w: table(s, [0, 1, 3], [0, 5, 2], interpolation = spline)$\n"
        "for x in [-1, 0, 1/3, 1, 2, 3, 4] do assert(subst([s = x, k = 5], z) = at(w, x))$\n");
}

// SciPy 1.10.1: CubicSpline([0, 0.5, 2, 2.25, 3, 5, 5.5, 7], [1, -2, 3, 0.5, 0, 4, 4, -1], bc_type = 'natural')
TEST_CASE("tables: splines are SciPy's") {
    const double expected[][4] = {{0.25, -0.9366908225153364, -6.582254430020448, 13.974106320490765},
                                  {1.1, 0.6620568270684546, 7.609749462720632, 1.890834100875285},
                                  {2.1, 2.033126948542828, -10.59196913612429, -9.09954179193528},
                                  {2.5, -0.7847986143695439, -1.955812754519808, 21.678582393456487},
                                  {4, 2.637517450718014, 2.0371316522716345, -1.2750349014360274},
                                  {5.3, 4.09797389778079, -0.09699088797363076, -3.486793064896395},
                                  {6.5, 1.2014190997907517, -4.1354619830194626, -1.6042572993722573}};
    for (const auto& [x, value, slope, bend] : expected) {
        const ScriptRun run = run_script(
            "model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
            "g: table(s, [0, 1/2, 2, 9/4, 3, 5, 11/2, 7], [1, -2, 3, 1/2, 0, 4, 4, -1], interpolation = spline)$\n"
            "for e in [g, diff(g, s), diff(g, s, 2)] do print(float(subst(s = " +
            std::to_string(x) + ", e)))$\n");
        REQUIRE(run.error == "");
        std::istringstream shown_values(run.output);
        for (const double wanted : {value, slope, bend}) {
            double found = 0;
            shown_values >> found;
            CHECK(found == Approx(wanted).epsilon(1e-12));
        }
    }
}

// The error of a cubic spline through points of sin, away from an end whose bend is not 0: h^4/384 at most.
TEST_CASE("tables: long splines keep their accuracy, and maps of splines theirs") {
    check_assertions(
        "n: 400$ h: 11/700$ xs: makelist(i*h, i, 0, n)$ ys: map(lambda([x], float(sin(x))), xs)$\n"
        "for k in [0, 1, 57, 200, 300] do (x: (k + 2/5)*h,\n"
        "  assert(abs(table(x, xs, ys, interpolation = spline) - float(sin(x))) < h^4/384 + 1/10^14))$\n");
    check_assertions(
        "xs: [0, 1, 3, 4]$ ys: [-1, 0, 2]$ f(x, y) := (x + 2)*(3 - y) + table(x, xs, [0, 1, -1, 2], interpolation = "
        "spline)*table(y, ys, [1, 3, 2], interpolation = spline)$\n"
        "z: makelist(makelist(f(x, y), y, ys), x, xs)$\n"
        "for x in [-1, 0, 1/2, 2, 4] do for y in [-1, -1/3, 1, 5] do\n"
        "  assert(table(x, y, xs, ys, z, interpolation = spline) = f(x, y))$\n");
}

TEST_CASE("tables: maps") {
    check_assertions(
        "f(x, y) := (x^2 - x + 2)*(y^2 + 3*y) + x$ xs: [0, 1, 3, 4]$ ys: [-1, 0, 2]$\n"
        "z: makelist(makelist(f(x, y), y, ys), x, xs)$\n"
        "for x in [0, 1/2, 2, 4] do for y in [-1, -1/3, 1, 2] do\n"
        "  assert(table(x, y, xs, ys, z, interpolation = smooth) = f(x, y))$\n"
        "assert(table(1/2, 1, xs, ys, z) = (f(0, 0) + f(0, 2) + f(1, 0) + f(1, 2))/4)$\n"
        "assert(table(9, 9, xs, ys, z, outside = constant) = f(4, 2))$\n"
        "assert(table(1, 2, [0, 1], [0, 2], matrix([1, 2], [3, 4])) = 4)$\n");
}

TEST_CASE("tables: values of the state, their derivatives, parameters as values") {
    const ScriptRun run = run_script(
        "model(stop)$ parameters(k = 5)$ body(slide, ground, hinge = prismatic(x, s), mass = 1)$\n"
        "F: table(s, [0, 1, 2], [0, 0, -k])$\n"
        "hinge_load(s, F)$\n"
        "[subst(s = 1/2, F), subst(s = 3/2, F)];\n"
        "[subst(s = 1/2, diff(F, s)), subst(s = 3/2, diff(F, s))];\n"
        "check(right_side() = [if s < 1 then 0 else -k*(s - 1)]);\n");
    CHECK(run.error == "");
    CHECK(run.output.find("[0, -k/2]\n[0, -k]\n") == 0);
    CHECK(run.output.find("check: ") != std::string::npos);
}

TEST_CASE("tables: break points are numbers of any kind") {
    CHECK(shown("abs(table(%pi/4, [0, %pi/2, float(%pi)], [0, 2, 8]) - 1) < 1e-15;") == "true\n");
    CHECK(shown("table(3, [sqrt(2), 2, 3], [0, 2, 8]);") == "8\n");
    CHECK(shown("table(2, [1, sqrt(2), 7/5], [0, 1, 2]);") ==
          "error 1:23: the break points do not ascend: 7/5 follows sqrt(2)");
    // a curve of more points than fit where values are no numbers
    const ScriptRun run = run_script(
        "model(m)$ body(b, ground, hinge = revolute(z, q), inertia = [1, 1, 1])$ n: 1200$\n"
        "F: table(q, makelist(i*%pi/n, i, 0, n), makelist(float(sin(i*%pi/n)), i, 0, n))$ F;\n"
        "abs(subst(q = %pi/2, F) - 1) < 1e-15;");
    CHECK(run.error == "");
    CHECK(run.output == "table(q, 1200 segments)\ntrue\n");
}

TEST_CASE("tables: wrong ones are refused") {
    CHECK(shown("table(1, [1, 1], [0, 1]);") == "error 1:14: the break points do not ascend: 1 follows 1");
    CHECK(shown("table(1, [1, 2], [0]);") == "error 1:18: expected 2 values, one for each break point, found 1");
    CHECK(shown("table(1, [1], [0]);") == "error 1:10: a table has 2 to 1000000 break points, found 1");
    CHECK(shown("table(x, [1, 2], [0, 1]);").find("error 1:7: x is not declared") == 0);
    CHECK(shown("table(1, [1, a], [0, 1]);").find("expected a number as break point") != std::string::npos);
    CHECK(shown("table(1, [1, 2], [0, 1], interpolation = cubic);").find("no interpolation is called 'cubic'") !=
          std::string::npos);
    CHECK(shown("table(1, 2, [1, 2], [0, 1]);").find("table takes 3 or 5 arguments, found 4") != std::string::npos);
    CHECK(shown("table(1, 2, [1, 2], [0, 1], [[1, 2]]);").find("expected 2 rows") != std::string::npos);
}
