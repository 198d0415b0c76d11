// The rows that `lag simulate` wrote, by column.
#pragma once

#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

using SimulatedColumns = std::map<std::string, std::vector<double>>;

inline SimulatedColumns simulated_columns(const std::filesystem::path& path) {
    std::istringstream text(contents(path));
    std::string line, cell;
    std::getline(text, line);
    std::vector<std::string> names;
    for (std::istringstream cells(line); std::getline(cells, cell, ',');) names.push_back(cell);
    SimulatedColumns columns;
    while (std::getline(text, line)) {
        std::istringstream cells(line);
        for (const std::string& name : names) {
            REQUIRE(std::getline(cells, cell, ','));
            columns[name].push_back(std::stod(cell));
        }
    }
    return columns;
}

// Compiled and evaluated, by turns.
inline std::vector<std::string> with_compiler(std::vector<std::string> arguments, bool compiled) {
    if (!compiled) arguments.emplace_back("--no-compiler");
    return arguments;
}

}  // namespace lag
