// Exact messages, with place and hint; and limits: whatever a script asks for, it ends soon, with an error
// that says why.
#include <ctime>

#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

struct Wrong {
    const char* script;
    const char* error;
};

void check_all(const std::vector<Wrong>& cases) {
    for (const Wrong& c : cases) {
        INFO(c.script);
        CHECK(run_script(c.script).error == c.error);
    }
}

}  // namespace

TEST_CASE("wrong arithmetic", "[interpreter]") {
    check_all({
        {"1/0;", "1:3: division by zero"},
        {"a/(b - b);", "1:3: division by zero"},
        {"1/(sqrt(8) - 2*sqrt(2));", "1:3: division by zero"},
        {"0^0;", "1:1: 0^0 has no value"},
        {"0^(-1);", "1:1: division by zero (0 to a negative power)"},
        {"log(0);", "1:1: log(0) has no value"},
        {"log(-1);", "1:1: the logarithm of a negative number"},
        {"sqrt(-2);", "1:1: the square root of a negative number"},
        {"(-8)^(1/3);", "1:1: a negative number to a power that is not an integer"},
        {"asin(2);", "1:1: asin of a number beyond -1 and 1"},
        {"tan(%pi/2);", "1:1: tan at a pole: division by zero"},
        {"mod(3, 0);", "1:1: mod by zero"},
        {"1 + 2 + \"a\";", "1:9: cannot add a number and a text"},
        {"true + 1;",
         "1:8: cannot add the truth value true and a number [a truth value is not a number; write if ... then 1 else "
         "0]"},
        {"(a = b) + 1;",
         "1:11: cannot add an equation and a number [an equation is not a number; compare with is(lhs = rhs)]"},
        {"[1, 2] + [1, 2, 3];", "1:10: cannot add a list of 2 and a list of 3"},
        {"[1, 2] . [1, 2, 3];", "1:1: cannot multiply (.) a list of 2 and a list of 3"},
        {"matrix([1, 2], [3, 4]) . [1, 2, 3];", "1:1: cannot multiply (.) a 2 x 2 matrix and a list of 3"},
        {"ident(2)*[1, 2];",
         "1:10: cannot multiply a 2 x 2 matrix and a list of 2 elementwise [the matrix product is written a . b]"},
        {"ident(2)^2;", "1:1: a matrix has no power [write M . M for a product, invert(M) for the inverse]"},
        {"subst(x = 0, 1/x);", "1:1: substitution at a pole: division by zero"},
    });
}

TEST_CASE("wrong names, calls and indices", "[interpreter]") {
    check_all({
        {"sn(3);", "1:1: there is no function sn [did you mean sin?]"},
        {"lenght([1]);", "1:1: there is no function lenght [did you mean length?]"},
        {"sin(1, 2);", "1:1: sin takes 1 argument, found 2 [sin(x)]"},
        {"atan2(1);", "1:1: atan2 takes 2 arguments, found 1 [atan2(y, x)]"},
        {"min();", "1:1: min takes at least 1 argument, found 0 [min(a, b, ..)]"},
        {"f(x) := x$ f(1, 2);", "1:12: f takes 1 argument, found 2"},
        {"%pi: 3;", "1:1: %pi is built in: it cannot be assigned"},
        {"t: 3;", "1:1: t is built in: it cannot be assigned"},
        {"ground: 3;", "1:1: ground is built in: it cannot be assigned"},
        {"sin: 3;", "1:1: sin is built in: it cannot be assigned"},
        {"sin(x) := 3;", "1:1: sin is built in: it cannot be defined anew"},
        {"f(x, x) := 1;", "1:1: parameter x of f is named twice"},
        {"lambda([x, x], 1);", "1:12: parameter x is named twice"},
        {"block([t], 1);", "1:8: t is built in: it cannot be a local name"},
        {"l: [1, 2]$ l[3];", "1:14: index 3 is out of range for a list of 2"},
        {"l: [1, 2]$ l[0];", "1:14: index 0 is out of range: indices count from 1"},
        {"l: [1, 2]$ l[x];", "1:14: an index must be a whole number, found x"},
        {"l: [1, 2]$ l[3]: 1;", "1:12: index 3 is out of range for a list of 2"},
        {"ident(2)[1, 3];", "1:13: index [1, 3] is out of range for a 2 x 2 matrix"},
        {"x[1]: 2;", "1:1: x has no value whose element could be assigned [create it first: x: makelist(0, i, 1, n)]"},
        {"3 + [1, 2][1][1];", "1:15: cannot take an element of a number"},
        {"diff(x, 3);", "1:9: diff: expected a name to differentiate by, found a number [diff(e, x, n, x2, n2, ..)]"},
        {"concat(q, 1/2);", "1:1: concat: \"q1/2\" is not a name [start with a text for a text: concat(\"\", ...)]"},
        {"matrix([1, 2], [3]);", "1:16: matrix: row 2 has 1 elements, the first has 2"},
        {"cross([1, 2], [3, 4, 5]);", "1:7: cross: expected a vector [x, y, z], found a list of 2 [cross(a, b)]"},
        {"invert(matrix([a, b], [2*a, 2*b]));", "1:1: the matrix is singular: its determinant is 0"},
        {"first([]);", "1:1: first of an empty list"},
        {"a: print(1);", "1:4: this has no value that could be assigned to a"},
    });
}

TEST_CASE("wrong conditions and control flow", "[interpreter]") {
    const char* const give_it_a_value =
        " [give it a value, assume(..) its sign, or declare it as a parameter, coordinate, speed or input]";
    check_all({
        {"if q then 1;", "1:4: cannot decide this condition: q has no truth value"},
        {"if 3 then 1;", "1:4: expected a condition, found a number"},
        {"\"a\" < \"b\";", "1:1: cannot order a text and a text"},
        {"for i:1 thru x do 1;", "1:14: a loop counts over numbers, found x"},
        {"for i:1 thru 3 step 0 do 1;", "1:21: a loop with step 0 does not end"},
        {"for x in 3 do 1;", "1:10: expected a list to loop over, found a number"},
        {"return(3);",
         "1:1: return stands in no block or loop [a function's value is its body's; wrap it in block(...) to leave "
         "early]"},
        {"assert(1 = 2);", "1:1: assertion failed: 1 = 2 [found 1 = 2]"},
        {"assert(1 > 2, \"no\", 7);", "1:1: assertion failed: no 7"},
        {"error(\"stop\", a);", "1:1: stop a"},
        {"f(x) :=\n  1/x$\nf(0);", "2:5: division by zero"},
    });
    CHECK(run_script("if x > 0 then 1;").error ==
          std::string("1:4: cannot decide this condition: x is not declared") + give_it_a_value);
    CHECK(run_script("1 = 1 and y = x + 1 and is(y = x + 1);").error ==
          std::string("1:11: cannot decide this condition: x, y are not declared") + give_it_a_value);
    const std::string state = "model(a, \"\")$ parameter(s, 1)$\n";
    CHECK(run_script(state + "while s > 0 do 1;").error ==
          "2:7: this condition depends on s, it cannot be decided while the script runs: s > 0 [if c then a "
          "else b "
          "stays in the value]");
    CHECK(run_script(state + "x: 1$ if s > 0 then x: 2 else x: 3;").error ==
          "2:21: an assignment to x under a condition on s [both sides are evaluated: write x: if ... then ... "
          "else "
          "...]");
    CHECK(run_script(state + "if s > 0 then block([x: 1], x: 2, x) else 3;").output == "if s > 0 then 2 else 3\n");
    CHECK(run_script(state + "if s > 0 then 1;").error == "2:1: a choice that depends on s needs an else");
    CHECK(run_script(state + "if s > 0 then [1] else [1, 2];").error ==
          "2:1: both sides of a choice that depends on s must be alike, found a list of 1 and a list of 2");
}

TEST_CASE("whatever a script asks for, it ends", "[interpreter][limits]") {
    const std::vector<Wrong> cases = {
        {"10^10^10;", "a power grows beyond 15000 digits"},
        {"(2*x)^(10^9);", "a power grows beyond 15000 digits"},
        {"n: 2$ for i:1 thru 100 do n: n*n;", "a number grows beyond 15000 digits"},
        {"n: x$ for i:1 thru 100 do n: n*n$ n: n^(10^9)$", "a power grows beyond 15000 digits"},
        {"expand((a + b + c)^(10^9));", "a power of a sum too high for expand"},
        {"expand((a + b + c + d)^200);", "expand would make"},
        {"makelist(i, i, 1, 10^9);", "a list of more than 1000000 entries"},
        {"for i:1 thru 10^12 do 1;", "the script takes more than 10000000 steps"},
        {"while 1 < 2 do 1;", "the script takes more than 10000000 steps"},
        {"sum(i, i, 1, 10^8);", "the script takes more than 10000000 steps"},
        {"f(x) := f(x + 1)$ f(1);", "calls nested more than 1000 deep"},
        {"f(x) := g(x)$ g(x) := 1 + f(x)$ f(1);", "calls nested more than 1000 deep"},
        {"s: \"ab\"$ for i:1 thru 100 do s: concat(s, s);", "concat: a text of more than"},
        {"l: [1]$ for i:1 thru 100 do l: append(l, l);", "a list of more than 1000000 entries"},
        {"l: [1]$ for i:1 thru 100 do l: [l, l];", "a list of more than 1000000 entries"},
        {"l: [1]$ for i:1 thru 1000 do l: [l];", "lists nested more than 100 deep"},
        {"n: x$ for i:1 thru 60 do n: sin(n)*n + y$ diff(n, x)$ tex(n);", "the expression is too large to write out"},
        {"n: x$ for i:1 thru 20000 do n: 1/(1 + n)$ tex(n);", "the expression is too large to write out"},
        {"n: x$ for i:1 thru 20000 do n: abs(1 + n)$ tex(n);", "nested too deeply to print"},
        {"ident(100000);", "out of range"},
        {"float(10^400);", "beyond the range of doubles"},
        {"float(10^300)*float(10^300);", "beyond the range of doubles"},
        {"exp(float(1000));", "beyond the range of doubles"},
        {"f: lambda([x], x)$ for i:1 thru 300000 do f: block([g: f], lambda([x], g(x)))$ f(1);",
         "calls nested more than"},
        {"determinant(matrix([x]))$ determinant(ident(101));", "beyond 100 x 100"},
    };
    for (const Wrong& c : cases) {
        INFO(c.script);
        const std::clock_t begin = std::clock();  // of this process alone, however busy the machine is
        const std::string error = run_script(c.script).error;
        const double taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        INFO(error);
        if (*c.error == '\0') {
            CHECK(error.empty());
        } else {
            CHECK(error.find(c.error) != std::string::npos);
        }
        CHECK(taken < 30);
    }
}

}  // namespace lag
