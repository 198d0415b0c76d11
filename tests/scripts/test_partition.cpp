// m_partition in every language: the same choice as the oracle makes of the emitted B and M.
#include <Eigen/Core>
#include <cstdlib>
#include <sstream>

#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"
#include "tests/support/oracle_partition.hpp"

namespace lag {

namespace {

// A linkage without a crank: each bar comes to rest and turns back. One bar is without mass, one row may be off.
const std::string rockers =
    "model(rockers)$ flag(held, 0)$\n"
    "body(left, ground, hinge = revolute(z, q1), mass = 1, cm = [1, 0, 0], inertia = [0, 0, 1/3])$\n"
    "body(coupler, left, hinge = revolute(z, q2), at = [2, 0, 0], mass = 2, cm = [1, 0, 0], inertia = [0, 0, 2/3])$\n"
    "body(right, ground, hinge = revolute(z, q3), at = [5/2, 0, 0], mass = 1, cm = [1, 0, 0], inertia = [0, 0, 1/3])$\n"
    "body(tail, right, hinge = revolute(z, q4), at = [2, 0, 0], mass = 1/2, cm = [1/2, 0, 0])$\n"
    "point(P, coupler, [2, 0, 0])$ point(Q, right, [2, 0, 0])$ close_loop(P, Q)$\n"
    "constraint(q4 = 0, name = lock, active = held)$ initial(q1 = 1)$\n";

const std::string states_of_q[] = {"0.9, 0.3, 1.4, 0.2", "2, -1.1, 0.7, 1", "1, 0, 2.5, 3", "-1.5, 2.2, 0.4, -2",
                                   "0, 0, 0, 0"};

std::string replaced(std::string text, const std::string& old, const std::string& with) {
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + with.size()))
        text.replace(at, old.size(), with);
    return text;
}

// What each language prints: M, B, the chosen numbers, growth, info of every state.
std::string in_c(const std::string& q, const std::string& flag) {
    return "  { double q[] = {" + q + "}, w[] = {" + flag +
           "};\n    rockers_mass_matrix(0, q, w, c, mm); rockers_constraint_matrix(0, q, w, c, b);\n"
           "    rockers_partition(0, q, w, c, chosen, GROWTH, INFO);\n"
           "    for (int k = 0; k < 16; ++k) printf(\"%.17g \", mm[k]);\n"
           "    for (int k = 0; k < 12; ++k) printf(\"%.17g \", b[k]);\n"
           "    for (int k = 0; k < 4; ++k) printf(\"%d \", chosen[k]);\n    printf(\"%.17g %d\\n\", growth, info); "
           "}\n";
}
std::string in_fortran(const std::string& q, const std::string& flag) {
    return "      q = [" + replaced(q, ", ", "d0, ") + "d0]\n      w(1) = " + flag +
           "\n      call rockers_mass_matrix(0d0, q, w, c, mm)\n      call rockers_constraint_matrix(0d0, q, w, c, b)\n"
           "      call rockers_partition(0d0, q, w, c, chosen, growth, info)\n"
           "      print *, mm, b, chosen, growth, info\n";
}

std::string program_in(const std::string& language) {
    std::string body;
    const bool fortran = language.starts_with("fortran");
    for (const std::string& q : states_of_q)
        for (const std::string flag : {"0", "1"}) body += fortran ? in_fortran(q, flag) : in_c(q, flag);
    if (fortran)
        return std::string("      program main\n") + (language == "fortran" ? "      use rockers_model\n" : "") +
               "      implicit none\n      double precision q(4), w(1), mm(4,4), b(3,4), growth, p(1), c(1000)\n"
               "      integer chosen(4), info\n      p(1) = 0\n      call rockers_setup(p, c)\n" +
               body + "      end program\n";
    const std::string declarations =
        "  double p[1] = {0}, c[1000] = {0}, mm[16], b[12], growth;\n  int chosen[4], info;\n  (void)p;\n";
    if (language == "c")
        return "#include <stdio.h>\n#include \"m.h\"\nint main(void) {\n" + declarations + "  rockers_setup(p, c);\n" +
               replaced(replaced(body, "GROWTH", "&growth"), "INFO", "&info") + "  return 0;\n}\n";
    body = replaced(replaced(body, "GROWTH", "growth"), "INFO", "info");
    return "#include <cstdio>\n#include \"m.hpp\"\nusing namespace rockers;\nusing std::printf;\nint main() {\n" +
           declarations + "  rockers_setup<double>(p, c);\n" +
           replaced(replaced(body, "_matrix(0,", "_matrix<double>(0,"), "_partition(0,", "_partition<double>(0,") +
           "}\n";
}

struct Way {
    std::string language, file, main, compile;
};
const std::vector<Way> ways{
    {"fortran", "m.f90", "main.f90", "gfortran -O1 -std=f2008 -Wall -Wextra -ffree-form m.f90 main.f90 -o run"},
    {"fortran77", "m.f", "main.f",
     "gfortran -O1 -std=legacy -Wall -c m.f && gfortran -O1 -ffree-form main.f m.o -o run"},
    {"cpp", "m.hpp", "main.cpp", "g++ -O1 -std=c++17 -Wall -Wextra -Werror main.cpp -o run"},
    {"c", "m.h", "main.c", "gcc -O1 -std=c99 -Wall -Wextra -Wno-unused-function -Werror main.c -o run -lm"},
};

}  // namespace

TEST_CASE("m_partition chooses the same speeds in every language", "[partition]") {
    const std::filesystem::path folder = scratch_folder("partition_languages");
    std::string emits;
    for (const Way& way : ways) emits += "emit(" + way.language + ", \"" + way.file + "\", partition = true)$\n";
    write(folder / "m.lag", rockers + emits);
    const CommandRun emitted = run_lag({"m.lag", "--quiet"}, folder);
    INFO(emitted.errors);
    REQUIRE(emitted.status == 0);
    for (const Way& way : ways) {
        INFO(way.language);
        write(folder / way.main, program_in(way.language));
        const std::string command = "cd '" + folder.string() + "' && (" + way.compile + " && ./run > out) > log 2>&1";
        const int status = std::system(command.c_str());
        INFO(contents(folder / "log"));
        REQUIRE(status == 0);
        CHECK(!holds(contents(folder / "log"), "arning"));
        std::istringstream out(contents(folder / "out"));
        for (const std::string& q : states_of_q)
            for (const int flag : {0, 1}) {
                CAPTURE(q, flag);
                Eigen::MatrixXd mm(4, 4), b(3, 4);
                for (double& value : mm.reshaped()) out >> value;
                for (double& value : b.reshaped()) out >> value;
                std::vector<std::size_t> chosen;
                for (int k = 0, number = 0; k < 4; ++k)
                    if (out >> number; number > 0) chosen.push_back(static_cast<std::size_t>(number - 1));
                double growth = 0;
                std::size_t info = 0;
                out >> growth >> info;
                REQUIRE(out);
                const SpeedPartition expected = partition_speeds(b.topRows(2 + flag), mm.diagonal());
                CHECK(chosen == expected.independent);
                CHECK(growth == Approx(expected.growth).epsilon(1e-9));
                CHECK(info == (expected.failing ? 5 + *expected.failing : 0));
                // all bars in line: both rows of the loop are one; the lock does not count while it is off
                CHECK((info == 0) == (q != "0, 0, 0, 0"));
                CHECK(chosen.size() == 4 - (info == 0 ? 2u : 1u) - static_cast<unsigned>(flag));
            }
    }
}

TEST_CASE("m_partition in Python", "[partition]") {
    const std::filesystem::path folder = scratch_folder("partition_python");
    write(folder / "m.lag", rockers + "emit(python, \"m\", routines = [partition])$");
    REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
    write(folder / "main.py", "import m\nprint(m.partition(0, [0.9, 0.3, 1.4, 0.2], [0]))\n");
    const std::string command = "cd '" + folder.string() + "' && XDG_CACHE_HOME=. /usr/bin/python3 main.py > out 2>&1";
    const int status = std::system(command.c_str());
    INFO(contents(folder / "out"));
    REQUIRE(status == 0);
}

TEST_CASE("m_partition is there where it is asked for and there is something to choose", "[partition]") {
    const std::filesystem::path folder = scratch_folder("partition_asked");
    const auto errors = [&](const std::string& script) {
        write(folder / "a.lag", script);
        return run_lag({"a.lag", "--quiet"}, folder).errors;
    };
    CHECK(errors(rockers + "emit(c, \"a.h\")$") == "");
    CHECK(!holds(contents(folder / "a.h"), "rockers_partition"));
    CHECK(errors(rockers + "emit(c, \"a.h\", routines = [derivatives], partition = true)$") == "");
    CHECK(holds(contents(folder / "a.h"), "rockers_partition(double t"));
    const std::string free = "model(a)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n";
    CHECK(holds(errors(free + "emit(c, \"a.h\", partition = true)$"), "no routine partition: it has no constraints"));
    CHECK(holds(errors(free + "emit(c, \"a.h\", routines = [partition])$"), "no routine partition"));
    const std::string loop = replaced(replaced(rockers, ", active = held", ""), "flag(held, 0)$", "");
    CHECK(holds(errors(loop + "options(constraints = eliminate)$ emit(c, \"a.h\", partition = true)$"),
                "its speeds are independent"));
}

}  // namespace lag
