// Arithmetic on values: elementwise between scalars, lists and matrices of equal shape, and the product `.`.
// ModelError names both operands where shapes or kinds do not fit. Scalars inside results are settled (algebra.hpp).
#pragma once

#include <functional>

#include "scripts/language/value.hpp"

namespace lag {

Value sum_of(Algebra& algebra, const Value& a, const Value& b);
Value difference_of(Algebra& algebra, const Value& a, const Value& b);
Value product_of(Algebra& algebra, const Value& a, const Value& b);  // elementwise
Value quotient_of(Algebra& algebra, const Value& a, const Value& b);
Value power_of(Algebra& algebra, const Value& base, const Value& exponent);
Value negative_of(Algebra& algebra, const Value& a);
// matrix . matrix, matrix . list, list . matrix (a list), list . list (a scalar), scalar . anything
Value dot_of(Algebra& algebra, const Value& a, const Value& b);

// f on every scalar of a value; lists, matrices and equations keep their shape. `what` names the operation in errors.
Value map_scalars(Algebra& algebra, const Value& a, const std::string& what,
                  const std::function<Scalar(const Scalar&)>& f);

// A list of rows of scalars, or a matrix, as rows; ModelError otherwise.
std::vector<std::vector<Scalar>> rows_of(const Algebra& algebra, const Value& matrix, const std::string& what);
Value matrix_from(std::vector<std::vector<Scalar>> rows);
// All entries of a list as scalars.
std::vector<Scalar> scalars_of(const Algebra& algebra, const Value& list, const std::string& what);

}  // namespace lag
