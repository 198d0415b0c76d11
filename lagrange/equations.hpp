// Equations: what Lagrange's method gives, ready to be factorized and emitted (T35):
//     M u' = f,   q' = kinematic_equations,
// each entry a named node of the expression graph. M symmetric, nu x nu, structural zeros known from the tree and
// absent.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/graph.hpp"
#include "core/model.hpp"
#include "lagrange/constraints.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag {

enum class Formulation { automatic, turner, composite, articulated };

struct MassEntry {
    std::size_t row = 0, column = 0;  // row >= column
    Expr value;
};

struct Equations {
    std::shared_ptr<Graph> graph;
    SymmetricPattern pattern;               // of M, or of the whole matrix of (T37)
    std::vector<MassEntry> mass_matrix;     // lower triangle, sorted by row, then column
    std::vector<Expr> right_side;           // f(q, u, w, t): nu
    std::vector<Expr> kinematic_equations;  // q'(q, u, w, t): nq
    std::vector<Expr> inverse_dynamics;     // M u' - f in acceleration symbols, without M (recursive): nu
    std::vector<Expr> generalized_forces;   // loads and gravity alone: nu
    Expr kinetic_energy;                    // prescribed motion included
    Expr potential_energy;                  // gravity (zero at the ground origin), springs, potential()
    ConstraintRows constraints;             // B, gamma, phi, phidot by row
    std::map<NodeId, std::string> labels;   // what a node is, for people: "angular velocity of arm"
};

struct Kinematics;
struct Partials;

Equations form_equations(const Model& model, const Kinematics& kinematics, const Partials& partials);

// The text of `--dump equations`.
std::string to_string(const Model& model, const Equations& equations);

}  // namespace lag
