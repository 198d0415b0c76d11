// Newton's method with shortest steps against closed forms.
#include <cmath>
#include <limits>

#include "core/newton.hpp"
#include "core/real.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

// x^2 + y^2 = 1: the shortest steps go along the radius, so that the end is the start divided by its length.
template <class T>
LinearizedConditions<T> circle(const std::vector<T>& p) {
    return {{p[0] * p[0] + p[1] * p[1] - T(1)}, {{T(2) * p[0], T(2) * p[1]}}};
}

NewtonLimits<double> usual() {
    return {.most_steps = 40, .closed = 1e-13, .independent = 1e-10, .longest_step = 100};
}

bool close_circle(const NewtonLimits<double>& limits, std::vector<double>& p) {
    return close_by_newton(
        limits, [&] { return std::optional(circle(p)); },
        [&](const std::vector<double>& step) { p[0] += step[0], p[1] += step[1]; });
}

}  // namespace

TEST_CASE("Newton's method takes the shortest way") {
    std::vector<double> p{3, 4};
    REQUIRE(close_circle(usual(), p));
    CHECK(p[0] == Approx(0.6).epsilon(1e-14));
    CHECK(p[1] == Approx(0.8).epsilon(1e-14));
}

TEST_CASE("Newton's method in many digits") {
    std::vector<Real> p{Real(Rational(3)), Real(Rational(4))};
    const Real one(Rational(1)), two(Rational(2)), tiny(Rational(1) / cln::expt(cln::cl_I(10), 40));
    const NewtonLimits<Real> limits{
        .most_steps = 14, .closed = tiny, .independent = tiny, .longest_step = Real(Rational(9))};
    REQUIRE(close_by_newton(
        limits,
        [&] {
            return std::optional(
                LinearizedConditions<Real>{{p[0] * p[0] + p[1] * p[1] - one}, {{two * p[0], two * p[1]}}});
        },
        [&](const std::vector<Real>& step) { p[0] = p[0] + step[0], p[1] = p[1] + step[1]; }));
    CHECK(abs(p[0] - Real(Rational(3) / Rational(5))) < Real(Rational(1) / cln::expt(cln::cl_I(10), 38)));
}

TEST_CASE("long steps are shortened or end the search") {
    NewtonLimits<double> limits = usual();
    limits.longest_step = 0.1;
    std::vector<double> p{3, 4};
    CHECK_FALSE(close_circle(limits, p));
    CHECK(p == std::vector<double>{3, 4});
    limits.shortens_long_steps = true;
    limits.most_steps = 80;
    REQUIRE(close_circle(limits, p));
    CHECK(p[0] == Approx(0.6).epsilon(1e-14));
}

TEST_CASE("dependent rows end the search or are passed over") {
    // x = 1 twice, and y = 2
    std::vector<double> p{0, 0};
    const auto conditions = [&] {
        return std::optional(
            LinearizedConditions<double>{{p[0] - 1, 3 * p[0] - 3, p[1] - 2}, {{1, 0}, {3, 0}, {0, 1}}});
    };
    const auto move = [&](const std::vector<double>& step) { p[0] += step[0], p[1] += step[1]; };
    NewtonLimits<double> limits = usual();
    CHECK_FALSE(close_by_newton(limits, conditions, move));
    limits.passes_over_dependent_rows = true;
    REQUIRE(close_by_newton(limits, conditions, move));
    CHECK(p[0] == Approx(1).epsilon(1e-14));
    CHECK(p[1] == Approx(2).epsilon(1e-14));
}

TEST_CASE("Newton's method gives up") {
    // x^2 + 1 = 0
    double x = 0.7;
    const auto move = [&](const std::vector<double>& step) { x += step[0]; };
    CHECK_FALSE(close_by_newton(
        usual(),
        [&] {
            return std::optional(LinearizedConditions<double>{{x * x + 1}, {{2 * x}}});
        },
        move));
    // where there is no value
    CHECK_FALSE(close_by_newton(
        usual(), [] { return std::optional<LinearizedConditions<double>>(); }, move));
    // nothing to close
    CHECK(close_by_newton(
        usual(), [] { return std::optional(LinearizedConditions<double>{}); }, move));
}
