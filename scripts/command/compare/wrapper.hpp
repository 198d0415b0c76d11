// Compiled code of one side of a comparison: the user's source and a wrapper around its routines, whose arguments are
// plain arrays of doubles.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scripts/command/compare/mapping.hpp"

namespace lag {

struct WrappedRoutine {
    std::string name;
    const Mapping* mapping;
};

// Words on each side of every argument.
inline constexpr std::size_t guard_words = 256;

// routine(in, out): `in` holds the numbers of `in` of all quantities in order, then two more: what the guard words
// hold, and what arguments hold before the calls where nothing is set (a status: 0). `out` gets the numbers of `out`
// and the status of all quantities in order, then one number for each argument: 0, or the first place, from 1, where
// its memory (guard words, elements, guard words) has changed though it may not. `language`: fortran, c or cpp.
std::string wrapper_text(const std::string& language, const std::vector<WrappedRoutine>& routines);

// Compiles `source` and the wrapper into folder/side.so. ModelError.
std::filesystem::path build_side(const std::filesystem::path& source, const std::string& language,
                                 const std::vector<WrappedRoutine>& routines, const std::filesystem::path& folder);

}  // namespace lag
