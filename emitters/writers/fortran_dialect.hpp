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
    std::string named_number(const std::string& name, double) const override { return name; }
    std::string element(const Argument& argument, std::size_t element) const override;
    std::string part(const std::string& array, std::size_t first, std::size_t count) const override;
    std::string work(std::size_t slot) const override;
    std::string local(const std::string& array, std::size_t element) const override;
    std::string function(Op op, const std::vector<std::string>& operands) const override;
    std::string equal(const std::string& element, bool is_real, long value) const override;
    // Lane values are short arrays; what lies beyond the last limb repeats the first one.
    std::string lane_load(std::size_t lanes, const Argument& argument, std::size_t first) const override;
    std::string lane_gather(std::size_t lanes, const std::vector<std::string>& elements) const override;
    std::string lane_function(std::size_t lanes, Op op, const std::vector<std::string>& operands) const override;
    std::string lane_of(const std::string& name, std::size_t lane) const override;
    std::string element_in_slice(const Argument& argument, std::size_t first, std::size_t step) const override;
    std::string lane_load_in_slice(std::size_t lanes, const Argument& argument, std::size_t first) const override;
    std::string sum_of_slices(const Slices& slices, std::size_t slot) const override;
    std::string lane_of_slices(const Slices& slices, std::size_t slot, std::size_t lane) const override;
    std::string lane_repeat(std::size_t lanes, std::size_t few, const std::string& operand) const override;
    std::string lane_fold(std::size_t lanes, std::size_t few, const std::string& operand) const override;
    std::string lane_local(const std::string& array, std::size_t element) const override;
};

// `text` as one statement, continued with & where needed; it is broken after a space, a comma, a parenthesis or a *.
std::string wrapped_fortran(const std::string& text, std::size_t indent);

// "y(3)", "m(2,1)", or the scalar's name; element from 0, column-major.
std::string fortran_element(const Argument& argument, std::size_t element);

// "(nu,nu)"; empty for a scalar. `first`: an extent in front of the argument's own, "n".
std::string fortran_dimensions(const Argument& argument, const std::string& first = "");

// Declarations of a piece's temporaries, in as few lines as hold them; `type` of those that are no lane values.
std::string fortran_temporaries(const Routine& routine, const Piece& piece, const std::string& type);

// Statements of one full line each, `names` after `type`; empty without names.
std::string fortran_declarations(const std::string& type, const std::vector<std::string>& names,
                                 std::size_t indent = 4);

}  // namespace lag
