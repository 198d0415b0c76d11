// What a sweep has done so far, in a file: a first line that says which sweep it is, then "run,result" line by line. A
// sweep that was killed goes on behind the last whole line; parts of a sweep that run elsewhere leave theirs beside it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace lag {

using SweepResults = std::map<std::size_t, std::string>;  // by run

// Those in a journal of this sweep; none where there is no such file, or it is of another sweep.
SweepResults results_in(const std::filesystem::path& journal, const std::string& sweep);

class Journal {
  public:
    // Goes on with the file where it is of this sweep, else begins it. OutputError.
    Journal(const std::filesystem::path& path, const std::string& sweep);
    const SweepResults& results() const { return results_; }
    void add(std::size_t run, const std::string& result);

  private:
    std::filesystem::path path_;
    SweepResults results_;
    std::ofstream file_;
};

}  // namespace lag
