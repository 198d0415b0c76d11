// The oracle's reading of contacts and dry friction: rows, friction coefficients and limits of a model at a state, for
// the enumeration of contact_modes.hpp.
#pragma once

#include "tests/support/contact_modes.hpp"
#include "tests/support/oracle.hpp"

namespace lag {

// All contacts of the model, whatever their flags; first those with a normal row, then dry friction alone, in declared
// order. Limits are read as affine in the multipliers of other rows and in the normal forces. Rows of the other
// constraints: those of `bilateral`, by number of read_constraints.
ContactProblem contact_problem(const Model& model, const OracleState& state,
                               const std::vector<Eigen::Index>& bilateral);
// Those that are no contact's and hold.
std::vector<Eigen::Index> bilateral_rows(const Model& model, const OracleState& state);

// What a contact's event does: contacts that are closed by their flags or touch take part, those slower than the
// model's contact speed without a bounce; by the first law that has an answer.
ContactJumps contact_impact(const Model& model, const OracleState& state);

}  // namespace lag
