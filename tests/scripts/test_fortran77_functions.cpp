// mod, floor and selections in Fortran 77: no warning of the compiler, also beside "and" and "or", and the values of
// x - y*floor(x/y).
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

TEST_CASE("mod and floor compile without a warning in Fortran 77", "[emit]") {
    const std::filesystem::path folder = scratch_folder("fortran77_functions");
    write(folder / "m.lag",
          "model(m)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$\n"
          "hinge_load(x, mod(x, x') + 100*floor(x) + (if x < 1 then 0 else 10000)\n"
          "  + (if sin(x) < 2 and (mod(x, 4) < 2 or floor(3*x)^2 > 400 or (if x' < 0 then x else 1) < -7) then 1e6 "
          "else 0))$\n"
          "emit(fortran77, \"m.f\")$\n");
    REQUIRE(run_lag({"m.lag", "--quiet"}, folder).status == 0);
    const std::vector<std::pair<double, double>> places{{7.5, 2}, {-7.5, 2}, {7.5, -2},   {-7.5, -2},
                                                        {6, 3},   {-6, 3},   {0.25, 0.5}, {-0.25, 0.5}};
    std::string text =
        "      PROGRAM main\n      DOUBLE PRECISION y(2), w(1), c(1), p(1), ydot(2)\n"
        "      INTEGER info\n      p(1) = 0\n      w(1) = 0\n      CALL m_setup(p, c)\n";
    for (const auto& [x, y] : places) {
        std::ostringstream values;
        values << std::showpoint << "      y(1) = " << x << "D0\n      y(2) = " << y << "D0\n";
        text += values.str() + "      CALL m_derivatives(0.0D0, y, w, c, ydot, info)\n      PRINT *, ydot(2)\n";
    }
    write(folder / "main.f", text + "      END\n");
    const std::string command = "cd '" + folder.string() +
                                "' && (gfortran -O1 -std=legacy -Wall -Wextra -Werror m.f main.f -o run && ./run > "
                                "out) > log 2>&1";
    const int status = std::system(command.c_str());
    INFO(contents(folder / "log"));
    REQUIRE(status == 0);
    std::istringstream out(contents(folder / "out"));
    for (const auto& [x, y] : places) {
        CAPTURE(x, y);
        double value = 0;
        REQUIRE(out >> value);
        const bool holds =
            x - 4 * std::floor(x / 4) < 2 || std::pow(std::floor(3 * x), 2) > 400 || (y < 0 ? x : 1) < -7;
        CHECK(value == Approx(x - y * std::floor(x / y) + 100 * std::floor(x) + (x < 1 ? 0 : 10000) + (holds ? 1e6 : 0))
                           .epsilon(1e-13));
    }
}

}  // namespace lag
