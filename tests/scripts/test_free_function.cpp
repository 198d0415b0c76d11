// emit(.., function = f, ..): free expressions in four languages and Python, compiled, against their values in C++.
#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

// A number, a list, a matrix that is not square; names that mean something in a language; a selection and a root.
const std::string body =
    "arguments = [k, sin, v = [x, y, z]], results = [s = k*x + sin, g = [x^2 + sin(y), k*sqrt(x^2 + sin(y)), "
    "max(x, k)], jacobian([x*y*sin(y)*k, exp(z)*sin], [x, y, z])])$\n";

std::vector<double> expected_values() {
    const double k = 1.5, s = -0.25, x = 0.7, y = 0.3, z = -0.4;
    return {k * x + s,
            x * x + std::sin(y),
            k * std::sqrt(x * x + std::sin(y)),
            k,
            y * std::sin(y) * k,  // column after column
            0,
            x * k * (std::sin(y) + y * std::cos(y)),
            0,
            0,
            s * std::exp(z)};
}

void require_values(const fs::path& folder, const std::string& command) {
    const int status = std::system(("cd '" + folder.string() + "' && (" + command + ") > log 2>&1").c_str());
    INFO(contents(folder / "log"));
    REQUIRE(status == 0);
    std::istringstream log(contents(folder / "log"));
    for (const double expected : expected_values()) {
        double found = 0;
        REQUIRE(log >> found);
        CHECK(std::abs(found - expected) < 1e-14);
    }
}

void emit_all(const fs::path& folder, const std::string& more = "") {
    std::string script;
    const std::vector<std::array<std::string, 2>> files{
        {"fortran", "f.f90"}, {"fortran77", "f.f"}, {"c", "f.h"}, {"cpp", "f.hpp"}, {"python", "pf"}};
    for (const auto& [language, file] : files)
        script += "emit(" + language + ", \"" + file + "\", function = f, " + more + body;
    write(folder / "f.lag", script);
    const CommandRun run = run_lag({"f.lag"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
}

void require_all(const fs::path& folder) {
    write(folder / "main.f90",
          "program run\n  use f_module\n  implicit none\n  real(kind(1d0)) :: s, g(3), j(2,3)\n"
          "  call f(1.5d0, -0.25d0, [0.7d0, 0.3d0, -0.4d0], s, g, j)\n  print *, s, g, j\nend program run\n");
    require_values(folder, "gfortran -std=f2008 -Wall -Wextra -Werror -pedantic f.f90 main.f90 -o run && ./run");
    write(folder / "main.f",
          "      PROGRAM run\n      DOUBLE PRECISION v(3), s, g(3), j(2,3)\n      v(1) = 0.7D0\n      v(2) = 0.3D0\n"
          "      v(3) = -0.4D0\n      CALL f(1.5D0, -0.25D0, v, s, g, j)\n      PRINT *, s, g, j\n      END\n");
    require_values(folder, "gfortran -std=legacy -Wall -Wextra -Werror f.f main.f -o run && ./run");
    const std::string call = "const double v[3] = {0.7, 0.3, -0.4}; double s, g[3], j[6]; int i;\n";
    const std::string show =
        "printf(\"%.17g\\n\", s); for (i = 0; i < 3; ++i) printf(\"%.17g\\n\", g[i]);\n"
        "for (i = 0; i < 6; ++i) printf(\"%.17g\\n\", j[i]);\nreturn 0; }\n";
    write(folder / "main.c",
          "#include <stdio.h>\n#include \"f.h\"\nint main(void) { " + call + "f(1.5, -0.25, v, &s, g, j);\n" + show);
    require_values(folder,
                   "gcc -std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror main.c -o run -lm && ./run");
    write(folder / "main.cpp",
          "#include <cstdio>\n#include \"f.hpp\"\nint main() { " + call + "f::f(1.5, -0.25, v, s, g, j);\n" + show);
    require_values(folder,
                   "g++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror main.cpp -o run && ./run");
    write(folder / "main.py",
          "import pf\ns, g, j = pf.f(1.5, -0.25, [0.7, 0.3, -0.4])\n"
          "print(repr(s))\nfor x in list(g) + list(j.T.ravel()): print(repr(float(x)))\n");
    require_values(folder, "PATH=/usr/bin:$PATH python3 main.py");
}

}  // namespace

TEST_CASE("free expressions are a routine in every language", "[function]") {
    const fs::path folder = scratch_folder("free_function");
    emit_all(folder);
    require_all(folder);
    CHECK(holds(contents(folder / "f.f90"), "operations: "));
    // what appears twice is computed once
    const std::string text = contents(folder / "f.h").substr(contents(folder / "f.h").find("static inline void f("));
    CHECK(text.find("sin(v[1])") == text.rfind("sin(v[1])"));
}

TEST_CASE("free expressions with sines of the file's own", "[function]") {
    const fs::path folder = scratch_folder("free_function_sines");
    emit_all(folder, "sines = vector, ");
    require_all(folder);
}

TEST_CASE("free expressions beside a model keep its names", "[function]") {
    const fs::path folder = scratch_folder("free_function_model");
    write(
        folder / "f.lag",
        "model(m)$ parameters(l = 2)$ body(b, ground, hinge = revolute(z, q), mass = 1, cm = [l, 0, 0], inertia = [0, "
        "0, 1])$\n"
        "emit(c, \"m.h\", routines = [derivatives])$\n"
        "emit(c, \"tip.h\", function = tip, arguments = [q, q', l], results = [position(cm(b)), velocity(cm(b))])$\n");
    const CommandRun run = run_lag({"f.lag", "--quiet"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(contents(folder / "tip.h"), "static inline void tip(double q, double q_dot, double l, double* r1, "));
}

TEST_CASE("what a function refuses", "[function]") {
    const auto error_of = [](const std::string& rest) { return first_error("emit(c, \"f.h\", " + rest + ")$"); };
    CHECK(holds(error_of("function = f, arguments = [x], results = [x + y]"),
                "'y' stands in a result of f and is none of its arguments"));
    CHECK(holds(error_of("function = f, arguments = [x, x], results = [x]"), "'x' stands twice in 'arguments'"));
    CHECK(holds(error_of("function = f, arguments = [2*x], results = [x]"), "an argument is a name, found 2*x"));
    CHECK(holds(error_of("function = f, arguments = [x], results = []"), "a function without results"));
    CHECK(holds(error_of("function = f, arguments = [x]"), "needs 'results'"));
    CHECK(holds(error_of("function = f, arguments = [x], results = [\"x\"]"), "expected an expression"));
    CHECK(holds(error_of("function = \"f g\", arguments = [x], results = [x]"), "cannot be the name of a function"));
    CHECK(holds(error_of("function = f, arguments = [x], results = [X = x, x = 2]"), "are called 'X'"));
    CHECK(holds(error_of("function = f, arguments = [x], results = [x], driver = true"), "'driver' belongs to"));
    CHECK(holds(error_of("arguments = [x], results = [x]"), "'arguments' belongs to a function"));
    const fs::path folder = scratch_folder("free_function_refused");
    write(folder / "f.lag", "emit(c, \"f.h\", function = double, arguments = [x], results = [x])$");
    const CommandRun run = run_lag({"f.lag"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "has the name of a keyword of C or C++"));
}

}  // namespace lag
