// What a routine costs, in cycles: what the choice between formulations goes by (choice/formulations.hpp).
//
// The routine's statements go through a model of a processor that starts four instructions a cycle in the order of the
// text and executes four a cycle in any order among the 130 started last (schedule_block.hpp): that gives the bound by
// instructions, the way along dependences where that is longer, and divisions by their latency. A value that found no
// register costs an instruction more. Latencies are those of latencies.hpp. Sines and cosines are calls of the library,
// or are evaluated beforehand, four angles at once (`knows_sines`): all that needs them waits for the last one. An instruction for lane values is one for up to four
// limbs, two for more; a scalar that is read beside lane values is spread over the lanes by one instruction.
// The estimate is a function of the code alone: it is the same on every machine.
#pragma once

#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

constexpr long estimated_up_to = 6000;  // operations; what is larger is compared by operations

// Of a routine that has been through the search of passes (`code`), per evaluation, many in a row. Statements that it
// has already do not matter.
std::size_t estimated_cycles(Routine routine, bool knows_sines = false);

// What ways of little difference are compared by: eight operations more count as a cycle, since processors with more
// instructions in flight gain less by a shorter way.
constexpr std::size_t weighed_cost(std::size_t cycles, long operations) {
    constexpr std::size_t operations_per_cycle = 8;
    return operations_per_cycle * cycles + static_cast<std::size_t>(operations);
}

}  // namespace lag
