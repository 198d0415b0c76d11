// constraints = eliminate takes constraints out of the model; what the emitted routines say about coordinates stays.
#include <string>

#include "scripts/pipeline/mechanics.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

Program program_of_script(const std::string& text) {
    const auto mechanics = lagrange_mechanics();
    return lowered_program(interpret(parse(text, "script.lag"), *mechanics).model);
}

}  // namespace

TEST_CASE("eliminate: normalize has the Euler parameters of cut hinges too") {
    const std::string plate =
        "model(plate)$\n"
        "body(plate, ground, hinge = free(quaternion = [a0, a1, a2, a3], position = [x1, y1, z1],\n"
        "     speeds = [u1, u2, u3, w1, w2, w3]), mass = 2, inertia = [1, 2, 3])$\n"
        "cut_hinge(plate, ground, hinge = spherical(quaternion = [b0, b1, b2, b3]), name = "
        "ball)$\n"
        "initial(a0 = 1, b0 = 1)$\n";
    for (const std::string options : {"", "options(constraints = eliminate)$\n"}) {
        INFO(options);
        const Program program = program_of_script(plate + options);
        const Routine* normalize = program.find("normalize");
        REQUIRE(normalize != nullptr);
        CHECK(normalize->results.size() == 8);
    }
}
