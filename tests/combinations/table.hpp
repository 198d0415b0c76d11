// A table as `lag simulate` and main programs write it.
#pragma once

#include <Eigen/Dense>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/combinations/reference.hpp"

namespace lag::combinations {

// What a text begins with; std::stod refuses numbers below the least normal one.
inline double leading_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str()) throw std::runtime_error("'" + text + "' is no number");
    return value;
}

struct Table {
    std::vector<std::string> names;
    std::vector<Eigen::VectorXd> rows;
    Eigen::Index column(const std::string& name) const { return index_of(names, name); }
};

inline Table read_table(const std::filesystem::path& path) {
    Table table;
    std::ifstream in(path);
    std::string line, cell;
    std::getline(in, line);
    std::istringstream head(line);
    while (std::getline(head, cell, ',')) table.names.push_back(cell);
    while (std::getline(in, line)) {
        std::istringstream cells(line);
        Eigen::VectorXd row(static_cast<Eigen::Index>(table.names.size()));
        for (Eigen::Index k = 0; k < row.size() && std::getline(cells, cell, ','); ++k) row(k) = leading_number(cell);
        table.rows.push_back(row);
    }
    return table;
}

}  // namespace lag::combinations
