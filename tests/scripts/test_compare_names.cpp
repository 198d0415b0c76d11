// lag compare: a routine that the source does not have, and a side that is missing.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/scripts/test_compare_rod.hpp"

namespace lag {

namespace {

const std::string fortran_rod =
    "subroutine rod(t, y, tau, p, f)\n"
    "  double precision t, y(2), tau, p(3), f(2)\n"
    "  f(1) = y(2)\n"
    "  f(2) = 3*tau/(p(1)*p(2)**2) - 3*p(3)*sin(y(1))/(2*p(2))\n"
    "end subroutine\n"
    "subroutine sway(t)\n  double precision t\n  t = 1\nend subroutine\n";

const std::string c_rod =
    "#include <math.h>\n"
    "void rod(double t, double* y, double tau, double* p, double* f) {\n"
    "  (void)t; f[0] = y[1];\n"
    "  f[1] = 3*tau/(p[0]*p[1]*p[1]) - 3*p[2]*sin(y[0])/(2*p[1]);\n}\n"
    "void sway(double t);\n";

std::string map_of(const std::string& routine) {
    return "call " + routine + rod_map.substr(rod_map.find('('));
}

}  // namespace

TEST_CASE("compare: a misspelt routine is named, with those there are", "[compare]") {
    const CommandRun fine = compare_rod("name_fine", "rod.f90", fortran_rod, map_of("ROD"));
    INFO(fine.errors);
    CHECK(fine.status == 0);

    const CommandRun fortran = compare_rod("name_f90", "rod.f90", fortran_rod, map_of("RODD"));
    CHECK(fortran.status == 1);
    CHECK(fortran.errors ==
          "lag: error: 'rod.f90' has no routine 'RODD', which the mapping calls\n"
          "hint: did you mean 'rod'? it has 'rod', 'sway'\n");

    const CommandRun module = compare_rod("name_module", "rod.f90",
                                          "module rods\ncontains\n" + fortran_rod + "end module\n", map_of("swing"));
    CHECK(module.status == 1);
    CHECK(holds(module.errors, "lag: error: 'rod.f90' has no routine 'swing', which the mapping calls\n"));
    CHECK(holds(module.errors, "it has 'rod', 'sway'\n"));
}

TEST_CASE("compare: a misspelt routine in C and C++ is named too", "[compare]") {
    for (const std::string file : {"rod.c", "rod.cpp"}) {
        const CommandRun run = compare_rod("name_" + file, file, c_rod, map_of("rodd"));
        INFO(run.errors);
        CHECK(run.status == 1);
        CHECK(holds(run.errors, "rodd"));
        CHECK(holds(run.errors, "did you mean"));
        CHECK(!holds(run.errors, "undefined symbol"));
    }
}

TEST_CASE("compare: what a routine calls and nobody defines is named", "[compare]") {
    const CommandRun run = compare_rod(
        "name_open", "rod.f90",
        "subroutine rod(t, y, tau, p, f)\n  double precision t, y(2), tau, p(3), f(2)\n  call tires(y, f)\nend\n",
        rod_map);
    CHECK(run.status == 1);
    CHECK(run.errors ==
          "lag: error: 'rod.f90' uses 'tires', which is defined nowhere\n"
          "hint: name the file that defines it in the mapping: source FILE\n");
}

TEST_CASE("compare: an argument T is not the time where the script has an input T", "[compare]") {
    const auto folder = scratch_folder("compare_name_input");
    write(folder / "block.lag",
          "model(block)$ input(T)$ body(b, ground, hinge = prismatic(x, x), mass = 2)$ hinge_load(x, T)$\n");
    write(folder / "block.c", "void rhs(double* y, double T, double* ydot) { ydot[0] = y[1], ydot[1] = T/2; }\n");
    const auto compared = [&](const std::string& lines) {
        return run_lag({"compare", "block.lag", "block.c", "--right", lines}, folder);
    };
    const CommandRun unsaid = compared("call rhs(y, T, ydot)");
    CHECK(unsaid.status == 1);
    CHECK(holds(unsaid.errors, "no line says what the argument 'T' of 'block.c' holds"));
    const CommandRun said = compared("call rhs(y, T, ydot); T in T");
    INFO(said.errors);
    CHECK(said.status == 0);
}

TEST_CASE("compare: a missing side is asked for", "[compare]") {
    const std::filesystem::path folder = scratch_folder("compare_missing_side");
    write(folder / "rod.lag", rod);
    const CommandRun one = run_lag({"compare", "rod.lag"}, folder);
    CHECK(one.status == 2);
    CHECK(one.errors ==
          "lag: error: there is nothing to compare 'rod.lag' with: a second file is needed, a script or a source\n"
          "hint: such as lag compare rod.lag mine.f90; lag compare --help lists the options\n");
    const CommandRun none = run_lag({"compare"}, folder);
    CHECK(none.status == 2);
    CHECK(none.errors ==
          "lag: error: there is nothing to compare: two files are needed, each a script or a source\n"
          "hint: such as lag compare model.lag mine.f90; lag compare --help lists the options\n");
}

TEST_CASE("--define is read alike by every command", "[command]") {
    const std::filesystem::path folder = scratch_folder("define_alike");
    write(folder / "rod.lag", rod);
    const std::vector<std::vector<std::string>> commands{{"rod.lag", "--quiet"},
                                                         {"doc", "rod.lag"},
                                                         {"simulate", "rod.lag", "--end", "0.1", "--no-compiler"},
                                                         {"compare", "rod.lag", "rod.lag", "--points", "5"}};
    struct Case {
        std::string argument, message;
    };
    const std::vector<Case> cases{
        {"m", "--define takes name=value, such as --define n=20, not 'm'"},
        {"=3", "--define takes name=value, such as --define n=20, not '=3'"},
        {"m=", "--define takes name=value, such as --define n=20, not 'm='"},
        {"2m=3", "--define takes name=value, such as --define n=20, not '2m=3'"},
        {"m=3$ 4", "--define m needs one value, not '3$ 4'"},
        {"m=3, l = max(1, 2)",
         "--define takes one name=value, not 'm=3, l = max(1, 2)'\n"
         "hint: write --define again before each: --define \"m=3\" --define \"l = max(1, 2)\""},
        {"m=3 l=2",
         "--define takes one name=value, not 'm=3 l=2'\n"
         "hint: write --define again before each: --define \"m=3\" --define \"l=2\""},
    };
    for (std::vector<std::string> command : commands) {
        CAPTURE(command.front());
        std::vector<std::string> given = command;
        given.insert(given.end(), {"--define", " m = 3 "});
        const CommandRun fine = run_lag(given, folder);
        INFO(fine.errors);
        CHECK(fine.status == 0);
        for (const Case& one : cases) {
            given = command;
            given.insert(given.end(), {"--define", one.argument});
            const CommandRun run = run_lag(given, folder);
            CHECK(run.status == 2);
            CHECK(run.errors == "lag: error: " + one.message + "\n");
        }
    }
}

}  // namespace lag
