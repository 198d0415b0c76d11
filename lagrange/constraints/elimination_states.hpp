// The numbers by which an elimination decides: values of the symbols at states of the model.
#pragma once

#include <vector>

#include "core/constraint_rows.hpp"
#include "core/model_values.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

struct RowStudy;

// What vanishes at `defaults` alone, as all that an offset of 0 multiplies, stays in the rows.
struct EliminationStates {
    // Parameters at their defaults: divisors must not vanish at any of these. The first one is the initial state.
    std::vector<ModelValues> defaults;
    // Parameters moved off their defaults.
    std::vector<ModelValues> elsewhere;
    // Some rows depend on others at the defaults: divisors are theirs that do not vanish elsewhere.
    bool singular_at_defaults = false;
};

// Of rows that are independent, `study` being that of the stated ones.
EliminationStates elimination_states(const Model& model, const Kinematics& kinematics,
                                     const ConstraintRows& constraints, const RowStudy& study);

}  // namespace lag
