#include "scripts/files/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "core/comma_list.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"

namespace lag {

namespace {

constexpr const char* blanks = " \t\r";

// "a, b" is one cell, "" within it a quote.
void split(const std::string& line, std::vector<std::string>& cells) {
    cells.assign(1, {});
    bool quoted = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
        std::string& cell = cells.back();
        if (quoted && line[k] == '"' && k + 1 < line.size() && line[k + 1] == '"') {
            cell += line[++k];
        } else if (quoted && line[k] == '"') {
            quoted = false;
        } else if (!quoted && line[k] == '"' && cell.find_first_not_of(blanks) == std::string::npos) {
            quoted = true;
        } else if (!quoted && line[k] == ',') {
            cells.emplace_back();
        } else {
            cell += line[k];
        }
    }
    for (std::string& cell : cells) {
        cell.erase(0, std::min(cell.find_first_not_of(blanks), cell.size()));
        cell.erase(cell.find_last_not_of(blanks) + 1);
    }
}

// The numbers of a row into the columns; what is wrong with it, "" where nothing is.
std::string add_numbers(const std::vector<std::string>& cells, std::vector<std::vector<double>>& columns) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
        if (k == columns.size()) return "there are more columns than names";
        const std::optional<double> value = decimal_value(cells[k]);
        if (!value) return cells[k].empty() ? "a number is missing" : shown(cells[k]) + " is not a number";
        if (!std::isfinite(*value)) return shown(cells[k]) + " is beyond all numbers";
        columns[k].push_back(*value);
    }
    return cells.size() < columns.size() ? "there are fewer columns than names" : "";
}

}  // namespace

std::string& CsvText::next() {
    if (!std::exchange(begins_, false)) text_ += ',';
    return text_;
}

void CsvText::add(const std::string& cell) {
    if (cell.find_first_of(",\"\n\r") != std::string::npos) return add_quoted(cell);
    next() += cell;
}

void CsvText::add_quoted(const std::string& cell) {
    std::string& text = next();
    text += '"';
    for (const char c : cell) text += c == '"' ? "\"\"" : std::string(1, c);
    text += '"';
}

void CsvText::add(double value) {
    std::array<char, 40> number{};
    std::snprintf(number.data(), number.size(), "%.16e", value);
    next() += number.data();
}

bool CsvRows::next(std::vector<std::string>& cells) {
    while (lines_.next(line_)) {
        const std::size_t begin = line_.find_first_not_of(blanks);
        if (begin == std::string::npos || line_[begin] == '#') continue;
        split(line_, cells);
        return true;
    }
    return false;
}

bool CsvTable::has(const std::string& name) const {
    return std::ranges::find(names, name) != names.end();
}

const std::vector<double>& CsvTable::column(const std::string& name) const {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return columns[static_cast<std::size_t>(found - names.begin())];
    std::vector<std::string> known = names;
    for (std::string& one : known) one = shown(one);
    throw ModelError(fmt::format("{} has no column '{}'", file, name), "it has " + comma_list(known));
}

CsvTable read_csv(const std::string& file) {
    CsvTable table{file, {}, {}};
    CsvRows rows(file);
    if (rows.next(table.names)) {
        table.columns.resize(table.names.size());
        for (const std::string& name : table.names)
            if (name.empty() || std::ranges::count(table.names, name) > 1)
                throw ModelError(
                    rows.place() + (name.empty() ? "a column has no name" : "two columns are called " + shown(name)),
                    "the first line has the columns' names: t,z");
    }
    for (std::vector<std::string> cells; rows.next(cells);)
        if (const std::string wrong = add_numbers(cells, table.columns); !wrong.empty())
            throw ModelError(rows.place() + wrong, "a row has one decimal number for each name");
    if (table.names.empty() || table.rows() == 0)
        throw ModelError(file + " has no rows", "the first line has the columns' names, the others numbers");
    return table;
}

}  // namespace lag
