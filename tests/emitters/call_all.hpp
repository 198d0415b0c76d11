// Programs that call every routine of an emitted file at given states and print what comes out, in Fortran, C++ and C.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "tests/emitters/run_program.hpp"

namespace lag {

// Both read the states from standard input as `state_text` writes them and print one number per line.
std::string call_all_fortran(const Program& program);
// Also runs the same text on float, a dual number and a vector of four states, and prints to standard error what
// disagrees with double (exit status 1).
std::string call_all_cpp(const Program& program, const std::string& header);

// In C: calls an emitted C header, or, when it is empty, Fortran 77 subroutines, by reference.
std::string call_all_c(const Program& program, const std::string& header);

std::string state_text(const std::vector<State>& states);
// The numbers the programs must print, from the expressions themselves.
std::vector<double> expected_numbers(const Program& lowered, const std::vector<State>& states);
// Empty where the printed numbers agree within tolerance (1 + |expected|), else the first that does not.
std::string disagreement(const std::string& output, const std::vector<double>& expected, double tolerance);

}  // namespace lag
