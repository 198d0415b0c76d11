// Other programs and other people's code, kept at arm's length: the system's compilers run without a shell in a
// temporary folder, and compiled routines are called in a child process, so that nothing they do ends this one.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

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
    int alive_ = -1;  // our end of the pipe that the guard reads from
    int guard_ = -1;  // its process
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
using CompiledRoutine = void (*)(const double* in, double* out);
CompiledRoutine routine_in(const std::filesystem::path& library, const std::string& routine);

// What became of a routine called at many points in a child process.
struct ChildCalls {
    std::vector<std::vector<double>> results;  // of the points before it ended
    std::string ended;                         // empty: fine; else why there are no more, such as "it crashed (...)"
    std::string messages;                      // what it wrote on standard error, the last of it
};
// `points` all have the same size, results have `out` numbers. A routine that is silent for `patience` seconds is
// ended.
ChildCalls call_in_child(const std::filesystem::path& library, const std::string& routine,
                         const std::vector<std::vector<double>>& points, std::size_t out, int patience = 60);

}  // namespace lag
