// What the oracle says of a script: its model, states on the constraints, and whether it can move there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "tests/combinations/reading.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random.hpp"

namespace lag::combinations {

// The initial state of the script at t = 0, parameters at their defaults, inputs 0.
OracleState initial_state(const Model& model);

// How well a state determines the motion, from singular values and eigenvalues of the scaled rows and masses.
struct Regularity {
    Eigen::Index rank = 0;
    double restraint = 1;  // the smallest singular value of B that is not zero
    double inertia = 1;    // the smallest eigenvalue of M on the motions that B allows
    bool is_good() const { return restraint >= 0.02 && inertia >= 1e-3; }
};
Regularity regularity(const Model& model, const OracleState& state);

// Whether some motion, allowed or not, has a negative kinetic energy.
bool has_negative_mass(const Model& model, const OracleState& state);

// The oracle's rows; entries of B that are nothing but rounding, as between bodies that do not move in each other, are 0.
ConstraintReading rows_at(const Model& model, const OracleState& state);

// Moves every value of `near` a little at random; `parameters`: these too. Consistent, or nothing.
std::optional<OracleState> neighbour(const Model& model, const OracleState& near, double way, bool parameters,
                                     Random& random);

// Whose constraints are those that hold whatever the flags are.
Model without_switched_rows(const Model& model);

// True when the script's mechanism can move in every neighbouring consistent state found, and some are found; with
// other parameters too.
bool can_move(const Model& model);

// The results of the test's own external routine at `state`, by name; the arguments are the model's expressions.
void add_external_results(const Model& model, OracleState& state);

Eigen::Index index_of(const std::vector<std::string>& names, const std::string& name);  // -1: none

}  // namespace lag::combinations
