// The equations of the independent speeds at one state, put together to accelerations and multipliers of the whole
// mechanism, against the oracle's null-space solution.
#pragma once

#include <string>
#include <vector>

#include "lagrange/formulations/equations.hpp"
#include "tests/support/oracle.hpp"

namespace lag {

// `model` with constraints = eliminate, its initial values those of `near`, and one output for the acceleration of
// each speed and for each component of each multiplier, in this order.
Model eliminating(const Model& model, const OracleState& near);

struct MinimalForm {
    MinimalSystem system;
    Equations equations;
};
MinimalForm minimal_form(const Model& eliminating);

struct MinimalVerdict {
    std::vector<std::string> found;  // what disagrees; empty when all is well
    // Compared only where the oracle's solution is well conditioned (constraints_check.hpp) and the dependent speeds
    // are well determined: with rows of B of length one, |B_D^-1| <= 50.
    bool compared = false;
};

// Dependent speeds, q', M_r = T^T M T, f_r, energy, u' and lambda within 1e-9 of the largest element of each, divisors
// within their checks.
MinimalVerdict compare_minimal(const Model& eliminating, const MinimalForm& form, const OracleState& state);

}  // namespace lag
