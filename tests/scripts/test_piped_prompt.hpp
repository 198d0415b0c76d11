// The command with its input from a pipe, as a process of its own.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/scripts/test_command_runner.hpp"

namespace lag {

struct Piped {
    int status;
    std::string output, errors;
};

inline Piped pipe_in(const std::string& input, const std::string& folder_name) {
    const std::filesystem::path folder = scratch_folder(folder_name);
    write(folder / "input", input);
    const int status =
        std::system(("cd '" + folder.string() + "' && '" LAG_COMMAND "' < input > output 2> errors").c_str());
    return {WEXITSTATUS(status), contents(folder / "output"), contents(folder / "errors")};
}

}  // namespace lag
