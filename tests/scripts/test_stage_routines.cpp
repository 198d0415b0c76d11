// external(.., stage = ..): routines that main programs call before the run and after every step.
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

// a sampled regulator pushes a cart to a goal that is asked for once
const std::string model = R"(model(loop, "a cart and a sampled regulator")$
parameter(m, 2, "kg")$
input(push, "N")$ input(goal, "m")$
body(cart, ground, hinge = prismatic(x, x), mass = m)$
hinge_load(x, push)$
initial(x = 1/2)$
output(ahead, goal - x, "m")$
output(force, push, "N")$
external(give, [m, x], [goal], stage = init)$
external(exchange, [t, ahead, x'], [push], stage = "step")$
)";

const std::string in_c = R"(void give(double m, double x, double* goal) { *goal = m + x; }
void exchange(double t, double ahead, double v, double* push) { *push = (t < 0 ? 1e9 : 3*ahead) - 2*v; }
)";
const std::string in_fortran = R"(subroutine give(m, x, goal)
  double precision m, x, goal
  goal = m + x
end
subroutine exchange(t, ahead, v, push)
  double precision t, ahead, v, push
  push = 3*ahead - 2*v
  if (t < 0) push = 1d9
end
)";

struct Way {
    std::string language, file, command;
};
const std::vector<Way> ways{
    {"fortran", "m.f90",
     "gfortran -O0 -std=f2008 -Wall -Wextra -Werror -pedantic -c m.f90 m_main.f90 && gfortran -c own.f90 && gfortran "
     "m.o m_main.o own.o -o run"},
    {"fortran77", "m.f",
     "gfortran -O0 -std=legacy -Wall -Wextra -Werror -c m.f m_main.f && gfortran -c own.f90 && gfortran m.o m_main.o "
     "own.o -o run"},
    {"cpp", "m.hpp",
     "gcc -c own.c && g++ -O1 -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror m_main.cpp own.o -o "
     "run"},
    {"c", "m.h", "gcc -O0 -std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror m_main.c own.c -o run -lm"},
};

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
    const auto folder = scratch_folder("stage_refused");
    write(folder / "m.lag", model + more);
    const CommandRun run = run_lag({"m.lag"}, folder);
    CHECK(run.status == 1);
    return run.errors;
}

}  // namespace

TEST_CASE("main programs call the user's routines once and after every step") {
    for (const Way& way : ways) {
        INFO(way.language);
        const auto folder = scratch_folder("stage_" + way.language);
        write(folder / "m.lag", model + "emit(" + way.language + ", \"" + way.file + "\", driver = true)$\n");
        write(folder / "own.c", in_c), write(folder / "own.f90", in_fortran);
        write(folder / "table.csv", "t,push,goal\n0,100,100\n10,100,100\n");
        write(folder / "in.txt", "end 4\nstep 0.05\noutput m.csv\nm 1.5\ninputs table.csv\n");
        const CommandRun emitted = run_lag({"m.lag", "--quiet"}, folder);
        INFO(emitted.errors);
        REQUIRE(emitted.status == 0);
        const int status = std::system(
            ("cd '" + folder.string() + "' && (" + way.command + " && timeout 60 ./run in.txt) > log.txt 2>&1")
                .c_str());
        INFO(contents(folder / "log.txt"));
        REQUIRE(status == 0);
        const auto rows = rows_in(folder / "m.csv");
        REQUIRE(rows.size() == 81);
        double x = 0.5, v = 0;  // under a push that is constant in each step
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const double push = 3 * (2 - x) - 2 * v, h = 0.05;
            CHECK(std::abs(rows[k][1] - x) < 1e-12);
            CHECK(std::abs(rows[k][2] - v) < 1e-12);
            CHECK(std::abs(rows[k][3] - (2 - x)) < 1e-12);
            CHECK(std::abs(rows[k][4] - push) < 1e-11);
            x += h * v + h * h * push / 3, v += h * push / 1.5;
        }
    }
}

TEST_CASE("simulate says what it does without the user's routines of a stage") {
    const auto folder = scratch_folder("stage_simulate");
    write(folder / "m.lag", model);
    const CommandRun run = run_lag({"simulate", "m.lag", "--end", "1", "--step", "0.5", "--input", "push=1"}, folder);
    CHECK(run.status == 0);
    CHECK(holds(run.errors, "'exchange' is called by main programs only"));
    CHECK(holds(run.errors, "here push is 0 unless --input"));
    CHECK(std::abs(rows_in(folder / "m.csv").back()[1] - 0.75) < 1e-6);
}

TEST_CASE("routines of a stage keep their inputs while others are declared") {
    const auto folder = scratch_folder("stage_inputs");
    write(folder / "m.lag",
          "model(m)$ input(zr, \"m\")$ input(push, \"N\")$ flag(shut, 1)$\n"
          "external(give, [zr, shut], [push], stage = init)$\n"
          "body(road, ground, hinge = prismatic(z, zr))$ input(late, \"N\")$\n"  // zr', zr'' behind zr
          "body(b, road, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, push + late*shut)$\n"
          "event(hit, x - 1, rising, set = [shut = 0])$\n"
          "emit(c, \"m.h\", driver = true)$\n");
    const CommandRun run = run_lag({"m.lag", "--quiet"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(contents(folder / "m.h"), "m_iw_push = 3, "));
    CHECK(holds(contents(folder / "m_main.c"), "    give(w[0], w[5], &w[3]);\n"));
}

TEST_CASE("routines of a stage are told the speeds that the constraints leave") {
    const auto emitted = [](const std::string& told) {
        const auto folder = scratch_folder("stage_eliminated");
        write(folder / "m.lag",
              "model(m)$ input(push, \"N\")$ body(a, ground, hinge = prismatic(x, x1), mass = 1)$\n"
              "body(b, ground, hinge = prismatic(x, x2), mass = 1)$ constraint(x2 = 2*x1)$\n"
              "options(constraints = eliminate, dependent = [x1'])$ hinge_load(x2, push)$\n"
              "external(give, [" +
                  told + "], [push], stage = init)$ emit(c, \"m.h\", driver = true)$\n");
        const CommandRun run = run_lag({"m.lag", "--quiet"}, folder);
        return run.status == 0 ? contents(folder / "m_main.c") : run.errors;
    };
    CHECK(holds(emitted("x2'"), "    give(y[2], &w[0]);\n"));
    CHECK(holds(emitted("x1'"), "'give' is told 'x1'', which the main program has not"));
}

TEST_CASE("wrong stages are refused") {
    CHECK(holds(refusal("external(other, [t], [push], stage = end)$\n"), "no stage is called 'end'"));
    CHECK(holds(refusal("external(other, [t], [new], stage = \"step\")$\n"),
                "a result of 'other' is an input of the model"));
    CHECK(holds(refusal("external(other, [t], [push], stage = \"step\")$\n"), "'push' is told twice at this stage"));
    CHECK(holds(refusal("external(other, [x + 1], [], stage = \"step\")$\n"), "output(seen, ..) above it"));
    CHECK(holds(refusal("external(Exchange, [t], [], stage = \"step\")$\n"), "'Exchange' is called already"));
    CHECK(holds(refusal("external(exchange, [x], [r])$\n"), "is a routine with a stage already"));
    CHECK(holds(refusal("external(fail, [t], [], stage = \"step\")$\nemit(c, \"m.h\", driver = true)$\n"),
                "a routine cannot be called 'fail': the emitted code uses that name"));
}
