// The ways to form the equations.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "core/graph.hpp"
#include "core/vector.hpp"
#include "lagrange/constraints/loop_axes.hpp"
#include "lagrange/formulations/regroup.hpp"

namespace lag {

enum class Formulation { automatic, turner, composite, articulated, two_ended };
// Accelerations without a mass matrix.
constexpr bool is_recursion(Formulation formulation) {
    return formulation == Formulation::articulated || formulation == Formulation::two_ended;
}

// How many pivots of an articulated recursion wait for one another.
struct PivotBlocks {
    std::size_t joints = 1;  // of so many bodies that carry one another, all speeds are eliminated at the innermost one
    std::size_t speeds = 1;  // so many of them at once, by cofactors: 1 to 3
    // of bodies that ground carries, the speeds of so many joints in a row from ground on are left to one matrix
    std::size_t at_ground = 0;
    friend bool operator==(const PivotBlocks&, const PivotBlocks&) = default;
};

// By link of a free body: the point whose accelerations a recursion solves for, from the origin, in link axes (free_points.hpp).
using FreePoints = std::map<std::size_t, Vec3<Expr>>;

// How the equations are formed; every choice gives the same M and f.
struct FormulationChoice {
    Formulation formulation = Formulation::turner;
    Regrouping regrouping = Regrouping::none;  // regroup.hpp
    bool absorbing = false;                    // solve for x = u' - absorbed, see absorbed_accelerations()
    std::map<std::size_t, Regrouping> except;  // links that are treated otherwise
    bool non_rotating_axes = false;  // the kinematics are those of in_non_rotating_axes() (for the caller to give)
    LoopAxes loop_axes = LoopAxes::stated;
    PivotBlocks blocks = {};      // articulated only
    FreePoints free_points = {};  // articulated trees
    std::size_t segments = 0;     // of a planar chain in lanes (chain_segments.hpp); articulated only
    bool null_space = false;      // of models with rows: null_space.hpp
    friend bool operator==(const FormulationChoice&, const FormulationChoice&) = default;
};
std::string to_string(const PivotBlocks& blocks);        // "3 joints together, 3 pivots at once"
std::string to_string(const FormulationChoice& choice);  // "composite, base parameters, absolute accelerations"

}  // namespace lag
