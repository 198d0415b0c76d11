// Runs work where no input can bring the process down: on a thread whose stack is large enough for every recursion the
// language allows, within the machine's memory, with every exception turned into a message and an exit status.
#pragma once

#include <functional>

namespace lag {

inline constexpr int status_fine = 0, status_wrong_script = 1, status_wrong_command = 2, status_check_failed = 3;

// On this thread: every exception becomes a message on standard error and an exit status.
int status_of_work(const std::function<int()>& work);
int sheltered(const std::function<int()>& work);

// Writes out what is left for standard output. Where that or anything before failed (a full disk, a closed descriptor)
// a message says so, and a status that said fine becomes status_wrong_script.
int status_with_output_written(int status);

}  // namespace lag
