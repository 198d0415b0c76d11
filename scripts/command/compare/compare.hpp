// lag compare LEFT RIGHT: do two routines compute the same? Exit status 0 when they do, 3 when they do not.
#pragma once

namespace lag {

// `argv` begins with the word "compare".
int run_compare(int argc, const char* const* argv);

}  // namespace lag
