// Denavit-Hartenberg frames against the axes of the script: by what formulations are compared by.

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

TEST_CASE("frames laid along skew axes are compared by the estimate of cycles, which the dump tells") {
    const std::string script = std::string(LAG_SOURCE_DIR) + "/bench/models/skew_chain.lag";
    const CommandRun run =
        run_lag({script, "--define", "n=2", "--out", ".", "--dump", "program"}, scratch_folder("screw_compared"));
    REQUIRE(run.status == 0);
    const std::size_t at = run.output.find("Denavit-Hartenberg frames: ");
    REQUIRE(at != std::string::npos);
    const std::string line = run.output.substr(at, run.output.find('\n', at) - at);
    CAPTURE(line);
    const std::size_t first = line.find(" cycles by the estimate");
    REQUIRE(first != std::string::npos);
    CHECK(line.find(" cycles by the estimate", first + 1) != std::string::npos);
}

}  // namespace lag
