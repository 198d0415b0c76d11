// --define name=value where the name is declared by parameter() or parameters(): the value takes the place
// of the default in the syntax tree, before anything runs. Every other definition fixes a variable, which is
// the interpreter's business.
//
// Found are names written out as such, in the script and in the files it loads by a literal name. A parameter
// whose name is computed (parameter(concat(m, i), ...)) is not found; its statement then refuses the name, because
// it is a variable.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "scripts/syntax/syntax.hpp"

namespace lag {

using Defines = std::vector<std::pair<std::string, std::string>>;

struct DefinedScript {
    Script script;                                        // with the new defaults
    Defines variables;                                    // what is left for the interpreter
    std::function<Script(const std::string& file)> load;  // the same for loaded files; null: nothing to change
};

DefinedScript with_defines(const Script& script, const Defines& defines);

// The bytes of a script file, up to just beyond the size the parser refuses. ModelError when it cannot be read.
std::string script_text(const std::string& file);

}  // namespace lag
