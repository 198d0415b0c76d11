// options(constraints = eliminate): a model with constraints -> a model of its independent speeds without any, which
// every later stage takes like a tree.
//
// With u_D = T u_I + drift and u_D' = T u_I' + bias (eliminate.hpp) a link's columns become those of the independent
// speeds, w_j + sum_d T_dj w_d, and its biases take the rest, w_bias + sum_d w_d bias_d. Projecting on these columns
// is T^T (M u' - f) without a product with M (Kane's partial velocities of the independent speeds); the multipliers,
// orthogonal to them, are gone.
// Speeds in velocities and loads become the value of u_D, one node each.
#pragma once

#include <optional>

#include "lagrange/constraints/eliminate.hpp"
#include "lagrange/constraints/row_weights.hpp"
#include "lagrange/dynamics/energy_terms.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// What has been solved out, in terms of what is left; empty without constraints = eliminate.
struct SolvedOut {
    struct Dependent {
        std::string name, unit;
        Expr value;  // of q, u_I, t, inputs
    };
    struct Divisor {
        std::size_t row = 0;  // of `rows`
        std::string speed;    // solved for
        Expr divisor, holds;  // its value and the condition of its check
    };
    std::vector<ConstraintRow> rows;   // phi and phidot; B empty: nothing of the rows restricts the independent speeds
    std::vector<Dependent> dependent;  // in declared order
    std::vector<Divisor> divisors;     // in the order of elimination
    // Of loops that are closed inside: that a row is near enough to being closed for that.
    struct Closed {
        std::size_t row = 0;  // of `rows`
        Expr error, holds;    // where the last step begins, and the condition of its check
    };
    std::vector<Closed> closed = {};
};

// `model` has the independent speeds in declared order, no constraints, and their names in loads and outputs
// (those of accelerations included; multipliers are expressions). `kinematics` speaks of these speeds. Only
// together do they describe the mechanism; hinge.speeds holds what is left of each hinge's speeds. Without
// elimination both are the arguments.
struct MinimalSystem {
    Model model;
    Kinematics kinematics;
    EnergyTerms energy = {};
    SolvedOut solved_out = {};
    // The mechanism in all its speeds, its rows with their B: positions are assembled with it.
    // Empty without elimination.
    struct Whole {
        Model model;
        Kinematics kinematics;
        ConstraintRows constraints;
        std::vector<RowWeight> weights = {};  // where its mass matrix is singular
    };
    std::optional<Whole> whole = {};
};

// ModelError as `eliminate`.
MinimalSystem minimal_system(const Model& model, const Kinematics& kinematics);

}  // namespace lag
