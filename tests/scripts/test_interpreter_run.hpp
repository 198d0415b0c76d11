// Runs a script in process, without files: what it shows, or its first error as "line:column: message [hint]".
#pragma once

#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "scripts/pipeline/mechanics.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

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

// A script whose own assert(..) are the test.
inline void check_assertions(const std::string& script) {
    CHECK(run_script(script).error == "");
}

// The message of the first error, "" where there is none.
inline std::string first_error(const std::string& script) {
    const std::string error = run_script(script).error;
    return error.empty() ? "" : error.substr(error.find(": ") + 2);
}

}  // namespace lag
