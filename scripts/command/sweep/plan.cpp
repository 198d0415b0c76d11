#include "scripts/command/sweep/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/number_text.hpp"
#include "core/random_numbers.hpp"
#include "scripts/command/options/subcommand.hpp"
#include "scripts/command/simulate/parameter_file.hpp"

namespace lag {

namespace {

constexpr const char* vary_hint = "--vary v=10:30:11 takes 11 values from 10 to 30";
constexpr const char* sample_hint = "--sample \"m=normal(2,1/10)\" or \"m=uniform(1,3)\"";

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// "2", "-1e-3", "1/10"
double number_in(const std::string& given, const std::string& what, const std::string& hint) {
    const std::string text = trimmed(given);
    const std::size_t slash = text.find('/');
    const std::string above = trimmed(text.substr(0, slash)),
                      below = slash == std::string::npos ? "1" : trimmed(text.substr(slash + 1));
    const std::optional<double> numerator = decimal_value(above), denominator = decimal_value(below);
    if (numerator && denominator && std::isfinite(*numerator / *denominator)) return *numerator / *denominator;
    throw WrongCommand(fmt::format("{}: '{}' is no number", what, text), hint);
}

std::string name_in(const std::string& text, const std::string& option, const std::string& hint) {
    const std::string name = trimmed(text.substr(0, text.find('=')));
    if (text.find('=') == std::string::npos || name.empty())
        throw WrongCommand(fmt::format("{} takes a name and what it is to be, not '{}'", option, text), hint);
    return name;
}

std::vector<std::string> parts_of(const std::string& text, char between) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(between, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::uint64_t hash_of(const std::string& name) {  // FNV-1a
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

}  // namespace

VariedQuantity varied_quantity(const std::string& text) {
    VariedQuantity result{name_in(text, "--vary", vary_hint), {}};
    const std::vector<std::string> parts = parts_of(text.substr(text.find('=') + 1), ':');
    const std::string what = "--vary " + text;
    if (parts.size() != 3)
        throw WrongCommand(fmt::format("--vary takes name=from:to:count, not '{}'", text), vary_hint);
    const double from = number_in(parts[0], what, vary_hint), to = number_in(parts[1], what, vary_hint),
                 count = number_in(parts[2], what, vary_hint);
    if (!(count >= 1) || count > 1e6 || count != std::floor(count))
        throw WrongCommand(what + ": the count is a whole number from 1 to 1000000", vary_hint);
    for (double k = 0; k < count; ++k)
        result.values.push_back(k == 0 ? from : k + 1 == count ? to : from + (to - from) * k / (count - 1));
    return result;
}

SampledQuantity sampled_quantity(const std::string& text) {
    SampledQuantity result;
    result.name = name_in(text, "--sample", sample_hint);
    const std::string law = trimmed(text.substr(text.find('=') + 1)), what = "--sample " + text;
    const std::size_t open = law.find('(');
    const std::string word = trimmed(law.substr(0, open));
    const std::vector<std::string> numbers = open == std::string::npos || law.back() != ')'
                                                 ? std::vector<std::string>{}
                                                 : parts_of(law.substr(open + 1, law.size() - open - 2), ',');
    if (numbers.size() != 2 || (word != "normal" && word != "uniform"))
        throw WrongCommand(what + ": there are normal(mean, deviation) and uniform(low, high)", sample_hint);
    result.kind = word == "normal" ? SampledQuantity::Kind::normal : SampledQuantity::Kind::uniform;
    result.a = number_in(numbers[0], what, sample_hint), result.b = number_in(numbers[1], what, sample_hint);
    if (word == "normal" ? !(result.b >= 0) : !(result.b >= result.a))
        throw WrongCommand(what + (word == "normal" ? ": the deviation is negative" : ": the bounds are exchanged"));
    return result;
}

double SampledQuantity::draw(std::uint64_t seed, std::size_t run) const {
    RandomNumbers first(seed ^ hash_of(name));
    RandomNumbers random(first.bits() + run * 0xd1342543de82ef95ULL);
    const double u = random.unit(), v = random.unit();
    if (kind == Kind::uniform) return a + (b - a) * u;
    return a + b * std::sqrt(-2 * std::log(1 - u)) * std::cos(2 * std::numbers::pi * v);
}

std::size_t SweepPlan::runs() const {
    std::size_t count = draws;
    for (const VariedQuantity& one : varied) count *= one.values.size();
    return count;
}

std::vector<std::string> SweepPlan::names() const {
    std::vector<std::string> names;
    for (const VariedQuantity& one : varied) names.push_back(one.name);
    for (const SampledQuantity& one : sampled) names.push_back(one.name);
    return names;
}

std::vector<double> SweepPlan::values(std::size_t run) const {
    std::vector<double> values(varied.size());
    std::size_t point = run / draws;
    for (std::size_t k = varied.size(); k-- > 0;) {
        values[k] = varied[k].values[point % varied[k].values.size()];
        point /= varied[k].values.size();
    }
    for (const SampledQuantity& one : sampled) values.push_back(one.draw(seed, run));
    return values;
}

void require_plan(const SweepPlan& plan) {
    const std::vector<std::string> names = plan.names();
    for (const std::string& name : names)
        if (std::ranges::count(names, name) > 1) throw WrongCommand(fmt::format("'{}' is varied twice", name));
    if (names.empty()) throw WrongCommand("nothing is varied", fmt::format("{}; {}", vary_hint, sample_hint));
    if (plan.sampled.empty() && plan.draws > 1)
        throw WrongCommand("--runs says how often --sample draws, and nothing is sampled", sample_hint);
    double all = static_cast<double>(plan.draws);
    for (const VariedQuantity& one : plan.varied) all *= static_cast<double>(one.values.size());
    if (all > 1e6) throw WrongCommand("these are more than a million runs");
}

}  // namespace lag
