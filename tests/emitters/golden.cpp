#include "tests/emitters/golden.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/emitters/shell.hpp"

namespace lag {

std::string golden_mismatch(const std::string& name, const std::string& text) {
    const std::string path = std::string(LAG_SOURCE_DIR) + "/tests/golden/" + name;
    const char* accept = std::getenv("LAG_ACCEPT_GOLDEN");
    if (accept != nullptr && std::string(accept) == "1") {
        write_text(path, text);
        return "";
    }
    std::ifstream file(path, std::ios::binary);
    const std::string stored{std::istreambuf_iterator<char>(file), {}};
    if (file && stored == text) return "";
    const std::string actual = scratch_file("actual_" + name);
    write_text(actual, text);
    return "differs from tests/golden/" + name + ":\n" + run("diff -u " + path + " " + actual).output +
           "accept it with:  LAG_ACCEPT_GOLDEN=1 ctest --test-dir build-test\n";
}

}  // namespace lag
