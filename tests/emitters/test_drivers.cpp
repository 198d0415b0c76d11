// The emitted main programs: what they read, what they refuse, and that an incomplete file is no success.
#include <string>

#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"

using namespace lag;

namespace {

// Compiles the driver of `program` as `folder`/run; the folder.
std::string built(const Program& program, Language language) {
    const bool is_fortran = language == Language::fortran;
    const std::string folder = scratch_file(program.name + (is_fortran ? "_driver_f" : "_driver_c"));
    run("mkdir -p " + folder);
    for (const EmittedFile& file : emit(program, {language, {"derivatives"}, true}, is_fortran ? "m.f90" : "m.hpp"))
        write_text(folder + "/" + file.name, file.text);
    const CommandResult compiled = run(
        "cd " + folder + " && " +
        (is_fortran ? "gfortran -O1 -std=f2008 -Wall -Wextra -Werror -pedantic m.f90 m_main.f90 -o run"
                    : "g++ -O1 -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror m_main.cpp -o run"));
    INFO(compiled.output);
    REQUIRE(compiled.status == 0);
    return folder;
}

CommandResult simulated(const std::string& folder, const std::string& settings) {
    write_text(folder + "/in.txt", settings);
    return run("cd " + folder + " && timeout 60 ./run in.txt");
}

bool refuses(const CommandResult& ran, const std::string& words) {
    UNSCOPED_INFO("wanted '" << words << "', status " << ran.status << ": " << ran.output);
    return ran.status == 1 && ran.output.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("drivers read one decimal number for each name and refuse all else") {
    const Program program = optimize(double_pendulum().lowered());
    for (const Language language : {Language::fortran, Language::cpp}) {
        INFO((language == Language::fortran ? "Fortran" : "C++"));
        const std::string folder = built(program, language);
        for (const char* number : {"1", "+1.", ".5", "0.5e0", "5e-1", "5d-1", "5D-01", "1E+0"}) {
            INFO(number);
            CHECK(simulated(folder, std::string("end 0.01\nl2 ") + number + "\n").status == 0);
        }
        for (const char* text : {"1,5", "1;5", "nan", "inf", "0x10", "1e", "e5", ".", "1-5", "2*3", "1/", "--1",
                                 "1.2.3", "1e+", "1e1.5", "'1'"}) {
            INFO(text);
            CHECK(refuses(simulated(folder, std::string("end 0.01\nl2 ") + text + "\n"),
                          std::string("in.txt:2: ") + text + " is not a number"));
        }
        CHECK(refuses(simulated(folder, "l2 1e999\n"), "in.txt:1: 1e999 "));
        CHECK(refuses(simulated(folder, "end 0.01\nl2 1 2\n"), "in.txt:2: one value for l2, not 1 2"));
        CHECK(refuses(simulated(folder, "l2\n"), "in.txt:1: no value for l2"));
        CHECK(simulated(folder, "end 0.01\r\nl2 1\r\n").status == 0);  // lines as another system ends them
        CHECK(simulated(folder, "output with blank.csv\nend 0.01").status == 0);
        CHECK(run("cd " + folder + " && test -s 'with blank.csv'").status == 0);
        CHECK(run("cd " + folder + " && ./run in.txt more").status == 1);
        if (language == Language::cpp) CHECK(run("cd " + folder + " && mkdir -p sub && ./run sub").status == 1);
    }
}

TEST_CASE("drivers end with an error where the results cannot be written") {
    const Program program = optimize(double_pendulum().lowered());
    for (const Language language : {Language::fortran, Language::cpp}) {
        INFO((language == Language::fortran ? "Fortran" : "C++"));
        const std::string folder = built(program, language);
        for (const char* end : {"0.001", "1"})  // fits a buffer, does not fit one
            CHECK(refuses(simulated(folder, std::string("output /dev/full\nend ") + end + "\n"),
                          "cannot write all of /dev/full"));
        write_text(folder + "/in.txt", "output limited.csv\nend 10\n");
        CHECK(run("cd " + folder + " && trap '' XFSZ && ulimit -f 100 && ./run in.txt").status != 0);
        CHECK(run("cd " + folder + " && ./run > /dev/full").status != 0);
    }
}

TEST_CASE("drivers refuse zero Euler parameters and states that are no numbers") {
    const Program ball = optimize(top().lowered()), pendulum_program = optimize(double_pendulum().lowered());
    for (const Language language : {Language::fortran, Language::cpp}) {
        INFO((language == Language::fortran ? "Fortran" : "C++"));
        const std::string folder = built(ball, language);
        const CommandResult zero = simulated(folder, "e0 0\ne1 0\ne2 0\ne3 0\nend 0.1\n");
        CHECK(refuses(zero, "Euler parameters cannot all be zero"));
        CHECK(refuses(zero, "the initial value of e0 is no finite number"));
        CHECK(simulated(folder, "e0 0\ne1 2\ne2 0\ne3 0\nend 0.1\n").status == 0);  // brought to unit length
        const std::string other = built(pendulum_program, language);
        CHECK(refuses(simulated(other, "step 100\nend 100000\nq1' 50\n"), "the state is no finite number any more"));
    }
}
