// Other programs, kept at arm's length: the system's compilers run without a shell, in a temporary folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scripts/command/processes/pipe.hpp"

namespace lag {

// A folder of its own below the system's one for temporary files; gone with the object, or with this process however
// it ends: a second process waits for that.
class TemporaryFolder {
  public:
    TemporaryFolder();  // OutputError
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    void guard();
    std::filesystem::path path_;
    std::optional<Pipe> alive_;  // what the guard reads from
    int guard_ = -1;             // its process
};

// The first of `names` that stands in PATH; empty when none does. The environment variable (CC, CXX, FC) comes first
// when it names a program.
std::string find_program(const std::string& variable, const std::vector<std::string>& names);

struct ProgramRun {
    bool fine = false;     // ended with status 0
    std::string messages;  // standard output and standard error
};
// Without a shell: words[0] is the program.
ProgramRun run_program(const std::vector<std::string>& words);

// A shared object, loaded by whoever calls `routine`; ModelError when it cannot be loaded or has no such routine.
void* address_in(const std::filesystem::path& library, const std::string& routine);
template <class Function>
Function function_in(const std::filesystem::path& library, const std::string& routine) {
    return reinterpret_cast<Function>(address_in(library, routine));
}
using CompiledRoutine = void (*)(const double* in, double* out);

}  // namespace lag
