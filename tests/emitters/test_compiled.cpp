// Emitted Fortran and C++ compile without a warning and compute what the expressions say: with gfortran, g++ and
// clang++, on doubles, floats, dual numbers and packs; whole and split. Drivers conserve energy.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/call_all.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"

using namespace lag;

namespace {

const std::string fortran_flags = " -std=f2008 -Wall -Wextra -Werror -pedantic ";
const std::string fortran77_flags = " -std=legacy -Wall -Werror ";
const std::string c_flags = " -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror ";
const std::string cpp_flags = " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror ";

bool have(const std::string& command) {
    return run("command -v " + command).status == 0;
}

struct Case {
    Example example;
    OptimizeOptions options;
    std::string name;
};

std::vector<Case> cases() {
    OptimizeOptions split;
    split.split_above = 200, split.piece_size = 120;
    return {{pendulum(), {}, "pendulum"},
            {double_pendulum(), {}, "double"},
            {conditions(), {}, "conditions"},
            {tables(), {}, "tables"},
            {top(), {}, "top"},
            {tree(2, 7), {}, "tree"},
            {tree(2, 7), split, "split"}};
}

std::vector<State> states_of(const Program& lowered) {
    std::vector<State> states;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) states.push_back(random_values(lowered, seed));
    return states;
}

}  // namespace

TEST_CASE("emitted Fortran computes what the expressions say") {
    for (const Case& c : cases()) {
        INFO(c.name);
        const Program lowered = c.example.lowered();
        const std::vector<State> states = states_of(lowered);
        const std::string source = scratch_file(c.name + ".f90"), caller = scratch_file(c.name + "_call.f90");
        write_text(source, emit(optimize(lowered, c.options), {Language::fortran, {}, false}, "x.f90")[0].text);
        write_text(caller, call_all_fortran(lowered));
        write_text(scratch_file(c.name + ".states"), state_text(states));
        const std::string folder = scratch_file("");
        const CommandResult compiled = run("cd " + folder + " && gfortran -c" + fortran_flags + source +
                                           " && gfortran -w " + c.name + ".o " + caller + " -o " + c.name + "_fortran");
        INFO(compiled.output);
        REQUIRE(compiled.status == 0);
        const CommandResult ran = run("cd " + folder + " && ./" + c.name + "_fortran < " + c.name + ".states");
        REQUIRE(ran.status == 0);
        CHECK(disagreement(ran.output, expected_numbers(lowered, states), 1e-8) == "");
    }
}

TEST_CASE("emitted C++ computes what the expressions say, on every kind of scalar") {
    for (const Case& c : cases()) {
        const Program lowered = c.example.lowered();
        const std::vector<State> states = states_of(lowered);
        write_text(scratch_file(c.name + ".hpp"),
                   emit(optimize(lowered, c.options), {Language::cpp, {}, false}, "x.hpp")[0].text);
        write_text(scratch_file(c.name + "_call.cpp"), call_all_cpp(lowered, c.name + ".hpp"));
        write_text(scratch_file(c.name + ".states"), state_text(states));
        const std::string folder = scratch_file("");
        for (const std::string compiler : {"g++", "clang++-14"}) {
            if (!have(compiler)) continue;
            if (compiler != "g++" && c.name == "split") continue;  // the same text as `tree` but for the cuts
            INFO(c.name << " with " << compiler);
            // passing a 32-byte vector by value without AVX draws a note about the calling convention
            const CommandResult compiled = run("cd " + folder + " && " + compiler + cpp_flags + "-Wno-psabi " + c.name +
                                               "_call.cpp -o " + c.name + "_cpp");
            INFO(compiled.output);
            REQUIRE(compiled.status == 0);
            const CommandResult ran = run("cd " + folder + " && ./" + c.name + "_cpp < " + c.name + ".states");
            INFO(ran.output);
            CHECK(ran.status == 0);
            CHECK(disagreement(ran.output, expected_numbers(lowered, states), 1e-8) == "");
        }
    }
}

TEST_CASE("emitted C and Fortran 77 compute what the expressions say, whole and split") {
    const std::string folder = scratch_file("");
    for (const Case& c : cases()) {
        const Program lowered = c.example.lowered(), program = optimize(lowered, c.options);
        const bool is_split = std::any_of(program.routines.begin(), program.routines.end(),
                                          [](const Routine& r) { return r.is_split(); });
        CHECK(is_split == (c.name == "split"));
        const std::vector<State> states = states_of(lowered);
        write_text(scratch_file(c.name + ".states"), state_text(states));
        for (const bool fortran77 : {false, true}) {
            INFO(c.name << (fortran77 ? " in Fortran 77" : " in C"));
            const std::string source = c.name + (fortran77 ? "77.f" : "_c.h"),
                              caller = c.name + (fortran77 ? "77_call.c" : "_c_call.c"),
                              called = c.name + (fortran77 ? "_77" : "_c");
            write_text(scratch_file(source),
                       emit(program, {fortran77 ? Language::fortran77 : Language::c, {}, false}, source)[0].text);
            write_text(scratch_file(caller), call_all_c(program, fortran77 ? "" : source));
            const std::string build = fortran77
                                          ? "gfortran -c" + fortran77_flags + source + " && gcc -c" + c_flags + caller +
                                                " && gfortran " + c.name + "77.o " + c.name + "77_call.o -o " + called
                                          : "gcc" + c_flags + caller + " -lm -o " + called;
            const CommandResult compiled = run("cd " + folder + " && " + build);
            INFO(compiled.output);
            REQUIRE(compiled.status == 0);
            const CommandResult ran = run("cd " + folder + " && ./" + called + " < " + c.name + ".states");
            REQUIRE(ran.status == 0);
            CHECK(disagreement(ran.output, expected_numbers(lowered, states), 1e-8) == "");
        }
    }
}

TEST_CASE("two emitted headers live in one translation unit") {
    write_text(scratch_file("first.hpp"),
               emit(optimize(pendulum().lowered()), {Language::cpp, {}, false}, "x.hpp")[0].text);
    write_text(scratch_file("second.hpp"),
               emit(optimize(double_pendulum().lowered()), {Language::cpp, {}, false}, "x.hpp")[0].text);
    write_text(scratch_file("both.cpp"),
               "#include \"first.hpp\"\n#include \"second.hpp\"\n"
               "int main() { return pendulum::nq + static_cast<int>(double_pendulum::coordinate_names.size()) == 3 ? 0 "
               ": 1; }\n");
    const CommandResult result = run("cd " + scratch_file("") + " && g++" + cpp_flags + "both.cpp -o both && ./both");
    INFO(result.output);
    CHECK(result.status == 0);
}

TEST_CASE("the drivers simulate, conserve energy and say what is wrong with their input") {
    const Program program = optimize(double_pendulum().lowered());
    const std::string folder = scratch_file("");
    for (const Language language : {Language::fortran, Language::cpp}) {
        const bool is_fortran = language == Language::fortran;
        INFO((is_fortran ? "Fortran" : "C++"));
        for (const EmittedFile& file :
             emit(program, {language, {"mass_matrix"}, true}, is_fortran ? "dp.f90" : "dp.hpp"))
            write_text(scratch_file(file.name), file.text);
        const CommandResult compiled = run("cd " + folder + " && " +
                                           (is_fortran ? "gfortran" + fortran_flags + "dp.f90 dp_main.f90 -o dp"
                                                       : "g++" + cpp_flags + "dp_main.cpp -o dp"));
        INFO(compiled.output);
        REQUIRE(compiled.status == 0);
        write_text(scratch_file("good.txt"),
                   "# a comment\nend 0.5\nstep\t0.001\nq1 0.8\nq2' -1 # another\noutput dp.csv\nl2 0.7\n");
        const CommandResult good = run("cd " + folder + " && ./dp good.txt && head -2 dp.csv && wc -l < dp.csv");
        INFO(good.output);
        REQUIRE(good.status == 0);
        CHECK(good.output.find("t,q1,q2,q1',q2',kinetic,potential") != std::string::npos);
        CHECK(good.output.find("\n502\n") != std::string::npos);
        const std::size_t at = good.output.find("largest change");
        REQUIRE(at != std::string::npos);
        CHECK(std::stod(good.output.substr(at + std::string("largest change").size())) < 1e-8);
        write_text(scratch_file("bad.txt"), "end 0.5\nq3 1\n");
        const CommandResult bad = run("cd " + folder + " && ./dp bad.txt");
        CHECK(bad.status == 1);
        CHECK(bad.output.find("bad.txt:2: the model has no q3") != std::string::npos);
    }
}
