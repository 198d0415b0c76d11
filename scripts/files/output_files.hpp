// Writes what a script emits: all files or none. Every text exists in memory before the first file is touched; each is
// written beside its target and renamed over it, so that a reader never sees half a file and a failure leaves what was
// there. What a killed run left beside a target is removed by the next (temporary_files.hpp).
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace lag {

struct OutputFile {
    std::string name;  // relative to the output folder
    std::string text;
};

// The folder or a file in it cannot be written; the message says which and why. Exit status 1.
class OutputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Why `name` may not be the name of an emitted file; empty when it may. Names stay inside the output folder.
std::string refused_file_name(const std::string& name);

// Makes the folder when it does not exist.
void write_files(const std::filesystem::path& folder, const std::vector<OutputFile>& files);

}  // namespace lag
