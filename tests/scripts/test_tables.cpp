// table: curves and maps, against what they must reproduce.
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

TEST_CASE("tables: wrong ones are refused") {
    CHECK(shown("table(1, [1, 1], [0, 1]);") == "error 1:14: the break points do not ascend: 1 follows 1");
    CHECK(shown("table(1, [1, 2], [0]);") == "error 1:18: expected 2 values, one for each break point, found 1");
    CHECK(shown("table(1, [1], [0]);") == "error 1:10: a table has 2 to 1000000 break points, found 1");
    CHECK(shown("table(x, [1, 2], [0, 1]);").find("error 1:7: x is not declared") == 0);
    CHECK(shown("table(1, [1, a], [0, 1]);").find("expected a number as break point") != std::string::npos);
    CHECK(shown("table(1, [1, 2], [0, 1], interpolation = cubic);").find("interpolation is linear or smooth") !=
          std::string::npos);
    CHECK(shown("table(1, 2, [1, 2], [0, 1]);").find("table takes 3 arguments, or 5 for a map") != std::string::npos);
    CHECK(shown("table(1, 2, [1, 2], [0, 1], [[1, 2]]);").find("expected 2 rows") != std::string::npos);
}
