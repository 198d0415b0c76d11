// Simulations that come to a singular position of their mechanism: what they say there.
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

CommandRun simulated(const std::string& script, const std::vector<std::string>& arguments) {
    const fs::path folder = scratch_folder("simulate_singular");
    write(folder / "m.lag", script);
    std::vector<std::string> all{"simulate", "m.lag", "--no-compiler", "--quiet"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run_lag(all, folder);
}

// Crank 2, coupler 1, rocker 1, base 3: with the crank at acos(3/4) = 0.7227 the others are in line.
const std::string four_bar =
    "model(stop)$ body(crank, ground, hinge = revolute(z, q1), mass = 1, inertia = [0, 0, 1])$\n"
    "body(coupler, crank, hinge = revolute(z, q2), at = [2, 0, 0], mass = 1, inertia = [0, 0, 1])$\n"
    "body(rocker, ground, hinge = revolute(z, q3), at = [3, 0, 0], mass = 1, inertia = [0, 0, 1])$\n"
    "point(P, coupler, [1, 0, 0])$ point(Q, rocker, [1, 0, 0])$ close_loop(P, Q, name = pin)$\n"
    "initial(q1 = 0.3, q2 = 0.5, q3 = 2)$\n";

}  // namespace

TEST_CASE("a drive against the stop of its mechanism ends at a singular position", "[simulate]") {
    const CommandRun run = simulated(four_bar + "constraint(q1 = 0.3 + t, name = drive)$\n", {"--end", "1"});
    INFO(run.errors);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "the simulation ended at t = 0.4227"));
    CHECK(holds(run.errors,
                "the mechanism is near a singular position: constraint rows 'pin.x', 'pin.y', 'drive' depend on "
                "each other there"));
}

TEST_CASE("an end that no singular position causes is not called one", "[simulate]") {
    const CommandRun run = simulated(
        four_bar + "constraint(q1 = 0.3 + 0.1*t, name = drive)$ hinge_load(q3, sqrt(1 - t))$\n", {"--end", "2"});
    INFO(run.errors);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "the simulation ended at t = "));
    CHECK(!holds(run.errors, "singular position"));
}

// Folded flat its two halves part: small steps do not get past.
TEST_CASE("the Peaucellier linkage folds flat at a singular position", "[simulate]") {
    std::string script = contents(fs::path(LAG_SOURCE_DIR) / "samples" / "peaucellier.lag");
    script.resize(script.find("emit("));
    for (const char* tolerance : {"1e-9", "1e-10", "1e-11", "1e-12"}) {
        CAPTURE(tolerance);
        const CommandRun run = simulated(script, {"--end", "0.2", "--step", "0.01", "--tolerance", tolerance});
        INFO(run.errors);
        if (run.status == 0) continue;  // stepped over it by chance
        CHECK(holds(run.errors, "the simulation ended at t = 0.19"));
        CHECK(holds(run.errors, "the mechanism is near a singular position: constraint rows "));
    }
}

// With dependent speeds solved out, assembly knows.
TEST_CASE("a drive against the stop of its mechanism, eliminated", "[simulate]") {
    const CommandRun run = simulated(
        four_bar + "constraint(q1 = 0.3 + t, name = drive)$ options(constraints = eliminate)$\n", {"--end", "1"});
    INFO(run.errors);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "the simulation ended at t = 0.4227"));
    CHECK(holds(run.errors, "the state cannot be brought back onto the constraints: the constraints "));
}

}  // namespace lag
