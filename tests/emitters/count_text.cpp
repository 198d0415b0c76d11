#include "tests/emitters/count_text.hpp"

#include <regex>
#include <sstream>

namespace lag {

namespace {

std::string without_comment(const std::string& line, TextKind kind) {
    return line.substr(0, line.find(kind == TextKind::fortran ? "!" : "//"));
}

// One statement, blanks removed.
void count_statement(std::string s, OperationCount& count) {
    std::erase(s, ' ');
    static const std::regex call(
        R"((^|[^a-z_0-9])(sqrt|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|log|abs|min|max|floor|floor_of|mod|modulo|pow|fabs|lag_min|lag_max|lag_mod|\w+_f_mod|\w+_f_floor|(?:\w+_)?table_[0-9]+(?:<R>)?)\()");
    for (auto it = std::sregex_iterator(s.begin(), s.end(), call); it != std::sregex_iterator(); ++it)
        ++((*it)[2] == "sqrt" ? count.sqrt : count.call);
    for (std::size_t k = 1; k < s.size(); ++k) {
        const char c = s[k], before = s[k - 1], after = k + 1 < s.size() ? s[k + 1] : ' ';
        if (c == '*' && after == '*') {
            ++count.call, ++k;
        } else if (c == '*') {
            ++count.mul;
        } else if (c == '/' && after != '=') {
            ++count.div;
        } else if (c == '+' || c == '-') {
            const bool exponent =
                (before == 'e' || before == 'd') && k >= 2 && (std::isdigit(s[k - 2]) != 0 || s[k - 2] == '.');
            const bool sign = std::string("(,=<.*/").find(before) != std::string::npos;
            if (!exponent && !sign) ++count.add;
        }
    }
}

// Fixed form -> one statement a line in lower case, without comments and without the routines that give
// names and sizes.
std::string as_free_form(const std::string& text) {
    std::string joined;
    std::istringstream lines(text);
    bool skipping = false;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line[0] == 'C') continue;
        for (char& c : line) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        if (line.rfind("     &", 0) == 0) {
            joined.pop_back();
            joined += line.substr(6) + "\n";
            continue;
        }
        if (std::regex_match(line, std::regex(R"(\s*subroutine \w+_(names|units|sizes)\(.*)"))) skipping = true;
        if (!skipping) joined += line.substr(std::min<std::size_t>(line.size(), 6)) + "\n";
        if (line == "      end") skipping = false;
    }
    return joined;
}

std::string without_block_comments(std::string text) {
    for (std::size_t k = text.find("/*"); k != std::string::npos; k = text.find("/*", k))
        text.erase(k, text.find("*/", k) + 2 - k);
    return text;
}

}  // namespace

std::map<std::string, OperationCount> counted_in_text(const std::string& text, TextKind kind) {
    if (kind == TextKind::fortran77) return counted_in_text(as_free_form(text), TextKind::fortran);
    if (kind == TextKind::c) {
        std::string bare = without_block_comments(text);
        for (std::size_t k = bare.find("static inline "); k != std::string::npos; k = bare.find("static inline ", k))
            bare.erase(k, 14);
        bare = std::regex_replace(bare, std::regex(R"(\*(info|kinetic|potential)\b)"), "$1");  // pointers, not products
        return counted_in_text(bare, TextKind::cpp);
    }
    std::map<std::string, OperationCount> counts;
    const std::regex head(kind == TextKind::fortran ? R"(^\s*(recursive )?(?:pure )?subroutine (\w+)\(.*)"
                                                    : R"(^(void) (\w+)\(.*)");
    const std::regex piece(R"((\w+?)_\d+)");
    std::istringstream lines(text);
    std::string line, statement, routine;
    bool in_body = false;
    while (std::getline(lines, line)) {
        std::smatch match;
        if (std::regex_match(line, match, head)) {
            routine = match[2];
            std::smatch part;
            if (std::regex_match(routine, part, piece)) routine = part[1];
            counts[routine];
            in_body = kind == TextKind::fortran || line.find('{') != std::string::npos;
            statement.clear();
            continue;
        }
        if (routine.empty()) continue;
        if (!in_body) {  // the rest of a C++ argument list
            in_body = line.find('{') != std::string::npos;
            continue;
        }
        line = without_comment(line, kind);
        if (line == "}" || line == "end" || line.find("end subroutine") != std::string::npos) {
            routine.clear();
            continue;
        }
        const bool is_declaration = line.find("::") != std::string::npos && line.find("L::") == std::string::npos &&
                                    line.find("::accelerations(") == std::string::npos;
        if (is_declaration || line.find("for (int k") != std::string::npos ||
            line.find("for (info") != std::string::npos)
            continue;
        const std::size_t continued = line.rfind('&');
        const bool goes_on =
            kind == TextKind::fortran ? continued != std::string::npos : line.find(';') == std::string::npos;
        statement += kind == TextKind::fortran && goes_on ? line.substr(0, continued) : line;
        if (goes_on) continue;
        // a routine that calls another one of the model has its operations
        if (std::smatch called; std::regex_search(statement, called, std::regex(R"((?:^|\W)(\w*accelerations)\()")))
            counts[routine] = counts.at(called[1]);
        else
            count_statement(statement, counts[routine]);
        statement.clear();
    }
    return counts;
}

std::map<std::string, OperationCount> claimed_in_text(const std::string& text) {
    std::map<std::string, OperationCount> counts;
    const std::regex claim(
        R"((?:!|//|C| \*) (?:\w+::)?(\w+): (\d+) add, (\d+) mul, (\d+) div, (\d+) sqrt, (\d+) call)");
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
        std::smatch m;
        if (!std::regex_match(line, m, claim)) continue;
        counts[m[1]] = {std::stol(m[2]), std::stol(m[3]), std::stol(m[4]), std::stol(m[5]), std::stol(m[6])};
    }
    return counts;
}

}  // namespace lag
