// The editor's grammar knows every built-in and nothing that is none.
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "scripts/statements/statement_table.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

// The words between the innermost parentheses of a rule's "match".
std::set<std::string> words_of(const std::string& grammar, const std::string& rule) {
    std::smatch found;
    const std::regex pattern("\"" + rule +
                             "\": \\{\\s*\"name\": \"[^\"]*\",\\s*\"match\": \"[^\"]*\\\\b\\(([a-z0-9_|]+)\\)");
    REQUIRE(std::regex_search(grammar, found, pattern));
    std::set<std::string> words;
    std::istringstream text(found[1].str());
    for (std::string word; std::getline(text, word, '|');) words.insert(word);
    return words;
}

}  // namespace

TEST_CASE("the editor grammar lists every built-in") {
    std::ifstream file(std::string(LAG_SOURCE_DIR) + "/editors/vscode/syntaxes/lag.tmLanguage.json");
    std::stringstream text;
    text << file.rdbuf();
    std::set<std::string> calls = words_of(text.str(), "builtin");
    const std::set<std::string> keywords = words_of(text.str(), "keyword"),
                                constants = words_of(text.str(), "constant");
    for (const auto& [name, built_in] : built_ins()) {
        INFO(name << " belongs into editors/vscode/syntaxes/lag.tmLanguage.json");
        CHECK(calls.count(name) + keywords.count(name) + constants.count(name) == 1);
        calls.erase(name);
    }
    INFO((calls.empty() ? std::string() : *calls.begin()));
    CHECK(calls.empty());
    for (const char* word :
         {"if", "then", "else", "elseif", "for", "in", "thru", "step", "while", "do", "and", "or", "not"})
        CHECK(keywords.contains(word));
}
