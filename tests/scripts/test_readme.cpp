// The README tells the truth: its script runs and says what the text says, and its commands exist.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "scripts/pipeline/mechanics.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

std::string contents(const std::string& name) {
    std::ifstream file(std::string(LAG_SOURCE_DIR) + "/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string block(const std::string& text, const std::string& language) {
    const std::string fence = "```" + language + "\n";
    const std::size_t begin = text.find(fence) + fence.size();
    return text.substr(begin, text.find("```", begin) - begin);
}

}  // namespace

TEST_CASE("the README's first script runs, shows and proves what the text says") {
    const std::string script = block(contents("README.md"), "lag");
    std::ostringstream shown;
    InterpretOptions options;
    options.output = options.messages = &shown;
    const auto mechanics = lagrange_mechanics();
    const ScriptResult result = interpret(parse(script, "pendulum.lag"), *mechanics, options);
    CHECK(shown.str().find("proved") != std::string::npos);
    CHECK(shown.str().find("matrix([") != std::string::npos);
    CHECK(result.emit_requests.size() == 2);
}

TEST_CASE("the README's commands and links exist") {
    const std::string readme = contents("README.md"), run = contents("run");
    for (const std::string command : {"demo", "test", "docs", "bench"}) {
        CHECK(readme.find("./run " + command) != std::string::npos);
        CHECK(run.find("\n    " + command + ")") != std::string::npos);
    }
    int links = 0;
    for (std::size_t at = readme.find("]("); at != std::string::npos; at = readme.find("](", at + 1)) {
        const std::string target = readme.substr(at + 2, readme.find(')', at) - at - 2);
        INFO(target);
        CHECK(std::filesystem::exists(std::filesystem::path(LAG_SOURCE_DIR) / target));
        ++links;
    }
    CHECK(links >= 8);
}
