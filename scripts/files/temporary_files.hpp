// Names of what stands on the disk for a moment. They hold the process that made them, so that the next run can tell
// what a killed one left behind: `.pendulum.f90.lag-4711-Xk3f9Q` is of process 4711.
#pragma once

#include <filesystem>
#include <string>

namespace lag {

// Makes and opens a hidden file beside `target`; the descriptor, or -1 with errno set. `path` is where it stands.
int open_temporary_file(const std::filesystem::path& target, std::filesystem::path& path);

// Removes such files beside `target` whose process is gone, as far as they are our user's and a minute old (a younger
// one may belong to another machine or container that shares the folder: its processes cannot be seen from here).
void remove_abandoned_files(const std::filesystem::path& target);

// A new folder of our own below the system's one for temporary files; empty with errno set when there can be none.
std::filesystem::path make_temporary_folder();

}  // namespace lag
