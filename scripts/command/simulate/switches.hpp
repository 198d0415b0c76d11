// What a run of a model needs beside its emitted routines: right sides without jumps, and the functions that say where
// the jumps are.
//
// Every comparison of the right side that can change during a run, every floor and mod, and every kink in time
// (abs, min, max of time alone) becomes a switch. A switch has a mode, a number that the integrator holds between
// two changes: the right side reads the mode, not the comparison, and so is smooth while the integrator looks for
// the next change.
//     a < b        mode = sign of g = b - a     abs, min, max    likewise
//     floor(x)     mode = the whole number      g = x
// Inputs are put in as functions of time, with the switches inside of them.
//
// Long tables are no switches: the integrator is told where their break points are (tables.hpp).
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"
#include "emitters/program/program.hpp"

namespace lag {

struct Switch {
    enum class Kind { sign, whole };
    Kind kind = Kind::sign;
    bool of_time = false;    // g holds time and parameters alone
    bool is_linear = false;  // in time, of one that holds time alone: its next change is known
    std::string text;        // "\"s' > 0\" in hinge_load(s')", for messages
};

// One argument of a table kept in arrays (Op::curve, Op::map).
struct TableArgument {
    bool of_time = false;         // holds time and parameters alone
    bool is_linear = false;       // in time, of one that holds time alone, between its switches
    std::vector<double> corners;  // where the polynomial changes, ascending
};

struct SwitchedProgram {
    Program program;
    std::vector<Switch> switches;
    std::vector<TableArgument> table_arguments = {};
};

// `lowered`: the routines of the model as expressions. The result has those that a run calls;
//   derivatives    with the argument `modes`, one number a switch, and `power` = d(kinetic + potential)/dt, W
//   assembly_step, project_speeds   with `modes`
//   switches       (t, y, rates, w, c, modes) -> g and its rate along `rates`, the derivatives of y
//   table_arguments   the same for the arguments of tables
// `power` is left out where an energy calls a routine of the user's; `switches`, `modes` and `table_arguments` where
// there are none. `inputs`: expressions of time and parameters by number; the default-constructed one is 0.
SwitchedProgram switched_program(const Model& model, Program lowered, const std::vector<Expr>& inputs);

}  // namespace lag
