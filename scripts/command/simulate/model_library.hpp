// A program's C++, compiled by the system's compiler into a library that this process loads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit.hpp"

namespace lag {

// Writes the program's header and `wrapper`, a C++ source that includes it by its name `header`, into `folder`, and
// builds folder/`name`.so with them and the user's `sources` (compilers.hpp). `level`: "-O2". ModelError with the
// compiler's first messages where it does not compile.
std::filesystem::path build_model_library(const Program& program, const EmitOptions& options, const std::string& header,
                                          const std::string& wrapper, const std::vector<std::string>& sources,
                                          const std::string& level, const std::filesystem::path& folder,
                                          const std::string& name);

}  // namespace lag
