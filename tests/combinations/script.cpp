#include "tests/combinations/script.hpp"

namespace lag::combinations {

namespace {

// Arguments that say what the statement is about.
std::size_t fixed_arguments(const Statement& s) {
    if (s.word == "initial" || s.word == "options") return 0;
    if (s.word == "body" || s.word == "cut_hinge" || s.word == "limit" || s.word == "event") return 3;
    return 2;
}

bool holds_expressions(const Statement& s) {
    return s.word != "input" && s.word != "model";
}

// A keyword and what follows it; the keyword is empty for a plain argument.
struct Argument {
    std::string keyword, value;
};

Argument parted(const std::string& argument) {
    const std::vector<std::string> sides = split(argument, " = ");
    if (sides.size() == 2) return {sides[0] + " = ", sides[1]};
    return {"", argument};
}

// The same argument with one term less of a sum, or of the sums in a list.
void shortened(const std::string& value, std::vector<std::string>& found) {
    if (value.size() > 2 && value.front() == '[' && value.back() == ']') {
        std::vector<std::string> entries = split(value.substr(1, value.size() - 2), ", ");
        for (std::size_t k = 0; k < entries.size(); ++k) {
            std::vector<std::string> shorter;
            shortened(entries[k], shorter);
            for (const std::string& entry : shorter) {
                std::vector<std::string> changed = entries;
                changed[k] = entry;
                found.push_back("[" + join(changed, ", ") + "]");
            }
        }
        return;
    }
    const std::vector<std::string> terms = split(value, " + ");
    for (std::size_t k = 0; k < terms.size() && terms.size() > 1; ++k) {
        std::vector<std::string> fewer = terms;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
        found.push_back(join(fewer, " + "));
    }
    if (value.find_first_of("abcdefghijklmnopqrstuvwxyz.") != std::string::npos)
        for (const char* number : {"0", "1"}) found.emplace_back(number);
}

}  // namespace

std::vector<std::string> split(const std::string& expression, const std::string& separator) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (std::size_t k = 0; k < expression.size();) {
        const char c = expression[k];
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (depth == 0 && expression.compare(k, separator.size(), separator) == 0) {
            parts.emplace_back();
            k += separator.size();
            continue;
        }
        parts.back() += c;
        ++k;
    }
    return parts;
}

std::string join(const std::vector<std::string>& parts, const std::string& separator) {
    std::string all;
    for (std::size_t k = 0; k < parts.size(); ++k) all += (k == 0 ? "" : separator) + parts[k];
    return all;
}

std::string text(const Statement& statement) {
    return statement.word + "(" + join(statement.arguments, ", ") + ")$\n";
}

std::string text(const Script& script, const std::string& name, const std::string& rest) {
    std::string all = "model(" + name + ")$\n";
    for (const Statement& s : script.statements) all += text(s);
    return all + rest;
}

std::vector<Script> smaller(const Script& script) {
    std::vector<Script> found;
    const std::size_t count = script.statements.size();
    for (std::size_t length = count / 2; length > 0; length /= 2)
        for (std::size_t end = count; end >= length && end > 0; end -= length) {
            Script less = script;
            const auto last = less.statements.begin() + static_cast<std::ptrdiff_t>(end);
            less.statements.erase(last - static_cast<std::ptrdiff_t>(length), last);
            found.push_back(less);
            if (end < 2 * length) break;
        }
    for (std::size_t s = 0; s < count; ++s) {
        const Statement& statement = script.statements[s];
        for (std::size_t a = fixed_arguments(statement); a < statement.arguments.size(); ++a) {
            Script less = script;
            auto& arguments = less.statements[s].arguments;
            arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(a));
            if (!arguments.empty()) found.push_back(less);
        }
        if (!holds_expressions(statement)) continue;
        for (std::size_t a = 0; a < statement.arguments.size(); ++a) {
            const Argument argument = parted(statement.arguments[a]);
            if (argument.keyword.rfind("hinge", 0) == 0 || (argument.keyword.empty() && a == 0)) continue;
            std::vector<std::string> values;
            shortened(argument.value, values);
            for (const std::string& value : values) {
                if (value == argument.value) continue;
                Script less = script;
                less.statements[s].arguments[a] = argument.keyword + value;
                found.push_back(less);
            }
        }
    }
    return found;
}

}  // namespace lag::combinations
