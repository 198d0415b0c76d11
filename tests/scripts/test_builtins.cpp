// Built-ins: exact results, every example of the tables, every example of the language reference.
#include <fstream>
#include <sstream>

#include "scripts/statements/statement_table.hpp"
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

TEST_CASE("rewriting", "[builtins]") {
    CHECK(shown("expand((a + b)*(a - b)); expand((a + b)^2/c);") == "a^2 - b^2\na^2/c + 2*a*b/c + b^2/c\n");
    CHECK(shown("factor(x^3 - 1); factor((a*sin(q) + b*sin(q))/2);") == "(x - 1)*(x^2 + x + 1)\nsin(q)*(a + b)/2\n");
    CHECK(shown("ratsimp((x^2 - 1)/(x - 1)); ratsimp(1/x + 1/y);") == "x + 1\n(x + y)/(x*y)\n");
    CHECK(shown("trigsimp(sin(x)^2 + cos(x)^2); trigsimp(tan(x)*cos(x)); trigsimp(1 - cos(x)^2);") ==
          "1\nsin(x)\nsin(x)^2\n");
    CHECK(shown("trigsimp((cos(a)*cos(b))^2 + (cos(a)*sin(b))^2 + sin(a)^2); trigsimp(cosh(x)^2 - sinh(x)^2);") ==
          "1\n1\n");
    CHECK(shown("coeff((x + y)^3, x, 2); coeff(a*sin(q)^2 + b, sin(q), 2); coeff(3*x + 1, x, 0);") == "3*y\na\n1\n");
    CHECK(shown("subst(x = 2, x^2 + y); subst([x = y, y = 3], x + y); subst(z, x, [x, x^2]);") ==
          "y + 4\n6\n[z, z^2]\n");
    CHECK(shown("diff(x^3*y, x, 2); diff([x, x^2], x); diff(atan2(y, x), x); diff(x^y, y);") ==
          "6*x*y\n[1, 2*x]\n-y/(x^2 + y^2)\nx^y*log(x)\n");
    CHECK(shown("jacobian([x*y, x], [x, y]); gradient(x*y^2, [x, y]);") == "matrix([y, x], [1, 0])\n[y^2, 2*x*y]\n");
}

TEST_CASE("vectors and matrices", "[builtins]") {
    CHECK(shown("A: matrix([a, b], [c, d])$ ratsimp(A . invert(A));") == "matrix([1, 0], [0, 1])\n");
    CHECK(shown("determinant(matrix([1, 2, 3], [0, 1, 4], [5, 6, 0])); determinant(matrix([a, b], [c, d]));") ==
          "1\na*d - b*c\n");
    CHECK(shown("invert(matrix([2, 0, 0], [0, 4, 1], [0, 0, 1]));") ==
          "matrix([1/2, 0, 0], [0, 1/4, -1/4], [0, 0, 1])\n");
    CHECK(shown("u: [a, b, c]$ v: [x, y, z]$ is(tilde(u) . v = cross(u, v)); dot(u, v); norm([3, 4, 12]);") ==
          "true\na*x + b*y + c*z\n13\n");
    CHECK(shown("transpose([a, b]); diag([1, x]); diag(1, 2); zeromatrix(1, 2);") ==
          "matrix([a], [b])\nmatrix([1, 0], [0, x])\nmatrix([1, 0], [0, 2])\nmatrix([0, 0])\n");
    // a random symbolic 4 x 4 matrix times its inverse
    CHECK(shown("M: matrix([a, 1, 0, 2], [0, b, 3, 1], [1, 0, c, 0], [2, 1, 0, 1])$ is(ratsimp(M . invert(M)) = "
                "ident(4));") == "true\n");
}

TEST_CASE("numbers", "[builtins]") {
    CHECK(shown("[floor(-7/2), mod(-7, 3), sign(-2), abs(sqrt(2) - 2), floor(%pi), max(1, %pi), min(3, 1/2)];") ==
          "[-4, 2, -1, -sqrt(2) + 2, 3, %pi, 1/2]\n");
    CHECK(shown("[sin(%pi/6), cos(0), atan(1), acos(1/2), exp(0), log(1), sqrt(9/4), sinh(0), tanh(0), cosh(0)];") ==
          "[1/2, 1, %pi/4, %pi/3, 1, 0, 3/2, 0, 0, 1]\n");
    CHECK(shown("float([1/3, 0.25, 3.5, sqrt(2), 100]);") ==
          "[0.3333333333333333, 0.25, 3.5, 1.4142135623730951, 100.0]\n");
}

TEST_CASE("lists", "[builtins]") {
    CHECK(shown("[length([a, b]), first([a, b]), rest([a, b, c]), rest([a, b, c], -1), append([1], [], [2, 3])];") ==
          "[2, a, [b, c], [a, b], [1, 2, 3]]\n");
    CHECK(
        shown(
            "map(lambda([x, y], x*y), [1, 2], [a, b]); map(sin, [0]); apply(max, [1, 3]); apply(\"+\", [a, b, c]);") ==
        "[a, 2*b]\n[0]\n3\na + b + c\n");
    CHECK(shown("makelist(i^2, i, 1, 4); makelist(x + 1, x, [a, b]); makelist(i, i, 5, 1, -2); i;") ==
          "[1, 4, 9, 16]\n[a + 1, b + 1]\n[5, 3, 1]\ni\n");
    CHECK(
        shown("sum(x^i, i, 0, 3); sum([i, 1], i, 1, 3); product(i, i, 1, 5); sum(i, i, 1, 0); product(i, i, 1, 0);") ==
        "x^3 + x^2 + x + 1\n[6, 3]\n120\n0\n1\n");
    CHECK(shown("i: 3$ concat(q, i); concat(\"q\", i, \".f90\"); concat(a, b)*2;") == "q3\nq3.f90\n2*ab\n");
}

TEST_CASE("print and tex", "[builtins]") {
    CHECK(shown("print(\"a =\", [1, \"b\"], x = 2)$ print()$") == "a = [1, \"b\"] x = 2\n\n");
    CHECK(shown("tex(m1*l1^2/2 + sqrt(x)*q1')$ tex(matrix([a, 1/3]))$") ==
          "$$\\frac{{l_{1}}^{2}\\,m_{1}}{2} + \\dot{q}_{1}\\,\\sqrt{x}$$\n$$\\begin{pmatrix}a & "
          "\\frac{1}{3}\\end{pmatrix}$$\n");
}

TEST_CASE("every example of the tables runs", "[builtins]") {
    for (const auto* table : {&algebra_built_ins(), &list_built_ins(), &program_built_ins()})
        for (const BuiltIn& row : *table) {
            INFO(row.example);
            CHECK(!row.summary.empty());
            CHECK(row.example.find(row.name + "(") != std::string::npos);
            CHECK(run_script(row.example).error == "");
        }
}

TEST_CASE("every example of the language gives what it shows", "[builtins]") {
    std::ifstream file(std::string(LAG_SOURCE_DIR) + "/tests/scripts/language_examples.md");
    std::string line, script, expected;
    enum { prose, in_script, in_text } state = prose;
    int examples = 0;
    bool pending = false;
    const auto check = [&] {
        if (!pending) return;
        ++examples;
        INFO(script);
        const ScriptRun run = run_script(script);
        CHECK(run.output + (run.error.empty() ? "" : "error at " + run.error + "\n") == expected);
        pending = false;
    };
    while (std::getline(file, line)) {
        if (line == "```lag") {
            check();
            state = in_script;
            script.clear();
            expected.clear();
        } else if (line == "```text" && pending) {
            state = in_text;
        } else if (line == "```" && state != prose) {
            pending = true;
            state = prose;
        } else if (state == in_script) {
            script += line + "\n";
        } else if (state == in_text) {
            expected += line + "\n";
        }
    }
    check();
    CHECK(examples >= 20);
}

}  // namespace lag
