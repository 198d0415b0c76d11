// The levels of optimization: the same numbers, and never more operations where more is searched.
#include "emitters/program/program.hpp"
#include "scripts/pipeline/stages.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/emitters/run_program.hpp"

using namespace lag;

TEST_CASE("levels of optimization compute the same with ever fewer operations") {
    const std::filesystem::path samples = std::filesystem::path(LAG_SOURCE_DIR) / "samples";
    for (const char* const script : {"pendulum.lag", "end_stop.lag", "slider_crank.lag", "spacecraft2.lag", "car.lag",
                                     "hmmwv10/hmmwv10.lag", "acceptance/rolling_disc.lag"}) {
        const Model model = model_of(samples / script);
        std::vector<Program> programs;
        for (int level = 0; level <= highest_level; ++level)
            programs.push_back(program_of(model, "auto", nullptr, level, true));
        for (const Routine& plain : programs[0].routines) {
            // results of setup are numbered otherwise; a guess is no part of a test's state
            if (plain.name == "setup" || plain.name == "assembly_step") continue;
            CAPTURE(script, plain.name);
            long before = plain.operations.total();
            for (std::size_t level = 1; level < programs.size(); ++level) {
                CAPTURE(level);
                const Routine* const routine = programs[level].find(plain.name);
                REQUIRE(routine != nullptr);
                CHECK(routine->operations.total() <= before);
                before = routine->operations.total();
                for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                    const State state = random_values(programs[0], seed);
                    CHECK(difference(carry_out(programs[level], plain.name, state),
                                     carry_out(programs[0], plain.name, state)) < 1e-9);
                }
            }
        }
    }
}

TEST_CASE("the search pays: a level saves operations in some sample") {
    const std::filesystem::path samples = std::filesystem::path(LAG_SOURCE_DIR) / "samples";
    const auto operations = [&](const char* script, int level) {
        const Program program = program_of(model_of(samples / script), "auto", nullptr, level, true);
        return program.find("derivatives")->operations.total();
    };
    CHECK(operations("spacecraft2.lag", 1) < operations("spacecraft2.lag", 0));
    CHECK(operations("twisting_frame.lag", 2) < operations("twisting_frame.lag", 1));
}
