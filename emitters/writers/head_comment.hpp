// The comment at the beginning of an emitted file: how its routines are called, what info says, the names and units of
// what its arrays hold, the formulation, the operations of each routine.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

struct HeadStyle {
    std::string mark;                          // begins every line: "! "
    std::size_t width = 0;                     // of a line
    std::string call;                          // before a call: "call "
    std::string model;                         // before a routine's own name: "pendulum_", "pendulum::"
    std::string by_address;                    // before a scalar that comes out: "&" in C
    std::string place;                         // an element: "p({})", "p[{}]"; empty where places have no names
    std::string prefix;                        // of the names of places
    std::vector<RoutineName> procedures = {};  // those of the file that were asked for (asked_procedures.hpp)
};

std::string head_comment(const Program& program, const std::vector<const Routine*>& routines, const HeadStyle& style);

}  // namespace lag
