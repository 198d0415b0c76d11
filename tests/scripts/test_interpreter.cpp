// What scripts evaluate to: every row of the language's syntax table, conditions, scopes.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

struct Shown {
    const char* script;
    const char* output;
};

void check_all(const std::vector<Shown>& cases) {
    for (const Shown& c : cases) {
        INFO(c.script);
        const ScriptRun run = run_script(c.script);
        CHECK(run.error == "");
        CHECK(run.output == c.output);
    }
}

const char* const pendulum = R"(
model(pendulum, "one rod")$
parameters(m = 1, l = 2, g = 9.81, k = 5)$
input(tau)$
gravity([0, -g, 0])$
body(rod, ground, hinge = revolute(z, q1), mass = m, cm = [0, -l, 0])$
body(ball, rod, hinge = spherical(sequence = 321, angles = [psi, theta, phi], speeds = [w1, w2, w3]),
     mass = m, inertia = [1, 2, 3])$
)";

}  // namespace

TEST_CASE("statements, assignment, functions", "[interpreter]") {
    check_all({
        {"1 + 1;", "2\n"},
        {"1 + 1$", ""},
        {"1 + 1", "2\n"},
        {"a: 3; a;", "3\n3\n"},
        {"x: y: 3$ [x, y];", "[3, 3]\n"},
        {"f(x, y) := x + y$ f(1, 2);", "3\n"},
        {"f(x) := x^2;", "f(x) := x^2\n"},
        {"lambda([x], x^2)(3);", "9\n"},
        {"g: lambda([x], x^2)$ g(b);", "b^2\n"},
        {"f(x) := x + 1$ f: 7$ [f, f(f)];", "[7, 8]\n"},
        {"twice(f, x) := f(f(x))$ [twice(sin, x), twice(lambda([u], 2*u), 5)];", "[sin(sin(x)), 20]\n"},
        {"fact(n) := if n = 0 then 1 else n*fact(n - 1)$ fact(20);", "2432902008176640000\n"},
        {"a: 1$ f() := a$ block([a: 2], f());", "1\n"},
        {"adder(n) := lambda([x], x + n)$ add3: adder(3)$ n: 100$ add3(4);", "7\n"},
        {"a = b;", "a = b\n"},
        {"e: [x = 1, y = 2]$ e[2];", "y = 2\n"},
    });
}

TEST_CASE("lists, matrices, indices", "[interpreter]") {
    check_all({
        {"[a, [b, c]];", "[a, [b, c]]\n"},
        {"l: [4, 5, 6]$ [l[1], l[3], ([7, 8])[2]];", "[4, 6, 8]\n"},
        {"M: matrix([1, 2], [3, 4])$ [M[1, 2], M[2], M[2][1]];", "[2, [3, 4], 3]\n"},
        {"M: ident(2)$ N: M$ M[1, 2]: a$ M; N;", "matrix([1, a], [0, 1])\nmatrix([1, 0], [0, 1])\n"},
        {"l: [1, [2, 3]]$ l[2, 1]: x$ l[1]: y$ l;", "[y, [x, 3]]\n"},
        {"2*[1, a] + [b, 0];", "[b + 2, 2*a]\n"},
        {"[2, 4]/2 - 1;", "[0, 1]\n"},
        {"matrix([1, 2], [3, 4]) . [x, y];", "[x + 2*y, 3*x + 4*y]\n"},
        {"[x, y] . matrix([1, 2], [3, 4]);", "[x + 3*y, 2*x + 4*y]\n"},
        {"[1, 2] . [x, y];", "x + 2*y\n"},
        {"matrix([0, 1], [1, 0]) . matrix([a, b], [c, d]);", "matrix([c, d], [a, b])\n"},
        {"matrix([1, 2]) + matrix([a, b]);", "matrix([a + 1, b + 2])\n"},
        {"-[1, -x];", "[-1, x]\n"},
    });
}

TEST_CASE("arithmetic is exact and follows the precedences", "[interpreter]") {
    check_all({
        {"1/3 + 0.1;", "13/30\n"},
        {"2^3^2; 2**3; -2^2; 2^-1;", "512\n8\n-4\n1/2\n"},
        {"a - b - c; a/b/c; a/b*c;", "a - b - c\na/(b*c)\na*c/b\n"},
        {"2*[1, 2] . [3, 4];", "22\n"},
        {".5 + 1e-2;", "51/100\n"},
        {"sqrt(2)*sqrt(2); sin(1/10); sin(%pi/3);", "2\nsin(1/10)\nsqrt(3)/2\n"},
        {"float(1/3); float(2*%pi); float(x/3); float(0.1) + 1;",
         "0.3333333333333333\n6.283185307179586\n0.3333333333333333*x\n1.1\n"},
        {"%e^2; %e; diff(%e^(2*x), x); log(%e);", "exp(2)\n%e\n2*exp(2*x)\n1\n"},
        {"true; not 1 < 2 or 3 # 3;", "true\nfalse\n"},
    });
}

TEST_CASE("control flow", "[interpreter]") {
    check_all({
        {"if 1 > 2 then a elseif 2 > 1 then b else c;", "b\n"},
        {"1 + if 1 > 2 then 10 else 20 + 5;", "26\n"},
        {"if 1 > 2 then 3;", ""},
        {"s: 0$ for i:1 thru 10 do s: s + i$ s;", "55\n"},
        {"for i:10 thru 1 step -4 do print(i)$", "10\n6\n2\n"},
        {"for i:1/2 thru 2 step 1/2 do print(i)$", "1/2\n1\n3/2\n2\n"},
        {"for x in [a, 2] do print(x, x^2)$ x;", "a a^2\n2 4\nx\n"},
        {"k: 0$ while k < 3 do k: k + 1$ k;", "3\n"},
        {"i: 7$ for i:1 thru 2 do 1$ i;", "7\n"},
        {"block([a: 1, b], b: a + 1, a: b*10, [a, b]);", "[20, 2]\n"},
        {"block([b], b);", "b\n"},
        {"a: 5$ block([a], a: 6)$ a;", "5\n"},
        {"block(1, return(2), 3);", "2\n"},
        {"for i:1 thru 10 do if i = 4 then return(i*i);", "16\n"},
        {"f(n) := block([k: 0], while true do (k: k + 1, if k > n then return(k)), k)$ f(5);", "6\n"},
        {"(a: 1, b: 2, a + b);", "3\n"},
    });
}

TEST_CASE("conditions that the script decides", "[interpreter]") {
    check_all({
        {"is(a = a); is(a = b); is(\"u\" = \"u\"); is(\"u\" = u); is([1, a] = [1, a]); is([1] = [1, 2]);",
         "true\nfalse\ntrue\nfalse\ntrue\nfalse\n"},
        {"is(sqrt(2)*sqrt(3) = sqrt(6)); is(%pi > 3); is(22/7 <= %pi); is(sqrt(2) # 3/2);",
         "true\ntrue\nfalse\ntrue\n"},
        {"is((x + 1)^2 = x^2 + 2*x + 1); is(x < x + 1);", "true\ntrue\n"},
        {"inboard: ground$ if inboard = ground then 1 else 2;", "1\n"},
        {"if 1 = 2 or (2 = 2 and not 3 < 2) then yes else no;", "yes\n"},
        {"if 1 = 2 and error(\"not evaluated\") then 1 else 2;", "2\n"},
    });
}

TEST_CASE("conditions on the state stay in the value", "[interpreter]") {
    const auto shown = [](const std::string& script) {
        const ScriptRun run = run_script(pendulum + script);
        CHECK(run.error == "");
        return run.output;
    };
    CHECK(shown("if q1 > 0 then k*q1 else 0;") == "if q1 > 0 then k*q1 else 0\n");
    CHECK(shown("2*if q1 > 0 then 1 else 3;") == "2*(if q1 > 0 then 1 else 3)\n");
    CHECK(shown("if q1 > 0 then [1, q1] else [k, 0];") == "[if q1 > 0 then 1 else k, if q1 > 0 then q1 else 0]\n");
    CHECK(shown("if q1 < 0 then -1 elseif q1' > k and t < 1 then 2 else 3;") ==
          "if q1 < 0 then -1 else if k < q1' and t < 1 then 2 else 3\n");
    CHECK(shown("abs(q1); sign(q1); min(q1, k); max(k, 0); floor(q1); mod(q1, k);") ==
          "abs(q1)\nsign(q1)\nmin(k, q1)\nmax(0, k)\nfloor(q1)\nmod(q1, k)\n");
    CHECK(shown("diff(if q1 > 0 then q1^2 else q1, q1); diff(abs(q1), t);") ==
          "if q1 > 0 then 2*q1 else 1\nif q1 < 0 then -q1' else q1'\n");
    CHECK(shown("subst(q1 = 3, if q1 > 0 then q1^2 else q1); is(k > 1); is(k = k);") == "9\nk > 1\ntrue\n");
    CHECK(shown("for q in [q1, psi] do if q = psi then print(q)$") == "psi\n");
}

TEST_CASE("time derivatives", "[interpreter]") {
    CHECK(run_script("q1'; q1''; diff(q1'^2, t); (q1^2)'; diff(sin(a*t), t);").output ==
          "q1'\nq1''\n2*q1'*q1''\n2*q1*q1'\na*cos(a*t)\n");
    const ScriptRun run = run_script(std::string(pendulum) + R"(
        diff(q1, t); diff(m*sin(q1), t); q1''; psi'; diff(psi, t); w1'; t'; m';
        v: [q1, sin(q1)]$ v';
        diff(q1, t, 2);)");
    CHECK(run.error == "");
    CHECK(run.output ==
          "q1'\nm*q1'*cos(q1)\nq1''\n(w2*sin(phi) + w3*cos(phi))/cos(theta)\n(w2*sin(phi) + w3*cos(phi))/cos(theta)\n"
          "w1'\n1\n0\n[q1', q1'*cos(q1)]\nq1''\n");
}

TEST_CASE("names in expressions formed before their declaration get their role", "[interpreter]") {
    const ScriptRun run = run_script(R"(
        e: sin(q1)*k^2 + abs(q1)$
        model(late, "")$ parameter(k, 2)$ body(rod, ground, hinge = revolute(z, q1), mass = 1, inertia = [1, 1, 1])$
        diff(e, t);)");
    CHECK(run.error == "");
    CHECK(run.output == "k^2*q1'*cos(q1) + (if q1 < 0 then -q1' else q1')\n");
}

TEST_CASE("--define fixes a variable", "[interpreter]") {
    InterpretOptions options;
    options.defines = {{"n", "20"}, {"c", "1/2"}};
    CHECK(run_script("n: 10$ n; c: n: 3; block([n: 1], n);", options).output == "20\n1/2\n1\n");
    options.defines = {{"t", "1"}};
    CHECK(run_script("1;", options).error == "1:1: t is built in: it cannot be defined");
}

TEST_CASE("load runs another script, and finds cycles", "[interpreter]") {
    InterpretOptions options;
    options.load = [](const std::string& file) -> Script {
        if (file == "lib/one.lag") return parse("f(x) := x + c$ load(\"two.lag\")$", file);
        if (file == "lib/two.lag") return parse("c: 5$ bad(x) :=\n 1/x$", file);
        return parse("load(\"b.lag\")$", file);
    };
    CHECK(run_script("load(\"lib/one.lag\")$ f(1);", options).output == "6\n");
    CHECK(run_script("load(\"lib/one.lag\")$ bad(0);", options).error == "2:4: division by zero");
    CHECK(run_script("load(\"a.lag\");", options).error ==
          "1:1: a file loads itself: script.lag -> a.lag -> b.lag -> b.lag");
}

}  // namespace lag
