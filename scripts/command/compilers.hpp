// Whose compiler builds a source: C, C++, Fortran; and the routines of the user's that a model calls, built by them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// fortran, fortran77, c or cpp; ModelError for an ending that is none of theirs.
std::string language_of(const std::filesystem::path& source);
// The system's compiler of a language, or that in FC, CC, CXX; ModelError, which names what was to be built.
std::string compiler_of(const std::string& language, const std::string& source);

std::string first_lines(const std::string& text, std::size_t most);

// Builds the sources (or objects: .o .a .so), in this order, into a library in `folder` that defines every external
// routine of the program under the name that emitted C and C++ call: for a Fortran subroutine, which takes doubles by
// reference, an adapter is added. Empty when the program calls none. ModelError where a routine is not to be found.
std::filesystem::path build_external_routines(const Program& program, const std::vector<std::string>& sources,
                                              const std::filesystem::path& folder);

}  // namespace lag
