// The residual of the equations of motion: zero where the model's own derivatives say so, and its sparse derivatives against
// differences, for a loop with a state, in both forms; the same numbers in every language.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "scripts/command/simulate/model.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/syntax/syntax.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

const std::string four_bar =
    "model(fb)$ parameters(a = 0.1, b = 0.3, c = 0.25, d = 0.35, ma = 0.5, mb = 1.2, mc = 1, g = 9.81, k = 2)$\n"
    "gravity([0, -g, 0])$ input(T)$ state(z, rate = T - 3*z + q1')$\n"
    "body(crank, ground, hinge = revolute(z, q1), mass = ma, cm = [a/2, 0, 0], inertia = [0, 0, ma*a^2/12])$\n"
    "body(coupler, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = mb, cm = [b/2, 0, 0], inertia = [0, 0, "
    "mb*b^2/12])$\n"
    "body(rocker, ground, hinge = revolute(z, q3), at = [d, 0, 0], mass = mc, cm = [c/2, 0, 0], inertia = [0, 0, "
    "mc*c^2/12])$\n"
    "hinge_load(q1, z - k*q1)$ point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q, name = "
    "J)$\n";

using Values = std::vector<double>;

// With a table, a motion that follows a coordinate, and a flag.
const std::string linkage =
    "model(lk)$ parameters(a = 0.1, b = 0.3, c = 0.25, d = 0.35, m = 1.2, g = 9.81, k = 2)$ gravity([0, -g, 0])$\n"
    "input(T)$ flag(on, 1)$ state(z, rate = T - 3*z + q1')$\n"
    "body(crank, ground, hinge = revolute(z, q1), mass = m, cm = [a/2, 0, 0], inertia = [0, 0, m*a^2/12])$\n"
    "body(coupler, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = m, cm = [b/2, 0, 0], inertia = [0, 0, "
    "m*b^2/12])$\n"
    "body(rocker, ground, hinge = revolute(z, q3), at = [d, 0, 0], mass = m, cm = [c/2, 0, 0], inertia = [0, 0, "
    "m*c^2/12])$\n"
    "body(gear, rocker, hinge = revolute(z, 2*q1), mass = m, cm = [0, a, 0], inertia = [0, 0, m*a^2])$\n"
    "hinge_load(q1, z - k*q1)$ hinge_load(q3, T*table(q3, [0, 1, 2, 3], [1, 3, -2, 0], interpolation = smooth))$\n"
    "point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q, name = J, active = on)$\n";
const std::string at_y = "1, 0.4, 2, 0.3, -0.8, 1.1, 0.7", at_ydot = "0.2, -0.7, 0.9, 3, 5, -4, 0.1";
constexpr std::size_t rows = 9, columns = 17;

// What each language prints: the residual, then every entry of its derivatives with row and column from 1.
struct Way {
    std::string language, file, main, compile, program;
};
const std::vector<Way> ways{
    {"c", "m.h", "main.c", "gcc -O1 -std=c99 -Wall -Wextra -Wno-unused-function -Werror main.c -o run -lm",
     "#include <stdio.h>\n#include \"m.h\"\nint main(void) {\n"
     "  const double y[] = {@y}, ydot[] = {@ydot}, lambda[] = {5, -7}, w[] = {0.9, 1};\n"
     "  double p[lk_np], c[lk_nc], r[9], jac[lk_nzd];\n  lk_defaults(p);\n"
     "  for (int k = 0; k < lk_np; ++k) p[k] *= 1.1 + 0.01 * k;\n  lk_setup(p, c);\n"
     "  lk_residual(0.2, y, ydot, lambda, w, c, r);\n  lk_residual_jacobian(0.2, y, ydot, lambda, w, c, jac);\n"
     "  for (int k = 0; k < 9; ++k) printf(\"%.17g\\n\", r[k]);\n"
     "  for (int k = 0; k < lk_nzd; ++k)\n    printf(\"%d %d %.17g\\n\", lk_residual_jacobian_rows[k] + 1, "
     "lk_residual_jacobian_columns[k] + 1, jac[k]);\n  return 0;\n}\n"},
    {"cpp", "m.hpp", "main.cpp", "g++ -O1 -std=c++17 -Wall -Wextra -Werror main.cpp -o run",
     "#include <cstdio>\n#include \"m.hpp\"\nint main() {\n"
     "  const double y[] = {@y}, ydot[] = {@ydot}, lambda[] = {5, -7}, w[] = {0.9, 1};\n"
     "  double p[lk::np], c[lk::nc], r[9], jac[lk::nzd];\n  lk::defaults(p);\n"
     "  for (int k = 0; k < lk::np; ++k) p[k] *= 1.1 + 0.01 * k;\n  lk::setup<double>(p, c);\n"
     "  lk::residual<double>(0.2, y, ydot, lambda, w, c, r);\n"
     "  lk::residual_jacobian<double>(0.2, y, ydot, lambda, w, c, jac);\n"
     "  for (const double value : r) std::printf(\"%.17g\\n\", value);\n"
     "  for (int k = 0; k < lk::nzd; ++k)\n    std::printf(\"%d %d %.17g\\n\", lk::residual_jacobian_rows[k] + 1, "
     "lk::residual_jacobian_columns[k] + 1, jac[k]);\n}\n"},
    {"fortran", "m.f90", "main.f90", "gfortran -O1 -std=f2008 -Wall -Wextra m.f90 main.f90 -o run",
     "program main\n  use lk_model\n  implicit none\n  integer :: k\n"
     "  double precision :: p(np), c(nc), r(9), jac(nzd), y(7), ydot(7)\n  y = [double precision :: @y]\n"
     "  ydot = [double precision :: @ydot]\n  call lk_defaults(p)\n  do k = 1, np\n"
     "    p(k) = p(k)*(1.1d0 + 0.01d0*(k - 1))\n  end do\n  call lk_setup(p, c)\n"
     "  call lk_residual(0.2d0, y, ydot, [5d0, -7d0], [0.9d0, 1d0], c, r)\n"
     "  call lk_residual_jacobian(0.2d0, y, ydot, [5d0, -7d0], [0.9d0, 1d0], c, jac)\n  print '(es25.17)', r\n"
     "  do k = 1, nzd\n    print *, residual_jacobian_rows(k), residual_jacobian_columns(k), jac(k)\n  end do\n"
     "end program\n"},
    {"fortran77", "m.f", "main.f90", "gfortran -O1 -std=legacy -Wall -c m.f && gfortran -O1 main.f90 m.o -o run",
     "program main\n  implicit none\n  integer :: k, nzd, rows(1000), columns(1000)\n"
     "  double precision :: p(7), c(1000), r(9), jac(1000), y(7), ydot(7)\n  y = [double precision :: @y]\n"
     "  ydot = [double precision :: @ydot]\n  call lk_defaults(p)\n  do k = 1, 7\n"
     "    p(k) = p(k)*(1.1d0 + 0.01d0*(k - 1))\n  end do\n  call lk_setup(p, c)\n"
     "  call lk_residual(0.2d0, y, ydot, [5d0, -7d0], [0.9d0, 1d0], c, r)\n"
     "  call lk_residual_jacobian(0.2d0, y, ydot, [5d0, -7d0], [0.9d0, 1d0], c, jac)\n"
     "  call lk_residual_jacobian_sizes(nzd)\n  call lk_residual_jacobian_pattern(rows, columns)\n"
     "  print '(es25.17)', r(:9)\n  do k = 1, nzd\n    print *, rows(k), columns(k), jac(k)\n  end do\n"
     "end program\n"},
};

std::string filled(std::string text, const std::string& mark, std::string values, bool fortran) {
    if (fortran)
        for (std::size_t at = 0; (at = values.find(',', at)) != std::string::npos; at += 3) values.insert(at, "d0");
    if (fortran) values += "d0";
    return text.replace(text.find(mark), mark.size(), values);
}

Values of_list(const std::string& list) {
    std::istringstream text(list);
    Values values;
    for (std::string one; std::getline(text, one, ',');) values.push_back(std::stod(one));
    return values;
}

}  // namespace

TEST_CASE("the residual vanishes where the equations hold, and its derivatives are those of differences",
          "[residual]") {
    const auto mechanics = lagrange_mechanics();
    const Model model = interpret(parse(four_bar, "script.lag"), *mechanics).model;
    for (const int index : {1, 2}) {
        INFO("index " << index);
        const Program program = lowered_program(model, {}, {{RoutineName::residual_jacobian, {}, index}});
        const JacobianPattern pattern = program.derivative_tables.front().pattern;
        const auto runner = evaluated_model({program, {}, {}});
        Frame frame;
        runner->call(RoutineName::defaults, frame);
        runner->use_parameters(frame[Slot::p]);
        const Values y{1, 0.4, 2, 0.3, -0.8, 1.1, 0.7};
        frame[Slot::t] = {0.2}, frame[Slot::y] = y, frame[Slot::w] = {0.9};
        frame[Slot::q] = {1, 0.4, 2}, frame[Slot::u] = {0.3, -0.8, 1.1}, frame[Slot::s] = {0.7};
        runner->call(RoutineName::derivatives, frame);
        runner->call(RoutineName::accelerations, frame);
        runner->call(RoutineName::constraints, frame);
        const Values phidot = frame[Slot::phidot];
        runner->call(RoutineName::residual, frame);
        const Values r = frame[Slot::r];
        REQUIRE(r.size() == 9);
        for (std::size_t i = 0; i < 7; ++i) CHECK(std::abs(r[i]) < 1e-12);
        for (std::size_t i = 0; i < 2; ++i) CHECK(std::abs(r[7 + i] - (index == 2 ? phidot[i] : 0)) < 1e-12);

        for (double& rate : frame[Slot::ydot]) rate += 0.3;  // anywhere else
        frame[Slot::lambda][0] += 0.5;
        runner->call(RoutineName::residual_jacobian, frame);
        const Values jac = frame[Slot::jac];
        REQUIRE(jac.size() == pattern.rows.size());
        std::vector<Values> full(9, Values(7 + 7 + 2 + 1, 0.0));
        for (std::size_t k = 0; k < jac.size(); ++k) full[pattern.rows[k]][pattern.columns[k]] = jac[k];
        std::size_t column = 0;
        for (const Slot slot : {Slot::y, Slot::ydot, Slot::lambda, Slot::w})
            for (std::size_t j = 0; j < frame[slot].size(); ++j, ++column) {
                constexpr double h = 1e-5;
                const double x = frame[slot][j];
                const auto at = [&](double value) {
                    frame[slot][j] = value;
                    runner->call(RoutineName::residual, frame);
                    return frame[Slot::r];
                };
                const Values above = at(x + h), below = at(x - h);
                frame[slot][j] = x;
                for (std::size_t i = 0; i < 9; ++i)
                    CHECK(std::abs((above[i] - below[i]) / (2 * h) - full[i][column]) < 1e-8);
            }
        REQUIRE(column == 17);
    }
}

TEST_CASE("the residual and its derivatives are the same in every language", "[residual]") {
    const auto mechanics = lagrange_mechanics();
    const Model model = interpret(parse(linkage, "script.lag"), *mechanics).model;
    for (const int index : {1, 2}) {
        const std::string form = index == 2 ? "speeds" : "accelerations";
        const Program program = lowered_program(model, {}, {{RoutineName::residual_jacobian, {}, index}});
        const JacobianPattern pattern = program.derivative_tables.front().pattern;
        const auto runner = evaluated_model({program, {}, {}});
        Frame frame;
        runner->call(RoutineName::defaults, frame);
        Values& p = frame[Slot::p];
        for (std::size_t k = 0; k < p.size(); ++k) p[k] *= 1.1 + 0.01 * static_cast<double>(k);
        runner->use_parameters(p);
        frame[Slot::t] = {0.2}, frame[Slot::w] = {0.9, 1}, frame[Slot::lambda] = {5, -7};
        frame[Slot::y] = of_list(at_y), frame[Slot::ydot] = of_list(at_ydot);
        runner->call(RoutineName::residual, frame);
        runner->call(RoutineName::residual_jacobian, frame);
        REQUIRE(frame[Slot::r].size() == rows);
        const Values expected = frame[Slot::r], jac = frame[Slot::jac];

        const std::filesystem::path folder = scratch_folder("residual_languages_" + form);
        std::string emits;
        for (const Way& way : ways)
            emits += fmt::format("emit({}, \"{}\", residual = {})$\n", way.language, way.file, form);
        write(folder / "m.lag", linkage + emits);
        const CommandRun emitted = run_lag({"m.lag", "--quiet"}, folder);
        INFO(emitted.errors);
        REQUIRE(emitted.status == 0);
        for (const Way& way : ways) {
            INFO(way.language << ", " << form);
            const bool fortran = way.language.starts_with("fortran");
            write(folder / way.main, filled(filled(way.program, "@ydot", at_ydot, fortran), "@y", at_y, fortran));
            const int status = std::system(
                ("cd '" + folder.string() + "' && (" + way.compile + " && ./run > out) > log 2>&1").c_str());
            INFO(contents(folder / "log"));
            REQUIRE(status == 0);
            std::istringstream out(contents(folder / "out"));
            for (const double value : expected) {
                double printed = 0;
                REQUIRE(out >> printed);
                CHECK(std::abs(printed - value) < 1e-12);
            }
            for (std::size_t k = 0; k < jac.size(); ++k) {
                std::size_t row = 0, column = 0;
                double printed = 0;
                REQUIRE(out >> row >> column >> printed);
                CHECK(row == pattern.rows[k] + 1);
                CHECK(column == pattern.columns[k] + 1);
                CHECK(column <= columns);
                CHECK(std::abs(printed - jac[k]) < 1e-12);
            }
            std::string more;
            CHECK_FALSE(out >> more);
        }
    }
}

}  // namespace lag
