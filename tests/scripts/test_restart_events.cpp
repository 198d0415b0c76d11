// A state saved at an event: what happened there does not happen again in the run that goes on. In `lag simulate` and in the
// main programs of all languages, and from one to the other.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/scripts/test_contact_scripts.hpp"
#include "tests/scripts/test_main_programs.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// A ball that hits the ground at t = 1, from where it is sent up with 8 m/s; a slider, with another one tied to it, that
// gets a speed of 1 m/s at t = 1; a stop of the run at t = 2.
const std::string kicked = R"(model(m)$ gravity([0, 0, -10])$
flag(hits, 0)$ flag(kicks, 0)$ flag(halts, 0)$
body(ball, ground, hinge = prismatic(z, z), mass = 1)$
body(b, ground, hinge = prismatic(x, x), mass = 1)$
body(c, ground, hinge = prismatic(x, y), mass = 2)$
constraint(y = 2*x)$
initial(z = 5)$
event(kick, t - 1, rising, impulse = [x' = 9], set = [kicks = kicks + 1])$
event(hit, z, falling, impulse = [z' = 18], set = [hits = hits + 1])$
event(halt, t - 2, rising, stop = true, set = [halts = halts + 1])$
output(all, 100*hits + 10*kicks + halts)$
)";

// After each of three runs: to the events at 1, to the stop at 2, and on to 2.4.
struct Expected {
    double t, z, x, zdot, xdot, all;
};
const std::vector<Expected> parts{{1, 0, 0, 8, 1, 110}, {2, 3, 1, -2, 1, 111}, {2.4, 1.4, 1.4, -6, 1, 111}};

void require_last_row(const fs::path& csv, const Expected& expected) {
    const SimulatedColumns found = simulated_columns(csv);
    const auto last = [&](const std::string& column) { return found.at(column).back(); };
    INFO("to t = " << expected.t);
    CHECK(std::abs(last("t") - expected.t) < 1e-9);
    CHECK(std::abs(last("z") - expected.z) < 1e-7);
    CHECK(std::abs(last("x") - expected.x) < 1e-7);
    CHECK(std::abs(last("y") - 2 * expected.x) < 1e-7);
    CHECK(std::abs(last("z'") - expected.zdot) < 1e-7);
    CHECK(std::abs(last("x'") - expected.xdot) < 1e-7);
    CHECK(last("all") == expected.all);
}

const std::vector<std::string> ends{"1", "3", "2.4"};

}  // namespace

TEST_CASE("a run that goes on from an event does not apply it twice") {
    const fs::path folder = scratch_folder("restart_events");
    write(folder / "m.lag", kicked);
    for (std::size_t k = 0; k < parts.size(); ++k) {
        std::vector<std::string> arguments{"simulate", "m.lag",       "--end", ends[k],  "--step",
                                           "0.1",      "--tolerance", "1e-11", "--save", "s.txt"};
        if (k > 0) arguments.insert(arguments.end(), {"--restart", "s.txt"});
        const CommandRun run = run_lag(arguments, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        require_last_row(folder / "m.csv", parts[k]);
    }
}

TEST_CASE("an event a hair before another one does not take it away") {
    const fs::path folder = scratch_folder("restart_events_hair");
    write(folder / "m.lag", kicked);
    for (const char* tolerance : {"1e-8", "1e-11", "1e-12"}) {
        INFO(tolerance);
        const CommandRun run =
            run_lag({"simulate", "m.lag", "--end", "1.5", "--step", "0.1", "--tolerance", tolerance}, folder);
        REQUIRE(run.status == 0);
        CHECK(simulated_columns(folder / "m.csv").at("all").back() == 110);
    }
}

TEST_CASE("the echo of a run that goes on from an event gives the same run") {
    const fs::path folder = scratch_folder("restart_events_echo");
    write(folder / "m.lag", kicked);
    REQUIRE(run_lag({"simulate", "m.lag", "--end", "1", "--save", "s.txt", "--quiet"}, folder).status == 0);
    write(folder / "on.txt", "include s.txt\nend 1.5\n");
    REQUIRE(run_lag({"simulate", "m.lag", "--parameters", "on.txt", "--quiet"}, folder).status == 0);
    const std::string first = contents(folder / "m.csv");
    REQUIRE(run_lag({"simulate", "m.lag", "--parameters", "on.txt.echo", "--quiet"}, folder).status == 0);
    CHECK(contents(folder / "m.csv") == first);
    CHECK(simulated_columns(folder / "m.csv").at("all").back() == 110);
}

TEST_CASE("main programs that go on from an event do not apply it twice") {
    const fs::path folder = scratch_folder("restart_events_main");
    write(folder / "m.lag", kicked + emits_of_main_programs());
    REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
    for (const MainProgram& way : main_programs()) {
        INFO(way.language);
        const int compiled = shell(folder, way.compile);
        INFO(contents(folder / "log"));
        REQUIRE(compiled == 0);
        for (std::size_t k = 0; k < parts.size(); ++k) {
            write(folder / "in.txt", (k > 0 ? "include s.txt\n" : "") +
                                         std::string("step 0.01\nsave s.txt\noutput m.csv\nend ") + ends[k] + "\n");
            REQUIRE(shell(folder, "timeout 60 ./run in.txt") == 0);
            require_last_row(folder / "m.csv", parts[k]);
            REQUIRE(shell(folder, "cp m.csv first.csv && timeout 60 ./run in.txt.echo && cmp m.csv first.csv") == 0);
            // the state of a main program in simulate, and that of simulate in the main program
            if (k + 1 == parts.size()) continue;
            REQUIRE(
                run_lag({"simulate", "m.lag", "--restart", "s.txt", "--end", ends[k + 1], "--quiet"}, folder).status ==
                0);
            require_last_row(folder / "m.csv", parts[k + 1]);
        }
    }
}

TEST_CASE("a saved state may be changed before the run goes on") {
    const fs::path folder = scratch_folder("restart_events_changed");
    write(folder / "m.lag", kicked);
    REQUIRE(run_lag({"simulate", "m.lag", "--end", "1", "--save", "s.txt", "--quiet"}, folder).status == 0);
    // 1.25 m above the ground at rest, it hits again half a second later
    write(folder / "on.txt", "include s.txt\nz 1.25\nz' 0\nend 1.7\n");
    REQUIRE(run_lag({"simulate", "m.lag", "--parameters", "on.txt", "--quiet"}, folder).status == 0);
    const SimulatedColumns found = simulated_columns(folder / "m.csv");
    CHECK(found.at("all").back() == 210);
    CHECK(std::abs(found.at("z'").back() - (18 - 5 - 10 * 0.2)) < 1e-6);
}

TEST_CASE("files of states without what events remember are read, and wrong ones are told") {
    const fs::path folder = scratch_folder("restart_events_wrong");
    write(folder / "m.lag", kicked);
    write(folder / "old.txt", "start 1.5 s\nassemble 0\nx 1\ny 2\nz 2\nhits 1\n");
    CHECK(run_lag({"simulate", "m.lag", "--restart", "old.txt", "--end", "1.6", "--quiet"}, folder).status == 0);
    write(folder / "other.txt", "start 1\nevent jump 2\n");
    const CommandRun other = run_lag({"simulate", "m.lag", "--restart", "other.txt", "--end", "2"}, folder);
    CHECK(other.status == 1);
    CHECK(holds(other.errors, "other.txt:2: the model has no event 'jump'"));
    write(folder / "word.txt", "start 1\nevent kick soon\n");
    const CommandRun word = run_lag({"simulate", "m.lag", "--restart", "word.txt", "--end", "2"}, folder);
    CHECK(word.status == 1);
    CHECK(holds(word.errors, "word.txt:2: event kick needs a positive number, not 'soon'"));
}

}  // namespace lag
