// The rows of closed loops in the axes that make B sparsest. A loop's three rows are stated in the axes of the nearest
// common body of its points; in the axes C of another link on the way they are
//     R (B u' - gamma) = 0,   R from the stated axes to C,   and their multipliers R lambda,
// which changes no acceleration. In the axes of a leg's last link a universal joint and a slide move its tip along one
// axis each: three entries of B where the stated axes need eight.
#pragma once

#include <vector>

#include "core/constraint_rows.hpp"
#include "core/model_values.hpp"
#include "lagrange/constraints/loop_axes.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// The axes of a link; `own`: those fixed in it, where the others do not turn (non_rotating_axes.hpp).
struct LinkAxes {
    std::size_t link = 0;
    bool own = false;
};

// The rows of one loop: row numbers[i] of the lean ones is the sum over j of R[i][j] times row numbers[j] of the stated
// ones.
struct TurnedLoop {
    std::vector<std::size_t> numbers;
    std::vector<std::vector<Expr>> R;  // orthogonal
    LinkAxes axes;
};

struct LeanRows {
    ConstraintRows rows;  // those of the stated rows, in their order and with their names
    std::vector<TurnedLoop> loops;
    // Entries of B, by row and speed, that no state makes zero: numbers, and what keeps well away from zero at states on
    // the constraints (sample_states.hpp) and does not hang on a parameter that may be zero.
    std::vector<std::pair<std::size_t, SpeedIndex>> firm;
};

// Where the numbers of lane values come from: a mechanism that has their members, at states on its constraints.
struct SampledMechanism {
    Model model;
    std::vector<ModelValues> states;
};

// Of rows that are independent. `whole`: of limbs in lanes; none: the rows are of the model alone. No loops: none is leaner than it is stated.
LeanRows lean_rows(const Model& model, const Kinematics& kinematics, const ConstraintRows& stated, LoopAxes axes,
                   const SampledMechanism* whole = nullptr);

// By row: values of the stated rows (errors, right sides, multipliers) -> those of the lean ones, and back.
void turn_to_lean(const std::vector<TurnedLoop>& loops, std::vector<Expr>& by_row, std::size_t first = 0);
void turn_to_stated(const std::vector<TurnedLoop>& loops, std::vector<Expr>& by_row, std::size_t first = 0);

}  // namespace lag
