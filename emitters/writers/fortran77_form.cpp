#include "emitters/writers/fortran77_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/errors.hpp"
#include "core/rational.hpp"

namespace lag {

namespace {

constexpr std::size_t most_lines = 20;
const char* const continuation = "     &  ";

// Of each place of a statement whether it is within a literal: a line that ends there would pad it with blanks.
std::vector<bool> within_literals(const std::string& text) {
    std::vector<bool> within;
    bool is_open = false;
    for (const char c : text) {
        within.push_back(is_open);
        if (c == '\'') is_open = !is_open;
    }
    return within;
}

// The lines of one statement; broken after a space, a comma, a parenthesis or an operator, anywhere where
// there is none.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    const std::vector<bool> within = within_literals(text);
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::string start = begin == 0 ? fortran77_margin : continuation;
        const std::size_t room = fortran77_last_column - start.size();
        std::size_t end = text.size();
        if (end - begin > room) {
            end = begin + room;
            const auto may_break = [&](std::size_t k) {
                const char before = text[k - 1], after = text[k];
                if (within[k]) return false;
                return before == ' ' || before == ',' || (before == '(' && after != '.') ||
                       (before == '*' && after != '*' && (k < 2 || text[k - 2] != '*'));
            };
            std::size_t good = end;
            while (good > begin + 1 && !may_break(good)) --good;
            if (good > begin + 1) end = good;
        }
        std::string line = text.substr(begin, end - begin);
        while (!line.empty() && line.back() == ' ') line.pop_back();
        lines.push_back(fmt::format("{}{}\n", start, line));
        begin = end;
        while (begin < text.size() && text[begin] == ' ') ++begin;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line;
    return text;
}

}  // namespace

std::string fixed_form_statement(const std::string& text) {
    const std::vector<std::string> lines = lines_of(text);
    if (lines.size() > most_lines)
        throw ModelError(
            fmt::format("a statement is too long for Fortran 77: it would have {} lines, 20 are allowed: {} ..",
                        lines.size(), text.substr(0, 60)),
            "emit another language, or write a procedure's long statement as several");
    return joined(lines);
}

std::string fixed_form_call(const std::string& call, const std::string& routine) {
    const std::vector<std::string> lines = lines_of(call);
    if (lines.size() > most_lines)
        throw ModelError(fmt::format("Fortran 77 cannot call '{}': with that many arguments the statement would have "
                                     "{} lines, 20 are allowed",
                                     routine, lines.size()),
                         "emit another language, or give the routine fewer arguments");
    return joined(lines);
}

std::string fixed_form_declarations(const std::string& type, const std::vector<std::string>& names) {
    std::string text, list;
    for (const std::string& name : names) {
        if (list.size() + name.size() > 600)
            text += fixed_form_statement(fmt::format("{} {}", type, list)), list.clear();
        list += (list.empty() ? "" : ", ") + name;
    }
    return list.empty() ? text : text + fixed_form_statement(fmt::format("{} {}", type, list));
}

std::string fixed_form(const std::string& lines) {
    std::istringstream in(lines);
    std::string text;
    for (std::string line; std::getline(in, line);)
        text += line.starts_with(fortran77_margin) ? fixed_form_statement(line.substr(6)) : line + "\n";
    return text;
}

std::string fortran77_number(double value) {
    std::string text = shortest_decimal(value);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text + "D0";
    text[e] = 'D';
    return text;
}

std::string fortran77_quoted(const std::string& text) {
    std::string result;
    for (std::size_t k = 0; k < std::max<std::size_t>(text.size(), 1); k += 40) {
        result += result.empty() ? "'" : "// '";
        for (const char c : text.substr(std::min(k, text.size()), 40)) result += c == '\'' ? "''" : std::string(1, c);
        result += "'";
    }
    return text.empty() ? "' '" : result;
}

}  // namespace lag
