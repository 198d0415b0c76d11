// Proofs for check(): left - right is brought to a quotient of polynomials in symbols, sines, cosines, square roots and
// opaque functions, with sines and cosines of sums expanded and sin^2 + cos^2 = 1, sqrt(x)^2 = x and |e| = 1 of Euler
// parameters used as relations. A difference that reduces to zero is proved; anything else says nothing, because
// opaque functions may be related in ways this algebra does not know.
//
// Work is bounded by a count of term operations, so a proof is found or not, the same on every machine.
#pragma once

#include <span>

#include "core/model.hpp"

namespace lag {

bool proved_equal(const Model& model, std::span<const Expr> left, std::span<const Expr> right);

}  // namespace lag
