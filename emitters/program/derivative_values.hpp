// What a routine of derivatives gives: its values with their names, and where they stand in a matrix.
#pragma once

#include <string>
#include <vector>

#include "core/routine_names.hpp"
#include "emitters/program/jacobian.hpp"
#include "emitters/program/program.hpp"

namespace lag {

struct DerivativeValues {
    std::string result = "jac";  // the argument that takes them
    std::vector<Expr> values;
    std::vector<std::string> names;
    JacobianPattern pattern;
    bool is_listed = false;  // the values are entries of a sparse matrix
};

// The entries of a sparse matrix.
DerivativeValues listed_values(const std::vector<JacobianEntry>& entries, const std::vector<std::string>& row_names,
                               const std::vector<Column>& columns);

// Of F, with elements of these names; `elements`: the symbols of the direction by columns, or of the weights by F's elements.
DerivativeValues derivative_values(const DerivativesOf& derivatives, DerivativeKind kind,
                                   const std::vector<Column>& columns, const std::vector<std::string>& names_of_F,
                                   const std::vector<Expr>& elements);

}  // namespace lag
