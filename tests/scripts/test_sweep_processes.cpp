// lag sweep as a process of its own: killed on the way, shared by the ranks of a launcher, its failures replayed by a
// shell.
#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

namespace fs = std::filesystem;

// a loop that is assembled, a kink, a contact and a flag: what one run leaves must not reach the next one
const std::string model = R"(model(swing)$ parameters(m = 2, l = 1, k = 8, stop = 1/2)$ input(tau, "N*m")$
gravity([0, -9.81, 0])$
flag(hits, 0, "at the stop")$
body(rod, ground, hinge = revolute(z, q), mass = m, cm = [0, -l, 0])$
hinge_load(q, tau - k*max(q - stop, 0) - q'/20)$
event(hit, q - stop, rising, set = [hits = hits + 1])$
state(effort, "", rate = hits + abs(tau))$
initial(q = -1)$
)";

int shell_in(const fs::path& folder, const std::string& command) {
    write(folder / "command.sh", command);
    return std::system(("cd '" + folder.string() + "' && sh command.sh > out.txt 2> errors.txt").c_str());
}

const std::string sweep_words =
    " sweep swing.lag --end 4 --step 0.01 --sample 'm=normal(2,1/10)' --sample 'tau=uniform(-1,1)' --vary "
    "stop=0.2:0.6:3"
    " --vary hits=0:1:2 --runs 12 --seed 3 --collect 'max(q)' --collect 'final(effort)' --collect 'rms(q)'";

std::string lag_command() {
    return "'" + std::string(LAG_COMMAND) + "'";
}

}  // namespace

TEST_CASE("a sweep that is killed on the way ends with the same table") {
    const fs::path folder = scratch_folder("sweep_sigkill");
    write(folder / "swing.lag", model);
    REQUIRE(shell_in(folder, lag_command() + sweep_words + " --quiet --out whole") == 0);
    const std::string table = contents(folder / "whole/swing_sweep.csv");
    REQUIRE(std::count(table.begin(), table.end(), '\n') == 73);
    // again and again, until all runs are done; each time some more of them
    const std::string part = lag_command() + sweep_words + " --jobs 2 --out parts";
    const int status = shell_in(folder, "mkdir parts\nfor lines in 5 20 50; do\n" + part +
                                            " &\nwhile [ $(cat parts/swing_sweep.journal 2> /dev/null | wc -l) -lt "
                                            "$lines ] && kill -0 $! ; do sleep 0.01; done\nkill -9 $!\nwait $!\n"
                                            "[ -e parts/swing_sweep.csv ] && exit 2\ndone\n" +
                                            part);
    INFO(contents(folder / "errors.txt"));
    REQUIRE(status == 0);
    CHECK(holds(contents(folder / "errors.txt"), " of 72 runs are done already"));
    CHECK(contents(folder / "parts/swing_sweep.csv") == table);
    CHECK(contents(folder / "parts/swing_sweep.svg") == contents(folder / "whole/swing_sweep.svg"));
}

TEST_CASE("processes, parts and ranks make the same table of runs with events, kinks and flags") {
    const fs::path folder = scratch_folder("sweep_ranks");
    write(folder / "swing.lag", model);
    const std::string command = lag_command() + sweep_words + " --quiet --out ";
    REQUIRE(shell_in(folder, command + "one --jobs 1") == 0);
    const std::string table = contents(folder / "one/swing_sweep.csv");
    REQUIRE(std::count(table.begin(), table.end(), '\n') == 73);
    const auto gives_it = [&](const std::string& commands, const std::string& out) {
        INFO(commands);
        const int status = shell_in(folder, commands);
        INFO(contents(folder / "errors.txt"));
        CHECK(status == 0);
        CHECK(contents(folder / out / "swing_sweep.csv") == table);
    };
    gives_it(command + "three --jobs 3", "three");
    for (const std::string n : {"2", "5"})  // all parts at once
        gives_it("for k in $(seq " + n + "); do " + command + "parts" + n + " --part $k/" + n + " & done; wait",
                 "parts" + n);
    if (std::system("command -v mpirun > /dev/null") != 0) return;
    for (const std::string n : {"1", "2", "4"})
        gives_it("mpirun --allow-run-as-root --oversubscribe -n " + n + " " + command + "ranks" + n, "ranks" + n);
}

TEST_CASE("of two sweeps that would write one table at once, one says so and fails") {
    const fs::path folder = scratch_folder("sweep_twice");
    write(folder / "swing.lag", model);
    const std::string sweep =
        lag_command() + " sweep swing.lag --step 0.01 --collect 'max(q)' --quiet --out both --end ";
    const int status =
        shell_in(folder, sweep +
                             "300 --vary m=1:2:40 --jobs 1 &\nwhile [ ! -s both/swing_sweep.journal ]; do sleep "
                             "0.02; done\n" +
                             sweep + "1 --vary k=1:2:2 ; echo $? > second.txt; wait $!");
    INFO(contents(folder / "errors.txt"));
    CHECK(status == 0);
    CHECK(contents(folder / "second.txt") == "1\n");
    CHECK(holds(contents(folder / "errors.txt"), "another sweep writes both/swing_sweep.journal now"));
    const std::string table = contents(folder / "both/swing_sweep.csv");
    CHECK(std::count(table.begin(), table.end(), '\n') == 41);
    CHECK(!fs::exists(folder / "both/swing_sweep.journal"));
    CHECK(shell_in(folder, sweep + "1 --vary k=1:2:2") == 0);
}

TEST_CASE("the command of a run that failed fails alike") {
    const fs::path folder = scratch_folder("sweep_replay");
    // singular where b = 2, and at a time that the parameter file gives
    write(folder / "a b.lag", R"(model(spring)$ parameters(m = 2, k = 8, b = 1, late = 0)$ input(force)$ flag(held, 0)$
body(cart, ground, hinge = prismatic(x, x), mass = m)$
hinge_load(x, force - k*x + held + sqrt(1 - late*t)/(b - 2))$
)");
    write(folder / "base file.txt", "end 4\noutput 0.01\nk 3\n");
    const std::string words =
        " sweep 'a b.lag' --parameters 'base file.txt' --vary b=1:3:3 --vary late=0:1:2 --vary held=0:1:2 --initial "
        "'x=1/2' --input 'force=sin(t)' --tolerance 1e-7 --collect 'final(x)' --quiet --out 'the results'";
    REQUIRE(shell_in(folder, lag_command() + words) == 0);
    std::istringstream failures(contents(folder / "the results/a b_sweep_failures.txt"));
    std::string reason, command;
    int count = 0;
    while (std::getline(failures, reason) && std::getline(failures, command)) {
        ++count;
        INFO(reason << "\n" << command);
        reason = reason.substr(reason.find(": ") + 2);
        const std::size_t begin = command.find("lag simulate ");
        REQUIRE(begin == 4);
        CHECK(shell_in(folder, lag_command() + command.substr(begin + 3)) != 0);
        const std::string errors = contents(folder / "errors.txt");
        INFO(errors);
        CHECK(holds(errors, reason));
    }
    CHECK(count == 8);
}
