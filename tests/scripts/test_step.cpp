// m_step in every language: fourth order against a closed form, constraints and unit length kept, all languages alike.
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

// x'' = pull - x, and a state of rate -lagging; beside them a four-bar that falls, and a body that tumbles.
const std::string together =
    "model(m)$ input(pull)$ gravity([0, -9.81, 0])$\n"
    "body(cart, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, pull - x)$\n"
    "state(lagging, rate = -lagging)$\n"
    "body(a, ground, hinge = revolute(z, q1), mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n"
    "body(b, a, hinge = revolute(z, q2), at = [1, 0, 0], mass = 2, cm = [1, 0, 0], inertia = [0, 0, 2/3])$\n"
    "body(d, ground, hinge = revolute(z, q3), at = [2, 0, 0], mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n"
    "body(top, ground, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [p, q, r]), mass = 1, "
    "cm = [0, 0, 1/5], inertia = [1, 2, 3])$\n"
    "point(P, b, [2, 0, 0])$ point(Q, d, [1.3, 0, 0])$ close_loop(P, Q)$\n"
    "initial(x = 1, lagging = 2, q1 = 1.2, q2 = -1.2, q3 = 1.2, p = 1, q = 5, r = 1)$\n";

struct Way {
    std::string language, file, main, program, compile;
};

// y after 2 s in so many steps, info, then phi and phidot.
std::string in_c(const std::string& include, const std::string& scalar, const std::string& out) {
    return "#include <stdio.h>\n#include \"" + include + "\"\n" +
           "int main(void) {\n  const int steps[] = {20, 40};\n  for (int n = 0; n < 2; ++n) {\n"
           "    double p[1] = {0}, c[1000] = {0}, y[30] = {0}, next[30], w[1] = {0.5}, phi[2], phidot[2];\n"
           "    int info = 0, k;\n    const double h = 2.0 / steps[n];\n" +
           "    P_initial" + scalar + "(p, y, y + 8, y + 15);\n    P_setup" + scalar + "(p, c);\n" +
           "    for (k = 0; k < steps[n]; ++k) {\n      P_step" + scalar + "(k * h, y, w, c, h, next, " + out +
           ");\n      for (int i = 0; i < 16; ++i) y[i] = next[i];\n    }\n" + "    P_constraints" + scalar +
           "(2, y, y + 8, y + 15, w, c, phi, phidot);\n" +
           "    for (k = 0; k < 16; ++k) printf(\"%.17g \", y[k]);\n"
           "    printf(\"%d %.17g %.17g %.17g %.17g\\n\", info, phi[0], phi[1], phidot[0], phidot[1]);\n  }\n"
           "  return 0;\n}\n";
}

std::string replaced(std::string text, const std::string& old, const std::string& with) {
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + with.size()))
        text.replace(at, old.size(), with);
    return text;
}

std::string in_fortran(const std::string& use) {
    return "      program main\n" + use +
           "      implicit none\n      double precision p(1), c(1000), y(30), next(30), w(1), phi(2), phidot(2), h\n"
           "      integer info, k, n\n      do n = 20, 40, 20\n        h = 2d0/n\n        p(1) = 0\n"
           "        w(1) = 0.5d0\n        call m_initial(p, y(1:8), y(9:15), y(16:16))\n        call m_setup(p, c)\n"
           "        do k = 0, n - 1\n          call m_step(k*h, y, w, c, h, next, info)\n"
           "          y(1:16) = next(1:16)\n        end do\n"
           "        call m_constraints(2d0, y(1:8), y(9:15), y(16:16), w, c, phi, phidot)\n"
           "        print '(16es26.17, i4, 4es26.17)', y(1:16), info, phi, phidot\n      end do\n      end program\n";
}

std::vector<Way> ways() {
    return {
        {"fortran", "m.f90", "main.f90", in_fortran("      use m_model\n"),
         "gfortran -O1 -std=f2008 -Wall -Wextra -ffree-form m.f90 main.f90 -o run"},
        {"fortran77", "m.f", "main.f", in_fortran(""),
         "gfortran -O1 -std=legacy -Wall -c m.f && gfortran -O1 -ffree-form main.f m.o -o run"},
        {"cpp", "m.hpp", "main.cpp", replaced(in_c("m.hpp", "<double>", "info"), "P_", "m::"),
         "g++ -O1 -std=c++17 -Wall -Wextra -Werror main.cpp -o run"},
        {"c", "m.h", "main.c", replaced(in_c("m.h", "", "&info"), "P_", "m_"),
         "gcc -O1 -std=c99 -Wall -Wextra -Wno-unused-function -Werror main.c -o run -lm"},
        {"python", "m.py", "main.py",
         "import m\nimport numpy\np = m.defaults()\nc = m.setup(p)\nfor n in (20, 40):\n    h = 2.0/n\n"
         "    y = numpy.concatenate(m.initial(p))\n"
         "    for k in range(n):\n        y = m.step(k*h, y, [0.5], c, h)\n"
         "    phi, phidot = m.constraints(2, y[:8], y[8:15], y[15:], [0.5], c)\n"
         "    print(*[repr(float(v)) for v in y], 0, *[repr(float(v)) for v in [*phi, *phidot]])\n",
         "true"},
    };
}

}  // namespace

TEST_CASE("m_step advances by the fourth order in every language and stays on the constraints", "[step]") {
    const std::filesystem::path folder = scratch_folder("step_languages");
    std::string emits;
    for (const Way& way : ways()) emits += "emit(" + way.language + ", \"" + way.file + "\", stepper = rk4)$\n";
    write(folder / "m.lag", together + emits);
    const CommandRun emitted = run_lag({"m.lag", "--quiet"}, folder);
    INFO(emitted.errors);
    REQUIRE(emitted.status == 0);
    std::vector<std::vector<double>> first;
    for (const Way& way : ways()) {
        INFO(way.language);
        write(folder / way.main, way.program);
        const std::string run = way.language == "python" ? "XDG_CACHE_HOME=. /usr/bin/python3 main.py" : "./run";
        const std::string command =
            "cd '" + folder.string() + "' && (" + way.compile + " && " + run + " > out) > log 2>&1";
        const int status = std::system(command.c_str());
        INFO(contents(folder / "log"));
        REQUIRE(status == 0);
        CHECK(!holds(contents(folder / "log"), "arning"));
        std::istringstream out(contents(folder / "out"));
        std::vector<std::vector<double>> runs(2, std::vector<double>(21));
        for (std::vector<double>& run_of : runs)
            for (double& value : run_of) out >> value;
        REQUIRE(out);
        double errors[2] = {0, 0};
        for (int n = 0; n < 2; ++n) {
            const std::vector<double>& y = runs[static_cast<std::size_t>(n)];
            CHECK(y[16] == 0);  // info
            errors[n] = std::abs(y[0] - (0.5 + 0.5 * std::cos(2.0)));
            CHECK(std::hypot(std::hypot(y[4], y[5]), std::hypot(y[6], y[7])) == Approx(1).epsilon(1e-15));
            for (std::size_t k = 17; k < 19; ++k) CHECK(std::abs(y[k]) < 1e-9);
            for (std::size_t k = 19; k < 21; ++k) CHECK(std::abs(y[k]) < 1e-12);
        }
        CHECK(errors[0] / errors[1] == Approx(16).epsilon(0.1));
        CHECK(runs[1][15] == Approx(2 * std::exp(-2.0)).epsilon(1e-6));
        if (first.empty()) first = runs;
        for (std::size_t n = 0; n < 2; ++n)
            for (std::size_t k = 0; k < 16; ++k) CHECK(runs[n][k] == Approx(first[n][k]).epsilon(1e-11).margin(1e-12));
    }
}

TEST_CASE("m_step stands where it is asked for", "[step]") {
    const std::filesystem::path folder = scratch_folder("step_asked");
    const auto errors = [&](const std::string& script) {
        write(folder / "a.lag", script);
        return run_lag({"a.lag", "--quiet"}, folder).errors;
    };
    CHECK(errors(together + "emit(c, \"a.h\")$") == "");
    CHECK(!holds(contents(folder / "a.h"), "m_step("));
    CHECK(errors(together + "emit(c, \"a.h\", routines = [outputs], stepper = rk4)$") == "");
    CHECK(holds(contents(folder / "a.h"), "m_step(double t"));
    CHECK(holds(contents(folder / "a.h"), "m_step calls m_derivatives four times"));
    CHECK(errors(together + "emit(c, \"a.h\", routines = [m_step])$") == "");
    CHECK(holds(contents(folder / "a.h"), "m_step(double t"));
    CHECK(holds(errors(together + "emit(c, \"a.h\", stepper = euler)$"), "rk4"));
}

}  // namespace lag
