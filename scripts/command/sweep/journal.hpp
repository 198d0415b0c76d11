// What a sweep has done so far, in a file: a first line that says which sweep it is, then "run,result" line by line. A
// sweep that was killed goes on behind the last whole line; parts of a sweep that run elsewhere leave theirs beside it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace lag {

using SweepResults = std::map<std::size_t, std::string>;  // by run

// Those in a journal of this sweep; none where there is no such file, or it is of another sweep.
SweepResults results_in(const std::filesystem::path& journal, const std::string& sweep);

class Journal {
  public:
    // Goes on with the file where it is of this sweep, else begins it. The file is locked as long as the journal lives:
    // OutputError where another process has it, or where it cannot be written.
    Journal(const std::filesystem::path& path, const std::string& sweep);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    ~Journal();
    const SweepResults& results() const { return results_; }
    void add(std::size_t run, const std::string& result);
    void remove();  // where it has served

  private:
    void open();
    void write(const std::string& text);

    std::filesystem::path path_;
    int file_ = -1;
    SweepResults results_;
};

}  // namespace lag
