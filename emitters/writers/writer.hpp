// What the writers of all languages share: which arguments a body really uses, plain comment text, the head comment.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "emitters/writers/emit.hpp"
#include "emitters/writers/expression_text.hpp"

namespace lag {

// Arguments that the statements of a piece read or write; zeroing and `info = 0` are not in it.
std::set<std::size_t> arguments_used(const Program& program, const Routine& routine, const Piece& piece);

// One line, without control characters, without a backslash at its end.
std::string comment_text(const std::string& text);
// `text` in lines of at most `width` bytes, each begun with `prefix`, broken at spaces where possible.
std::string comment_lines(const std::string& text, const std::string& prefix, std::size_t width);

// A statement of C or C++ in lines of at most `width`, broken after a space, a * or an opening parenthesis, each but
// the last ended with `mark`; continuation lines are indented by 4 more. The text has no string literals.
std::string wrapped_statement(const std::string& text, std::size_t indent, std::size_t width, const std::string& mark);

// Title, tables and operation counts, every line begun with `mark` ("! " or "// ").
std::string head_comment(const Program& program, const std::vector<const Routine*>& routines, const std::string& mark,
                         std::size_t width);

// "void tire(double, double, double*);" for each of the user's routines, `before` in front.
std::string external_prototypes(const Program& program, const std::string& before);

// "y(3)", "m(2,1)", or the scalar's name; element from 0, column-major.
std::string fortran_element(const Argument& argument, std::size_t element);

// Temporaries of a piece that later pieces read come with the statement `work(slot) = z`.
bool is_stored(const Routine& routine, const CodeStatement& statement);

// The name tables: name of the array, extent, entries.
struct NameTable {
    std::string name, extent;
    std::vector<std::string> entries;
};
std::vector<NameTable> name_tables(const Program& program);

// Arrays of whole numbers, counted from 0: where the entries of a jacobian stand.
struct IndexTable {
    std::string name, extent;
    std::vector<std::size_t> entries;
};
std::vector<IndexTable> index_tables(const Program& program);
// "3, 4, 7", each entry `first` more than it is.
std::string index_list(const std::vector<std::size_t>& entries, std::size_t first);

std::string fortran_text(const Program& program, const std::vector<const Routine*>& routines,
                         const EmitOptions& options);
std::string cpp_text(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options);
std::string fortran77_text(const Program& program, const std::vector<const Routine*>& routines);
std::string c_text(const Program& program, const std::vector<const Routine*>& routines);
std::string fortran_driver(const Program& program, const std::string& stem);
std::string cpp_driver(const Program& program, const std::string& header, const std::string& stem);

// Refuse what the language cannot express; ModelError. `batch`: with the routines of fortran_batch.hpp.
void check_fortran_names(const Program& program, const std::vector<const Routine*>& routines, bool batch = false);
void check_cpp_names(const Program& program);
void check_c_names(const Program& program);

}  // namespace lag
