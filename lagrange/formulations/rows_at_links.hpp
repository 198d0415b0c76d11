// Constraint rows as the articulated recursion takes them (articulated.hpp): what a multiplier of 1 bears on the links and
// on single speeds with, and the link at which the recursion is done with all speeds of the row.
//
// The rows of a loop bear on the links of its two points, with opposite forces. The wrench on the link where the ways to
// both points meet makes the sum vanish there, so that the row holds the speeds between the points alone, whether the
// loop is closed or not. All other rows bear on their speeds, with the entries of B.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lagrange/constraints/lean_rows.hpp"
#include "lagrange/dynamics/recursion.hpp"

namespace lag {

struct RowAtLinks {
    std::string name;
    std::size_t info = 0;                                // the number that a pivot that fails is told by
    Expr gamma;                                          // of B x = gamma, x being what u' has beyond `absorbed`
    std::optional<Expr> off;                             // of a switched row: when it does not hold
    std::vector<std::pair<std::size_t, Wrench>> loads;   // by link, about its origin, per unit of the multiplier
    std::vector<std::pair<SpeedIndex, Expr>> on_speeds;  // the same on single speeds
    std::size_t link = 0;                                // where no speed of the row is left; 0: at the end
    bool after_speeds = false;                           // whether that link's own speeds must have been eliminated
};

// By row of `rows.rows`. `deferred`: speeds that are eliminated at the end, with every row that holds one of them.
std::vector<RowAtLinks> rows_at_links(const Model& model, const Kinematics& kinematics, const LeanRows& rows,
                                      const std::vector<Expr>& absorbed, const std::vector<bool>& deferred);

}  // namespace lag
