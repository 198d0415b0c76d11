// How Fortran 2008 writes numbers, elements, functions and long statements: for the scalar routines and for batches.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/expression_text.hpp"

namespace lag {

constexpr std::size_t fortran_line_width = 132;

struct FortranDialect : Dialect {
    std::string number(double value) const override;
    std::string element(const Argument& argument, std::size_t element) const override;
    std::string work(std::size_t slot) const override;
    std::string local(const std::string& array, std::size_t element) const override;
    std::string function(Op op, const std::vector<std::string>& operands) const override;
};

// `text` as one statement, continued with & where needed; it is broken after a space, a comma, a parenthesis or a *.
std::string wrapped_fortran(const std::string& text, std::size_t indent);

// "(nu,nu)"; empty for a scalar. `first`: an extent in front of the argument's own, "n".
std::string fortran_dimensions(const Argument& argument, const std::string& first = "");

// Declarations of a piece's temporaries, each line begun with `type`.
std::string fortran_temporaries(const Routine& routine, const Piece& piece, const std::string& type);

}  // namespace lag
