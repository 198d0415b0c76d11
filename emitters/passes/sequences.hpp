// Which passes, in which order: the code with fewest operations among what several sequences of passes make of it.
//
// Which sequence wins depends on the mechanism (factoring through shared products is worth a third of a vehicle's
// operations and costs a chain some), so they are tried and counted. The search is bounded by the size of the code,
// never by time. What a pass makes of a code is computed once, however many sequences come by: passes that change
// nothing bring sequences together.
#pragma once

#include <vector>

#include "emitters/program/code.hpp"
#include "emitters/program/program.hpp"

namespace lag {

enum class Pass : int { factor, factor_through, pairs, conjugates, resubstitute, distribute, spread };
using Sequence = std::vector<Pass>;

struct Searched {
    Code code;
    Sequence path;  // the passes that led to it
};

// Above `above` live nodes only two sequences are tried: the one that won for another routine of the mechanism, and the
// plain one.
struct Hint {
    Sequence passes;  // empty: no hint
    std::size_t above = 0;
};

// Of equal counts the first found. `level`: 0 no search at all, 1 the sequences, 2 also what lies around the best of
// them, in more rounds: never more operations than 1.
Searched searched(Code code, const Hint& hint, int level);

// What is emitted of the code that the search has found: resubstitution takes too long for all that is compared.
// `is_called_often`: in more rounds.
Code finished(const Code& code, int level, bool is_called_often);

}  // namespace lag
