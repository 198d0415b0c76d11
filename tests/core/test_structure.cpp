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

TEST_CASE("each room includes only the rooms below it") {
    // room -> the rooms that it stands on, all that those stand on among them
    const std::vector<std::pair<std::string, std::vector<std::string>>> rooms{
        {"core/", {}},
        {"sparse_ldl/", {"core/"}},
        {"lagrange/elastic/", {"core/"}},
        {"lagrange/kinematics/", {"core/"}},
        {"lagrange/dynamics/", {"lagrange/kinematics/"}},
        {"lagrange/constraints/", {"lagrange/dynamics/"}},
        {"lagrange/formulations/", {"lagrange/constraints/", "sparse_ldl/"}},
        {"lagrange/identification/", {"lagrange/constraints/"}},
        {"scripts/syntax/", {"core/"}},
        {"emitters/procedures/", {"scripts/syntax/"}},
        {"emitters/program/",
         {"emitters/procedures/", "lagrange/formulations/", "lagrange/identification/", "sparse_ldl/"}},
        {"emitters/passes/", {"emitters/program/"}},
        {"emitters/choice/", {"emitters/passes/"}},
        {"emitters/writers/", {"emitters/passes/"}},
        // the language knows no mechanics: only the pipeline and the command see the later stages
        {"scripts/files/", {"core/"}},
        {"scripts/check/", {"core/"}},
        {"scripts/algebra/", {"core/"}},
        {"scripts/language/", {"scripts/syntax/", "scripts/algebra/", "scripts/files/"}},
        {"scripts/statements/", {"scripts/language/", "scripts/check/", "emitters/procedures/", "lagrange/elastic/"}},
        {"scripts/pipeline/", {"scripts/statements/", "emitters/choice/", "emitters/writers/"}},
        {"scripts/import/", {"core/"}},
        {"scripts/command/processes/", {"emitters/program/", "scripts/files/"}},
        {"scripts/command/options/", {"scripts/command/processes/", "scripts/pipeline/"}},
        {"scripts/command/compare/", {"scripts/command/options/"}},
        {"scripts/command/page/", {"scripts/command/options/", "scripts/import/"}},
        {"scripts/command/simulate/", {"scripts/command/page/"}},
        {"scripts/command/sweep/", {"scripts/command/simulate/"}},
        {"scripts/command/fit/", {"scripts/command/sweep/"}},
        {"scripts/command/modes/", {"scripts/command/simulate/"}},
        {"scripts/command/inverse/", {"scripts/command/simulate/"}},
        {"scripts/command/periodic/", {"scripts/command/simulate/"}},
        {"scripts/command/subcommands/",
         {"scripts/command/compare/", "scripts/command/fit/", "scripts/command/modes/", "scripts/command/inverse/",
          "scripts/command/periodic/"}},
        {"scripts/command/prompt/", {"scripts/command/subcommands/"}},
        {"scripts/command/entry/", {"scripts/command/prompt/"}},
    };
    std::map<std::string, std::vector<std::string>> allowed;
    for (const auto& [room, below] : rooms) {
        allowed[room].push_back(room);
        for (const std::string& other : below)
            allowed[room].insert(allowed[room].end(), allowed.at(other).begin(), allowed.at(other).end());
    }
    int checked = 0;
    for (const auto& [file, list] : includes()) {
        const std::vector<std::string>* rule = nullptr;
        std::size_t longest = 0;
        for (const auto& [place, permitted] : allowed)
            if (file.rfind(place, 0) == 0 && place.size() > longest) {
                rule = &permitted;
                longest = place.size();
            }
        if (rule == nullptr) {
            INFO(file << " stands in no room");
            CHECK(file.rfind("tests/", 0) == 0);
            continue;
        }
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
        {"boost/math/distributions", {"scripts/command/fit/least_squares.cpp"}},
        {"unsupported/Eigen/", {"scripts/command/fit/least_squares.cpp"}},
        {"boost/spirit", {"scripts/syntax/grammar.cpp"}},
        {"catch2/", {"tests/catch.hpp"}},
        {"CLI/",
         {"scripts/command/entry/command.cpp", "scripts/command/compare/compare.cpp",
          "scripts/command/subcommands/doc.cpp", "scripts/command/options/external_library.cpp",
          "scripts/command/subcommands/subcommands.cpp", "scripts/command/fit/fit.cpp",
          "scripts/command/subcommands/help.cpp", "scripts/command/subcommands/import_robot.cpp",
          "scripts/command/inverse/inverse.cpp", "scripts/command/modes/modes.cpp",
          "scripts/command/periodic/periodic.cpp", "scripts/command/page/page_command.cpp",
          "scripts/command/simulate/case_options.cpp", "scripts/command/simulate/simulate.cpp",
          "scripts/command/options/subcommand.cpp", "scripts/command/sweep/sweep.cpp"}},
        {"nlohmann/",
         {"scripts/command/compare/report.cpp", "scripts/command/page/page.cpp",
          "scripts/command/simulate/saved_state.cpp", "tests/scripts/test_compare.cpp",
          "tests/scripts/test_compare_errors.hpp", "tests/scripts/test_page_frames.hpp",
          "tests/scripts/test_compare_trust.cpp", "tests/scripts/test_save.cpp"}},
        {"tinyxml2", {"scripts/import/xml.cpp", "emitters/writers/fmu_description.cpp"}},
        {"zip.h", {"scripts/command/entry/fmu_archive.cpp"}},
        {"cvode/", {"scripts/command/simulate/partition.cpp", "scripts/command/simulate/steps.cpp"}},
        {"ida/", {"scripts/command/simulate/steps_ida.cpp"}},
        {"readline/", {"scripts/command/prompt/prompt.cpp"}},
    };
    for (const auto& [file, list] : includes())
        for (const std::string& included : list) {
            INFO(file << " includes " << included);
            for (const auto& [library, places] : doors)
                if (included.rfind(library, 0) == 0) CHECK(places.contains(file));
            // decompositions take long to compile; Eigen/Geometry includes some
            if (included.rfind("Eigen/", 0) == 0 && included != "Eigen/Core")
                CHECK((file.rfind("tests/", 0) == 0 || file == "core/dense.cpp" ||
                       file == "lagrange/kinematics/screw_axes.cpp"));
        }
}

TEST_CASE("comments name files that exist") {
    std::set<std::string> names;
    std::vector<fs::path> sources;
    for (const std::string& folder : folders)
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            names.insert(entry.path().filename().string());
            const std::string extension = entry.path().extension().string();
            if (folder != "tests" && (extension == ".cpp" || extension == ".hpp")) sources.push_back(entry.path());
        }
    const std::regex name_form(R"(\b(\w+\.[ch]pp)\b)");
    int named = 0;
    for (const fs::path& source : sources) {
        if (source.parent_path().filename() == "templates") continue;
        std::ifstream in(source);
        for (std::string line; std::getline(in, line);) {
            const std::size_t comment = line.find("//");
            if (comment == std::string::npos) continue;
            const std::string text = line.substr(comment);
            for (std::sregex_iterator at(text.begin(), text.end(), name_form), end; at != end; ++at, ++named) {
                INFO(fs::relative(source, root).string() << " speaks of " << (*at)[1].str());
                CHECK(names.contains((*at)[1]));
            }
        }
    }
    CHECK(named > 50);
}
