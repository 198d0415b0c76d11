// The compass gait beside its own equations (Goswami, Thuilot and Espiau 1998), integrated here.
#include <array>
#include <cmath>

#include "tests/scripts/test_event_rows.hpp"

namespace lag {

namespace {

using Gait = std::array<double, 4>;  // angles of the swinging and the standing leg from the vertical, and their rates

constexpr double hip = 10, leg = 5, a = 0.5, b = 0.5, l = a + b, gravity = 9.81;
const double slope = 3 * std::acos(-1.0) / 180;

// x of [m11 m12; m21 m22] x = [r1, r2]
std::array<double, 2> solved(double m11, double m12, double m21, double m22, double r1, double r2) {
    const double d = m11 * m22 - m12 * m21;
    return {(r1 * m22 - m12 * r2) / d, (m11 * r2 - m21 * r1) / d};
}

Gait rates(const Gait& z) {
    const auto [swing, stand, swing_rate, stand_rate] = z;
    const double c = -leg * l * b * std::cos(stand - swing), s = leg * l * b * std::sin(stand - swing);
    const auto [first, second] =
        solved(leg * b * b, c, c, (hip + leg) * l * l + leg * a * a,
               -s * stand_rate * stand_rate - gravity * leg * b * std::sin(swing),
               s * swing_rate * swing_rate + gravity * (hip * l + leg * a + leg * l) * std::sin(stand));
    return {swing_rate, stand_rate, first, second};
}

Gait moved(const Gait& z, const Gait& rate, double h) {
    Gait result = z;
    for (std::size_t i = 0; i < z.size(); ++i) result[i] += h * rate[i];
    return result;
}

// Runge and Kutta's step of fourth order.
Gait after(const Gait& z, double h) {
    const Gait k1 = rates(z), k2 = rates(moved(z, k1, h / 2)), k3 = rates(moved(z, k2, h / 2)),
               k4 = rates(moved(z, k3, h));
    Gait sum = k1;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += 2 * k2[i] + 2 * k3[i] + k4[i];
    return moved(z, sum, h / 6);
}

// Angular momentum about the foot that lands, and of the other leg about the hip, is kept; the legs change their parts.
Gait landed(const Gait& z) {
    const auto [swing, stand, swing_rate, stand_rate] = z;
    const double c = std::cos(stand - swing);
    const auto [first, second] = solved(
        leg * b * b - leg * b * l * c, leg * l * l + leg * a * a + hip * l * l - leg * b * l * c, leg * b * b,
        -leg * b * l * c, -leg * a * b * swing_rate + (-leg * a * b + (hip * l * l + 2 * leg * a * l) * c) * stand_rate,
        -leg * a * b * stand_rate);
    return {stand, swing, first, second};
}

std::vector<double> strikes(Gait z, std::size_t count) {
    const auto height = [](const Gait& g) { return g[0] + g[1] + 2 * slope; };
    const double h = 1e-4;
    std::vector<double> times;
    double t = 0;
    for (double last = 0; times.size() < count; t += h) {
        const Gait next = after(z, h);
        if (t > last + 0.2 && height(z) > 0 && height(next) <= 0) {
            double low = 0, high = h;
            while (high - low > 1e-15) {
                const double middle = (low + high) / 2;
                (height(after(z, middle)) > 0 ? low : high) = middle;
            }
            times.push_back(last = t + high);
            z = after(landed(after(z, high)), h - high);
        } else {
            z = next;
        }
    }
    return times;
}

}  // namespace

TEST_CASE("a compass walker steps as its own equations say, and with the published period", "[events]") {
    const std::filesystem::path folder = scratch_folder("compass_walker");
    write(folder / "o.lag", contents(std::filesystem::path(LAG_SOURCE_DIR) / "samples/compass_walker.lag"));
    const std::vector<double> expected = strikes({-0.34, 0.2187, -0.3772, -1.0918}, 26);
    for (const bool compiled : {true, false}) {
        const std::string end = compiled ? "20" : "5";
        const CommandRun run =
            run_lag(with_compiler({"simulate", "o.lag", "--end", end, "--tolerance", "1e-12"}, compiled), folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        const std::vector<EventLine> events = events_in(folder / "o_events.csv");
        REQUIRE(events.size() >= (compiled ? 26u : 6u));
        for (std::size_t k = 0; k < std::min(events.size(), expected.size()); ++k)
            CHECK(std::abs(events[k].t - expected[k]) < 1e-7);
        if (compiled) CHECK(events[25].t - events[24].t == Approx(0.734).epsilon(0.001));
    }
}

}  // namespace lag
