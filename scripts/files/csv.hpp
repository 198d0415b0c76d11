// Tables as CSV. Those that are given to the tool: rows of cells, and tables of numbers with names above their columns.
// Those that it writes: cell by cell.
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

class CsvText {
  public:
    void add(const std::string& cell);  // in quotes where it has a comma, a quote or a line's end
    void add_quoted(const std::string& cell);
    void add(double value);  // 17 digits and an exponent
    template <class Cells>
    void add_all(const Cells& cells) {
        for (const auto& cell : cells) add(cell);
    }
    void end_row() { text_ += '\n', begins_ = true; }
    const std::string& text() const { return text_; }

  private:
    std::string& next();

    std::string text_;
    bool begins_ = true;
};

}  // namespace lag
