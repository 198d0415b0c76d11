// What the texts of a simulation case hold: those that are read and those that are written.
#pragma once

#include <optional>
#include <string>

namespace lag {

// "road.csv:z" of "zr=road.csv:z": an input that is a column of a file, its own name where none is given.
struct ColumnText {
    std::string input, file, column;
};
// Nothing where `text` is an expression.
std::optional<ColumnText> column_in(const std::string& input, const std::string& text);

// Line ends become spaces: for comments and titles of parameter files.
std::string one_line(std::string text);

}  // namespace lag
