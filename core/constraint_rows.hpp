// What the conditions of a model become (T19-T33): rows
//     phi(q, t) = 0,     phidot = B u - b(t),     B u' = gamma
// formed by lagrange/constraints.hpp, read by the language (multiplier, constraint_matrix, check) and by the emitters.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/graph.hpp"
#include "core/index.hpp"

namespace lag {

struct ConstraintRow {
    std::string name;                            // "loop1.x", "height", "constraint 2"
    std::size_t constraint = 0;                  // which of model.constraints
    Expr phi;                                    // position error; zero for a speed constraint. Unit of the condition
    Expr phidot;                                 // its rate, or the speed constraint's error
    Expr gamma;                                  // B u' = gamma: minus d/dt(phidot) at u' = 0
    std::vector<std::pair<SpeedIndex, Expr>> B;  // non-zero entries, ascending speeds
};

struct ConstraintRows {
    std::vector<ConstraintRow> rows;
    std::vector<std::string> notes;  // rows that restrict no motion and were dropped
};

}  // namespace lag
