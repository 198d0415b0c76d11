// The languages: each makes the text of a file, or refuses what it cannot express.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/c_library.hpp"
#include "emitters/writers/emit_options.hpp"

namespace lag {

std::string fortran_text(const Program& program, const std::vector<const Routine*>& routines,
                         const EmitOptions& options);
std::string cpp_text(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options);
std::string fortran77_text(const Program& program, const std::vector<const Routine*>& routines,
                           const EmitOptions& options);
// Sizes and the names of places as PARAMETERs, in a file to INCLUDE.
std::string fortran77_places(const Program& program, const std::string& file_name);
std::string c_text(const Program& program, const std::vector<const Routine*>& routines, const EmitOptions& options);
// The same to link: the source, and the header that it includes by the name `header`.
CLibrary c_library_texts(const Program& program, const std::vector<const Routine*>& routines,
                         const EmitOptions& options, const std::string& header);
// The C source with what the module calls, and the module that compiles `source` beside it.
std::string python_source(const Program& program, const std::vector<const Routine*>& routines,
                          const EmitOptions& options);
std::string python_module(const Program& program, const std::vector<const Routine*>& routines,
                          const std::string& source, const EmitOptions& options);
std::string fortran_driver(const Program& program, const std::string& stem);
std::string fortran77_driver(const Program& program, const std::string& stem);
std::string cpp_driver(const Program& program, const std::string& header, const std::string& stem);
// The functions of FMI 2 and 3 around the routines of the file `header`.
std::string fmu_source(const Program& program, const std::string& header, const std::string& header_text,
                       const EmitOptions& options);
std::string c_driver(const Program& program, const std::string& header, const std::string& stem);

// Refuse what the language cannot express; ModelError. `batch`: with the routines of fortran_batch.hpp.
void check_fortran_names(const Program& program, const std::vector<const Routine*>& routines, bool batch = false);
void check_cpp_names(const Program& program);
void check_c_names(const Program& program);
void check_python_names(const Program& program, const std::string& stem);

}  // namespace lag
