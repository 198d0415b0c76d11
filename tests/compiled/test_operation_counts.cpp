// The operation counts of every sample's routines, pinned: a change that raises one shows as a difference here.
#include <fstream>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/emitters/golden.hpp"

using namespace lag;

TEST_CASE("operation counts of the samples are the pinned ones") {
    const auto folder = std::filesystem::path(LAG_SCRATCH_DIR) / "counts";
    std::string counts;
    for (const auto& script : sample_scripts()) {
        emit_sample(script, folder);
        for (const auto& file : emitted_files(folder)) {
            if (file.extension() != ".f90") continue;
            std::istringstream text(read_file(file));
            for (std::string line; std::getline(text, line);)
                if (line.find(" add, ") != std::string::npos && line.rfind("! ", 0) == 0)
                    counts += line.substr(2) + "\n";
        }
    }
    CHECK(counts.find("hmmwv10_derivatives: ") != std::string::npos);
    CHECK(golden_mismatch("operation_counts.txt", counts) == "");
}
