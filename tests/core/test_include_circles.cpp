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

// What is left when the units that include nothing of the rest, and those that nothing of the rest includes, are taken
// away again and again: nothing without circles.
std::set<std::string> in_circles(Units units) {
    const auto includes_rest = [&](const std::set<std::string>& included) {
        return std::any_of(included.begin(), included.end(), [&](const auto& other) { return units.contains(other); });
    };
    const auto is_included = [&](const std::string& name) {
        return std::any_of(units.begin(), units.end(), [&](const auto& unit) { return unit.second.contains(name); });
    };
    for (bool taken = true; taken;) {
        taken = false;
        for (auto unit = units.begin(); unit != units.end();) {
            const bool stays = includes_rest(unit->second) && is_included(unit->first);
            taken = taken || !stays;
            unit = stays ? std::next(unit) : units.erase(unit);
        }
    }
    std::set<std::string> left;
    for (const auto& [unit, included] : units) left.insert(unit);
    return left;
}

}  // namespace

TEST_CASE("units do not include each other in circles") {
    for (const char* folder : {"core", "sparse_ldl", "lagrange"}) {
        const Units units = units_of(folder);
        CHECK(units.size() > 10);
        CHECK(in_circles(units) == std::set<std::string>{});
    }
}

TEST_CASE("a circle of includes is found") {
    CHECK(in_circles({{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}, {"d", {}}}) == std::set<std::string>{"b", "c"});
    CHECK(in_circles({{"a", {"b", "c"}}, {"b", {"c"}}, {"c", {}}}).empty());
}
