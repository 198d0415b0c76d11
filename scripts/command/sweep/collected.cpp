#include "scripts/command/sweep/collected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "scripts/command/options/subcommand.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

const std::vector<std::string> measures{"max", "min",   "final",       "initial",    "mean",
                                        "rms", "range", "time_of_max", "time_of_min"};

// "max(roll)" -> max, roll; "" where there is no parenthesis
std::pair<std::string, std::string> call_in(const std::string& text) {
    const std::size_t open = text.find('(');
    if (open == std::string::npos || text.back() != ')') return {"", text};
    const auto trimmed = [](const std::string& part) {
        const std::size_t begin = part.find_first_not_of(' ');
        return begin == std::string::npos ? "" : part.substr(begin, part.find_last_not_of(' ') - begin + 1);
    };
    return {trimmed(text.substr(0, open)), trimmed(text.substr(open + 1, text.size() - open - 2))};
}

double mean(const Vector& t, const Vector& x) {
    if (t.size() < 2) return x.front();
    double sum = 0;
    for (std::size_t k = 1; k < t.size(); ++k) sum += (t[k] - t[k - 1]) * (x[k] + x[k - 1]) / 2;
    return sum / (t.back() - t.front());
}

}  // namespace

std::vector<std::string> columns_of(const Program& program) {
    std::vector<std::string> names;
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.states, &program.outputs})
        for (const TableRow& row : *rows) names.push_back(row.name);
    names.insert(names.end(), {"kinetic", "potential"});
    return names;
}

Vector column_of(const std::string& name, const Program& program, const Simulation& simulation) {
    const std::vector<std::string> names = columns_of(program);
    auto k = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    Vector column;
    for (const SimulatedRow& row : simulation.rows) {
        std::size_t at = k;
        const double* value = nullptr;
        for (const Vector* values : {&row.q, &row.u, &row.s, &row.outputs}) {
            if (value == nullptr && at < values->size()) value = &(*values)[at];
            if (value == nullptr) at -= values->size();
        }
        column.push_back(value != nullptr ? *value : at == 0 ? row.kinetic : row.potential);
    }
    return column;
}

CollectedNumber collected_number(const std::string& text, const Program& program) {
    CollectedNumber number;
    number.text = text;
    std::tie(number.measure, number.column) = call_in(text);
    if (std::ranges::find(measures, number.measure) == measures.end()) {
        std::string all;
        for (const std::string& one : measures) all += (all.empty() ? "" : ", ") + one;
        throw WrongCommand(
            fmt::format("--collect {}: {}", text,
                        number.measure.empty() ? "of what number of the run is not said"
                                               : fmt::format("there is no measure '{}'", number.measure)),
            fmt::format("there are {}, as in --collect \"max(abs(roll))\"", all));
    }
    if (const auto [inner, column] = call_in(number.column); inner == "abs") {
        number.is_absolute = true;
        number.column = column;
    }
    const std::vector<std::string> names = columns_of(program);
    if (std::ranges::find(names, number.column) == names.end()) {
        const std::string near = did_you_mean(number.column, names);
        throw WrongCommand(fmt::format("--collect {}: a run has no column '{}'", text, number.column),
                           near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    return number;
}

double value_of(const CollectedNumber& number, const Program& program, const Simulation& simulation) {
    Vector x = column_of(number.column, program, simulation), t;
    for (const SimulatedRow& row : simulation.rows) t.push_back(row.t);
    if (number.is_absolute)
        for (double& value : x) value = std::abs(value);
    const auto low = std::ranges::min_element(x), high = std::ranges::max_element(x);
    if (number.measure == "max") return *high;
    if (number.measure == "min") return *low;
    if (number.measure == "range") return *high - *low;
    if (number.measure == "time_of_max") return t[static_cast<std::size_t>(high - x.begin())];
    if (number.measure == "time_of_min") return t[static_cast<std::size_t>(low - x.begin())];
    if (number.measure == "final") return x.back();
    if (number.measure == "initial") return x.front();
    if (number.measure == "mean") return mean(t, x);
    for (double& value : x) value *= value;
    return std::sqrt(mean(t, x));
}

}  // namespace lag
