// Tables that are given to the tool as CSV: rows of cells, and tables of numbers with names above their columns.
#pragma once

#include <string>
#include <vector>

#include "scripts/files/input_lines.hpp"

namespace lag {

class CsvRows {
  public:
    // ModelError where it cannot be read.
    explicit CsvRows(const std::string& file) : lines_(file, longest_table) {}
    // The cells of the next row, without blanks around them and without quotes; false where there is none. Empty lines
    // and lines that begin with # are no rows. A row ends with its line.
    bool next(std::vector<std::string>& cells);
    std::size_t number() const { return lines_.number(); }  // of the line
    std::string place() const { return lines_.place(); }    // "data.csv:7: "

  private:
    InputLines lines_;
    std::string line_;
};

struct CsvTable {
    std::string file;
    std::vector<std::string> names;
    std::vector<std::vector<double>> columns;  // by name, of equal length
    // ModelError that lists the names where it has none of that name.
    const std::vector<double>& column(const std::string& name) const;
    bool has(const std::string& name) const;
    std::size_t rows() const { return columns.front().size(); }
};

// The first row has the names; then numbers. ModelError with file and line.
CsvTable read_csv(const std::string& file);

}  // namespace lag
