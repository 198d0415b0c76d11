// Inputs that would take far longer than their size says end soon, with an error that names what is too large.
#include <ctime>
#include <string>
#include <vector>

#include "scripts/check/polynomial.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

// Processor time of this program, so that other work on the machine does not count.
double seconds_of(const std::string& script, ScriptRun& run) {
    const std::clock_t before = std::clock();
    run = run_script(script);
    return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
}

const std::string start = "model(m)$ parameters(a = 1, b = 2, n = 3)$\n";

}  // namespace

TEST_CASE("numbers in place of names below high powers are refused, not multiplied out", "[bounds]") {
    struct Case {
        std::string script, error;
    };
    const std::string grows = "a power grows beyond 15000 digits";
    for (const Case& one : std::vector<Case>{
             {"subst(a = 2, a^12345678901234567890);", "2:1: " + grows},
             {"subst(b = 1/2, (b + 1)^99999999*a);", "2:1: " + grows},
             {"y: (a + b)^999999999$ subst(a = b, y);", "2:23: " + grows},
             {"subst(a = 2*b, (a + b)^999999999);", "2:1: " + grows},
             {"subst(n = 10^9, 2^n + a);", "2:1: " + grows},
             {"subst(a = 3, sin((a^1000000 + b)^1000));", "2:1: " + grows},
             {"coeff(10^4000*a, 10^4000*a, 99999);", "2:1: " + grows},
         }) {
        INFO(one.script);
        ScriptRun run;
        CHECK(seconds_of(start + one.script, run) < 2);
        CHECK(run.error.substr(0, one.error.size()) == one.error);
    }
}

TEST_CASE("numbers that double their length in a chain of squares are refused", "[bounds]") {
    ScriptRun run;
    CHECK(seconds_of(start + "x: a$ for i: 1 thru 30 do x: x^2 + b$ subst([a = 2, b = 3], x);", run) < 2);
    CHECK(run.error.substr(0, 47) == "2:39: an exact number grows beyond 60000 digits");
}

TEST_CASE("substitution below high powers gives what it gives below low ones", "[bounds]") {
    // 1^n = 1, 0^n = 0, (-1)^odd = -1, x^n with another name, a number that stays small enough
    CHECK(run_script(start + "subst(a = 1, a^999999999);").output == "1\n");
    CHECK(run_script(start + "subst(a = 0, a^999999999 + b);").output == "b\n");
    CHECK(run_script(start + "subst(a = -1, a^999999999*b);").output == "-b\n");
    CHECK(run_script(start + "subst(a = b, sin(a^5000));").output == "sin(b^5000)\n");
    CHECK(run_script(start + "subst(a = 2, a^130/2^128 + b);").output == "b + 4\n");
    CHECK(run_script(start + "subst(n = 5, 2^n);").output == "32\n");
    CHECK(run_script(start + "coeff(6*a*b^2, 2*a, 1);").output == "3*b^2\n");
}

TEST_CASE("long coefficients are paid from the budget of a proof", "[bounds]") {
    const auto operations = [](const Rational& coefficient) {
        PolynomialRing ring(1'000'000);
        const Polynomial x{{Monomial{{ring.new_variable(), 1}}, coefficient}};
        long count = 0;
        try {
            for (;; ++count) static_cast<void>(ring.multiply(x, x));
        } catch (const BudgetSpent&) {
        }
        return count;
    };
    const long few_digits = operations(Rational(3) / Rational(7));
    CHECK(few_digits == 1'000'000);
    CHECK(operations(Rational(cln::expt(Rational(3), cln::cl_I(1000)))) < few_digits / 10);
}

TEST_CASE("a mechanism that cannot be assembled ends its check soon", "[bounds]") {
    // a crank and a rod of l cannot reach 60 l
    ScriptRun run;
    const double seconds = seconds_of(
        "model(m)$ parameter(l, 1)$\n"
        "body(crank, ground, hinge = revolute(z, q1), mass = 1, inertia = [0, 0, 1])$\n"
        "body(rod, crank, hinge = revolute(z, q2), at = [l, 0, 0], mass = 1, inertia = [0, 0, 1])$\n"
        "point(P, rod, [l, 0, 0])$ point(Q, ground, [60*l, 0, 0])$ close_loop(P, Q)$\n"
        "check(constraint_matrix()[2, 2] = l*cos(q1))$\n",
        run);
    CHECK(seconds < 2);
    CHECK(holds(run.error, "none of the random states could be moved onto the constraints"));
}

TEST_CASE("a loop that declares bodies without end runs out of steps soon", "[bounds]") {
    InterpretOptions options;
    options.most_steps = 1'000'000;  // a tenth of the usual
    const std::string body = "body(concat(b, i), ground, hinge = revolute(z, concat(q, i)), mass = 1)$\n";
    const std::clock_t before = std::clock();
    const ScriptRun run = run_script("model(m)$\nfor i:1 thru 10^9 do " + body, options);
    CHECK(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC < 2);
    CHECK(holds(run.error, "the script takes more than 1000000 steps"));
    CHECK(run_script("model(m)$\nfor i:1 thru 3000 do " + body, options).error.empty());
}

TEST_CASE("states that cannot be assembled are drawn nearer to the initial state", "[bounds][compare]") {
    // six four-bars, each near the end of its reach: a fifth more or less of a length takes many of them apart
    const std::string loops =
        "model(loops)$ parameter(g, 9.81)$ gravity([0, -g, 0])$\n"
        "for i:1 thru 6 do (\n"
        "  parameter(concat(a, i), 1/10), parameter(concat(b, i), 1/5), parameter(concat(c, i), 1/5),\n"
        "  parameter(concat(d, i), 9/20),\n"
        "  body(concat(crank, i), ground, hinge = revolute(z, concat(p, i)), mass = 1, inertia = [0, 0, 1/1000]),\n"
        "  body(concat(coupler, i), concat(crank, i), hinge = revolute(z, concat(q, i)), at = [concat(a, i), 0, 0],\n"
        "       mass = 1, cm = [concat(b, i)/2, 0, 0], inertia = [0, 0, 1/300]),\n"
        "  body(concat(rocker, i), ground, hinge = revolute(z, concat(r, i)), at = [concat(d, i), 0, 0], mass = 1,\n"
        "       inertia = [0, 0, 1/300]),\n"
        "  initial(concat(p, i) = 1/2, concat(q, i) = -0.3, concat(r, i) = 2.9),\n"
        "  point(concat(P, i), concat(coupler, i), [concat(b, i), 0, 0]),\n"
        "  point(concat(Q, i), concat(rocker, i), [concat(c, i), 0, 0]), close_loop(concat(P, i), concat(Q, i)))$\n";
    const std::filesystem::path folder = scratch_folder("bounded_compare");
    write(folder / "loops.lag", loops);
    write(folder / "heavier.lag", loops + "force(cm(coupler3), [0, -1/1000, 0])$\n");
    const CommandRun same = run_lag({"compare", "loops.lag", "loops.lag", "--points", "40"}, folder);
    INFO(same.output << same.errors);
    CHECK(same.status == 0);
    CHECK(holds(same.output, "the two sides agree"));
    CHECK(holds(same.output, "later ones were drawn nearer to the initial state: 40 from all ranges ("));
    CHECK(holds(same.output, " of the near ranges ("));
    const CommandRun other = run_lag({"compare", "loops.lag", "heavier.lag", "--points", "40"}, folder);
    CHECK(other.status == 3);
    CHECK(holds(other.output, "the two sides differ"));
    // ranges that a user gives stay: nothing is drawn outside of them, and none is narrowed
    const CommandRun given =
        run_lag({"compare", "loops.lag", "loops.lag", "--points", "40", "--left", "sample d1 0.46 0.47"}, folder);
    CHECK(holds(given.output, "d1 0.46"));
}

}  // namespace lag
