// Units for people: what a text that is no unit may mean, and units and factors as text.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/errors.hpp"
#include "core/lower_case.hpp"
#include "scripts/statements/units.hpp"

namespace lag {

namespace {

// Words and other spellings, in lower case.
const std::map<std::string, std::string>& other_names() {
    static const std::map<std::string, std::string> names{
        {"kilogram", "kg"},   {"kilogramme", "kg"},  {"kgs", "kg"},         {"kilo", "kg"},       {"gram", "g"},
        {"gramme", "g"},      {"tonne", "t"},        {"ton", "t"},          {"pound", "lb"},      {"lbs", "lb"},
        {"ounce", "oz"},      {"meter", "m"},        {"metre", "m"},        {"millimeter", "mm"}, {"millimetre", "mm"},
        {"centimeter", "cm"}, {"centimetre", "cm"},  {"kilometer", "km"},   {"kilometre", "km"},  {"inch", "in"},
        {"inches", "in"},     {"foot", "ft"},        {"feet", "ft"},        {"yard", "yd"},       {"mile", "mi"},
        {"second", "s"},      {"sec", "s"},          {"millisecond", "ms"}, {"msec", "ms"},       {"minute", "min"},
        {"hour", "h"},        {"hrs", "h"},          {"day", "d"},          {"newton", "N"},      {"nt", "N"},
        {"joule", "J"},       {"watt", "W"},         {"pascal", "Pa"},      {"hertz", "Hz"},      {"cps", "Hz"},
        {"radian", "rad"},    {"degree", "deg"},     {"degs", "deg"},       {"rads", "rad"},      {"revolution", "rev"},
        {"revs", "rev"},      {"cycle", "rev"},      {"ampere", "A"},       {"amp", "A"},         {"volt", "V"},
        {"kelvin", "K"},      {"celsius", "degC"},   {"kph", "km/h"},       {"kmh", "km/h"},      {"kmph", "km/h"},
        {"mps", "m/s"},       {"knot", "kn"},        {"kt", "kn"},          {"kts", "kn"},        {"poundforce", "lbf"},
        {"horsepower", "hp"}, {"percent", "%"},      {"pct", "%"},          {"none", "1"},        {"litre", "l"},
        {"liter", "l"},       {"farad", "F"},        {"henry", "H"},        {"coulomb", "C"},     {"tesla", "T"},
        {"nm", "N*m"},        {"ftlb", "ft*lbf"},    {"inlb", "in*lbf"},    {"lbft", "lbf*ft"},   {"lbin", "lbf*in"},
        {"gee", "gn"},        {"dimensionless", "1"}};
    return names;
}

std::string known_name_like(const std::string& name) {
    const std::string lower = lower_case(name);
    const auto named = [](std::string text) {
        auto found = other_names().find(text);
        if (found == other_names().end() && text.size() > 3 && text.back() == 's')
            found = other_names().find(text.substr(0, text.size() - 1));
        return found == other_names().end() ? std::string() : found->second;
    };
    if (const std::string unit = named(lower); !unit.empty()) return unit;
    if (unit_of(lower)) return lower;
    static const std::vector<std::string> usual{"kg",  "g",   "t",  "m",    "mm",  "cm",  "km",  "in",  "ft",  "s",
                                                "ms",  "min", "h",  "rad",  "deg", "rev", "rpm", "Hz",  "kHz", "N",
                                                "kN",  "lbf", "J",  "kJ",   "W",   "kW",  "Pa",  "kPa", "MPa", "GPa",
                                                "bar", "psi", "lb", "slug", "hp",  "A",   "V",   "Ohm", "K",   "degC"};
    for (const std::string& unit : usual)
        if (lower_case(unit) == lower) return unit;
    return name.size() < 3 ? "" : did_you_mean(name, usual);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

// Signs of print, a missing ^, and - or blanks between units.
std::string respelt(const std::string& text) {
    std::string plain = text;
    static const std::pair<const char*, const char*> signs[] = {
        {"**", "^"},      {"\u207b", "^-"}, {"\u00b2", "^2"},  {"\u00b3", "^3"}, {"^-^", "^-"},
        {"\u00b9", "^1"}, {"^-^", "^-"},    {"\u00b7", "*"},   {"\u22c5", "*"},  {"\u00b0", "deg"},
        {"\u00b5", "u"},  {"\u03bc", "u"},  {"\u03a9", "Ohm"}, {"[", ""},        {"]", ""}};
    for (const auto& [sign, meaning] : signs) plain = replaced(plain, sign, meaning);
    std::string result;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const auto is = [&](std::size_t k, int (*kind)(int)) {
            return k < plain.size() && kind(static_cast<unsigned char>(plain[k])) != 0;
        };
        const bool after_letter = i > 0 && is(i - 1, std::isalpha);
        if (is(i, std::isdigit) && after_letter) result += '^';
        result += plain[i] == '-' && after_letter && is(i + 1, std::isalpha) ? '*' : plain[i];
    }
    return result;
}

}  // namespace

std::optional<UnitError> error_in_unit(const std::string& text) {
    if (text.find_first_not_of(' ') == std::string::npos || unit_of(text)) return std::nullopt;
    UnitError error{fmt::format("\"{}\" cannot be read as a unit", text), ""};
    std::string meant = respelt(text);
    for (int round = 0; round < 10 && meant.size() < 200; ++round) {
        if (unit_of(meant)) {
            error.meant = meant;
            break;
        }
        const UnknownName unknown = unknown_name_in(meant);
        if (unknown.length == 0) break;
        const std::string name = meant.substr(unknown.at, unknown.length);
        if (round == 0 && text.find(name) != std::string::npos)
            error.message = fmt::format("there is no unit \"{}\"", name);
        const std::string known = known_name_like(name);
        if (known.empty() || known == name) break;
        const bool several = known.find_first_of("*/") != std::string::npos && meant != name;
        meant.replace(unknown.at, unknown.length, several ? fmt::format("({})", known) : known);
    }
    return error;
}

std::string with_rate(const std::string& unit) {
    return unit == "m" || unit == "rad" ? unit + "/s" : unit == "m/s" || unit == "rad/s" ? unit + "^2" : unit + "/s";
}

// -- as text

std::string factor_text(double factor) {
    constexpr double pi = 3.14159265358979323846;
    const auto whole = [](double x) { return std::abs(x - std::round(x)) < 1e-9 * std::abs(x) && std::abs(x) < 1e9; };
    const auto number = [](double x) { return std::to_string(std::lround(x)); };
    if (whole(factor)) return number(factor);
    if (whole(1 / factor)) return "1/" + number(1 / factor);
    if (whole(factor / pi)) return number(factor / pi) + "*%pi";
    if (whole(pi / factor)) return "%pi/" + number(pi / factor);
    if (whole(factor * pi)) return number(factor * pi) + "/%pi";
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.10g", factor);
    return text.data();
}

std::string unit_text(const Unit& unit, const std::vector<std::string>& preferred) {
    const auto is_it = [&](const std::string& text) {
        const auto other = unit_of(text);
        return other && other->dimension == unit.dimension && std::abs(other->scale / unit.scale - 1) < 1e-9;
    };
    const std::string plain = unit_text(unit.dimension);
    if (is_it(plain)) return plain;
    for (const std::string& text : preferred)
        if (is_it(text)) return text;
    static const std::vector<std::string> common{
        "deg",     "%",          "rev",        "mm",     "cm",     "km",      "in",     "ft",     "g",    "t",
        "lb",      "slug",       "lbf*s^2/in", "ms",     "min",    "h",       "kN",     "lbf",    "mm/s", "km/h",
        "mph",     "in/s",       "ft/s",       "mm/s^2", "in/s^2", "ft/s^2",  "gn",     "deg/s",  "rpm",  "deg/s^2",
        "N/mm",    "kN/m",       "lbf/in",     "lbf/ft", "N*mm",   "kN*m",    "lbf*in", "lbf*ft", "kPa",  "MPa",
        "GPa",     "bar",        "psi",        "kW",     "hp",     "lbf*s^2", "kJ",     "mm^2",   "in^2", "ft^2",
        "kg*mm^2", "lbf*in*s^2", "lbf*s/in",   "N*s/mm", "1/min"};
    for (const std::string& text : common)
        if (is_it(text)) return text;
    const auto si = unit_of(plain);
    return fmt::format("{}*{}", factor_text(unit.scale / (si ? si->scale : 1)), plain);
}

}  // namespace lag
