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

// Builds the sources (or objects: .o .a .so), in this order, into a library in `folder` that defines every routine of
// `calls` under the name that emitted C and C++ call: for a Fortran subroutine, which takes doubles by reference, an
// adapter is added. `optional`: the same for those that the sources define. Empty when `calls` is. ModelError where a
// routine is not to be found.
std::filesystem::path build_external_routines(const std::vector<ExternalCall>& calls,
                                              const std::vector<std::string>& sources,
                                              const std::filesystem::path& folder,
                                              const std::vector<ExternalCall>& optional = {});

struct CppText {
    std::string name;  // of the file: "model.cpp"
    std::string text;
};
// What a library is built of: headers, by whose names the sources include them, and sources, compiled side by side.
struct CppTexts {
    std::vector<CppText> headers, sources;
};
// Builds folder/`name`.so; only what the sources export is seen outside, so that two libraries of the same names stay
// apart in one process. `externals`: a library that it calls, or empty; without one the library may come from an earlier
// run (library_cache.hpp). `level`: "-O2". ModelError, `what` does not compile: the compiler's first messages.
std::filesystem::path build_cpp_library(const CppTexts& texts, const std::string& level,
                                        const std::filesystem::path& folder, const std::string& name,
                                        const std::filesystem::path& externals, const std::string& what);

}  // namespace lag
