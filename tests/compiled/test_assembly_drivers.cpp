// Emitted assembly as users meet it: in the main programs, and in C++ with every kind of scalar.
#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/assembly_models.hpp"
#include "tests/emitters/shell.hpp"

using namespace lag;

namespace {

// A double pendulum whose end is held on a line: one motion left, no friction.
ModelBuilder held_pendulum() {
    ModelBuilder b("held");
    b.model.gravity = {{b.integer(0), -b.number("9.81"), b.integer(0)}};
    const Expr one = b.integer(1);
    for (const char* name : {"1", "2"}) {
        b.body(std::string("rod") + name, BodyIndex{b.model.bodies.size() - 1});
        if (name[0] == '2') b.newest().at = b.vector("1", "0", "0");
        b.rotate(b.axis(2), std::string("q") + name);
        b.mass(one, b.vector("0.5", "0", "0"), b.inertia("0", "0", "0.1"));
    }
    add_position(b, sin(b.q("q1")) + sin(b.q("q1") + b.q("q2")) + b.number("0.3"));
    for (std::size_t k = 0; k < 2; ++k) {
        b.model.coordinates[k].initial_value = k == 0 ? b.number("0.4") : -b.number("0.9");
        b.model.speeds[k].initial_value = b.number("1");
    }
    return b;
}

double printed(const std::string& output, const std::string& label) {
    const std::size_t at = output.find(label);
    return at == std::string::npos ? -1 : std::stod(output.substr(at + label.size()));
}

const std::string cpp_flags = " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Wno-psabi -O1 ";

}  // namespace

TEST_CASE("the drivers assemble the initial state and optionally project after every step") {
    for (const auto& [language, eliminates] : {std::pair{Language::fortran, false}, std::pair{Language::cpp, false},
                                               std::pair{Language::fortran, true}, std::pair{Language::cpp, true}}) {
        const bool fortran = language == Language::fortran;
        INFO((fortran ? "Fortran" : "C++") << (eliminates ? ", eliminate" : ""));
        const Model whole = held_pendulum().model;
        const Program program = program_of(eliminates ? eliminating(whole) : whole);
        const std::string folder = scratch_file("driver");
        for (const EmittedFile& file :
             emit(program, {language, {"derivatives"}, true}, fortran ? "held.f90" : "held.hpp"))
            write_text(folder + "/" + file.name, file.text);
        const CommandResult compiled =
            run("cd " + folder + " && " +
                (fortran ? "gfortran -std=f2008 -Wall -Wextra -Werror -pedantic -O1 held.f90 held_main.f90 -o held"
                         : "g++" + cpp_flags + "held_main.cpp -o held"));
        INFO(compiled.output);
        REQUIRE(compiled.status == 0);
        const auto simulated = [&](const std::string& settings, const std::string& end = "5") {
            write_text(folder + "/held.txt", "end " + end + "\nstep 0.01\n" + settings);
            const CommandResult ran = run("cd " + folder + " && ./held held.txt");
            INFO(ran.output);
            CHECK(ran.status == 0);
            return ran.output;
        };
        const std::string projected = simulated("project 1\ntolerance 1e-13\n"), started = simulated(""),
                          loose = simulated("assemble 0\n", eliminates ? "0.1" : "0.5");  // later: a singular position
        CHECK(printed(projected, "largest |phi| ") >= 0);
        CHECK(printed(projected, "largest |phi| ") <= 1e-13);
        CHECK(printed(projected, "largest |phidot| ") <= 1e-12);
        CHECK(printed(started, "largest |phi| ") > 1e-9);  // the error of the method
        CHECK(printed(started, "largest |phi| ") < 1e-2);
        CHECK(printed(loose, "largest |phi| ") > 0.1);
        CHECK(printed(projected, "largest change") < 1e-3);
        write_text(folder + "/held.txt", "q1 1.5707963267948966\nq2 0\n");  // no gradient there
        const CommandResult stuck = run("cd " + folder + " && ./held held.txt");
        CHECK(stuck.status == 1);
        CHECK(stuck.output.find("the coordinates cannot be assembled") != std::string::npos);
    }
}

TEST_CASE("C++ assembles with every kind of scalar") {
    const std::string folder = scratch_file("scalars");
    write_text(folder + "/held.hpp",
               emit(program_of(held_pendulum().model), {Language::cpp, {}, false}, "held.hpp")[0].text);
    write_text(folder + "/scalars.cpp", R"text(
#include <cstdio>
#include <experimental/simd>
#include "held.hpp"
typedef double pack __attribute__((vector_size(32)));
using simd = std::experimental::fixed_size_simd<double, 4>;
template <class R> int assemble(R* q) {
    R p[1]{}, c[held::nc + 1]{}, w[1]{};
    held::held_setup<R>(p, c);
    int info = -1;
    held::held_assemble<R>(lag_math<R>::number(0), q, w, c, lag_math<R>::number(sizeof(R) == 4 ? 1e-5 : 1e-12), 100, info);
    R u[2]{lag_math<R>::number(1), lag_math<R>::number(2)};
    int other = -1;
    held::held_project_speeds<R>(lag_math<R>::number(0), q, u, w, c, other);
    return info + other;
}
int main() {
    pack a[2];
    simd b[2];
    double plain[4][2];
    int failures = 0;
    for (unsigned lane = 0; lane < 4; ++lane) {
        plain[lane][0] = 0.1 * lane, plain[lane][1] = 0.5 - 0.2 * lane;
        for (unsigned k = 0; k < 2; ++k) a[k][lane] = plain[lane][k], b[k][lane] = plain[lane][k];
        float single[2] = {static_cast<float>(plain[lane][0]), static_cast<float>(plain[lane][1])};
        failures += assemble(plain[lane]) != 0;
        failures += assemble(single) != 0;
        failures += !(std::abs(static_cast<double>(single[0]) - plain[lane][0]) < 1e-4);
    }
    failures += assemble(a) != 0;
    failures += assemble(b) != 0;
    for (unsigned lane = 0; lane < 4; ++lane)
        for (unsigned k = 0; k < 2; ++k) {
            failures += !(std::abs(a[k][lane] - plain[lane][k]) < 1e-10);
            failures += !(std::abs(double(b[k][lane]) - plain[lane][k]) < 1e-10);
        }
    std::printf("%d failures\n", failures);
    return failures;
}
)text");
    for (const std::string compiler : {"g++", "clang++-14"}) {
        if (run("command -v " + compiler).status != 0) continue;
        const CommandResult result =
            run("cd " + folder + " && " + compiler + cpp_flags + "scalars.cpp -o scalars && ./scalars");
        INFO(compiler << "\n" << result.output);
        CHECK(result.status == 0);
    }
}
