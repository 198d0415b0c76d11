// The main programs of all languages: parameter files, inputs from tables, echoes, saved states.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

// x'' = (force - k*x)/m; a counter of crossings; a rod that a loop holds and that moves nothing
const std::string model = R"(model(spring, "a mass on a spring")$
parameter(m, 2, "kg", "mass, with \"quotes\" and 'others'")$ parameter(k, 8, "N/m", "stiffness")$
parameter(end, 1, "m")$
input(force, "N", "on the mass")$ input(zr, "", "of the road")$
flag(count, 0, "crossings")$
state(z, "", "a filter", rate = -z + diff(zr, t))$
body(cart, ground, hinge = prismatic(x, x), mass = m)$
hinge_load(x, force - k*x)$
event(cross, x, either, set = [count = count + 1])$
initial(x = 1/2)$
output(stretch, x/end, "", "in units of end")$
)";

struct Way {
    std::string language, file, main, command;
};
const std::vector<Way> ways{
    {"fortran", "m.f90", "m_main.f90",
     "gfortran -O0 -std=f2008 -Wall -Wextra -Werror -pedantic m.f90 m_main.f90 -o run"},
    {"fortran77", "m.f", "m_main.f", "gfortran -O0 -std=legacy -Wall -Wextra -Werror m.f m_main.f -o run"},
    {"cpp", "m.hpp", "m_main.cpp",
     "g++ -O0 -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror m_main.cpp -o run"},
    {"c", "m.h", "m_main.c",
     "gcc -O0 -std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror m_main.c -o run -lm"},
};

// The folder with the program `run`.
std::filesystem::path built(const Way& way, const std::string& script, const std::string& name) {
    const auto folder = scratch_folder("complete_program_" + name + "_" + way.language);
    write(folder / "m.lag", script + "emit(" + way.language + ", \"" + way.file + "\", driver = true)$\n");
    const CommandRun emitted = run_lag({"m.lag", "--quiet"}, folder);
    INFO(emitted.errors);
    REQUIRE(emitted.status == 0);
    REQUIRE(std::system(("cd " + folder.string() + " && " + way.command + " > log.txt 2>&1").c_str()) == 0);
    return folder;
}

int run_in(const std::filesystem::path& folder, const std::string& settings) {
    write(folder / "in.txt", settings);
    return std::system(("cd " + folder.string() + " && timeout 60 ./run in.txt > out.txt 2>&1").c_str());
}

std::vector<std::vector<double>> rows_in(const std::filesystem::path& path) {
    std::istringstream lines(contents(path));
    std::vector<std::vector<double>> rows;
    std::string line;
    while (std::getline(lines, line)) {
        if (line.starts_with("#") || line.starts_with("t,")) continue;
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
    }
    return rows;
}

// After a load that grows by 8 N/s from t = 1 to t = 2 on m = 2, k = 8 at rest.
double after_ramp(double t) {
    const auto ramp = [](double tau) { return tau < 0 ? 0 : tau - std::sin(2 * tau) / 2; };
    return ramp(t - 1) - ramp(t - 2);
}

}  // namespace

TEST_CASE("main programs run a motion from a parameter file and a table, and their echo gives it again") {
    for (const Way& way : ways) {
        INFO(way.language);
        const auto folder = built(way, model, "table");
        std::string table = "time,\"force\",zr\n";
        for (int i = 0; i <= 4000; ++i) {
            const double t = i / 1000.0;
            table += std::to_string(t) + "," +
                     std::to_string(t < 1   ? 0
                                    : t < 2 ? 8 * (t - 1)
                                            : 8) +
                     "," + std::to_string(3 * t) + "\n";
        }
        write(folder / "road.csv", table);
        write(folder / "base.txt", "m 2 kg\nk 4\nparameter end 4 m\n");
        REQUIRE(run_in(folder,
                       "title a ramp  # and its text\ninclude base.txt\nk 8 N/m\nend 3 s\nstep 0.001\n"
                       "output 0.25\ninputs road.csv\nx 0\noutput table.csv\nlabels 1\n") == 0);
        const auto rows = rows_in(folder / "table.csv");
        REQUIRE(rows.size() == 13);
        for (const std::vector<double>& row : rows) {
            CHECK(std::abs(row[1] - after_ramp(row[0])) < 1e-8);
            CHECK(std::abs(row[3] - 3 * (1 - std::exp(-row[0]))) < 1e-8);  // the slope of zr is 3
            CHECK(std::abs(row[4] - row[1] / 4) < 1e-12);
        }
        const std::string written = contents(folder / "table.csv"), echo = contents(folder / "in.txt.echo");
        CHECK(holds(written, "# stretch: no unit, in units of end\n"));
        for (const char* part : {"title a ramp\n", "# stiffness\n", "parameter end 4", "inputs road.csv\n",
                                 "\"quotes\" and 'others'", "count 0", "# x': m/s\n"}) {
            INFO(part << " in\n" << echo);
            CHECK(holds(echo, part));
        }
        CHECK_FALSE(holds(echo, "\nforce "));
        REQUIRE(std::system(("cd " + folder.string() + " && ./run in.txt.echo > out.txt 2>&1").c_str()) == 0);
        CHECK(contents(folder / "table.csv") == written);
        CHECK(contents(folder / "in.txt.echo.echo") == echo);
    }
}

TEST_CASE("main programs go on from a saved state, flags and all") {
    for (const Way& way : ways) {
        INFO(way.language);
        const auto folder = built(way, model, "saved");
        const std::string common = "x 0.5\nx' 0.1\nzr' 1\nforce 1\noutput table.csv\n";
        REQUIRE(run_in(folder, common + "end 4\nstep 0.01\n") == 0);
        const auto whole = rows_in(folder / "table.csv");
        REQUIRE(run_in(folder, common + "end 2\nstep 0.01\nsave state.txt\n") == 0);
        CHECK(holds(contents(folder / "state.txt"), "count "));
        REQUIRE(run_in(folder, common + "end 4\nstep 0.01\ninterval 0.5\ninclude state.txt\n") == 0);
        const auto parts = rows_in(folder / "table.csv");
        REQUIRE(parts.size() == 5);
        CHECK(parts.front()[0] == 2);
        for (std::size_t k = 0; k < whole.back().size(); ++k)
            CHECK(std::abs(parts.back()[k] - whole.back()[k]) < 1e-10);
    }
}

TEST_CASE("main programs know three methods") {
    for (const Way& way : ways) {
        INFO(way.language);
        const auto folder = built(way, model, "methods");
        for (const auto& [method, order] : {std::pair{"euler", 1}, {"rk2", 2}, {"rk4", 4}}) {
            INFO(method);
            std::vector<double> errors;  // of x = cos(2 t)/2 at t = 1
            for (const char* step : {"0.02", "0.01"}) {
                REQUIRE(run_in(folder, std::string("end 1\noutput table.csv\nintegrator ") + method + "\nstep " + step +
                                           "\n") == 0);
                errors.push_back(std::abs(rows_in(folder / "table.csv").back()[1] - std::cos(2.0) / 2));
            }
            CHECK(std::abs(std::log2(errors[0] / errors[1]) - order) < 0.3);
        }
    }
}

TEST_CASE("main programs keep up with the clock and count what they miss") {
    for (const Way& way : ways) {
        INFO(way.language);
        const auto folder = built(way, model, "clock");
        const auto before = std::chrono::steady_clock::now();
        REQUIRE(run_in(folder, "end 0.3\nstep 0.01\nrealtime 1\n") == 0);
        CHECK(std::chrono::steady_clock::now() - before >= std::chrono::milliseconds(299));
        CHECK(holds(contents(folder / "out.txt"), "overruns:"));
    }
}

TEST_CASE("main programs tell file and line of what is wrong") {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"end 1\nm 3 g\n", "in.txt:2: m is given in g, expected kg"},
        {"m 1 2\n", "in.txt:1: one value for m, not 1 2"},
        {"end 1\nmm 3\n", "in.txt:2: the model has no mm"},
        {"parameter step 3\n", "in.txt:1: the model has no step"},
        {"integrator x\n", "in.txt:1: there is no method 'x'"},
        {"include nowhere.txt\n", "cannot read nowhere.txt"},
        {"inputs short.csv\n", "short.csv:3: there are fewer columns than names"},
        {"inputs long.csv\n", "long.csv:2: there are more columns than names"},
        {"inputs back.csv\n", "back.csv: the times in column 't' do not grow at row 3"},
        {"inputs word.csv\n", "word.csv:2: x is not a number"},
        {"inputs other.csv\n", "other.csv has a column for no input of the model"},
        {"include /dev/zero\n", "/dev/zero:1: this is no text"},
        {"inputs /dev/zero\n", "/dev/zero:1: this is no text"},
        {"m \x1b[2J\n", "in.txt:1: \\x1b[2J is not a number"},
        {"inputs bytes.csv\n", "bytes.csv:2: \\x1b[2J is not a number"},
    };
    for (const Way& way : ways) {
        INFO(way.language);
        const auto folder = built(way, model, "wrong");
        write(folder / "short.csv", "t,force\n0,1\n1\n");
        write(folder / "bytes.csv", "t,force\n0,\x1b[2J\n");
        write(folder / "long.csv", "t,force\n0,1,2\n");
        write(folder / "back.csv", "t,force\n0,1\n1,1\n0.5,1\n");
        write(folder / "word.csv", "t,force\n0,x\n");
        write(folder / "other.csv", "t,moment\n0,1\n");
        for (const auto& [text, words] : wrong) {
            INFO(text);
            CHECK(run_in(folder, text) != 0);
            INFO(contents(folder / "out.txt"));
            CHECK(holds(contents(folder / "out.txt"), words));
        }
    }
}

// Eight loads: the search of modes begins with a relaxation. Contacts have a slip, the stops behind them have none.
TEST_CASE("main programs of contacts and stops compile without a warning, and a block slides to rest") {
    const bool in_space = GENERATE(false, true);
    CAPTURE(in_space);
    std::string block = R"(model(block)$
parameter(mu, 0.3, "")$
gravity([0, -9.81, 0])$
body(slide, ground, hinge = prismatic(x, x))$
body(across, slide, hinge = prismatic(z, z))$
body(block, across, hinge = prismatic(y, y), mass = 2)$
limit(x, -1, 2)$
limit(y, -0.5, 1.5)$
initial(x' = 2)$
)";
    block += std::string("contact(foot, y, friction = mu, tangent = ") + (in_space ? "[x', z']" : "x'") + ")$\n";
    for (int k = 1; k <= 5; ++k)
        block += "contact(below" + std::to_string(k) + ", y + " + std::to_string(k) + "/10)$\n";
    for (const Way& way : ways) {
        INFO(way.language);
        const auto folder = built(way, block, "block");
        REQUIRE(run_in(folder, "end 1\nstep 0.001\noutput 0.5\noutput table.csv\n") == 0);
        const auto rows = rows_in(folder / "table.csv");
        REQUIRE(rows.size() == 3);
        CHECK(std::abs(rows.back()[1] - 2.0 * 2.0 / (2 * 0.3 * 9.81)) < 1e-6);
    }
}

// Its tangent has no place among the unknowns of an impact without friction: compilers that optimize see that.
TEST_CASE("main programs of dry friction and stops compile without a warning where they are optimized") {
    for (Way way : ways) {
        INFO(way.language);
        way.command.replace(way.command.find("-O0"), 3, "-O2");
        const auto folder = built(way,
                                  "model(m)$ body(a, ground, hinge = prismatic(x, x), mass = 1)$\n"
                                  "body(b, a, hinge = prismatic(x, y), mass = 1)$\n"
                                  "hinge_friction(y, 2)$ limit(x, -1, 1, restitution = 1)$ initial(x' = 2)$\n",
                                  "optimized");
        REQUIRE(run_in(folder, "end 1\nstep 0.001\noutput 0.5\noutput table.csv\n") == 0);
        CHECK(std::abs(rows_in(folder / "table.csv").back()[1]) < 1);
    }
}

// The lock holds what the friction acts on, up to rounding; a contact in space makes loads that may depend on each other.
TEST_CASE("friction along what a lock holds is at its limit") {
    const std::string body = R"(model(body)$
gravity([0, -9.81, 0])$
body(b, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z], speeds = [wx, wy, wz, vx, vy, vz]),
    mass = 1, cm = [0.1, 0.03, -0.05], inertia = [0.3, 0.7, 0.5])$
point(P, b, [0, -0.2, 0.1])$
contact(foot, position(P)[3], friction = 0.05, tangent = [velocity(P)[1], velocity(P)[2]])$
hinge_friction(e0, 0.3*normal_force(foot) + 0.1)$
flag(locked, 0)$ flag(at, 0)$
constraint(e0 = at, active = locked, name = lockrow)$
event(lock, t - 0.1, rising, set = [locked = 1, at = e0])$
output(load, friction_force(e0))$
initial(e0 = 0.838063, e1 = 0.483767, e2 = -0.066795, e3 = -0.243226, z = 1, wx = -0.9, wz = 0.4, vx = 0.3)$
)";
    for (const Way& way : ways) {
        INFO(way.language);
        const auto folder = built(way, body, "locked");
        REQUIRE(run_in(folder, "end 0.2\nstep 0.001\noutput 0.001\noutput table.csv\n") == 0);
        const auto rows = rows_in(folder / "table.csv");
        REQUIRE(rows.size() > 200);
        for (const std::vector<double>& row : rows) CHECK(std::abs(std::abs(row[14]) - 0.1) < 1e-12);
    }
}
