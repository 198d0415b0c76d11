// Loops that leave one freedom, for the articulated recursion (articulated.hpp): their speeds follow from one unknown s,
//     u' = t s + x      B t = 0      B x = gamma
// so that no multiplier is carried. A row that holds a speed firmly which no other row holds (lean_rows.hpp) gives that speed
// from the others, with a divisor that is zero at no state. The one row that is left holds two speeds, b_1 and b_2:
//     t = (b_2, -b_1)      x = (b_1, b_2) gamma / (b_1^2 + b_2^2)
// which exist wherever the rows are independent: no speed is chosen to be the independent one.
//
// The multipliers follow from what the speeds' equations lack, r = Q - s_u.f = sum of B_u lambda: first those of rows with a
// speed of their own, then (b_1 r_1 + b_2 r_2) / (b_1^2 + b_2^2).
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "lagrange/constraints/lean_rows.hpp"
#include "lagrange/formulations/pivot_guard.hpp"

namespace lag {

struct LoopMotion {
    struct Own {
        std::size_t row = 0, speed = 0;
        Expr entry;
    };
    std::vector<Own> own;      // rows with a speed of their own
    std::size_t last_row = 0;  // the row that is left
    std::map<std::size_t, Expr> b;
    Expr reciprocal;                // 1 / (b_1^2 + b_2^2)
    std::map<std::size_t, Expr> t;  // by speed
    std::map<std::size_t, Expr> x;
    std::size_t link = 0;  // as in RowAtLinks
    bool after_speeds = false;
    bool holds(std::size_t row) const;
};

struct LoopMotions {
    std::vector<LoopMotion> loops;
    std::vector<PivotCheck> checks;
    NodeLabels labels;
    std::map<std::size_t, Expr> taken() const;  // x of all
};

// Of rows that always hold and share no speed with others. `deferred`: speeds that stand in no such loop.
LoopMotions loop_motions(const Model& model, const Kinematics& kinematics, const LeanRows& rows,
                         const std::vector<bool>& deferred);

// By row: the multipliers of these loops; `lacking`: r by speed.
void add_multipliers(const LoopMotions& motions, const LeanRows& rows, const std::vector<Expr>& lacking,
                     std::vector<Expr>& multipliers);

}  // namespace lag
