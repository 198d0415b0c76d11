// The numbers by which an elimination decides: at the parameters' defaults and elsewhere.
#pragma once

#include <vector>

#include "lagrange/constraints/eliminate.hpp"

namespace lag {

// What vanishes at `defaults` alone, as all that an offset of 0 multiplies, stays in the rows.
struct EliminationStates {
    std::vector<SymbolValues>
        defaults;  // parameters at their defaults: divisors must not vanish; first the initial one
    std::vector<SymbolValues> elsewhere;  // parameters moved off their defaults
    // Some rows depend on others at the defaults: divisors are theirs that do not vanish elsewhere.
    bool singular_at_defaults = false;
};

Elimination eliminate(const Model& model, const ConstraintRows& constraints, const std::vector<SpeedIndex>& dependent,
                      const EliminationStates& states);

}  // namespace lag
