// Equations: what Lagrange's method gives, ready to be factorized and emitted (T35):
//     M u' = f,   q' = kinematic_equations,
// each entry a named node of the expression graph. M symmetric, nu x nu, structural zeros known from the
// tree and absent.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/graph.hpp"
#include "core/model.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/constraints/lean_rows.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/constraints/row_weights.hpp"
#include "lagrange/dynamics/node_label.hpp"
#include "lagrange/formulations/formulation_choice.hpp"
#include "lagrange/formulations/mass_matrix.hpp"
#include "lagrange/formulations/motion_onto_rows.hpp"
#include "lagrange/formulations/solved_accelerations.hpp"
#include "lagrange/kinematics/model_state.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

struct Regressor;

// The mechanism in every speed, whatever was solved out.
struct WholeMechanism {
    Model model;
    std::vector<MassEntry> mass_matrix;
    std::vector<Expr> kinematic_equations;
    ConstraintRows constraints;
    std::vector<RowWeight> weights;
};

// The accelerations as the solution of the linear system of (T37), M x = right side, u' = x + absorbed.
struct LinearSystem {
    std::vector<Expr> absorbed_right_side;  // nu: where accelerations are absorbed; the right side is f otherwise
    // M x in acceleration symbols for x, without the entries of M (composite with Euler parameters; else none): nu
    std::vector<Expr> mass_times_unknowns;
};

struct Equations {
    std::shared_ptr<Graph> graph;
    // How u' follows: from the linear system, or solved already (articulated).
    std::variant<LinearSystem, SolvedAccelerations> accelerations;
    const LinearSystem* linear_system() const { return std::get_if<LinearSystem>(&accelerations); }
    const SolvedAccelerations* solved() const { return std::get_if<SolvedAccelerations>(&accelerations); }
    std::vector<Expr> absorbed;  // nu: what u' has beyond the unknowns solved for; empty: nothing

    // M; of solved accelerations only where somebody asks for it (its entries are most of a large tree's equations).
    bool has_mass_matrix = true;
    // of M, or of the whole matrix of (T37) less the rows of contacts, with the weighted rows in M's place
    SymmetricPattern pattern;
    // Empty where a recursion has solved it all.
    SymmetricPattern pattern_to_factorize() const {
        return solved() != nullptr && constraints.rows.empty() ? SymmetricPattern{} : pattern;
    }
    std::vector<MassEntry> mass_matrix;  // lower triangle, sorted by row, then column

    std::vector<Expr> right_side;           // f(q, u, w, t): nu
    std::vector<Expr> kinematic_equations;  // q'(q, u, w, t): nq
    std::vector<Expr> inverse_dynamics;     // M u' - f in acceleration symbols, without M (recursive): nu
    std::vector<Expr> generalized_forces;   // loads and gravity alone: nu
    Expr kinetic_energy;                    // prescribed motion included
    Expr potential_energy;                  // gravity (zero at the ground origin), springs, potential()
    ConstraintRows constraints;             // B, gamma, phi, phidot by row; independent ones
    LeanRows system_rows;                   // the same as the linear system and the pattern hold them
    bool firm_in_lanes = false;             // rows in lanes hold the speeds of their limb firmly (firm_blocks.hpp)
    std::vector<RowWeight> weights;         // where M is singular: what the whole matrix is solved with
    // positions on the constraints; none without constraints or if not found
    std::vector<ModelState> consistent_states;
    SolvedOut solved_out;                         // constraints = eliminate: what the minimal system left behind
    std::shared_ptr<const WholeMechanism> whole;  // constraints = eliminate: what positions are assembled with
    // brings positions and speeds onto the rows, of `whole` where there is one; null where the recursion does not take them
    std::shared_ptr<const MotionOntoRows> motion_onto_rows;
    std::shared_ptr<const Regressor> regressor;  // where somebody asks for it (regressor.hpp)
    NodeLabels labels;                           // what a node is, for people: "angular velocity of arm, y"
};

}  // namespace lag
