// Files and commands for tests that compile what was emitted.
#pragma once

#include <string>

namespace lag {

struct CommandResult {
    int status = 0;
    std::string output;  // both streams
};

CommandResult run(const std::string& command);
std::string scratch_file(const std::string& name);  // in a folder of this program's own, made at need
void write_text(const std::string& path, const std::string& text);

}  // namespace lag
