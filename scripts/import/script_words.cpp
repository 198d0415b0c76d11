#include "scripts/import/script_words.hpp"

#include <fmt/format.h>

namespace lag {

namespace {

constexpr std::size_t widest = 118;

}  // namespace

std::string as_comment(std::string text) {  // comments nest
    for (std::size_t at; (at = text.find("*/")) != std::string::npos;) text.replace(at, 2, "* /");
    for (std::size_t at; (at = text.find("/*")) != std::string::npos;) text.replace(at, 2, "/ *");
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return text;
}

std::string as_text(std::string text) {
    text = as_comment(std::move(text));
    std::string made = "\"";
    for (const char c : text) made += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return made + "\"";
}

std::string list(const std::vector<std::string>& parts) {
    std::string text = "[";
    for (const std::string& part : parts) text += (text.size() > 1 ? ", " : "") + part;
    return text + "]";
}

std::string list(const Written3& numbers) {
    return list({numbers[0].text, numbers[1].text, numbers[2].text});
}

std::string axis_text(const Written3& axis) {
    const std::string names = "xyz";
    for (std::size_t i = 0; i < 3; ++i)
        if (!axis[i].is_zero() && axis[(i + 1) % 3].is_zero() && axis[(i + 2) % 3].is_zero())
            return (axis[i].value < 0 ? "-" : "") + names.substr(i, 1);
    return list(axis);
}

std::string turns_text(const std::vector<RobotTurn>& turns) {
    std::vector<std::string> parts;
    for (const RobotTurn& turn : turns) parts.push_back(fmt::format("[{}, {}]", axis_text(turn.axis), turn.angle.text));
    return list(parts);
}

std::string plus(const Written& number) {
    if (number.is_zero()) return {};
    return number.value < 0 ? " - " + negative(number).text : " + " + number.text;
}

std::string times(const Written& factor, const std::string& what) {
    if (factor.value == 1) return what;
    if (factor.value == -1) return "-" + what;
    return fmt::format("{}*{}", factor.text, what);
}

void add_term(std::string& sum, const std::string& term) {
    sum += sum.empty() ? term : term.starts_with("-") ? " - " + term.substr(1) : " + " + term;
}

std::string call_text(const std::string& name, const std::vector<std::string>& arguments) {
    std::string text = name + "(", line = text;
    text.clear();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string part = arguments[i] + (i + 1 < arguments.size() ? "," : ")$");
        const bool opens = line.ends_with('(') || line.find_first_not_of(' ') == std::string::npos;
        if (!opens && line.size() + 1 + part.size() > widest) {
            text += line + "\n";
            line = "     " + part;
        } else {
            line += (opens ? "" : " ") + part;
        }
    }
    return fmt::format("{}{}\n", text, line);
}

}  // namespace lag
