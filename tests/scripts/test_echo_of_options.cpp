// What the command line and a parameter file say together: which of them counts, and that the echo has it.
#include <cmath>

#include "tests/scripts/test_simulate_rows.hpp"

using namespace lag;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const std::string model =
    R"(model(spring)$ parameter(m, 2, "kg")$ parameter(k, 8, "N/m")$ input(force, "N")$ input(f, "N")$ input(forces, "N")$
flag(held, 0)$ parameter(absolute, 0)$ parameter(relative, 0)$ parameter(integrator, 0)$ parameter(interval, 0)$
body(cart, ground, hinge = prismatic(x, x), mass = m)$ hinge_load(x, force + f + forces + held + absolute + relative + integrator + interval - k*x)$ initial(x = 1/2)$
)";

// The run and the one of its echo write the same bytes.
std::string table_of(const fs::path& folder, const Words& more) {
    Words words{"simulate", "spring.lag", "--parameters", "in.txt", "--no-compiler"};
    words.insert(words.end(), more.begin(), more.end());
    const CommandRun run = run_lag(words, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const std::string table = contents(folder / "spring.csv"), echo = contents(folder / "in.txt.echo");
    const CommandRun again =
        run_lag({"simulate", "spring.lag", "--parameters", "in.txt.echo", "--no-compiler"}, folder);
    INFO(again.errors << echo);
    REQUIRE(again.status == 0);
    CHECK((contents(folder / "spring.csv") == table));
    CHECK(contents(folder / "in.txt.echo.echo") == echo);
    return table;
}

}  // namespace

TEST_CASE("the echo holds what the command line said") {
    const fs::path folder = scratch_folder("echo_of_options");
    write(folder / "spring.lag", model);
    write(folder / "in.txt", "end 2\noutput 0.5\nparameter absolute 0.25\n");
    const std::string plain = table_of(folder, {});
    CHECK((table_of(folder, {"--absolute", "1e-4", "--absolute", "x'=1e-3"}) != plain));
    CHECK(holds(contents(folder / "in.txt.echo"), "\nparameter absolute 0.25\n"));
    CHECK((table_of(folder, {"--tolerance", "1e-5"}) != plain));
    CHECK(table_of(folder, {"--labels"}).starts_with("# t: s, time\n"));
    CHECK((table_of(folder, {"--input", "force=sin(3*t)"}) != plain));
    CHECK((table_of(folder, {"--initial", "held=1", "--initial", "x=m/4"}) != plain));
    for (const std::string method : {"adams", "rk4"}) CHECK((table_of(folder, {"--method", method}) != plain));
    write(folder / "other.txt", "end 2\noutput 0.5\nparameter absolute 0.25\nk 8\n");
    write(folder / "in.txt", "include other.txt\nsetting absolute 1e-4\nsetting absolute x' 1e-3\n");
    const std::string of_file = table_of(folder, {});
    CHECK((of_file != plain));
    CHECK((table_of(folder, {"--absolute", "1e-4", "--absolute", "x'=1e-3"}) == of_file));
}

TEST_CASE("what the command line says stands above the file, and the last line of a file counts") {
    const fs::path folder = scratch_folder("above_the_file");
    write(folder / "spring.lag", model);
    const auto with = [&](const std::string& text, const Words& more) {
        write(folder / "in.txt", "end 2\noutput 0.5\n" + text);
        return table_of(folder, more);
    };
    write(folder / "f.csv", "t,force\n0,1\n2,2\n");
    const std::string wanted = with("k 5\n", {});
    CHECK((with("k 3\n", {"--define", "k=5"}) == wanted));
    CHECK((with("k 3\nk 5\n", {}) == wanted));
    CHECK((with("k 5\nsetting integrator partition\nsetting integrator bdf\n", {}) == wanted));
    CHECK((with("k 5\nx 3\n", {"--initial", "x=1/2"}) == wanted));
    const std::string moved = with("k 5\nforce 1\n", {});
    CHECK((moved != wanted));
    CHECK((with("k 5\nforce 3\n", {"--input", "force=1"}) == moved));
    CHECK((with("k 5\ninput force t\n", {"--input", "force=1"}) == moved));
    CHECK((with("k 5\ninputs f.csv\n", {"--input", "force=1"}) == moved));
    CHECK((with("k 5\nforce 3\n", {"--input", "force=1", "--input", "f=0", "--input", "forces=0"}) == moved));
    const std::string table = with("k 5\ninputs f.csv\n", {});
    CHECK((with("k 5\nforce 3\n", {"--input", "force=f.csv"}) == table));
    CHECK((with("k 5\ninput force t\n", {"--input", "force=f.csv:force"}) == table));
    CHECK((with("k 5\ninput force 5*t\n", {"--input", "f=0", "--input", "force=f.csv"}) == table));
    CHECK((with("k 5\ninput force 5*t\ninput force f.csv\n", {"--input", "forces=0"}) == table));
}

TEST_CASE("a restart knows its time where a quantity is called start") {
    const fs::path folder = scratch_folder("restart_start");
    write(folder / "m.lag",
          "model(m)$ body(b, ground, hinge = prismatic(x, start), mass = 1)$ hinge_load(start, 1)$\n");
    REQUIRE(run_lag({"simulate", "m.lag", "--end", "1", "--save", "state.txt"}, folder).status == 0);
    const CommandRun run = run_lag({"simulate", "m.lag", "--end", "2", "--restart", "state.txt"}, folder);
    INFO(run.errors << contents(folder / "state.txt"));
    REQUIRE(run.status == 0);
    const SimulatedColumns columns = simulated_columns(folder / "m.csv");
    CHECK(columns.at("t").front() == 1);
    CHECK(std::abs(columns.at("start").back() - 2) < 1e-6);  // t^2/2
}

TEST_CASE("a value that every run has anew cannot be given once") {
    const fs::path folder = scratch_folder("given_once");
    write(folder / "spring.lag", model);
    const CommandRun sweep = run_lag(
        {"sweep", "spring.lag", "--end", "1", "--vary", "x=1:2:2", "--initial", "x=1", "--collect", "max(x)"}, folder);
    CHECK(sweep.status == 2);
    CHECK(holds(sweep.errors, "'x' takes values of its own in every run, and --initial gives it one"));
    CHECK(run_lag({"sweep", "spring.lag", "--end", "1", "--vary", "held=0:1:2", "--initial", "x=1", "--collect",
                   "max(x)", "--quiet"},
                  folder)
              .status == 0);
    const CommandRun expression = run_lag(
        {"sweep", "spring.lag", "--end", "1", "--vary", "force=1:2:2", "--input", "force=t", "--collect", "max(x)"},
        folder);
    CHECK(expression.status != 0);
    CHECK(holds(expression.errors, "the input 'force' is given by an expression"));
}
