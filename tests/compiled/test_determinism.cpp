// The same script gives the same bytes in every process: twenty fresh ones, each with its own address layout.
#include <map>

#include "tests/catch.hpp"
#include "tests/compiled/samples.hpp"

using namespace lag;

TEST_CASE("every sample emits the same bytes in twenty processes") {
    const auto folder = std::filesystem::path(LAG_SCRATCH_DIR) / "determinism";
    for (const auto& script : sample_scripts()) {
        INFO(script.string());
        std::map<std::string, std::string> first;
        for (int run = 0; run < 20; ++run) {
            emit_sample(script, folder);
            std::map<std::string, std::string> texts;
            for (const auto& file : emitted_files(folder)) texts[file.filename().string()] = read_file(file);
            REQUIRE_FALSE(texts.empty());
            if (run == 0) first = texts;
            REQUIRE(texts == first);
        }
    }
}
