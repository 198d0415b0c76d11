// The texts that a page is made of. They are compiled in: the command needs no files of its own at run time.
#pragma once

#include <string>

namespace lag {

// three.js as the system has it, and its licence; the page's own script, style sheet and body.
const std::string& page_asset(const std::string& name);

}  // namespace lag
