// What a language lacks, in what it has. The lowered procedure computes the same bits.
#pragma once

#include "emitters/procedures/procedure.hpp"

namespace lag::procedures {

struct Lowering {
    bool arrays = false;        // assignments of whole arrays become loops
    bool extremes = false;      // x: max(x, e) becomes if e > x then x: e
    bool selections = false;    // a: if .. then x else y becomes a branch
    bool declarations = false;  // a local begins with its first assignment, in the innermost block that holds all of it
};

// Swaps become three assignments in any case.
Procedure lowered(const Procedure& procedure, const Lowering& lowering);

}  // namespace lag::procedures
