// core/differences: derivatives against closed forms, and estimated errors against true ones.
#include "core/differences.hpp"

#include <cmath>

#include "tests/catch.hpp"

namespace lag {

namespace {

struct Derivative {
    double value, error, truth;
};

Derivative by_differences(double x, double (*f)(double), double truth) {
    const DifferenceQuotients found =
        difference_quotients([f](const std::vector<double>& at) { return std::vector<double>{f(at[0])}; }, {x}, 0);
    return {found.slopes.at(0), found.errors.at(0), truth};
}

}  // namespace

TEST_CASE("derivatives by differences are as exact as they say", "[differences]") {
    const std::vector<Derivative> smooth{
        by_differences(
            0.3, [](double x) { return std::sin(x); }, std::cos(0.3)),
        by_differences(
            -40, [](double x) { return std::exp(x / 10) * x; }, std::exp(-4) * (1 - 4)),
        by_differences(
            5000, [](double x) { return x * x * x; }, 3 * 5000.0 * 5000),
        by_differences(
            2, [](double x) { return 1e6 * x - 7e5; }, 1e6),
        // far from 1 in their arguments
        by_differences(
            0, [](double x) { return std::tanh(x / 1e-6); }, 1e6),
        by_differences(
            1e-7, [](double x) { return std::sin(x / 1e-7); }, std::cos(1.0) / 1e-7),
        by_differences(
            3e8, [](double x) { return std::sqrt(x); }, 0.5 / std::sqrt(3e8))};
    for (const Derivative& one : smooth) {
        CAPTURE(one.value, one.error, one.truth);
        CHECK(std::abs(one.value - one.truth) <= one.error);
        CHECK(one.error < 1e-8 * std::abs(one.truth));
    }
    // a routine that computes in single precision
    const Derivative rough = by_differences(
        0.5, [](double x) { return static_cast<double>(std::sin(static_cast<float>(x))); }, std::cos(0.5));
    CAPTURE(rough.value, rough.error);
    CHECK(std::abs(rough.value - rough.truth) <= rough.error);
    CHECK(rough.error < 1e-2);
    // flat, flat near x, a kink, a pole
    CHECK(by_differences(
              1, [](double) { return 3.0; }, 0)
              .value == 0);
    CHECK(by_differences(
              0, [](double x) { return std::abs(x) < 1e-4 ? 0 : x; }, 0)
              .value == 0);
    const Derivative kink = by_differences(
        0, [](double x) { return x > 0 ? x : 0; }, 0.5);
    CHECK(std::abs(kink.value - 0.5) <= 0.5);
    CHECK(kink.error >= 0.5 * (1 - 1e-9));
    CHECK(by_differences(
              0, [](double x) { return std::abs(x); }, 0)
              .error >= 1 - 1e-9);
    CHECK(by_differences(
              0, [](double x) { return x * x; }, 0)
              .error < 1e-9);
    CHECK(std::isnan(by_differences(
                         0, [](double x) { return std::log(x); }, 0)
                         .value));
}

TEST_CASE("differences of several results by one of several arguments", "[differences]") {
    const auto f = [](const std::vector<double>& x) {
        return std::vector<double>{x[0] * x[1], std::sin(x[1]), 5 * x[2]};
    };
    const DifferenceQuotients found = difference_quotients(f, {3, 0.25, -1}, 1);
    const std::vector<double> truth{3, std::cos(0.25), 0};
    REQUIRE(found.slopes.size() == 3);
    for (std::size_t k = 0; k < 3; ++k) CHECK(std::abs(found.slopes[k] - truth[k]) <= std::min(found.errors[k], 1e-9));
}

}  // namespace lag
