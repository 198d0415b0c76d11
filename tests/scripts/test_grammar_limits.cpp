// No input crashes or hangs the parser: depth, length, rubbish and mutated scripts.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

std::string repeated(const std::string& text, std::size_t count) {
    std::string all;
    all.reserve(text.size() * count);
    for (std::size_t k = 0; k < count; ++k) all += text;
    return all;
}

// "" when the text parses, else "line:column: message" of the first error.
std::string first_error(const std::string& text) {
    try {
        parse(text, "a.lag");
    } catch (const InputError& error) {
        const Diagnostic& first = error.diagnostics().front();
        return std::to_string(first.position.line) + ":" + std::to_string(first.position.column) + ": " + first.message;
    }
    return "";
}

bool too_deep(const std::string& text) {
    return first_error(text).find(" nested deeper than 500 levels here") != std::string::npos;
}

std::size_t measured_depth(const Syntax& node) {  // recursion is safe: that is what is tested
    std::size_t deepest = 0;
    for (const Syntax& child : node->children)
        if (child) deepest = std::max(deepest, measured_depth(child));
    return deepest + 1;
}

// Ways to nest, as what stands before and after the innermost operand at each level.
const std::vector<std::pair<std::string, std::string>> ways{
    {"(", ")"},
    {"[", "]"},
    {"f(", ")"},
    {"x[", "]"},
    {"-", ""},
    {"+", ""},
    {"not ", ""},
    {"a^", ""},
    {"a**", ""},
    {"a^-", ""},
    {"a: ", ""},
    {"f(x) := ", ""},
    {"if a then ", ""},
    {"if a then b else ", ""},
    {"if a then ", " else b"},
    {"if ", " then b"},
    {"for i:1 thru 2 do ", ""},
    {"for i in ", " do b"},
    {"for i:", " do b"},
    {"while ", " do b"},
    {"while a do ", ""},
    {"1 + (2*(", "))"},
    {"[a, f(-", ")]"},
    {"(", ")(y)"},
    {"(", ")[1]"},
    {"(", ", b)'"},
};

}  // namespace

TEST_CASE("nesting: a hundred levels of anything parse, ten thousand are refused at their place") {
    for (const auto& [before, behind] : ways) {
        INFO(before << "..." << behind);
        CHECK(first_error(repeated(before, 100) + "z" + repeated(behind, 100)) == "");
        CHECK(too_deep(repeated(before, 10000) + "z" + repeated(behind, 10000)));
        CHECK(too_deep(repeated(before, 200000) + "z" + repeated(behind, 200000)));
        CHECK(first_error(repeated(before, 10000)) != "");
    }
}

TEST_CASE("nesting: the limit is exact for brackets, signs and powers") {
    CHECK(first_error(repeated("(", 500) + "z" + repeated(")", 500)) == "");
    CHECK(first_error(repeated("(", 501) + "z" + repeated(")", 501)) ==
          "1:501: brackets are nested deeper than 500 levels here");
    CHECK(first_error("a: 1;\n" + repeated("(", 10000) + "z" + repeated(")", 10000) + ";b") ==
          "2:501: brackets are nested deeper than 500 levels here");
    CHECK(first_error(repeated("-", 500) + "z") == "");
    CHECK(first_error(repeated("-", 501) + "z") == "1:502: expressions are nested deeper than 500 levels here");
    CHECK(first_error(repeated("a^", 500) + "z") == "");
    CHECK(first_error(repeated("a^", 501) + "z") == "1:1003: expressions are nested deeper than 500 levels here");
    CHECK(first_error(repeated("f(", 499) + "z" + repeated(")", 499)) == "");
}

TEST_CASE("trees are never deeper than a thousand, whatever they hang on") {
    CHECK(too_deep("x" + repeated("[1]", 100000)));
    CHECK(too_deep("f" + repeated("(x)", 100000)));
    CHECK(too_deep("q" + repeated("'", 100000)));
    CHECK(too_deep("q" + repeated("'(x)", 100000)));
    CHECK(too_deep(repeated("(", 100) + "x" + repeated(repeated("[1]", 20) + ")", 100)));
    for (const auto& [before, behind] : ways)
        for (std::size_t n = 50; n <= 500; n += 50) {
            try {
                const Script script = parse(repeated(before, n) + "z" + repeated(behind, n), "a.lag");
                const Syntax& node = script.statements.at(0).expression;
                CHECK(measured_depth(node) <= node->depth);
                CHECK(node->depth <= 1000);
            } catch (const InputError&) {
            }
        }
}

TEST_CASE("long flat expressions parse") {
    const std::size_t many = 100000;
    for (const char* sign : {"+", "-", "*", "/", " . ", " and ", " or "}) {
        const Script script = parse("1" + repeated(std::string(sign) + "1", many), "a.lag");
        const Syntax& node = script.statements.at(0).expression;
        CHECK(node->children.size() == many + 1);
        CHECK(node->depth == 2);
    }
    CHECK(parse("[1" + repeated(", 1", many) + "]", "a").statements.at(0).expression->children.size() == many + 1);
    CHECK(parse("f(1" + repeated(", -2^x'", many) + ")", "a").statements.size() == 1);
    CHECK(parse(repeated("a: 1$\n", many), "a").statements.size() == many);
    CHECK(parse("if a then b" + repeated(" elseif a then b", many), "a").statements.size() == 1);
    CHECK(parse("for i" + repeated(" ", many) + "thru 3 do a", "a").statements.size() == 1);
    CHECK(parse(repeated("/*", many) + repeated("*/", many) + "a", "a").statements.size() == 1);
    CHECK(first_error("a" + repeated(" b", many)).substr(0, 19) == "1:3: found 'b' afte");
}

TEST_CASE("a file is at most 16 MiB and two million words and signs") {
    CHECK(first_error("\"" + repeated("x", (std::size_t{16} << 20U) - 2) + "\"") == "");
    CHECK(first_error("\"" + repeated("x", (std::size_t{16} << 20U) - 1) + "\"") ==
          "1:1: the file is larger than 16 MiB");
    CHECK(first_error("1" + repeated("+1", 3000000)).find("more than 2 million words and signs") != std::string::npos);
}

namespace {

void must_survive(const std::string& text) {
    try {
        const Script script = parse(text, "fuzz.lag");
        for (const Statement& statement : script.statements) (void)to_string(statement.expression);
    } catch (const InputError& error) {
        REQUIRE_FALSE(error.diagnostics().empty());
        REQUIRE(error.diagnostics().size() <= 21);
        for (const Diagnostic& one : error.diagnostics()) {
            INFO(render(one));
            REQUIRE(one.position.line >= 1);
            REQUIRE(one.position.column >= 1);
            REQUIRE(one.position.column <= one.position.line_text.size() + 2);  // + the two bytes of a Windows line end
            REQUIRE(one.message.find("boost") == std::string::npos);
            REQUIRE(one.message.size() < 300);
        }
    }
    (void)is_complete(text);
}

std::vector<std::string> sample_scripts() {
    std::vector<std::string> scripts;
    for (const auto& entry : std::filesystem::directory_iterator(LAG_SOURCE_DIR "/samples/acceptance")) {
        if (entry.path().extension() != ".lag") continue;
        std::stringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        scripts.push_back(text.str());
    }
    std::sort(scripts.begin(), scripts.end());
    return scripts;
}

const std::vector<std::string> fragments{
    "if ",  "then ", "else ", "elseif ", "for ", "thru ", "step ", "in ", "in=", "do ", "while ", "and ", "or ",
    "not ", "(",     ")",     "[",       "]",    "{",     ",",     ";",   "$",   ":",   ":=",     "=",    "==",
    "#",    "<",     ">=",    "+",       "-",    "*",     "**",    "/",   "//",  "/*",  "*/",     "^",    ".",
    "'",    "\"",    "\\",    "%",       "1.",   ".5",    "1e",    "2",   "x",   "\n",  "\r\n",   "é",    "²"};

}  // namespace

TEST_CASE("random bytes, random words and mutated scripts never crash or hang") {
    std::mt19937 random(20260101);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    const auto start = std::chrono::steady_clock::now();

    for (int k = 0; k < 5000; ++k) {  // bytes: all of them, then printable ones only
        std::string text(below(200), ' ');
        for (char& c : text) c = static_cast<char>(k % 2 == 0 ? below(256) : 32 + below(95));
        must_survive(text);
    }
    for (int k = 0; k < 20000; ++k) {
        std::string text;
        for (std::size_t n = below(40); n > 0; --n) text += fragments[below(fragments.size())];
        must_survive(text);
    }
    const std::vector<std::string> scripts = sample_scripts();
    REQUIRE(scripts.size() >= 4);
    for (int k = 0; k < 4000; ++k) {
        std::string text = scripts[below(scripts.size())];
        for (std::size_t n = 1 + below(4); n > 0 && !text.empty(); --n) {
            const std::size_t at = below(text.size());
            switch (below(5)) {
                case 0:
                    text.erase(at, 1 + below(10));
                    break;
                case 1:
                    text.insert(at, fragments[below(fragments.size())]);
                    break;
                case 2:
                    text[at] = static_cast<char>(32 + below(95));
                    break;
                case 3:
                    text.insert(at, text.substr(below(text.size()), below(200)));
                    break;
                default:
                    text.resize(at);
            }
        }
        must_survive(text);
    }
    // A minute even under sanitizers; a hang or an exponential case is far beyond it.
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::minutes(2));
}
