// Parameter files of `lag simulate --parameters` and of emitted main programs (emitters/README.md): one "name value
// [unit]" per line, # begins a comment, `include FILE` reads another one in its place. The procedures of main programs read
// them here too, so that both read the same files and say the same about what is wrong.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

struct ParameterLine {
    std::string file;
    int number = 0;             // of the line, from 1
    std::string name;           // the first word, of "parameter NAME value" the second
    std::string text;           // the second word, of settings that take a text all that follows
    std::string rest;           // what follows the second word: a unit
    bool is_setting = false;    // "setting NAME value": no quantity's name
    bool is_quantity = false;   // "parameter NAME value": no setting's name
    bool in_own_unit = false;   // whatever the unit of files is
    std::string place() const;  // "run.txt:3: "
};

// All lines, those of included files in their places. ModelError with file and line: a file that cannot be read or
// includes itself, a name without a value. What a script has saved (is_saved_value) is read as such lines.
std::vector<ParameterLine> read_parameter_file(const std::string& file);

// -- saved_state.cpp

// Whether its name ends like those of save(..).
bool is_saved_value(const std::string& file);
// The values of a list name = value, such as that of trim(..), as save(..) writes it: of parameters, inputs,
// coordinates, speeds and states in their own units, and of t, the start. ModelError for other values.
std::vector<ParameterLine> read_saved_value(const std::string& file);

// In the quantity's own unit, `unit`; `users`: the unit of files, null where that is its own. ModelError with file and line
// where it is no number or beyond all numbers, and where another unit stands after it.
double quantity_in(const ParameterLine& line, const std::string& unit, const std::optional<UserUnit>& users);
// "0.5 m", in the unit of files where a decimal number gives exactly this value again.
std::string quantity_text(double value, const std::string& unit, const std::optional<UserUnit>& users);

}  // namespace lag
