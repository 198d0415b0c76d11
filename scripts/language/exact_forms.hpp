// What exact elimination asks of scalars: a short form, and whether one is zero for all values of its names.
#pragma once

#include "scripts/algebra/algebra.hpp"

namespace lag {

// In lowest terms where it is not too large for that.
Scalar shortened(Algebra& algebra, const Scalar& e);
// By the forms, and by numbers in the place of names (core/constants.hpp).
bool is_zero(Algebra& algebra, const Scalar& e);
bool contains(Algebra& algebra, const Scalar& e, const std::string& name);

}  // namespace lag
