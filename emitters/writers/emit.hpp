// Stage: Program -> texts. Nothing here touches the disk; the caller writes the files.
//
//   emit(program, options, "pendulum.f90") -> { {"pendulum.f90", text} [, {"pendulum_main.f90", text}] }
//
// Errors: ModelError for a name the language cannot take, an unknown routine, or a constant that is no finite number.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"

namespace lag {

std::vector<EmittedFile> emit(const Program& program, const EmitOptions& options, const std::string& file_name);

}  // namespace lag
