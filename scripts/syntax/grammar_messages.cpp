#include "scripts/syntax/grammar_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lag {

namespace {

using Hint = std::pair<std::string_view, std::string_view>;

constexpr std::array<std::string_view, 13> reserved_words{"if", "then",  "elseif", "else", "for", "thru", "step",
                                                          "in", "while", "do",     "and",  "or",  "not"};

constexpr std::string_view no_quote =
    "' is a time derivative and stands directly after a name, ] or ); there is no quote operator";

constexpr std::array<Hint, 32> sign_hints{{
    {"==", "an equation or a comparison is written with one ="},
    {"!=", "'not equal' is written #"},
    {"<>", "'not equal' is written #"},
    {"~", "'not equal' is written #"},
    {"=>", "write >="},
    {"=<", "write <="},
    {"//", "a comment is written /* ... */"},
    {"&&", "write and"},
    {"&", "write and"},
    {"||", "write or"},
    {"|", "write or; an absolute value is abs(x)"},
    {"!", "write not; there is no factorial"},
    {"+=", "write x: x + ..."},
    {"-=", "write x: x - ..."},
    {"*=", "write x: x*..."},
    {"/=", "write x: x/..."},
    {"{", "a list is written [a, b]; expressions are grouped with ( )"},
    {"}", "a list is written [a, b]; expressions are grouped with ( )"},
    {"'", no_quote},
    {"’", no_quote},
    {"‘", no_quote},
    {"“", "a string stands between two \""},
    {"”", "a string stands between two \""},
    {"`", "a string stands between two \""},
    {"−", "write -"},
    {"–", "write -"},
    {"×", "write *"},
    {"·", "write * or ."},
    {"²", "write ^2"},
    {"³", "write ^3"},
    {"elif", "write elseif"},
    {"elsif", "write elseif"},
}};

bool is_word(std::string_view token) {
    const char c = token.empty() ? ' ' : token[0];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c == '%' && token.size() > 1);
}
bool is_number(std::string_view token) {
    return !token.empty() && ((token[0] >= '0' && token[0] <= '9') || (token[0] == '.' && token.size() > 1));
}
bool starts_operand(std::string_view token) {
    return is_word(token) || is_number(token) ||
           (!token.empty() && (token[0] == '"' || token[0] == '(' || token[0] == '['));
}
bool ends_operand(std::string_view token) {
    if (token.empty() || is_reserved(token)) return false;
    const char c = token[0];
    return is_word(token) || is_number(token) || c == '"' || c == ')' || c == ']' || c == '\'';
}

std::string quoted(std::string_view token) {
    constexpr std::size_t longest = 40;
    std::string text(token.substr(0, longest));
    if (token.size() > longest) {
        // not in the middle of a character of UTF-8
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U) text.pop_back();
        if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0U) text.pop_back();
        text += "...";
    }
    for (char& c : text)
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    return text == "'" ? "\"'\"" : fmt::format("'{}'", text);
}

std::string_view wanted(Expected expected) {
    switch (expected) {
        case Expected::nothing:
            return "";
        case Expected::expression:
            return "an expression";
        case Expected::name:
            return "the name of a variable";
        case Expected::close_round:
            return "',' or ')'";
        case Expected::close_square:
            return "',' or ']'";
        case Expected::then_word:
            return "'then'";
        case Expected::range_word:
            return "'thru', 'step' or 'do'";
        case Expected::do_word:
            return "'do'";
    }
    return "";
}

// Two operands in a row.
std::string between_hint(std::string_view before, std::string_view found, bool new_line, Expected expected) {
    const bool in_brackets = expected == Expected::close_round || expected == Expected::close_square;
    if (new_line && expected == Expected::nothing) return "is a ';' or '$' missing at the end of the line above?";
    if (new_line && in_brackets) return "is a ',' or an operator missing at the end of the line above?";
    if (is_number(before) && before.data() + before.size() == found.data() && is_word(found))
        return fmt::format("write {}*{}", before, found);
    if (in_brackets) return "is a ',' or an operator missing between them? A product is written with *";
    if (expected == Expected::nothing)
        return "is an operator or a ';' missing between them? A product is written with *";
    return "";
}

std::string reserved_hint(std::string_view word, Expected expected) {
    if (word == "then" || word == "elseif" || word == "else") return fmt::format("'{}' belongs to an if", word);
    if (expected == Expected::expression || expected == Expected::name)
        return fmt::format("'{}' is a word of the language and cannot be a name", word);
    if (word == "do" || word == "thru" || word == "step" || word == "in")
        return fmt::format("'{}' belongs to a loop: for i:1 thru n do ...", word);
    return "";
}

std::string expression_hint(std::string_view before, std::string_view found) {
    const bool closes = found == ")" || found == "]";
    if (closes && before == ",") return "no ',' follows the last entry";
    if (found == ")" && before == "(") return "'( )' has no value";
    if (found == ",") return "is a value missing before the ','?";
    if (found == "%" || found == "#") return "a comment is written /* ... */";
    return "";
}

std::string hint(std::string_view before, std::string_view found, bool new_line, Expected expected) {
    if (const std::string sign = foreign_sign_hint(found); !sign.empty()) return sign;
    if (!before.empty() && before.data() + before.size() == found.data()) {  // += is + and then a surprise
        const std::string both = std::string(before) + std::string(found);
        if (const std::string sign = foreign_sign_hint(both); !sign.empty()) return sign;
    }
    if (is_reserved(found)) return reserved_hint(found, expected);
    if (static_cast<unsigned char>(found[0]) >= 0x80) return "names consist of the letters a-z and A-Z, digits and _";
    if (expected == Expected::expression) return expression_hint(before, found);
    if (found[0] == '%' && ends_operand(before)) return "a remainder is written mod(a, b); a comment /* ... */";
    if (found == "," && expected == Expected::nothing) return "several expressions stand in brackets: (e1, e2)";
    if (expected == Expected::range_word && found == "=") return "write for i:1 thru n do ...";
    if (expected == Expected::nothing && (found == "end" || found == "endif" || found == "enddo") && !new_line)
        return "if and loops have no closing word; group with (e1, e2)";
    if (starts_operand(found) && ends_operand(before)) return between_hint(before, found, new_line, expected);
    return "";
}

}  // namespace

bool is_reserved(std::string_view word) {
    return std::find(reserved_words.begin(), reserved_words.end(), word) != reserved_words.end();
}

std::string foreign_sign_hint(std::string_view sign) {
    for (const Hint& known : sign_hints)
        if (known.first == sign) return std::string(known.second);
    return "";
}

Diagnostic unexpected(const SourceFile& source, const StatementRange& range, const char* at, Expected expected) {
    const char* const begin = source.text.data() + range.begin;
    const char* const end = source.text.data() + range.end;
    const char* const text_end = source.text.data() + source.text.size();
    at = skip_blank(at, end);
    const std::string_view before = token_before(begin, at);
    const bool ends = at == end;
    // The terminator is what was found at the end of a statement; at the end of the script there is none, and the
    // place is directly after the last word rather than on some blank line below.
    const std::string_view found = ends ? std::string_view(at, end == text_end ? 0 : 1) : token_at(at, end);
    if (ends && found.empty() && !before.empty()) at = before.data() + before.size();

    std::string message = "found " + (found.empty() ? "the end of the script" : quoted(found));
    if (!before.empty()) message += " after " + quoted(before);
    if (expected != Expected::nothing) message += ", expected " + std::string(wanted(expected));
    const char* const behind = before.empty() ? at : before.data() + before.size();
    const bool new_line = std::find(behind, std::max(behind, at), '\n') != std::max(behind, at);
    return {source.position(static_cast<std::size_t>(at - source.text.data())), std::move(message),
            ends ? std::string() : hint(before, found, new_line, expected)};
}

}  // namespace lag
