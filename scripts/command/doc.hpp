// lag doc FILE.lag: FILE.html and FILE.tex beside the script or in --out.
#pragma once

namespace lag {

// `argv` begins with the word "doc". Exit statuses of the command (command.hpp).
int run_doc(int argc, const char* const* argv);

}  // namespace lag
