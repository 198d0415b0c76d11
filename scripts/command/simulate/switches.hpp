// What a run of a model needs beside its emitted routines: right sides without jumps, and the functions that say where
// the jumps are.
//
// Every comparison of the right side that can change during a run, every floor and mod, every kink (abs, min, max) and
// every break point of a long table becomes a switch. A switch has a mode, a number that the integrator holds between
// two changes: the right side reads the mode, not the comparison, and so is smooth while the integrator looks for
// the next change.
//     a < b        mode = sign of g = b - a     abs, min, max    likewise
//     floor(x)     mode = the whole number      g = x
//     table(x)     mode = a place within the segment whose polynomial is taken      g = x
// Inputs are put in as functions of time, with the switches inside of them.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "emitters/program/program.hpp"
#include "scripts/command/simulate/event_procedures.hpp"

namespace lag {

struct Switch {
    enum class Kind { sign, whole, segment };
    Kind kind = Kind::sign;
    bool of_time = false;       // g holds time and parameters alone
    bool is_linear = false;     // in time, of one that holds time alone: its next change is known
    bool is_kink = false;       // what it chooses from agrees where it changes: values go on, slopes jump
    bool is_discrete = false;   // g holds modes and parameters alone: it jumps with other switches and rests else
    std::string text;           // "\"s' > 0\" in hinge_load(s')", for messages
    std::string friction = {};  // of one that reads the sign of a speed: the statement of dry friction to write instead
    std::vector<double> corners = {};  // of a table: where its polynomial changes, ascending
};

// The mode of a table that follows its break points at once, as where a start is looked for.
constexpr double follows_table = std::numeric_limits<double>::infinity();

struct SwitchedProgram {
    Program program;
    std::vector<Switch> switches;
    std::vector<bool> events_at_known_times = {};  // by event: of time and flags alone, linear in time, of known rate
    // What a run calls of them: compiled, where there is a compiler.
    std::vector<RoutineName> procedures = {};
    std::vector<EventProcedure> event_procedures = {};
};

// `lowered`: the routines of the model as expressions. The result has those that a run calls;
//   derivatives    with the argument `modes`, one number a switch, and `power` = d(kinetic + potential)/dt, W
//   assembly_step, project_speeds   with `modes`
//   residual, residual_jacobian     with `modes`, where it was lowered with them
//   flags, events, event     where the model has them, events with `modes`
//   switches       (t, y, rates, w, c, modes) -> g and its rate along `rates`, the derivatives of y
// `power` is left out where an energy calls a routine of the user's; `switches` and `modes` where there are none. `inputs`: expressions of time and parameters by number; the default-constructed one is 0. Flags stay.
// `matrices`: with mass_matrix and constraint_matrix, for partition.hpp.
SwitchedProgram switched_program(const Model& model, Program lowered, const std::vector<Expr>& inputs,
                                 bool matrices = false);

}  // namespace lag
