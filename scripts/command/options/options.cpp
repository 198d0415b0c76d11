#include "scripts/command/options/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/number_text.hpp"
#include "scripts/command/options/subcommand.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag {

namespace {

// 1d-3 is refused: CLI11 does not read it.
std::optional<double> finite_decimal(const std::string& text) {
    const std::optional<double> value = decimal_value(text);
    return value && std::isfinite(*value) && text.find_first_of("dD") == std::string::npos ? value : std::nullopt;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, last + 1 - first);
}

bool is_plain_name(const std::string& name) {
    const auto letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
           std::all_of(name.begin(), name.end(), letter);
}

// Where `m=1, l=2` names something a second time: the place of l. npos: nowhere.
std::size_t second_name(const std::string& argument) {
    int depth = 0;
    for (std::size_t i = 0; i < argument.size(); ++i) {
        const char c = argument[i];
        if (c == '(' || c == '[') ++depth;
        if (c == ')' || c == ']') --depth;
        const bool ends_value = std::isdigit(static_cast<unsigned char>(i > 0 ? argument[i - 1] : ' ')) != 0;
        if (depth != 0 || !(c == ',' || c == ';' || (c == ' ' && ends_value))) continue;
        const std::size_t equals = argument.find('=', i);
        if (equals == std::string::npos) continue;
        std::string name = trimmed(argument.substr(i + 1, equals - i - 1));
        while (name.ends_with('\'')) name.pop_back();
        if (is_plain_name(name)) return argument.find_first_not_of(" \t", i + 1);
    }
    return std::string::npos;
}

NamedText definition(const std::string& argument) {
    const NamedText define = name_and_value(argument, "--define");
    const auto& [name, value] = define;
    if (!is_plain_name(name))
        throw WrongCommand(fmt::format("--define takes name=value, such as --define n=20, not '{}'", argument));
    try {
        if (parse(value, "--define " + name).statements.size() != 1)
            throw WrongCommand(fmt::format("--define {} needs one value, not '{}'", name, value));
    } catch (const InputError& error) {
        throw WrongCommand(fmt::format("--define {}: {} in '{}'", name, error.diagnostics().front().message, value));
    }
    return define;
}

}  // namespace

NamedText name_and_value(const std::string& argument, const std::string& option) {
    const std::size_t equals = argument.find('=');
    const std::string name = trimmed(argument.substr(0, equals)),
                      value = equals == std::string::npos ? "" : trimmed(argument.substr(equals + 1));
    if (name.empty() || value.empty())
        throw WrongCommand(fmt::format("{0} takes name=value, such as {0} n=20, not '{1}'", option, argument));
    if (const std::size_t next = second_name(argument); next != std::string::npos)
        throw WrongCommand(fmt::format("{} takes one name=value, not '{}'", option, argument),
                           fmt::format("write {0} again before each: {0} \"{1}\" {0} \"{2}\"", option,
                                       trimmed(argument.substr(0, argument.find_last_not_of(",; \t", next - 1) + 1)),
                                       argument.substr(next)));
    return {name, value};
}

std::vector<NamedText> names_and_values(const std::vector<std::string>& arguments, const std::string& option) {
    std::vector<NamedText> all;
    for (const std::string& argument : arguments) all.push_back(name_and_value(argument, option));
    return all;
}

std::vector<NamedText> definitions(const std::vector<std::string>& arguments) {
    std::vector<NamedText> all;
    for (const std::string& argument : arguments) all.push_back(definition(argument));
    return all;
}

std::string NumberBetween::operator()(const std::string& text) const {
    const auto value = finite_decimal(text);
    if (value && *value >= least && *value <= greatest) return {};
    return fmt::format("it takes a number from {} to {}, not '{}'", rounded_decimal(least), rounded_decimal(greatest),
                       text);
}

std::string FiniteNumber::operator()(const std::string& text) const {
    return finite_decimal(text) ? "" : fmt::format("it takes a number, not '{}'", text);
}

std::string VariableName::operator()(const std::string& text) const {
    return is_plain_name(text) ? "" : fmt::format("it takes the name of a variable of the script, not '{}'", text);
}

std::string WholeNumberBetween::operator()(const std::string& text) const {
    unsigned long long value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool leading_zero = text.size() > 1 && text[0] == '0';
    if (read.ec == std::errc() && read.ptr == text.data() + text.size() && !leading_zero && value >= least &&
        value <= greatest)
        return {};
    return fmt::format("it takes a whole number from {} to {}, not '{}'", least, greatest, text);
}

}  // namespace lag
