// lag simulate: rows of a cut hinge also hold with its axis reversed. Whether they do is looked at in every step of the
// assembly, not only at the guess.
#include <filesystem>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

void write_body(const fs::path& folder, const std::string& theta) {
    write(folder / "o.lag",
          "model(o)$\n"
          "body(b, ground, hinge = free(sequence = 321, angles = [psi, theta, phi], position = [x, y, z], "
          "speeds = [p, q, r, u, v, w]), mass = 1, "
          "inertia = [0.1, 0.2, 0.3])$\n"
          "cut_hinge(b, ground, hinge = revolute(z, turn), name = pin)$ initial(theta = " +
              theta + ", psi = 0.2, r = 3)$\n");
}

}  // namespace

TEST_CASE("a guess with a reversed axis is assembled", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_reversed");
    for (const char* theta : {"1.6", "1.8", "1.9"})
        for (const bool compiled : {false, true}) {
            CAPTURE(theta, compiled);
            write_body(folder, theta);
            const CommandRun run =
                run_lag(with_compiler({"simulate", "o.lag", "--end", "1", "--step", "0.05"}, compiled), folder);
            INFO(run.errors);
            REQUIRE(run.status == 0);
            const SimulatedColumns columns = simulated_columns(folder / "o.csv");
            for (const char* angle : {"theta", "phi"})
                for (const double value : columns.at(angle)) CHECK(std::abs(std::sin(value)) < 1e-9);
            // the cosine between both axes
            for (std::size_t k = 0; k < columns.at("t").size(); ++k)
                CHECK(std::cos(columns.at("theta")[k]) * std::cos(columns.at("phi")[k]) == Approx(1));
            CHECK(columns.at("psi").back() == Approx(0.2 + 3).epsilon(1e-6));
        }
}

TEST_CASE("a guess that leads to a reversed axis is an error that says so", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_reversed_end");
    for (const char* theta : {"1.4", "3"}) {
        CAPTURE(theta);
        write_body(folder, theta);
        const CommandRun run = run_lag({"simulate", "o.lag", "--end", "1", "--no-compiler"}, folder);
        CHECK(run.status == 1);
        CHECK(run.errors.find("lag: error: the initial coordinates cannot be assembled: 'pin.r1' would hold only with "
                              "the axis of its cut hinge reversed\n"
                              "hint: initial(..) or --initial name=value gives a better guess") != std::string::npos);
    }
}

}  // namespace lag
