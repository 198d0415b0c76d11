// user_unit: files in other units than the model, the same motion.
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

constexpr double degree = std::numbers::pi / 180;

// theta'' = (torque - k*theta)/J with J = 2, k = 8: theta = theta0 cos(2t)
const std::string plain = R"(model(wheel, "a wheel on a torsion spring")$
parameter(J, 2, "kg*m^2")$ parameter(k, 8, "N*m/rad", "stiffness")$ parameter(end, 0.25, "m", "radius")$ parameter(T, 1, "s")$
input(torque, "N*m")$ input(zr, "m", "of the road")$
state(z, "m", rate = diff(zr, t) - z/T)$
body(wheel, ground, hinge = revolute(z, theta), inertia = [1, 1, J])$
hinge_load(theta, torque - k*theta)$
initial(theta = 1/2)$
output(way, end*theta, "m", "at the rim")$
)";
const std::string units = R"(user_unit(theta, "deg")$ user_unit(theta', "deg/s")$ user_unit(k, "N*cm/deg")$
user_unit(end, "mm")$ user_unit(torque, "N*mm")$ user_unit(zr, "mm")$ user_unit(z, "mm")$ user_unit(way, "mm")$
)";

struct Way {
    std::string language, file, command;
};
const std::vector<Way> ways{
    {"fortran", "m.f90", "gfortran -O0 -std=f2008 -Wall -Wextra -Werror -pedantic m.f90 m_main.f90 -o run"},
    {"fortran77", "m.f", "gfortran -O0 -std=legacy -Wall -Wextra -Werror m.f m_main.f -o run"},
    {"cpp", "m.hpp", "g++ -O0 -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror m_main.cpp -o run"},
    {"c", "m.h", "gcc -O0 -std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror m_main.c -o run -lm"},
};

// A program in a language, or `lag simulate` where the language is none.
struct Program {
    std::filesystem::path folder;
    bool is_simulate = false;
    int operator()(const std::string& settings, const std::string& file = "in.txt") const {
        if (!settings.empty()) write(folder / file, settings);
        if (is_simulate) {
            const CommandRun run = run_lag({"simulate", "m.lag", "--parameters", file, "--method", "rk4"}, folder);
            write(folder / "out.txt", run.errors + run.output);
            return run.status;
        }
        return std::system(("cd '" + folder.string() + "' && timeout 60 ./run " + file + " > out.txt 2>&1").c_str());
    }
};

std::vector<Program> programs(const std::string& name, const std::string& script) {
    std::vector<Program> all;
    for (const Way& way : ways) {
        const auto folder = scratch_folder("user_units_" + name + "_" + way.language);
        write(folder / "m.lag", script + "emit(" + way.language + ", \"" + way.file + "\", driver = true)$\n");
        const CommandRun emitted = run_lag({"m.lag", "--quiet"}, folder);
        INFO(way.language << emitted.errors);
        REQUIRE(emitted.status == 0);
        const int status = std::system(("cd '" + folder.string() + "' && " + way.command + " > log.txt 2>&1").c_str());
        INFO(contents(folder / "log.txt"));
        REQUIRE(status == 0);
        all.push_back({folder, false});
    }
    const auto folder = scratch_folder("user_units_" + name + "_simulate");
    write(folder / "m.lag", script);
    all.push_back({folder, true});
    return all;
}

std::vector<std::vector<double>> rows_in(const std::filesystem::path& path) {
    std::istringstream lines(contents(path));
    std::vector<std::vector<double>> rows;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("#") || line.starts_with("t,")) continue;
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
    }
    return rows;
}

std::string refusal(const std::string& more) {
    const auto folder = scratch_folder("user_units_refused");
    write(folder / "m.lag", plain + more);
    const CommandRun run = run_lag({"m.lag"}, folder);
    CHECK(run.status == 1);
    return run.errors;
}

}  // namespace

TEST_CASE("files count in the units that user_unit says, the motion in the model's own") {
    for (const Program& run : programs("motion", plain + units)) {
        INFO(run.folder);
        // a ramp of 2 mm/s, from which z = 2 mm (1 - exp(-t))
        write(run.folder / "road.csv", "t,zr\n0,0\n4,8\n");
        // 0.25 N*m/deg = 45/pi N*m/rad; 2 of them on J = 2
        const int status =
            run("end 1\nstep 0.001\noutput 0.25\noutput m.csv\ninputs road.csv\nlabels 0\n"
                "theta 9\ntheta' 0 rad/s\nk 25\nparameter end 500 mm\ntorque 1000 N*mm\nJ 2\n");
        INFO(contents(run.folder / "out.txt"));
        REQUIRE(status == 0);
        const auto rows = rows_in(run.folder / "m.csv");
        REQUIRE(rows.size() == 5);
        const double k = 0.25 / degree, w = std::sqrt(k / 2), rest = 1 / k;
        for (const auto& row : rows) {
            const double theta = rest + (9 * degree - rest) * std::cos(w * row[0]);
            CHECK(std::abs(row[1] - theta / degree) < 1e-8);
            CHECK(std::abs(row[2] + (9 * degree - rest) * w * std::sin(w * row[0]) / degree) < 1e-8);
            CHECK(std::abs(row[3] - 2 * (1 - std::exp(-row[0]))) < 1e-8);
            CHECK(std::abs(row[4] - 500 * theta) < 1e-8);
        }
        const std::string echo = contents(run.folder / "in.txt.echo"), table = contents(run.folder / "m.csv");
        INFO(echo);
        CHECK(holds(echo, " deg\n"));
        CHECK(holds(echo, " N*cm/deg  # stiffness\n"));
        CHECK(holds(echo, "parameter end "));
        CHECK(holds(echo, " mm  # radius\n"));
        REQUIRE(run("", "in.txt.echo") == 0);
        CHECK(contents(run.folder / "m.csv") == table);
        CHECK(contents(run.folder / "in.txt.echo.echo") == echo);
    }
}

TEST_CASE("units that are neither the file's nor the model's are refused with file and line") {
    for (const Program& run : programs("refused", plain + units)) {
        INFO(run.folder);
        CHECK(run("end 1\nstep 0.01\noutput m.csv\ntheta 0.1 rad\n") == 0);
        CHECK(std::abs(rows_in(run.folder / "m.csv").front()[1] - 0.1 / degree) < 1e-12);
        for (const char* wrong : {"theta 3 turn", "theta 3 m", "k 3 N/m", "torque 2 kN"}) {
            CHECK(run("end 1\n" + std::string(wrong) + "\n") != 0);
            INFO(contents(run.folder / "out.txt"));
            CHECK(holds(contents(run.folder / "out.txt"), "in.txt:2: "));
            CHECK(holds(contents(run.folder / "out.txt"), " is given in "));
        }
    }
}

TEST_CASE("a saved state in other units goes on as it was") {
    for (const Program& run : programs("saved", plain + units)) {
        if (run.is_simulate) continue;
        INFO(run.folder);
        REQUIRE(run("end 2\nstep 0.01\noutput whole.csv\ntheta 10\n") == 0);
        REQUIRE(run("end 1\nstep 0.01\noutput half.csv\ntheta 10\nsave state.txt\n") == 0);
        REQUIRE(run("end 2\nstep 0.01\noutput rest.csv\ninclude state.txt\n") == 0);
        const auto whole = rows_in(run.folder / "whole.csv"), rest = rows_in(run.folder / "rest.csv");
        for (std::size_t k = 0; k < whole.back().size(); ++k)
            CHECK(std::abs(whole.back()[k] - rest.back()[k]) <= 1e-11 * (1 + std::abs(whole.back()[k])));
    }
}

TEST_CASE("what is written on the command line and in sweeps stays in the model's own units") {
    const auto folder = scratch_folder("user_units_command");
    write(folder / "m.lag", plain + units);
    write(folder / "torque.csv", "t,turning\n0,2000\n1,2000\n");
    REQUIRE(run_lag({"simulate", "m.lag", "--end", "1", "--step", "0.5", "--initial", "theta=1/10", "--define", "k=2",
                     "--input", "torque=torque.csv:turning", "--quiet"},
                    folder)
                .status == 0);
    const auto rows = rows_in(folder / "m.csv");
    CHECK(std::abs(rows.front()[1] - 0.1 / degree) < 1e-12);
    CHECK(std::abs(rows.back()[1] - (1 - 0.9 * std::cos(1)) / degree) < 1e-5);  // 2 N*m on k = 2, J = 2
    REQUIRE(
        run_lag({"sweep", "m.lag", "--end", "1", "--vary", "theta=0.1:0.2:2", "--collect", "initial(theta)", "--quiet"},
                folder)
            .status == 0);
    CHECK(holds(contents(folder / "m_sweep.csv"), "\n1,0.1"));
}

TEST_CASE("a fit reads measurements in the units of files") {
    const auto folder = scratch_folder("user_units_fit");
    write(folder / "m.lag", plain + units);
    REQUIRE(
        run_lag({"simulate", "m.lag", "--end", "2", "--step", "0.05", "--define", "k=9", "--quiet"}, folder).status ==
        0);
    std::filesystem::copy_file(folder / "m.csv", folder / "data.csv",
                               std::filesystem::copy_options::overwrite_existing);
    const CommandRun run =
        run_lag({"fit", "m.lag", "--data", "data.csv", "--unknown", "k=1:20", "--measured", "way"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(run.output, "k = 9"));
    REQUIRE(
        run_lag({"simulate", "m.lag", "--end", "2", "--step", "0.05", "--parameters", "m_fit.txt", "--quiet"}, folder)
            .status == 0);
    const auto found = rows_in(folder / "m.csv"), data = rows_in(folder / "data.csv");
    CHECK(std::abs(found.back()[1] - data.back()[1]) < 1e-4);
}

TEST_CASE("wrong uses of user_unit say what to do") {
    CHECK(holds(refusal("user_unit(theta, \"m\")$\n"), "m is a unit of another kind than rad, the unit of 'theta'"));
    CHECK(holds(refusal("user_unit(thetta, \"deg\")$\n"), "did you mean 'theta'?"));
    CHECK(holds(refusal("user_unit(theta, \"degs\")$\n"), "degs"));
    CHECK(holds(refusal("user_unit(theta, \"\")$\n"), "a unit is expected here"));
    CHECK(holds(refusal("parameter(n, 1)$ user_unit(n, \"m\")$\n"), "'n' has no unit of its own"));
    CHECK(holds(refusal(units + "user_unit(theta, \"deg\")$\n"), "'theta' has a unit for files already"));
    CHECK(holds(refusal("user_unit(zr', \"m\")$\n"), "m is a unit of another kind than m/s"));
}

TEST_CASE("lengths of a model in inches convert too") {
    const auto folder = scratch_folder("user_units_inches");
    write(folder / "m.lag", R"(model(drop)$ parameter(g, 386.0886, "in/s^2")$ parameter(m, 10, "lbf*s^2/in")$
gravity([0, -g, 0])$ body(b, ground, hinge = prismatic(y, y), mass = m)$
user_unit(y, "mm")$ initial(y = 1)$
)");
    write(folder / "in.txt", "end 1\nstep 0.5\ny 254 mm\n");
    const CommandRun run = run_lag({"simulate", "m.lag", "--parameters", "in.txt"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const auto rows = rows_in(folder / "m.csv");
    CHECK(std::abs(rows.front()[1] - 254) < 1e-9);
    CHECK(std::abs(rows.back()[1] - (254 - 25.4 * 386.0886 / 2)) < 1e-3);
}

TEST_CASE("labels stand above the names, and labelled tables are read again") {
    for (const Program& run : programs("labels", plain + units)) {
        INFO(run.folder);
        write(run.folder / "road.csv", "# t: s\n# zr: mm\nt,zr\n0,0\n4,8\n");
        const int status =
            run("end 1\nstep 0.01\noutput 0.25\noutput m.csv\ninputs road.csv\nlabels 1\nsave state.txt\n");
        INFO(contents(run.folder / "out.txt"));
        REQUIRE(status == 0);
        CHECK(contents(run.folder / "m.csv")
                  .starts_with("# t: s, time\n# theta: deg\n# theta': deg/s\n# z: mm\n"
                               "# way: mm, at the rim\n# kinetic, potential: energies\nt,"));
        CHECK(holds(contents(run.folder / "in.txt.echo"), "# way: mm, at the rim\n"));
        CHECK(std::abs(rows_in(run.folder / "m.csv").back()[3] - 2 * (1 - std::exp(-1))) < 1e-6);
        CHECK(std::filesystem::exists(run.folder / "state.txt"));
        CHECK(run("end 1\nstep 0.01\noutput m.csv\ninputs road.csv\n") == 0);
        write(run.folder / "road.csv", "# t: s\n# zr: mm\nt,zr\n0,0\n4,8,9\n");
        CHECK(run("end 1\nstep 0.01\noutput m.csv\ninputs road.csv\n") != 0);
        INFO(contents(run.folder / "out.txt"));
        CHECK(holds(contents(run.folder / "out.txt"), "road.csv:5: "));
    }
}
