// The rows that `lag simulate` wrote, by column.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

using SimulatedColumns = std::map<std::string, std::vector<double>>;

inline SimulatedColumns simulated_columns(const std::filesystem::path& path, std::string* header = nullptr) {
    std::istringstream text(contents(path));
    std::string line, cell;
    std::getline(text, line);
    if (header != nullptr) *header = line;
    std::vector<std::string> names;
    for (std::istringstream cells(line); std::getline(cells, cell, ',');) names.push_back(cell);
    SimulatedColumns columns;
    while (std::getline(text, line)) {
        std::istringstream cells(line);
        for (const std::string& name : names) {
            REQUIRE(std::getline(cells, cell, ','));
            char* end = nullptr;
            columns[name].push_back(std::strtod(cell.c_str(), &end));  // numbers below 2.2e-308 too
            REQUIRE((end != cell.c_str() && *end == '\0'));
        }
    }
    return columns;
}

// A four-bar linkage that closes by a loop: what follows its model statement.
inline const std::string four_bar_linkage =
    "parameters(a = 0.1, b = 0.3, c = 0.25, d = 0.35, g = 9.81)$ gravity([0, -g, 0])$\n"
    "body(crank, ground, hinge = revolute(z, q1), mass = 0.5, cm = [a/2, 0, 0], inertia = [0, 0, a^2/24])$\n"
    "body(coupler, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = 1.2, cm = [b/2, 0, 0], inertia = [0, 0, "
    "b^2/10])$\n"
    "body(rocker, ground, hinge = revolute(z, q3), at = [d, 0, 0], mass = 1, cm = [c/2, 0, 0], inertia = [0, 0, "
    "c^2/12])$\n"
    "point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q)$\n"
    "initial(q1 = 0.3, q2 = 0.8, q3 = 1.5, q1' = 2)$\n";

// Compiled and evaluated, by turns.
inline std::vector<std::string> with_compiler(std::vector<std::string> arguments, bool compiled) {
    if (!compiled) arguments.emplace_back("--no-compiler");
    return arguments;
}

// Is column s of `lag simulate o.lag` the motion, up to a relative error of 1e-8 in each of some thousand steps?
inline void require_motion(const std::filesystem::path& folder, std::vector<std::string> arguments,
                           const std::function<double(double)>& motion, const std::vector<bool>& ways = {true, false}) {
    constexpr double margin = 1e-5;
    arguments.insert(arguments.begin(), {"simulate", "o.lag"});
    for (const bool compiled : ways) {
        const CommandRun run = run_lag(with_compiler(arguments, compiled), folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        const SimulatedColumns columns = simulated_columns(folder / "o.csv");
        double error = 0, size = 0;
        for (std::size_t k = 0; k < columns.at("t").size(); ++k) {
            const double s = motion(columns.at("t")[k]);
            error = std::max(error, std::abs(columns.at("s")[k] - s));
            size = std::max(size, std::abs(s));
        }
        CHECK(size > 0);
        CHECK(error < margin * size);
    }
}

}  // namespace lag
