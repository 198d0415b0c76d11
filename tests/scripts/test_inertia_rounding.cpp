// Principal moments that are negative by rounding alone, and those that are truly so.
#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <random>

#include "scripts/statements/inertia.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

std::string error_of(const std::string& inertia, const std::string& more = "") {
    return run_script(
               "model(m)$ parameters(a = 0.3, c = 1000)$ body(b, ground, hinge = spherical(sequence = 321, angles = "
               "[q1, q2, q3], speeds = [w1, w2, w3]), mass = 1, inertia = " +
               inertia + more + ")$")
        .error;
}
bool is_refused(const std::string& inertia, const std::string& more = "") {
    const std::string error = error_of(inertia, more);
    CHECK((error.empty() || error.find("has a negative principal moment") != std::string::npos));
    return !error.empty();
}

}  // namespace

TEST_CASE("moments of zero are no negative ones", "[inertia]") {
    const auto full = [](const std::string& e) {
        const std::string row = "[" + e + ", " + e + ", " + e + "]";
        return "matrix(" + row + ", " + row + ", " + row + ")";
    };
    for (const std::string e : {"0.3", "a", "0.1", "1/3", "3e-12", "7e15", "a/3", "sqrt(a)"}) {
        CAPTURE(e);
        CHECK_FALSE(is_refused(full(e)));
        CHECK_FALSE(is_refused("[" + e + ", " + e + ", " + e + ", " + e + ", " + e + ", " + e + "]"));
    }
    // much cancels: the elements are those of the list that follows
    CHECK_FALSE(is_refused("[1 + c^4 - c^4, a, a, 0, 0, a]"));
    CHECK_FALSE(is_refused("[1, 1 + c^2, 1 + c^2]", ", cm = [c, 0, 0], inertia_at = origin"));
    CHECK(run_script(
              "model(m)$ body(b, ground, hinge = free(sequence = 321, angles = [q1, q2, q3], position = [x, y, z], "
              "speeds = [p, q, r, u, v, w]), mass = 1, inertia = " +
              full("0.3") + ")$")
              .messages.find("its principal moments 0, 0, 0.9 break the triangle inequality") != std::string::npos);
}

TEST_CASE("small negative moments are refused", "[inertia]") {
    for (const std::string inertia :
         {"[1, 1, -1e-12]", "[1, 1, -1e-9]", "[1e-8, 1e-8, -1e-20]", "[0.3, 0.3, 0.3 - 1e-12, 0.3, 0.3, 0.3]",
          "[0.3, 0.3, 0.3, 0.3, 0.3, 0.3 + 1e-12]", "[1, 1, 1, 1 + 1e-12, 0, 0]"}) {
        CAPTURE(inertia);
        CHECK(is_refused(inertia));
    }
    CHECK(is_refused("[1, 1 + c^2, 1 + c^2 - 3]", ", cm = [c, 0, 0], inertia_at = origin"));
}

TEST_CASE("turned thin rods and plates, of any size, against Eigen in long double", "[inertia]") {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    using Precise = Eigen::Matrix<long double, 3, 3>;
    for (int k = 0; k < 2000; ++k) {
        const double scale = std::pow(10.0, k % 31 - 15);
        const Eigen::Quaternion<long double> turn =
            Eigen::Quaternion<long double>(normal(random), normal(random), normal(random), normal(random)).normalized();
        const long double least = k % 3 == 0 ? 0 : k % 3 == 1 ? -1e-12L : 0.1L;
        const Precise exact = scale * (turn.toRotationMatrix() *
                                       Eigen::Matrix<long double, 3, 1>(least, 1, 1.0L + 1.0L / (1 + k)).asDiagonal() *
                                       turn.toRotationMatrix().transpose());
        Mat3<double> J;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                J(i, j) = static_cast<double>(
                    exact(static_cast<Eigen::Index>(std::max(i, j)), static_cast<Eigen::Index>(std::min(i, j))));
        const Vec3<double> moments = principal_moments(J);
        INFO(k);
        CHECK(std::abs(moments[0] - static_cast<double>(scale * least)) <= rounding_of_moments(J));
        CHECK((moments[0] < -rounding_of_moments(J)) == (least < 0));
    }
}

}  // namespace lag
