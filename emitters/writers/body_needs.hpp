// What the text of one body refers to, computed from its statements: which arguments, functions, tables and whether the
// workspace. Declarations, unused dummies and the functions that come along with a file follow from it.
#pragma once

#include <set>

#include "emitters/passes/sine_plan.hpp"
#include "emitters/program/program.hpp"

namespace lag {

struct BodyNeeds {
    std::set<std::size_t> arguments;   // numbers of routine.arguments that statements read or write
    std::set<Op> functions;            // functions, comparisons, selections; not the sines that a SinePlan has
    std::set<std::size_t> tables;      // numbers of program.tables that are looked up
    std::set<std::size_t> thresholds;  // numbers of `thresholds` that are read by name
    bool numbers = false;              // literals and thresholds
    bool checks = false;               // pivot checks
    std::set<std::size_t> workspaces;  // by lanes: those of values that cross to another piece
    bool own_sines = false;            // groups of a SinePlan
    std::set<std::size_t> lanes;       // numbers of lanes of lane values
    std::size_t most_angles = 0;       // of a group, those of all lanes

    void add(const BodyNeeds& other);
};

// Of the statements of one piece; what a routine sets to zero before its statements (info, `zeroed`) is not in it.
BodyNeeds body_needs(const Program& program, const Routine& routine, std::size_t piece,
                     const SinePlan* sines = nullptr);

// Temporaries of a piece that later pieces read come with the statement `work(slot) = z`.
bool is_stored(const Routine& routine, const CodeStatement& statement);

}  // namespace lag
