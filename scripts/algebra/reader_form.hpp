// Results as a reader wants to see them.
#pragma once

#include "scripts/algebra/algebra.hpp"

namespace lag {

// The same value, with its sums as trigsimp makes them (sin^2 + cos^2 = 1, one denominator): sums inside first, each only
// where the result has fewer nodes. What few flags switch is written once for each of their modes, where that is
// shorter; modes without a value are left out. The work is bounded by counts, not by a clock, so that the text is the
// same everywhere: what is too large stays as it is.
Scalar reader_form(Algebra& algebra, const Scalar& e);

}  // namespace lag
