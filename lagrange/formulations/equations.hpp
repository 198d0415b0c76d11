// Forms the equations of Lagrange's method (T35), whatever the formulation.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lagrange/constraints/minimal.hpp"
#include "lagrange/formulations/equation_values.hpp"
#include "lagrange/formulations/null_space.hpp"
#include "lagrange/formulations/segmented_product.hpp"

namespace lag {

struct Kinematics;
struct Partials;

// Constraint rows less those that depend on others, and positions on them (independent_rows.hpp): found by numbers, so
// found once.
struct IndependentRows {
    ConstraintRows rows;
    std::vector<ModelState> states = {};
    std::vector<RowWeight> weights = {};
    std::optional<NullSpaceChoice> null_space = {};  // where the model's treatment of constraints takes it
    // of limbs in lanes: the mechanism that their symbols belong to
    std::shared_ptr<const SampledMechanism> of_whole = {};
    bool firm_in_lanes = false;              // rows in lanes hold the speeds of their limb firmly (firm_blocks.hpp)
    std::map<LoopAxes, LeanRows> lean = {};  // of `rows`, where they were resolved already; else it is done each time
};
IndependentRows form_independent_rows(const Model& model, const Kinematics& kinematics);

// `partials` are read by turner only. `mass_matrix`: false leaves M out where the choice is articulated; its n^2
// entries would be most of a large tree's equations.
Equations form_equations(const Model& model, const Kinematics& kinematics, const Partials& partials,
                         const FormulationChoice& choice = {}, bool mass_matrix = true);
// of `system.model`, with `solved_out`
Equations form_equations(const MinimalSystem& system, const Partials& partials, const FormulationChoice& choice,
                         const IndependentRows& rows, bool mass_matrix = true);
Equations form_equations(const MinimalSystem& system, const Partials& partials, const FormulationChoice& choice = {});

// The linear system of (T37) alone: mass_matrix, constraints, pattern, right side and kinematic_equations, all that the
// accelerations need. For comparing choices; what `f` would be under an absorbing choice is left out.
Equations form_system(const MinimalSystem& system, const Partials& partials, const FormulationChoice& choice,
                      const IndependentRows& rows);

// M u' - f in symbols of accelerations, by the recursion: of a tree of rigid bodies, with limbs in lanes too. What
// `choice` says of regrouping is heeded.
std::vector<Expr> inverse_dynamics_of_tree(const MinimalSystem& system, const FormulationChoice& choice);

// Its derivatives by coordinates and speeds from composite inertias (recursion_slopes.hpp). Nothing where they do not apply.
struct InverseDynamicsSlopes {
    std::vector<std::vector<Expr>> of_inertia;  // by speed and symbol
    std::vector<Expr> loads;                    // by speed: what the loads add to the rows, not differentiated
};
std::optional<InverseDynamicsSlopes> slopes_of_inverse_dynamics_of_tree(const MinimalSystem& system,
                                                                        const FormulationChoice& choice,
                                                                        std::span<const Expr> symbols);

// Of a tree with a planar chain in segments (`choice` says in how many): z^T R of its equations; and its system again with moments
// about the chain's axis on the links beside all loads, by step and in lanes.
SegmentedProduct product_with_segments(const MinimalSystem& system, const FormulationChoice& choice);
Equations form_system_with_moments(const MinimalSystem& system, const FormulationChoice& choice,
                                   const std::vector<Expr>& moments);

// The text of `--dump equations`.
std::string to_string(const Model& model, const Equations& equations);

}  // namespace lag
