// Compiled libraries, kept from one run to the next, so that a script that did not change is not compiled again.
//
// Each stands in one file, followed by the text that it was made from: the compiler, its options and every source. Only
// the same text gives it back. The folder is $LAG_CACHE, else lag in $XDG_CACHE_HOME, else ~/.cache/lag. None are kept
// where LAG_CACHE is set and empty, or where others can write to the folder. The oldest go when it grows above 256 MB.
// Nothing here is an error: what cannot be read or written is compiled.
#pragma once

#include <filesystem>
#include <string>

namespace lag {

// Writes the library that was made from this text to `library`; false where none is kept.
bool take_kept_library(const std::string& made_from, const std::filesystem::path& library);
void keep_library(const std::string& made_from, const std::filesystem::path& library);

}  // namespace lag
