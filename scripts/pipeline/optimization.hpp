// What emit(casadi, ..) and emit(acados, ..) write.
#pragma once

#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"
#include "scripts/statements/emit_request.hpp"

namespace lag {

// ModelError.
std::vector<EmittedFile> emit_for_optimization(const EmitRequest& request, const Program& program, EmitOptions options);

}  // namespace lag
