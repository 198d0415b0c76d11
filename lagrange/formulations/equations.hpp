// Equations: what Lagrange's method gives, ready to be factorized and emitted (T35):
//     M u' = f,   q' = kinematic_equations,
// each entry a named node of the expression graph. M symmetric, nu x nu, structural zeros known from the tree and
// absent.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph.hpp"
#include "core/model.hpp"
#include "lagrange/constraints/consistent_states.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/constraints/row_weights.hpp"
#include "lagrange/formulations/pivot_guard.hpp"
#include "lagrange/formulations/regroup.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

struct Regressor;

enum class Formulation { automatic, turner, composite, articulated };

// How the equations are formed; every choice gives the same M and f.
struct FormulationChoice {
    Formulation formulation = Formulation::turner;
    Regrouping regrouping = Regrouping::none;  // regroup.hpp
    bool absorbing = false;                    // solve for x = u' - absorbed, see absorbed_accelerations()
    std::map<std::size_t, Regrouping> except;  // links that are treated otherwise
    bool held_axes = false;                    // the kinematics are those of in_held_axes() (for the caller to give)
    friend bool operator==(const FormulationChoice&, const FormulationChoice&) = default;
};
std::string to_string(const FormulationChoice& choice);  // "composite, base parameters, absolute accelerations"

struct MassEntry {
    std::size_t row = 0, column = 0;  // row >= column
    Expr value;
};

// The mechanism in every speed, whatever was solved out.
struct WholeMechanism {
    Model model;
    std::vector<MassEntry> mass_matrix;
    std::vector<Expr> kinematic_equations;
    ConstraintRows constraints;
    std::vector<RowWeight> weights;
};

// Accelerations without a linear system (articulated): beyond what was absorbed, by speed.
struct SolvedAccelerations {
    std::vector<Expr> accelerations;
    std::vector<PivotCondition> checks;
    std::unordered_map<NodeId, std::string> labels;
};

struct Equations {
    std::shared_ptr<Graph> graph;
    SymmetricPattern pattern;            // of M, or of the whole matrix of (T37), with the weighted rows in M's place
    std::vector<MassEntry> mass_matrix;  // lower triangle, sorted by row, then column
    std::vector<Expr> right_side;        // f(q, u, w, t): nu
    // What the linear system is solved for, when that is not u' itself: M x = solved_right_side, u' = x + absorbed.
    std::vector<Expr> solved_right_side, absorbed;  // nu each, or empty
    std::optional<SolvedAccelerations> solved;      // articulated: takes the place of M, pattern and right sides
    bool has_mass_matrix = true;                    // false: not formed because nobody asked (large trees, articulated)
    std::vector<Expr> kinematic_equations;          // q'(q, u, w, t): nq
    std::vector<Expr> inverse_dynamics;             // M u' - f in acceleration symbols, without M (recursive): nu
    // M x in acceleration symbols for x, without the entries of M (composite with Euler parameters; else none): nu
    std::vector<Expr> mass_times_unknowns;
    std::vector<Expr> generalized_forces;  // loads and gravity alone: nu
    Expr kinetic_energy;                   // prescribed motion included
    Expr potential_energy;                 // gravity (zero at the ground origin), springs, potential()
    ConstraintRows constraints;            // B, gamma, phi, phidot by row; independent ones
    std::vector<RowWeight> weights;        // where M is singular: what the whole matrix is solved with
    // positions on the constraints; none without constraints or if not found
    std::vector<ModelState> consistent_states;
    SolvedOut solved_out;                         // constraints = eliminate: what the minimal system left behind
    std::shared_ptr<const WholeMechanism> whole;  // constraints = eliminate: what positions are assembled with
    std::shared_ptr<const Regressor> regressor;   // where somebody asks for it (base_parameters.hpp)
    std::map<NodeId, std::string> labels;         // what a node is, for people: "angular velocity of arm"
};

struct Kinematics;
struct Partials;

// Constraint rows less those that depend on others, and positions on them (independent_rows.hpp): found by numbers, so
// found once.
struct IndependentRows {
    ConstraintRows rows;
    std::vector<ModelState> states;
    std::vector<RowWeight> weights;
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

// M + B^T W B; M itself without weights.
std::vector<MassEntry> with_weighted_rows(std::vector<MassEntry> mass_matrix, const ConstraintRows& constraints,
                                          const std::vector<RowWeight>& weights);
// [f; gamma] -> [f + B^T W gamma; gamma]
std::vector<Expr> with_weighted_rows(std::vector<Expr> right_side, const ConstraintRows& constraints,
                                     const std::vector<RowWeight>& weights);

// The text of `--dump equations`.
std::string to_string(const Model& model, const Equations& equations);

}  // namespace lag
