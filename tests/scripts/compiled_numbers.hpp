// Numbers that a program prints, which a test writes and compiles.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

// `compile` makes `program` in `folder`, where both run. A failure of either ends the test with their messages.
inline std::istringstream compiled_numbers(const std::filesystem::path& folder, const std::string& compile,
                                           const std::string& program = "driver") {
    const std::string command =
        "cd '" + folder.string() + "' && " + compile + " > log 2>&1 && ./" + program + " > numbers 2>> log";
    const int status = std::system(command.c_str());
    INFO(command << "\n" << contents(folder / "log").substr(0, 3000));
    REQUIRE(status == 0);
    return std::istringstream(contents(folder / "numbers"));
}

}  // namespace lag
