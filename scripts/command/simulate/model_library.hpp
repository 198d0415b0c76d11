// A program's C++, compiled by the system's compiler into a library that this process loads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit.hpp"
#include "scripts/command/processes/compilers.hpp"

namespace lag {

// Builds folder/`name`.so of the program's header and `sources` in C++, which include it by its name `header`, with the
// user's files (compilers.hpp). `level`: "-O2". ModelError with the compiler's first messages where it does not compile.
std::filesystem::path build_model_library(const Program& program, const EmitOptions& options, const std::string& header,
                                          const std::vector<CppText>& sources,
                                          const std::vector<std::string>& users_files, const std::string& level,
                                          const std::filesystem::path& folder, const std::string& name);

}  // namespace lag
