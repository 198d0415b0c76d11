// Emitted files compiled together, as few compilers as possible for many models, and called with guards
// around every array.
#pragma once

#include <Eigen/Dense>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/oracle.hpp"

namespace lag::combinations {

// The source in C of the routine that `external(probe, ..)` of a drawn script calls.
void write_probe(const std::filesystem::path& file, bool for_fortran);

// Runs a command of the shell for at most so many seconds of processor time, which does not depend on what else runs (ten times as
// many by the clock); all it says goes into `words`. The exit status.
int run(const std::string& command, int seconds, std::string& words);

// A file that `lag` has written. `language` is "cpp", "c", "fortran" or "fortran77".
struct EmittedFile {
    std::string model, language;
    std::filesystem::path file;
    bool batch = false;  // many states at once
};

// One shared object.
class Library {
  public:
    explicit Library(const std::filesystem::path& object);  // throws std::runtime_error
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    void* find(const std::string& symbol) const;  // null: there is none

  private:
    void* handle_ = nullptr;
};

// Compiles all files: one call for C++, one for C, one for both Fortrans. Empty, or the compiler's words. The objects
// are folder/cpp.so, folder/c.so and folder/fortran.so.
std::string compile(const std::vector<EmittedFile>& files, const std::filesystem::path& folder);

using Arrays = std::map<std::string, Eigen::VectorXd>;

// One emitted file's routines, called by their arguments' names.
class Emitted {
  public:
    Emitted(const EmittedFile& file, std::shared_ptr<Library> library);

    const EmittedFile& file() const { return file_; }
    bool has(const std::string& routine) const;
    Eigen::Index size(const std::string& name) const;                // "nq", "nl", ...; 0 where the file has none
    std::vector<std::string> names(const std::string& table) const;  // "speed_names", of C++ alone
    std::vector<int> integers(const std::string& table) const;       // "jacobian_rows", of C++ alone

    // Calls a routine with `given` (t, tolerance and limit have one element); what it fills is in the result, `info` as
    // a number. Throws std::runtime_error when it writes beside an array or into one that it is given.
    Arrays call(const std::string& routine, const Arrays& given) const;
    // t, q, u, w, y of a state, and c of the last setup.
    Arrays arguments(const OracleState& state) const;
    void setup(const Eigen::VectorXd& p);
    // The derivatives of four states at once, by packs or by the batch routine, one column each.
    Eigen::MatrixXd four(const std::vector<OracleState>& states) const;
    bool has_four() const;

  private:
    void invoke(const std::string& routine, std::vector<void*>& arguments) const;

    EmittedFile file_;
    std::shared_ptr<Library> library_;
    std::string text_;
    mutable std::map<std::string, Eigen::Index> sizes_;
    mutable std::map<std::string, std::vector<std::string>> names_;
    Eigen::VectorXd c_;
};

}  // namespace lag::combinations
