// What the inward pass of an articulated recursion (articulated.hpp) leaves for the outward pass.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "lagrange/formulations/articulated_inertia.hpp"

namespace lag {

// Of an eliminated speed.
struct Eliminated {
    SpeedColumn column;
    std::optional<Along> along;
    Wrench L;
    Expr reciprocal;                           // 1 / d
    Expr driven;                               // (Q - s.p) / d
    std::map<std::size_t, Expr> per_deferred;  // (s.P_e) / d
};
// The same of an elastic speed or a multiplier, whose wrench per unit comes from what it bears on.
struct EliminatedUnknown {
    std::size_t unknown = 0;
    Wrench L;
    Expr driven;
    std::map<std::size_t, Expr> per_deferred;
};

// Elastic speeds, multipliers and speeds that waited, eliminated at one link.
struct Unknowns {
    std::vector<std::size_t> due;
    std::vector<EliminatedUnknown> eliminated;
};

// What bears on a link whose speed follows from a loop's one unknown, from its own speed on.
struct Following {
    ArticulatedInertia inertia;
    Wrench bias;
    std::map<std::size_t, Wrench> per_unit;
};

}  // namespace lag
