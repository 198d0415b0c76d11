// What the headers of C and C++ share: broken lines, literals, lists of names.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"
#include "emitters/writers/routine_writer.hpp"

namespace lag {

constexpr std::size_t c_line_width = 120;

// A statement in lines of at most 120 columns.
std::string wrapped_c(const std::string& text, std::size_t indent);
// A string literal. Three-letter sequences that C99 would translate ("??=") are broken up, `in_c`.
std::string quoted_c(const std::string& text, bool in_c);
// Literals in rows of at most `width`; `end` closes the list: `    "a", "b",\n    "c"};\n`
std::string rows_of_literals(const std::vector<std::string>& literals, const std::string& end, std::size_t width);

// `begin`, the definitions with commas between them, `end`; lines break between definitions.
std::string list_of_definitions(const std::string& begin, const std::vector<std::string>& definitions,
                                const std::string& end);
// What gcc and g++ are told about the routines between the two. They do not pack scalar statements two by two (SLP), which
// costs more than it gives here. With sines of our own, which stand in front of all that needs them, they order instructions
// for few live values before registers are given, and move none after the checks of pivots. Measured in
// emitters/README.md. Other compilers do not see it.
std::string gcc_options(bool own_sines);
std::string gcc_options_end();
// The text of a routine with its own options: instructions of a long one are not ordered, which would make it longer and slower.
std::string with_gcc_options(const Routine& routine, const std::string& text);
// What a piece is called with; one in slices behind the head of a loop over them, which is empty for others.
std::vector<std::string> c_arguments_of_piece(const RoutineBody& piece);
std::string c_loop_over_slices(const RoutineBody& piece);
// A source may define more than it uses, and compilers shall not warn of it; of a header they do not.
EmittedFile c_family_file(const std::string& name, std::string text);
// "void tire(double, double, double*);" for each of the user's routines, `before` in front.
std::string external_prototypes(const Program& program, const std::string& before);

}  // namespace lag
