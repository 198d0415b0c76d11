// Compares Equations with the oracle at one state. Each comparison names what differs, so that a failure is a sentence:
//     f(3): 1.25 instead of 1.5, 3e-2 of its terms
#pragma once

#include <string>
#include <vector>

#include "lagrange/formulations/equations.hpp"
#include "tests/support/oracle.hpp"

namespace lag {

// Every disagreement beyond `tolerance` (relative to the sums of the terms' magnitudes); empty when all is well.
// Compares M (and the zeros outside the pattern), f, q', generalized forces, inverse dynamics at a random u', M u'
// - f there, accelerations where M is well conditioned, kinetic and potential energy; M positive definite; u^T M u
// = 2 T2; dT/dt.
std::vector<std::string> disagreements(const Model& model, const Equations& equations, const OracleState& state,
                                       double tolerance = 1e-11);

}  // namespace lag
