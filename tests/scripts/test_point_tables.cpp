// Long tables, which are kept in arrays: against closed forms, with their slopes, and in what uses them.
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

// 60 uneven points
const std::string points = "xs: makelist(k + k^2/50, k, -20, 39)$ ys: makelist(sin_like(k), k, 1, 60)$\n";
const std::string sin_like = "sin_like(k) := mod(37*k, 11) - mod(k^2, 7)/3$\n";

}  // namespace

TEST_CASE("long tables: between two points the weighted mean, beyond the ends the last slope") {
    check_assertions(sin_like + points +
                     "for k in makelist(k, k, 1, 59) do (\n"
                     "  assert(table((xs[k] + 2*xs[k + 1])/3, xs, ys) = (ys[k] + 2*ys[k + 1])/3),\n"
                     "  assert(table(xs[k], xs, ys) = ys[k]))$\n"
                     "assert(table(xs[60], xs, ys) = ys[60])$\n"
                     "assert(table(xs[1] - 3, xs, ys) = ys[1] - 3*(ys[2] - ys[1])/(xs[2] - xs[1]))$\n"
                     "assert(table(xs[60] + 3, xs, ys) = ys[60] + 3*(ys[60] - ys[59])/(xs[60] - xs[59]))$\n"
                     "assert(table(xs[1] - 3, xs, ys, outside = constant) = ys[1])$\n"
                     "assert(table(xs[60] + 3, xs, ys, outside = constant) = ys[60])$\n");
}

TEST_CASE("long tables: smooth ones reproduce parabolas, and so do their slopes") {
    check_assertions(
        "f(x) := 2*x^2 - 3*x + 1$ xs: makelist(k + k^2/50, k, -20, 39)$ ys: map(f, xs)$ s: (xs[1] + xs[60])/2$\n"
        "model(m)$ body(b, ground, hinge = prismatic(x, q), mass = 1)$\n"
        "F: table(q, xs, ys, interpolation = smooth)$ D: diff(F, q)$\n"
        "for x in append(xs, map(lambda([x], x + 1/7), xs)) do if x <= xs[60] then (\n"
        "  assert(subst(q = x, F) = f(x)), assert(subst(q = x, D) = 4*x - 3))$\n"
        "assert(subst(q = xs[60] + 2, F) = f(xs[60]) + 2*(4*xs[60] - 3))$\n"
        "assert(subst(q = xs[1] - 2, F) = f(xs[1]) - 2*(4*xs[1] - 3))$\n"
        "assert(subst(q = xs[1] - 2, diff(D, q)) = 0)$ assert(subst(q = s, diff(D, q)) = 4)$\n");
}

TEST_CASE("long tables: maps reproduce products, with both slopes") {
    check_assertions(
        "xs: makelist(k^2/3, k, 0, 11)$ ys: makelist(k/4, k, -5, 5)$\n"
        "f(x, y) := (2*x + 1)*(3*y - 2)$ g(x, y) := (x^2 - x)*(2 - y^2) + y$\n"
        "rows(h) := makelist(makelist(h(x, y), y, ys), x, xs)$\n"
        "model(m)$ body(b, ground, hinge = cylindrical(x, p, q), mass = 1, inertia = [1, 1, 1])$\n"
        "F: table(p, q, xs, ys, rows(f))$ G: table(p, q, xs, ys, rows(g), interpolation = smooth)$\n"
        "at(e, x, y) := subst([p = x, q = y], e)$\n"
        "for x in [0, 1/9, 3, 20, 121/3] do for y in [-5/4, -1/3, 0, 1, 5/4] do (\n"
        "  assert(at(F, x, y) = f(x, y)), assert(at(G, x, y) = g(x, y)),\n"
        "  assert(at(diff(F, p), x, y) = 2*(3*y - 2)), assert(at(diff(F, q), x, y) = 3*(2*x + 1)),\n"
        "  assert(at(diff(G, p), x, y) = (2*x - 1)*(2 - y^2)), assert(at(diff(G, q), x, y) = -2*y*(x^2 - x) + 1),\n"
        "  assert(at(diff(diff(G, p), q), x, y) = -2*y*(2*x - 1)))$\n"
        "assert(table(999, 999, xs, ys, rows(f), outside = constant) = f(121/3, 5/4))$\n");
}

TEST_CASE("long tables: two at one place are told apart, equal ones are one") {
    const ScriptRun run =
        run_script(sin_like + points +
                   "model(m)$ body(b, ground, hinge = prismatic(x, q), mass = 1)$\n"
                   "F: table(q, xs, ys)$ G: table(q, xs, 2*ys)$ H: table(q, xs, makelist(sin_like(k), k, 1, 60))$\n"
                   "assert(F - H = 0)$ hinge_load(q, F - G)$ F;\n"
                   "check(right_side() = [F - G])$\n");
    CHECK(run.error == "");
    CHECK(run.output.find("table(q, 59 segments)\n") == 0);
    const ScriptRun wrong = run_script(
        sin_like + points +
        "model(m)$ body(b, ground, hinge = prismatic(x, q), mass = 1)$\n"
        "F: table(q, xs, ys)$ G: table(q, xs, makelist(sin_like(k) + (if k = 21 then 1 else 0), k, 1, 60))$\n"
        "hinge_load(q, F)$ check(right_side() = [G])$\n");
    CHECK(wrong.error != "");
}

TEST_CASE("long tables: linearize takes the slope of the segment, and says where it is on a break point") {
    const std::string model =
        "xs: makelist(k/10, k, -20, 20)$ ys: map(lambda([x], if x < 0 then 3*x else 5*x), xs)$\n"
        "model(m)$ body(b, ground, hinge = prismatic(x, q), mass = 2)$ hinge_load(q, -table(q, xs, ys))$\n";
    const ScriptRun run = run_script(model + "linearize(at = [q = 1/7])[1];\nlinearize(at = [q = -1/7])[1];\n");
    CHECK(run.error == "");
    CHECK(run.output == "matrix([0.0, 1.0], [-2.5, 0.0])\nmatrix([0.0, 1.0], [-1.5, 0.0])\n");
    const ScriptRun kink = run_script(model + "linearize(at = [q = 0])$\n");
    CHECK(holds(kink.messages, "q'"));
}

TEST_CASE("the rate of an input may stand in a load and in an output") {
    const std::string model =
        "model(quarter)$ parameters(m = 300, k = 20000, c = 1500)$ input(zr, \"m\", \"road\")$\n"
        "body(car, ground, hinge = prismatic(z, s), mass = m)$\n";
    const ScriptRun named = run_script(model +
                                       "hinge_load(s, k*(zr - s) + c*(zr' - s'))$ output(F, c*zr')$\nright_side();\n"
                                       "check(right_side() = [k*zr - k*s + c*zr' - c*s'])$\n");
    CHECK(named.error == "");
    CHECK(holds(named.output, "zr'"));
    const ScriptRun formed = run_script(
        model + "d: zr - s$ hinge_load(s, k*d + c*d')$ check(right_side() = [k*zr - k*s + c*zr' - c*s'])$\n");
    CHECK(formed.error == "");
    const ScriptRun second = run_script(model + "hinge_load(s, m*zr'')$ check(right_side() = [m*zr''])$\n");
    CHECK(second.error == "");
    const ScriptRun road =
        run_script(model +
                   "xs: makelist(k/10, k, 0, 50)$ h: table(zr, xs, map(lambda([x], x^2), xs))$\n"
                   "hinge_load(s, c*(h' - s'))$ check(right_side() = [c*(diff(h, zr)*zr' - s')])$\n");
    CHECK(road.error == "");
    CHECK(run_script(model + "hinge_load(s, zz')$\n").error != "");
    const auto folder = scratch_folder("input_rate");
    write(folder / "quarter.lag", model + "hinge_load(s, k*(zr - s) + c*(zr' - s'))$ output(v, zr')$\n");
    // the mass follows zr = t^2 exactly but for m s'': compared with the same road moving a hinge
    const CommandRun run = run_lag(
        {"simulate", "quarter.lag", "--end", "1", "--step", "0.5", "--no-compiler", "--input", "zr=t^2"}, folder);
    CHECK(run.status == 0);
}
