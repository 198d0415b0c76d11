#include "emitters/writers/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lag {

std::string comment_text(const std::string& text) {
    std::string line;
    for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    while (!line.empty() && (line.back() == ' ' || line.back() == '\\')) line.pop_back();
    return line;
}

std::string comment_lines(const std::string& text, const std::string& prefix, std::size_t width) {
    std::string rest = comment_text(text), result;
    const std::size_t room = width > prefix.size() + 20 ? width - prefix.size() : 20;
    while (rest.size() > room) {
        std::size_t end = rest.rfind(' ', room);
        if (end == std::string::npos || end < room / 2) {
            end = room;
            while (end > 1 && (static_cast<unsigned char>(rest[end]) & 0xC0U) == 0x80U)
                --end;  // not inside a UTF-8 character
        }
        result += fmt::format("{}{}\n", prefix, comment_text(rest.substr(0, end)));
        rest.erase(0, rest.find_first_not_of(' ', end));
    }
    return fmt::format("{}{}{}\n", result, prefix, rest);
}

bool is_in_literal(const std::string& text, std::size_t k, const std::string& marks) {
    char open = '\0';
    for (std::size_t i = 0; i < k; ++i) {
        if (open != '\0' && text[i] == '\\' && marks == "\"") {
            ++i;  // of C
        } else if (open == '\0' ? marks.find(text[i]) != std::string::npos : text[i] == open) {
            open = open == '\0' ? text[i] : '\0';
        }
    }
    return open != '\0';
}

namespace {

// Where a line ends that may hold text[begin, limit): after a blank or an opening parenthesis, or before the * of a
// product where those would leave the line half empty.
std::size_t line_end(const std::string& text, std::size_t begin, std::size_t limit) {
    const auto is_between = [&](std::size_t k) {  // not after "double* "
        return ((text[k - 1] == ' ' && (k < 2 || text[k - 2] != '*')) || text[k - 1] == '(') &&
               !is_in_literal(text, k, "\"");
    };
    const auto is_before_factor = [&](std::size_t k) {
        const std::string around = text.substr(k - 1, 3);
        return around[1] == '*' && around.find_first_of(" /") == std::string::npos;  // no pointer, no comment
    };
    std::size_t between = limit, factor = limit;
    while (between > begin + 1 && !is_between(between)) --between;
    while (factor > begin + 1 && !is_before_factor(factor)) --factor;
    const bool is_short = between < begin + (limit - begin) / 2;
    return is_short && factor > begin + 1 ? std::max(factor, between) : between;
}

}  // namespace

std::string wrapped_statement(const std::string& text, std::size_t indent, std::size_t width, const std::string& mark) {
    std::string result;
    std::size_t begin = 0;
    while (true) {
        const std::string margin(begin == 0 ? indent : indent + 4, ' ');
        const std::size_t room = width - margin.size() - mark.size();
        if (text.size() - begin <= room) return fmt::format("{}{}{}\n", result, margin, text.substr(begin));
        const std::size_t end = line_end(text, begin, begin + room);
        std::string line = text.substr(begin, end - begin);
        while (!line.empty() && line.back() == ' ') line.pop_back();
        result += fmt::format("{}{}{}\n", margin, line, mark);
        begin = end;
    }
}

std::string opposite(const std::string& condition, const std::string& no) {
    const bool is_negated = condition.starts_with("(" + no) && condition.ends_with(')');
    if (!is_negated) return no + condition;
    int depth = 0;
    for (std::size_t k = 0; k + 1 < condition.size(); ++k) {
        depth += condition[k] == '(' ? 1 : condition[k] == ')' ? -1 : 0;
        if (depth == 0) return no + condition;  // the first parenthesis ends before the text does
    }
    return condition.substr(1 + no.size(), condition.size() - 2 - no.size());
}

}  // namespace lag
