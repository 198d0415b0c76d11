// The `lag` command: arguments -> exit status. 0 fine, 1 the script or model is wrong, 2 the command line is wrong,
// 3 a check failed.
#pragma once

namespace lag {

int run_command(int argc, const char* const* argv);

}  // namespace lag
