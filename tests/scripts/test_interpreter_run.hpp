// Runs a script in process, without files: what it shows, or its first error as "line:column: message [hint]".
#pragma once

#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "scripts/language/grammar.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "scripts/statements/statement_table.hpp"

namespace lag {

struct ScriptRun {
    std::string output, messages, error;
};

inline ScriptRun run_script(const std::string& text, InterpretOptions options = {}) {
    ScriptRun run;
    std::ostringstream output, messages;
    options.output = &output;
    options.messages = &messages;
    try {
        const auto mechanics = lagrange_mechanics();
        interpret(parse(text, "script.lag"), *mechanics, options);
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().front();
        run.error = std::to_string(d.position.line) + ":" + std::to_string(d.position.column) + ": " + d.message +
                    (d.hint.empty() ? "" : " [" + d.hint + "]");
    }
    run.output = output.str();
    run.messages = messages.str();
    return run;
}

}  // namespace lag
