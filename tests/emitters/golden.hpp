// Comparison with a stored text. A mismatch prints the difference and the one command that accepts the new text.
#pragma once

#include <string>

namespace lag {

// Empty when `text` equals tests/golden/<name>, else what to tell the reader. With LAG_ACCEPT_GOLDEN=1 in the
// environment the file is written instead.
std::string golden_mismatch(const std::string& name, const std::string& text);

}  // namespace lag
