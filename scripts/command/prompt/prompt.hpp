// `lag` alone: an interactive session as Maxima's, with line editing, history and completion by the readline library.
//
//   (%i1) x: 3;
//   (%o1) 3
//
// Two processes share the work. The front one owns the terminal. The worker owns the session; before each statement it
// forks, and the copy waits: when the statement fails, is interrupted (Ctrl-C) or takes the worker down, the copy goes
// on from the state before it. So no error, however grave, costs more than the statement it stands in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lag {

// Reads standard input to its end. Without a terminal there is no prompt and no editing; the exit status is then 1 when
// a statement failed. `sources`: what external routines are defined in.
int run_prompt(const std::filesystem::path& folder, const std::vector<std::string>& sources);

}  // namespace lag
