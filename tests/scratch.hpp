// Where tests may write.
#pragma once

#include <cstdlib>
#include <string>

// The folder of this run: the environment's LAG_SCRATCH_FOLDER, which keeps tests apart that run at the same time; else
// the test program's own folder in the build.
inline std::string scratch_root() {
    const char* given = std::getenv("LAG_SCRATCH_FOLDER");
    return given != nullptr && *given != '\0' ? given : LAG_SCRATCH_DIR;
}
