// The rimless wheel with contacts at its feet beside its closed form (T. McGeer, "Passive dynamic walking", 1990).
#include <cmath>

#include "tests/scripts/test_contact_scripts.hpp"

namespace lag {

TEST_CASE("a rimless wheel comes to the steady rate of its closed form", "[contacts]") {
    const ContactRun run =
        run_contacts("rimless_wheel", contents(std::filesystem::path(LAG_SOURCE_DIR) / "samples/rimless_wheel.lag"),
                     {"--end", "10", "--tolerance", "1e-10"});
    REQUIRE(run.run.status == 0);
    const double m = 2, l = 0.3, g = 9.81, start = 2, pi = std::acos(-1.0), half = pi / 4, slope = 12 * pi / 180;
    const double J = 2 * m * l * l, about_foot = J + m * l * l;
    const double kept = (J + m * l * l * std::cos(2 * half)) / about_foot;  // of the rate
    // from foot to foot the mass centre falls by 2 l sin(half) sin(slope)
    const double gained = 4 * m * g * l * std::sin(half) * std::sin(slope) / about_foot;
    double square = start * start;  // of the rate after a blow
    REQUIRE(run.events.size() >= 10);
    for (std::size_t k = 0; k < run.events.size(); ++k) {
        CAPTURE(k);
        const EventLine& event = run.events[k];
        CHECK(event.name == "foot" + std::to_string(k % 4 + 1));
        square += gained;
        const double lost = about_foot * (1 - kept * kept) * square / 2;
        CHECK(event.values.at("energy before") - event.values.at("energy after") == Approx(lost).epsilon(1e-7));
        square *= kept * kept;
    }
    const double steady = gained * kept * kept / (1 - kept * kept);
    CHECK(square == Approx(steady).epsilon(1e-3));
    const std::size_t last = run.events.size() - 1;
    CHECK(run.events[last].t - run.events[last - 1].t ==
          Approx(run.events[last - 1].t - run.events[last - 2].t).epsilon(1e-3));
}

}  // namespace lag
