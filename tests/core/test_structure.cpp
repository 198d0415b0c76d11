// The dependencies between folders point one way, and each heavy library has one door. Checked on the #include lines.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path root = LAG_SOURCE_DIR;
const std::vector<std::string> folders{"core", "sparse_ldl", "lagrange", "emitters", "scripts", "tests"};

// file -> what it includes, both relative to the root
std::map<std::string, std::set<std::string>> includes() {
    const std::regex line_form(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
    std::map<std::string, std::set<std::string>> found;
    for (const std::string& folder : folders)
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".cpp" && extension != ".hpp") continue;
            if (entry.path().parent_path().filename() == "templates") continue;  // of emitted files
            std::ifstream in(entry.path());
            std::smatch match;
            for (std::string line; std::getline(in, line);)
                if (std::regex_search(line, match, line_form))
                    found[fs::relative(entry.path(), root).string()].insert(match[1]);
        }
    return found;
}

bool starts_with_any(const std::string& text, const std::vector<std::string>& beginnings) {
    for (const std::string& beginning : beginnings)
        if (text.rfind(beginning, 0) == 0) return true;
    return false;
}

}  // namespace

TEST_CASE("each folder includes only the folders below it") {
    const std::map<std::string, std::vector<std::string>> allowed{
        {"core/", {"core/"}},
        {"sparse_ldl/", {"core/", "sparse_ldl/"}},
        {"lagrange/", {"core/", "sparse_ldl/", "lagrange/"}},
        {"emitters/", {"core/", "sparse_ldl/", "lagrange/", "emitters/"}},
        // the language knows no mechanics: only the pipeline and the command see the later stages
        {"scripts/", {"core/", "scripts/"}},
        {"scripts/pipeline", {"core/", "scripts/", "lagrange/", "sparse_ldl/", "emitters/"}},
        {"scripts/command", {"core/", "scripts/", "lagrange/", "sparse_ldl/", "emitters/"}},
        {"scripts/main", {"core/", "scripts/", "lagrange/", "sparse_ldl/", "emitters/"}},
    };
    int checked = 0;
    for (const auto& [file, list] : includes()) {
        const std::vector<std::string>* rule = nullptr;
        std::size_t longest = 0;
        for (const auto& [place, permitted] : allowed)
            if (file.rfind(place, 0) == 0 && place.size() > longest) {
                rule = &permitted;
                longest = place.size();
            }
        if (rule == nullptr) continue;
        for (const std::string& included : list) {
            if (!starts_with_any(included, {"core/", "sparse_ldl/", "lagrange/", "emitters/", "scripts/", "tests/"}))
                continue;
            INFO(file << " includes " << included);
            CHECK(starts_with_any(included, *rule));
            ++checked;
        }
    }
    CHECK(checked > 50);
}

TEST_CASE("each heavy library has one door") {
    const std::map<std::string, std::set<std::string>> doors{
        {"ginac/", {"scripts/algebra/algebra.hpp", "tests/lagrange/test_turner_sequences.cpp"}},
        {"boost/spirit", {"scripts/language/grammar.cpp"}},
        {"catch2/", {"tests/catch.hpp"}},
        {"CLI/",
         {"scripts/command/command.cpp", "scripts/command/compare/compare.cpp", "scripts/command/doc.cpp",
          "scripts/command/simulate/simulate.cpp"}},
        {"nlohmann/",
         {"scripts/command/compare/report.cpp", "tests/scripts/test_compare.cpp",
          "tests/scripts/test_compare_trust.cpp"}},
        {"cvode/", {"scripts/command/simulate/run.cpp"}},
    };
    for (const auto& [file, list] : includes())
        for (const std::string& included : list) {
            INFO(file << " includes " << included);
            for (const auto& [library, places] : doors)
                if (included.rfind(library, 0) == 0) CHECK(places.contains(file));
            if (included.rfind("Eigen/", 0) ==
                0)  // numbers: tests, dependent constraint rows, equilibrium, eigenvalues
                CHECK((file.rfind("tests/", 0) == 0 || file.rfind("lagrange/", 0) == 0 ||
                       file == "scripts/command/simulate/equilibrium.cpp" ||
                       file == "scripts/command/simulate/scales.cpp" ||
                       file == "scripts/command/simulate/singular.cpp" || file == "scripts/pipeline/linearize.cpp"));
        }
}
