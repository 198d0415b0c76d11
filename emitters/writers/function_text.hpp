// A free function as the text of a file: in Fortran a module <name>_module, in Fortran 77 a subroutine, in C a static
// inline function, in C++ a template in the namespace <name>, in Python a module with the C that it compiles.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"

namespace lag {

// `program`: of function_program, optimized. ModelError for a name that the language cannot take.
std::vector<EmittedFile> emit_function(const Program& program, const EmitOptions& options,
                                       const std::string& file_name);

}  // namespace lag
