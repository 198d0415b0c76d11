// Routines with loops that stand in a file where emit(..) asks for them (core/routine_names.hpp): which models have them, what
// they call, what the head of the file says of them. m_assemble comes along with m_assembly_step.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"

namespace lag {

// Why the model has no such routine, and what to do; empty: it has one.
struct NoRoutine {
    std::string why, hint;
};
NoRoutine why_there_is_no(RoutineName procedure, const Program& program);

// Routines that the procedure calls, itself or by others.
std::vector<RoutineName> called_by(RoutineName procedure);

// What it calls, for the list of operations: "differences pendulum_right_side and its like".
std::string work_of(RoutineName procedure, const std::string& model);

// What the arguments of its own are, one line each.
std::vector<std::string> own_arguments_of(RoutineName procedure);

// Those of a file: m_assemble where its step is there, then what is asked for.
std::vector<RoutineName> procedures_of_file(const std::vector<const Routine*>& routines, const EmitOptions& options);

}  // namespace lag
