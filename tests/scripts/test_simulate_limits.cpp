// Runs that diverge: a warning, limits of steps and of time, and what was computed is written.
#include <chrono>
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const std::string unstable =
    "model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, 100*x)$ initial(x = 1/1000)$\n";
// Ever faster: the phase of the load grows without end.
const std::string frantic =
    "model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, sin(1e7*t^2) - x)$\n";

}  // namespace

TEST_CASE("a run whose energy explodes is warned of") {
    const fs::path folder = scratch_folder("limits_energy");
    write(folder / "m.lag", unstable);
    const CommandRun run = run_lag({"simulate", "m.lag", "--end", "5", "--quiet"}, folder);
    CHECK(run.status == 0);
    CHECK(holds(run.errors, "lag: warning: at t = "));
    CHECK(holds(run.errors, "does the motion diverge?"));
    const CommandRun calm = run_lag({"simulate", "m.lag", "--end", "0.5", "--quiet"}, folder);
    CHECK(calm.errors.empty());
    // a fall from rest is none
    write(folder / "fall.lag", "model(m)$ gravity([0, 0, -10])$ body(b, ground, hinge = prismatic(z, z), mass = 1)$\n");
    CHECK(run_lag({"simulate", "fall.lag", "--end", "100", "--quiet"}, folder).errors.empty());
    // nor what begins slowly and grows by powers of time
    write(folder / "slow.lag", "model(m)$ body(b, ground, hinge = prismatic(z, t^4), mass = 1)$ state(s, rate = 1)$\n");
    CHECK(run_lag({"simulate", "slow.lag", "--end", "100", "--step", "0.1", "--quiet"}, folder).errors.empty());
}

TEST_CASE("a run ends after so many steps, and what was computed is written") {
    const fs::path folder = scratch_folder("limits_steps");
    for (const std::string method : {"bdf", "adams", "rk4"}) {
        INFO(method);
        write(folder / "m.lag", frantic);
        fs::remove(folder / "m.csv");
        const CommandRun run = run_lag({"simulate", "m.lag", "--end", "10", "--step", "1e-3", "--method", method,
                                        "--max-steps", "1234", "--save", "s.txt"},
                                       folder);
        CHECK(run.status == 1);
        CHECK(holds(run.errors, "lag: error: the simulation ended at t = "));
        CHECK(holds(run.errors, "it has taken 1234 steps, as many as --max-steps allows"));
        CHECK(holds(run.output, "1234 steps"));
        const SimulatedColumns found = simulated_columns(folder / "m.csv");
        CHECK(found.at("t").back() > 0);
        CHECK(fs::exists(folder / "m.svg"));
        // the state that was saved is that of the last row, from where a run goes on
        const CommandRun on =
            run_lag({"simulate", "m.lag", "--end", "10", "--restart", "s.txt", "--max-steps", "10"}, folder);
        CHECK(simulated_columns(folder / "m.csv").at("x").front() == found.at("x").back());
    }
    write(folder / "m.lag",
          "model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, -x)$ initial(x = 1)$\n");
    CHECK(run_lag({"simulate", "m.lag", "--end", "1", "--max-steps", "100000"}, folder).status == 0);
}

TEST_CASE("a run ends after so much time, and a warning says why it takes long") {
    const fs::path folder = scratch_folder("limits_wall");
    write(folder / "m.lag", frantic);
    const auto begin = std::chrono::steady_clock::now();
    const CommandRun run = run_lag({"simulate", "m.lag", "--end", "1000", "--wall", "5", "--quiet"}, folder);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "5 s have passed, as many as --wall allows"));
    CHECK(simulated_columns(folder / "m.csv").at("t").back() > 0);
    for (const std::string wrong : {"0", "-1", "soon"})
        CHECK(run_lag({"simulate", "m.lag", "--end", "1", "--wall", wrong}, folder).status == 2);
}

}  // namespace lag
