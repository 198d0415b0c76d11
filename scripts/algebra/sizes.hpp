// How large an expression is, and how large it would become.
#pragma once

#include "scripts/algebra/algebra.hpp"

namespace lag {

// Nodes of the tree, as far as `limit`.
std::size_t tree_size(const GiNaC::ex& e, std::size_t limit);

// Number of terms of e once multiplied out (an upper bound), numerators and denominators alike.
double expanded_terms(const GiNaC::ex& e);

}  // namespace lag
