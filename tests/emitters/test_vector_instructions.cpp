// What a Fortran batch is worth depends on the compiler: a loop that it leaves scalar, or runs in vectors of half the
// width, gives the same numbers and no test of numbers would see it.

#include <sstream>

#include "emitters/writers/emit.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"

using namespace lag;

namespace {

struct Instructions {
    long widest, narrower, scalar, conversions;
};

// Additions and multiplications in the assembly of routines whose names have `part`, by the registers that they use.
Instructions instructions_of(const std::string& part, const std::string& file, const std::string& machine,
                             const std::string& widest) {
    const CommandResult compiled = run("cd " + scratch_file("") + " && gfortran -S -O3 " + machine + " " + file +
                                       " -o - | awk '/^[a-z_].*:$/ {inside = /" + part +
                                       "/} inside' | awk '/v(mul|add|sub|fn?m(add|sub)[0-9]*)sd/ {s++} " +
                                       "/v(mul|add|sub|fn?m(add|sub)[0-9]*)pd/ {if (/%" + widest +
                                       "/) w++; else n++} /cvtt/ {c++} " + "END {print w + 0, n + 0, s + 0, c + 0}'");
    INFO(compiled.output);
    REQUIRE(compiled.status == 0);
    std::istringstream counts(compiled.output);
    Instructions found{};
    REQUIRE(counts >> found.widest >> found.narrower >> found.scalar >> found.conversions);
    return found;
}

}  // namespace

TEST_CASE("gfortran runs the blocks of a batch and their sines in the widest vectors") {
    EmitOptions options;
    options.batch = true;
    write_text(scratch_file("widest.f90"), emit(optimize(constrained(3).lowered()), options, "widest.f90")[0].text);
    for (const auto& [machine, widest] :
         {std::pair{"-march=x86-64-v3", "ymm"}, std::pair{"-march=x86-64-v4 -mprefer-vector-width=512", "zmm"}}) {
        INFO(machine);
        const Instructions block = instructions_of("_lanes", "widest.f90", machine, widest);
        CHECK(block.widest > 100);
        CHECK(20 * (block.narrower + block.scalar) < block.widest);
        const Instructions sines = instructions_of("vector_sines|sines_of_8", "widest.f90", machine, widest);
        CHECK(sines.widest >= 40);      // one round of the formulas
        CHECK(sines.scalar < 16);       // the sum over the lanes that says whether an angle was large
        CHECK(sines.conversions == 0);  // quadrants are read off the bits
    }
}
