// Programs without equations, for printing and running procedures: four speeds, three rows.
#pragma once

#include "emitters/program/program.hpp"

namespace lag {

// With states, flags, events, dependent speeds, Euler parameters, rows that are switched, contacts, dry friction whose limit
// depends on loads, and stops; or with nothing of that but one contact.
inline Program procedure_example(bool with_all_parts) {
    Program program;
    program.name = "rockers";
    program.sizes = {{"nq", 4}, {"nu", 4}, {"np", 1}, {"nw", 4}, {"nc", 2}, {"nl", 3}, {"nphi", 3}, {"no", 0}};
    program.contacts = ContactTables{.rows = 2, .normal = {0}, .tangent = {1}, .stops = 0, .most_solves = 4};
    if (!with_all_parts) return program;
    program.contacts = ContactTables{.rows = 6,
                                     .normal = {0, -1, 3, 4, 5},
                                     .tangent = {1, 2, -1, -1, -1},
                                     .stops = 2,
                                     .limits_take_loads = true,
                                     .most_solves = 24};
    for (const char* size : {"ns", "nf", "ne", "nd"}) program.sizes.push_back({size, 1});
    program.routines.emplace_back().name = to_string(RoutineName::normalize);
    program.switched_rows = {{2, 0}};
    program.contact_places = {{-1, 0, 1, 2}, {-1, 1, -1, 3}, {-1, -1, 1, -1}};
    return program;
}

}  // namespace lag
