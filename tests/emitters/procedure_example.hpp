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
    program.resting_rows = {1};
    program.contact_places = {{-1, 0, 1, 2}, {-1, 1, -1, 3}, {-1, -1, 1, -1}};
    return program;
}

// With names of quantities: all kinds, some with units of their own in files, texts with marks of all languages; a row, a
// contact, an event, a coordinate that the start keeps, the user's routines at the start and after every step; or one
// coordinate and its speed alone.
inline Program main_program_example(bool with_all_parts) {
    Program program;
    program.name = "swing";
    const auto row = [](const char* name, const char* unit, const char* text) { return TableRow{name, unit, text}; };
    program.coordinates = {row("phi", "rad", "")};
    program.speeds = {row("phi'", "rad/s", "")};
    const std::size_t n = with_all_parts ? 1 : 0;
    program.sizes = {{"nq", 1}, {"nu", 1}, {"np", 2 * n}, {"nw", 3 * n}, {"nc", n}, {"nl", 0}, {"nphi", n}, {"no", n}};
    if (!with_all_parts) return program;
    for (const char* size : {"ns", "nf", "ne"}) program.sizes.push_back({size, 1});
    program.parameters = {row("end", "m",
                              "100 % of \"the\" rod's length, \\n or what a long text says of it, over and over "
                              "again until a line is full"),
                          row("k", "", "")};
    program.inputs = {row("z", "m", "height"), row("z'", "m/s", ""), row("shut", "", "")};
    program.flags = {row("shut", "", "")};
    program.states = {row("heat", "J", "")};
    program.outputs = {row("force", "N", "of the rod")};
    program.constraints = {row("loop", "m", "")};
    using enum RoutineName;
    for (const RoutineName routine : {normalize, assembly_step, project_speeds, RoutineName::constraints})
        program.routines.emplace_back().name = to_string(routine);
    program.contacts = ContactTables{.rows = 1, .normal = {0}, .tangent = {-1}, .stops = 0, .most_solves = 2};
    program.held = {0};
    for (const auto stage : {StageRoutine::Stage::init, StageRoutine::Stage::step})
        program.stage_routines.push_back({.name = "steer",
                                          .stage = stage,
                                          .arguments = {std::monostate{}, ParameterIndex(1), OutputIndex(0)},
                                          .results = {InputIndex(0)}});
    program.events.emplace_back().row = row("hit", "", "");
    program.coordinates[0].user_unit = {"deg", 0.017453292519943295};
    return program;
}

}  // namespace lag
