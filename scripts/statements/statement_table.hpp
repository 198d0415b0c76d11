// All built-in functions and statements of a script: those of the language and those that describe a mechanism.
#pragma once

#include "scripts/language/built_in.hpp"

namespace lag {

const BuiltInTable& built_ins();
const BuiltIn* find_built_in(const std::string& name);  // null: there is none of that name

// Runs a whole script with them. InputError: the script is wrong. Emit requests are only collected.
ScriptResult interpret(const Script& script, Mechanics& mechanics, const InterpretOptions& options = {});

}  // namespace lag
