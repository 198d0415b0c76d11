// libFuzzer target: any bytes -> parse. Either a Script or an InputError with places inside the text; a parsed script,
// written out again, parses to the same text.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "core/errors.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/fuzz/shelter.hpp"

namespace {

void require(bool condition, const char* what, const std::string& text) {
    if (condition) return;
    std::cerr << "fuzz_parser: " << what << "\n" << text << "\n";
    std::abort();
}

void try_parser(const std::string& text) {
    lag::Script script;
    try {
        script = lag::parse(text, "fuzz.lag");
    } catch (const lag::InputError& error) {
        require(!error.diagnostics().empty(), "an error without a word", text);
        for (const lag::Diagnostic& diagnostic : error.diagnostics()) {
            require(!diagnostic.message.empty() && diagnostic.position.line >= 1, "an error without a place", text);
            lag::render(diagnostic);
        }
        return;
    }
    for (const lag::Statement& statement : script.statements) {
        const std::string once = to_string(statement.expression);
        if (once.size() > 100000) continue;
        lag::Script again;
        try {
            again = lag::parse(once, "again.lag");
        } catch (const lag::InputError& error) {
            require(false, error.what(), once);
        }
        require(again.statements.size() == 1, "one statement becomes several", once);
        require(to_string(again.statements.front().expression) == once, "text that does not stay the same", once);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    lag::on_a_large_stack([&] { try_parser(text); });
    return 0;
}
