// Loops whose dependent coordinates are expressions of the independent ones: what is left of a model when these
// coordinates, their speeds and the loops' rows are gone. Found by lagrange/constraints/solved_loops.hpp.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"

namespace lag {

struct SolvedCoordinate {
    Coordinate declared;
    Expr value;  // of coordinates that are left, parameters and time
};

struct SolvedLoops {
    Model model;
    std::vector<SolvedCoordinate> coordinates = {};  // in declared order
    // By symbol of such a coordinate, of its rate and of that one's: what it is in what is left.
    std::vector<std::pair<Expr, Expr>> meanings = {};
};

}  // namespace lag
