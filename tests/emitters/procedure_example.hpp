// Programs without equations, for printing and running procedures: four speeds, three rows.
#pragma once

#include "emitters/program/program.hpp"

namespace lag {

// With states, flags, events, dependent speeds, Euler parameters, rows that are switched, contacts, dry friction and a stop; or with nothing of that.
inline Program procedure_example(bool with_all_parts) {
    Program program;
    program.name = "rockers";
    program.sizes = {{"nq", 4}, {"nu", 4}, {"np", 1}, {"nw", 4}, {"nc", 2}, {"nl", 3}, {"nphi", 3}, {"no", 0}};
    if (!with_all_parts) return program;
    for (const char* size : {"ns", "nf", "ne", "nd"}) program.sizes.push_back({size, 1});
    program.routines.emplace_back().name = to_string(RoutineName::normalize);
    program.switched_rows = {{2, 0}};
    program.contact_places = {{-1, 0, 1, 2}, {-1, 1, -1, 3}, {-1, -1, 1, -1}};
    return program;
}

}  // namespace lag
