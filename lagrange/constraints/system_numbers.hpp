// M and B as numbers at one state: what questions about the whole matrix [M B^T; B 0] are answered with. Forms no
// expressions of bodies.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/model_values.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/model_state.hpp"

namespace lag {

// Parameters at their defaults; no speeds, since none stand in M and B.
ModelValues values_at(const Model& model, const ModelState& state);
// Where to ask about general states of the model: the first few of the states given, then each again with other values
// of the coordinates that no row holds (the search for consistent states leaves them at their initial values, where
// axes may be in line). Of no states: random ones, smaller ones after larger ones, because expressions such as sqrt(r^2
// - s^2) have a value only there.
std::vector<ModelValues> general_places(const Model& model, const ConstraintRows& constraints,
                                        const std::vector<ModelState>& states);

struct SystemNumbers {
    Eigen::MatrixXd M;   // nu x nu
    Eigen::MatrixXd B;   // rows x nu
    bool finite = true;  // every entry has a value here (the root of a negative number has none)
};
SystemNumbers system_numbers(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                             const ModelValues& values);

// Whether this speed alone moves any mass, as far as rounding can tell.
bool has_inertia(const Eigen::MatrixXd& M, Eigen::Index speed);

// Motions without inertia: the columns span the null space of M, in speeds scaled so that M has a unit diagonal
// (`scale`: speed = scale * component; where a speed moves nothing at all its scale is 1).
struct MassNullSpace {
    Eigen::MatrixXd motions;  // nu x nullity, orthonormal
    Eigen::VectorXd scale;    // nu
};
MassNullSpace mass_null_space(const Eigen::MatrixXd& M);

// Those of them that the rows of B allow: the null space of [M; B], which is that of the whole matrix but for rows that
// depend on each other. Columns in the same scaled speeds.
Eigen::MatrixXd free_massless_motions(const SystemNumbers& numbers);

}  // namespace lag
