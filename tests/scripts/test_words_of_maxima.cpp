// integrate, trigreduce, eigenvalues, rank, nullspace, find_root, assume: against quadrature, Eigen's eigenvalues and numbers
// at random points. lie_derivative: against differences along a motion by hand.
#include <Eigen/Dense>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <sstream>

#include "core/random_numbers.hpp"
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

// The numbers of a printed list or number.
std::vector<double> numbers(const std::string& text) {
    std::vector<double> found;
    for (const char* at = text.c_str(); *at != '\0';) {
        char* end = nullptr;
        const double value = std::strtod(at, &end);
        if (end == at) {
            ++at;
        } else {
            found.push_back(value);
            at = end;
        }
    }
    return found;
}

struct Drawn {
    std::string text;
    std::function<double(double)> value;
};

constexpr double k = 1.3, a = 0.6, c = -0.75;  // values of the names

Drawn factor(RandomNumbers& random) {
    const int n = static_cast<int>(random.below(3)) + 1;
    const std::string power = "^" + std::to_string(n);
    switch (random.below(7)) {
        case 0:
            return {"x" + power, [n](double x) { return std::pow(x, n); }};
        case 1:
            return {"sin(k*x + a)" + power, [n](double x) { return std::pow(std::sin(k * x + a), n); }};
        case 2:
            return {"cos(x*" + std::to_string(n) + " - c)", [n](double x) { return std::cos(n * x - c); }};
        case 3:
            return {"exp(-a*x)", [](double x) { return std::exp(-a * x); }};
        case 4:
            return {"cosh(k*x)" + power, [n](double x) { return std::pow(std::cosh(k * x), n); }};
        case 5:
            return {"sinh(x/2 + c)", [](double x) { return std::sinh(x / 2 + c); }};
        default:
            return {"(c*x + 1)" + power, [n](double x) { return std::pow(c * x + 1, n); }};
    }
}

double quadrature(const std::function<double(double)>& f, double from, double to) {
    constexpr int panels = 200;
    const double h = (to - from) / panels, node = std::sqrt(0.6);
    double sum = 0;
    for (int i = 0; i < panels; ++i) {
        const double middle = from + (i + 0.5) * h;
        sum += h / 18 * (5 * f(middle - node * h / 2) + 8 * f(middle) + 5 * f(middle + node * h / 2));
    }
    return sum;
}

const std::string put = "subst([k = 13/10, a = 3/5, c = -3/4], ";

}  // namespace

TEST_CASE("integrals of random products are those of a quadrature", "[words]") {
    RandomNumbers random(20261128);
    for (int draw = 0; draw < 60; ++draw) {
        std::string text;
        std::vector<std::function<double(double)>> terms;
        for (std::uint64_t t = 0; t <= random.below(2); ++t) {
            text += text.empty() ? "" : " + ";
            std::vector<std::function<double(double)>> factors;
            for (std::uint64_t i = 0; i <= random.below(3); ++i) {
                const Drawn drawn = factor(random);
                text += (i == 0 ? "" : "*") + drawn.text;
                factors.push_back(drawn.value);
            }
            terms.push_back([factors](double x) {
                double product = 1;
                for (const auto& f : factors) product *= f(x);
                return product;
            });
        }
        const auto f = [&](double x) {
            double sum = 0;
            for (const auto& term : terms) sum += term(x);
            return sum;
        };
        const double from = -0.5, to = 1.5, expected = quadrature(f, from, to);
        INFO(text);
        const auto found = numbers(shown("float(" + put + "integrate(" + text + ", x, -1/2, 3/2)));\n" + "float(" +
                                         put + "subst(x = 3/5, diff(integrate(" + text + ", x), x))));"));
        REQUIRE(found.size() == 2);
        CHECK(std::abs(found[0] - expected) < 1e-9 * (1 + std::abs(expected)));
        CHECK(std::abs(found[1] - f(0.6)) < 1e-10 * (1 + std::abs(f(0.6))));
    }
}

TEST_CASE("integrals as Maxima has them", "[words]") {
    CHECK(shown("integrate(x^2, x, 0, 1); integrate(sin(x), x, 0, %pi); integrate(1/x, x); integrate(2*x, x);") ==
          "1/3\n2\nlog(x)\nx^2\n");
    CHECK(shown("integrate(sin(%pi*x/L)*sin(2*%pi*x/L), x, 0, L); integrate(sin(%pi*x/L)^2, x, 0, L);") == "0\nL/2\n");
    CHECK(shown("integrate(1/x, x, -2, -1); integrate(sqrt(x), x, 0, 4);") == "-log(2)\n16/3\n");
    CHECK(shown("integrate([1, x], x, 0, 2); integrate(matrix([x]), x);") == "[2, 2]\nmatrix([x^2/2])\n");
}

TEST_CASE("sums of sines have the values of the products", "[words]") {
    CHECK(shown("trigreduce(sin(x)^2); trigreduce(2*sin(a - b)*cos(b - a)); trigreduce(cosh(x)^2 - sinh(x)^2);") ==
          "-cos(2*x)/2 + 1/2\nsin(2*a - 2*b)\n1\n");
    CHECK(shown("trigreduce(sin(x)^2*cos(y)^2, y);") == "cos(2*y)*sin(x)^2/2 + sin(x)^2/2\n");
    RandomNumbers random(7);
    for (int draw = 0; draw < 30; ++draw) {
        std::string text;
        for (std::uint64_t i = 0; i <= random.below(4) + 1; ++i) {
            static const char* const functions[] = {"sin", "cos", "sinh", "cosh"};
            static const char* const arguments[] = {"x", "k*x", "a - x", "x - a", "c", "2*x + a"};
            text += (i == 0 ? "" : "*") + std::string(functions[random.below(4)]) + "(" + arguments[random.below(6)] +
                    ")" + (random.below(3) == 0 ? "^2" : "");
        }
        INFO(text);
        const auto found =
            numbers(shown("e: " + text + "$ [float(" + put + "subst(x = 4/7, e))), float(" + put +
                          "subst(x = 4/7, trigreduce(e)))), float(" + put + "subst(x = 4/7, trigreduce(e, x))))];"));
        REQUIRE(found.size() == 3);
        CHECK(std::abs(found[0] - found[1]) < 1e-13 * (1 + std::abs(found[0])));
        CHECK(std::abs(found[0] - found[2]) < 1e-13 * (1 + std::abs(found[0])));
    }
}

TEST_CASE("eigenvalues are those of Eigen", "[words]") {
    CHECK(shown("eigenvalues(matrix([2, 1], [1, 2])); eigenvalues(matrix([2, 0, 0], [0, 2, 0], [0, 0, 5]));") ==
          "[[1, 3], [1, 1]]\n[[2, 5], [2, 1]]\n");
    CHECK(shown("R: matrix([cos(q), sin(q)], [-sin(q), cos(q)])$ eigenvalues(transpose(R) . diag(2, 3) . R);") ==
          "[[2, 3], [1, 1]]\n");
    CHECK(shown("eigenvalues(matrix([a, b], [b, a]));") == "[[a + b, a - b], [1, 1]]\n");
    RandomNumbers random(99);
    for (int draw = 0; draw < 30; ++draw) {
        const auto n = static_cast<Eigen::Index>(2 + random.below(2));
        Eigen::MatrixXd M(n, n);
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j <= i; ++j) M(i, j) = M(j, i) = static_cast<double>(random.below(9)) - 4;
        std::string rows;
        for (Eigen::Index i = 0; i < n; ++i) {
            rows += rows.empty() ? "[" : ", [";
            for (Eigen::Index j = 0; j < n; ++j)
                rows += (j == 0 ? "" : ", ") + std::to_string(static_cast<int>(M(i, j))) + (i == j ? "*s" : "*s");
            rows += "]";
        }
        INFO(rows);
        // in symbols, then s = 3/2
        const auto found = numbers(shown("e: eigenvalues(matrix(" + rows +
                                         "))$ v: float(subst(s = 3/2, e[1]))$ m: e[2]$ "
                                         "for i: 1 thru length(v) do for j: 1 thru m[i] do print(v[i])$"));
        Eigen::VectorXd expected = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(1.5 * M).eigenvalues();
        std::vector<double> sorted = found;
        std::sort(sorted.begin(), sorted.end());
        REQUIRE(static_cast<Eigen::Index>(sorted.size()) == n);
        for (Eigen::Index i = 0; i < n; ++i) CHECK(std::abs(sorted[static_cast<std::size_t>(i)] - expected(i)) < 1e-12);
    }
}

TEST_CASE("rank and null space", "[words]") {
    CHECK(
        shown("rank(matrix([1, 2], [2, 4])); nullspace(matrix([1, 2], [2, 4])); nullspace(matrix([1, 0], [0, 1]));") ==
        "1\n[matrix([-2], [1])]\n[]\n");
    // a pivot that only an identity makes zero
    CHECK(shown("rank(matrix([sin(x)^2 + cos(x)^2 - 1, 1], [0, 0])); rank(matrix([sin(x + y) - sin(x)*cos(y) - "
                "cos(x)*sin(y), 1]));") == "1\n1\n");
    CHECK(shown("M: matrix([a, b, c], [d, e, f])$ v: nullspace(M)$ length(v); ratsimp(M . v[1]);") ==
          "1\nmatrix([0], [0])\n");
    RandomNumbers random(3);
    for (int draw = 0; draw < 20; ++draw) {
        // products of thin matrices
        const std::uint64_t r = 1 + random.below(2);
        const auto thin = [&](bool transposed) {
            std::string rows;
            for (std::uint64_t i = 0; i < (transposed ? r : 4); ++i) {
                rows += rows.empty() ? "[" : ", [";
                for (std::uint64_t j = 0; j < (transposed ? 4 : r); ++j)
                    rows += (j == 0 ? "" : ", ") + std::to_string(random.below(5)) + "*cos(q) + " +
                            std::to_string(1 + i * i + j * (3 + i));
                rows += "]";
            }
            return "matrix(" + rows + ")";
        };
        const std::string M = thin(false) + " . " + thin(true);
        const auto found =
            numbers(shown("M: " + M +
                          "$ v: nullspace(M)$ [rank(M), length(v), "
                          "sum(norm(float(subst(q = 3/7, transpose(M . v[i])[1]))), i, 1, length(v))];"));
        REQUIRE(found.size() == 3);
        CHECK(found[0] == static_cast<double>(r));
        CHECK(found[1] == static_cast<double>(4 - r));
        CHECK(found[2] < 1e-9);
    }
}

TEST_CASE("roots between bounds", "[words]") {
    const auto root = [](const std::string& call) { return numbers(shown("find_root(" + call + ");")).at(0); };
    CHECK(std::abs(root("cos(x) = x, x, 0, 1") - 0.7390851332151607) < 1e-15);
    CHECK(std::abs(root("x^3 - 2, x, 5, 0") - std::cbrt(2.0)) < 1e-15);
    CHECK(root("x, x, 0, 1") == 0);
    CHECK(std::abs(root("exp(40*x) - 1, x, -1, 3")) < 1e-15);
    CHECK(std::abs(root("(x - 1/3)^9, x, 0, 1") - 1.0 / 3) < 1e-12);
    CHECK(std::abs(root("sign(x - 1/3), x, 0, 1") - 1.0 / 3) < 1e-15);
}

TEST_CASE("what is assumed decides", "[words]") {
    CHECK(shown("sqrt(k^2); assume(k > 0); sqrt(k^2*z); abs(-2*k); sign(k); is(k + 1 > 0); if k >= 0 then 1 else 2;") ==
          "sqrt(k^2)\n[k > 0]\nk*sqrt(z)\n2*k\n1\ntrue\n1\n");
    CHECK(shown("assume(a > b, b >= c)$ max(a, b); min(a, c); sqrt((b - a)^2); is(b - c >= 0); abs(a - b + 1);") ==
          "a\nc\na - b\ntrue\na - b + 1\n");
    CHECK(shown("assume(a > b and b >= c)$ is(a > c); is(c - a < 1);") == "true\ntrue\n");
    CHECK(shown("assume(m > 0)$ integrate(1/x, x, m, 2*m);") == "log(2*m) - log(m)\n");
    CHECK(shown("model(m)$ parameters(k = 2)$ assume(k > 0)$ if k > 0 then 1 else 2;") == "1\n");
}

TEST_CASE("a Lie derivative is the slope along the motion", "[words]") {
    const std::string pendulum =
        "model(p)$ parameters(m = 1, l = 0.5, g = 9.81, d = 0.1)$ input(T)$ gravity([0, -g, 0])$\n"
        "body(rod, ground, hinge = revolute(z, q), mass = m, cm = [l, 0, 0])$ hinge_load(q, T - d*q')$\n";
    CHECK(shown(pendulum + "check(lie_derivative(q, 1) = q')$ "
                           "check(lie_derivative(q, 2) = (T - d*q' - m*g*l*cos(q))/(m*l^2))$\n"
                           "check(lie_derivative(kinetic_energy() + potential_energy()) = (T - d*q')*q')$\n"
                           "check(lie_derivative(q, 3) = lie_derivative(lie_derivative(q, 2)))$\n"
                           "check(lie_derivative(t*q) = q + t*q')$ check(lie_derivative([q', 3], 0) = [q', 3])$\n")
              .find("proved") != std::string::npos);
    // multipliers and states: a slider on a ramp, a motor that lags
    CHECK(shown("model(s)$ parameters(k = 2, m = 3, r = 1/5, tau = 2)$ input(w)$\n"
                "body(b, ground, hinge = [translate(x, x1), translate(y, y1)], mass = m)$ constraint(y1 = r*x1)$\n"
                "state(F, rate = (w - F)/tau)$ hinge_load(x1, F - k*x1)$\n"
                "check(lie_derivative(x1, 2) = (F - k*x1)/(m*(1 + r^2)))$\n"
                "check(lie_derivative(x1, 3) = ((w - F)/tau - k*x1')/(m*(1 + r^2)))$\n"
                "check(lie_derivative(x1'') = lie_derivative(x1, 3))$\n")
              .find("proved") != std::string::npos);
}

TEST_CASE("linsolve does not multiply out what is large", "[words]") {
    // a robot whose law of control makes its hand move as is wanted
    const std::string arm =
        "model(arm)$ parameters(m1=3,m2=2,m3=1,l=0.5,g=9.81)$ input(T1)$ input(T2)$ input(T3)$ gravity([0,0,-g])$\n"
        "body(a1, ground, hinge = revolute(z, q1), mass = m1, inertia = [m1/9, m1/9, m1/9])$\n"
        "body(a2, a1, hinge = revolute(y, q2), at = [0, 0, l], mass = m2, cm = [l/2, 0, 0], inertia = [m2/90, m2/50, "
        "m2/50])$\n"
        "body(a3, a2, hinge = revolute(y, q3), at = [l, 0, 0], mass = m3, cm = [l/2, 0, 0], inertia = [m3/90, m3/50, "
        "m3/50])$\n"
        "point(hand, a3, [l, 0, 0])$ hinge_load(q1, T1)$ hinge_load(q2, T2)$ hinge_load(q3, T3)$\n"
        "y2: lie_derivative(position(hand), 2)$ law: linsolve(makelist(y2[i] = [v1, v2, v3][i], i, 1, 3), [T1, T2, "
        "T3])$\n"
        "at: [q1 = 0.3, q2 = -0.7, q3 = 1.1, q1' = 0.4, q2' = -0.9, q3' = 0.6, m1=3,m2=2,m3=1,l=0.5,g=9.81, v1 = 1, v2 "
        "= -2, v3 = 3]$\n"
        "print(float(subst(at, subst(law, y2))))$";
    const auto found = numbers(shown(arm));
    REQUIRE(found.size() == 3);
    CHECK(std::abs(found[0] - 1) < 1e-11);
    CHECK(std::abs(found[1] + 2) < 1e-11);
    CHECK(std::abs(found[2] - 3) < 1e-11);
}

}  // namespace lag
