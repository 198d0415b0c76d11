// `batch = true` in Fortran: m_derivatives_batch(n, t, y, w, c, ydot, info) and m_accelerations_batch likewise evaluate
// n states. The first index of every array is the state, c alone is common to all: y(n, nq+nu), w(n, nw), info(n).
//
// States go through in blocks of `lanes`. Where every statement has vector instructions (no branches, no functions but
// roots, absolute values and the file's own sines), a block is one loop over the lanes: its temporaries stay in
// registers. What a failing pivot becomes is then no constant (`failed` brings it): the compiler would compute with the
// constant beforehand, in a branch, and make no vectors. Elsewhere every statement of the scalar routine is an array
// statement over the lanes, which the compiler turns into a few vector instructions. It vectorizes statement by statement, so that
// nothing one statement does keeps another from it: whatever stands in a branch of a selection is a statement of its
// own (a compiler may not evaluate on the side what can raise an exception). The two calls of the block's routine are
// two on purpose: called once it would be inlined into the loop over blocks, and its array statements unrolled before
// they are vectorized. States whose pivots fail are evaluated again by the scalar routine, which knows `info`. Where
// the routine calls one of the user's, the batch calls the scalar routine for one state after the other.
#pragma once

#include <string>

#include "emitters/program/program.hpp"
#include "emitters/writers/body_needs.hpp"

namespace lag {

// States of a block: eight doubles are one vector of the widest machines, and two of those before.
constexpr int fortran_lanes = 8;

bool has_fortran_batch(const Routine& routine);
bool goes_in_blocks(const Routine& routine);  // not where it calls a routine of the user's

// The routine m_<name>_batch and the block's routine that it calls. What these need is added to `asked_for`.
std::string fortran_batch_text(const Program& program, const Routine& routine, BodyNeeds& asked_for);

}  // namespace lag
