// What every language has fixed text for (templates/primitives.*): files, numbers as text and back. Procedures call them as
// they call each other.
#pragma once

#include <string>
#include <vector>

#include "emitters/procedures/procedure.hpp"

namespace lag::procedures {

// Of a line of a file. Lengths of texts are bytes.
constexpr std::size_t longest_line = 16384;

// Its arguments; null where there is no such primitive. A text of length 0 is one of any length.
//   open_old(file, name; failed)      for reading; `file` is a number from 1 to 60 that others then name it by
//                                     (0: the standard output, always open)
//   open_new(file, name; failed)      for writing, without what it held
//   close_file(file; failed)          failed: not all of it is written
//   read_line(file; line, status)     status: 0, 1 at the end, 2 it cannot be read, 3 the line is too long, 4 it has a zero
//                                     byte; blanks of all kinds become ' '
//   whole_text(number; digits)        "-12"
//   all_digits(value; digits)         "-1.2345678901234567e+00"
//   clock_now(; seconds)              since some time before the program
//   sleep_for(seconds)                or a little less
//   number_of(given; value)           of a decimal number (decimal.lag); infinite beyond all numbers
//   scientific(value, count; all, exponent, back)   "-1234" of -1.234e5 with 4 digits, 5, and what they are read as
const std::vector<Variable>* primitive_named(const std::string& name);

}  // namespace lag::procedures
