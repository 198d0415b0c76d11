// No unit (a header and the source of the same name) needs itself by way of others: whoever reads one file reads on
// downwards. Checked on the #include lines.
#include <algorithm>
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

// "lagrange/links" -> the units of the same folder, sub-folders among them, that its header and its source include
using Units = std::map<std::string, std::set<std::string>>;

Units units_of(const std::string& folder) {
    const fs::path root = LAG_SOURCE_DIR;
    const std::regex form(R"re(^\s*#\s*include\s*"([^"]+)\.hpp")re");
    Units units;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".cpp" && extension != ".hpp") continue;
        const std::string unit = fs::relative(entry.path(), root).replace_extension().string();
        std::set<std::string>& included = units[unit];
        std::ifstream in(entry.path());
        std::smatch match;
        for (std::string line; std::getline(in, line);)
            if (std::regex_search(line, match, form) && match[1] != unit && match.str(1).rfind(folder + "/", 0) == 0)
                included.insert(match[1]);
    }
    return units;
}

// All that a unit reaches by includes, itself where it stands in a circle.
std::set<std::string> reached_from(const std::string& unit, const Units& units) {
    std::set<std::string> reached;
    std::vector<std::string> next{unit};
    while (!next.empty()) {
        const auto found = units.find(next.back());
        next.pop_back();
        if (found == units.end()) continue;
        for (const std::string& other : found->second)
            if (reached.insert(other).second) next.push_back(other);
    }
    return reached;
}

// The units that include each other, in sets: each of a set reaches all of it.
std::set<std::set<std::string>> circles_of(const Units& units) {
    std::map<std::string, std::set<std::string>> reached;
    for (const auto& [unit, included] : units) reached[unit] = reached_from(unit, units);
    std::set<std::set<std::string>> circles;
    for (const auto& [unit, all] : reached) {
        if (!all.contains(unit)) continue;
        std::set<std::string> circle;
        for (const std::string& other : all)
            if (reached[other].contains(unit)) circle.insert(other);
        circles.insert(circle);
    }
    return circles;
}

}  // namespace

TEST_CASE("units do not include each other in circles") {
    for (const char* folder : {"core", "sparse_ldl", "lagrange"}) {
        const Units units = units_of(folder);
        CHECK(units.size() > 10);
        CHECK(circles_of(units) == std::set<std::set<std::string>>{});
    }
}

// This list becomes shorter, never longer.
TEST_CASE("the circles of the other rooms are known") {
    const std::map<std::string, std::set<std::set<std::string>>> known{
        {"emitters",
         {{"emitters/choice/formulations", "emitters/choice/program_in_lanes"},
          {"emitters/procedures/prepared_procedure", "emitters/procedures/run_procedure"}}},
        {"scripts",
         {{"scripts/algebra/algebra", "scripts/algebra/guard"},
          {"scripts/pipeline/contacts_at_state", "scripts/pipeline/equations_at_state"}}},
    };
    for (const auto& [folder, circles] : known) {
        const Units units = units_of(folder);
        CHECK(units.size() > 10);
        CHECK(circles_of(units) == circles);
    }
}

TEST_CASE("a circle of includes is found") {
    const Units units{{"a", {"b"}}, {"b", {"c"}},      {"c", {"b"}}, {"d", {"e"}},
                      {"e", {"f"}}, {"f", {"d", "a"}}, {"g", {"a"}}};
    CHECK(circles_of(units) == std::set<std::set<std::string>>{{"b", "c"}, {"d", "e", "f"}});
    CHECK(circles_of({{"a", {"b", "c"}}, {"b", {"c"}}, {"c", {}}}).empty());
}
