#include "scripts/command/simulate/histories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/comma_list.hpp"
#include "core/errors.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

constexpr double hair = 1e-12;  // of a time: no time between

std::size_t time_column(const CsvTable& table) {
    for (const char* name : {"t", "time"}) {
        const auto found = std::ranges::find(table.names, name);
        if (found != table.names.end()) return static_cast<std::size_t>(found - table.names.begin());
    }
    return 0;
}

// Which rows of a column its lines bend at; straight parts have none.
void add_bends(const Vector& times, const Vector& values, Vector& bends) {
    if (times.empty()) return;
    const auto [low, high] = std::ranges::minmax(values);
    const double little = 1e-9 * (high - low);
    bends.push_back(times.front()), bends.push_back(times.back());
    std::size_t from = 0;
    for (std::size_t k = 1; k + 1 < times.size(); ++k) {
        const double share = (times[k] - times[from]) / (times[k + 1] - times[from]);
        if (std::abs(values[from] + share * (values[k + 1] - values[from]) - values[k]) <= little && k - from < 64)
            continue;
        bends.push_back(times[k]);
        from = k;
    }
}

// Does a result of the equations hold the input of this name?
bool holds_symbol(const Program& program, const std::string& name) {
    for (const RoutineName one : {RoutineName::right_side, RoutineName::derivatives, RoutineName::outputs}) {
        const Routine* const routine = program.find(one);
        if (routine == nullptr || routine->graph == nullptr) continue;
        std::vector<Expr> roots;
        for (const ResultExpression& result : routine->results) roots.push_back(result.value);
        for (const Expr s : symbols_in(*routine->graph, roots, bit(Role::input)))
            if (routine->graph->symbol_of(s).name == name) return true;
    }
    return false;
}

}  // namespace

InputHistories::InputHistories(const std::vector<TableRow>& of, std::size_t flags) {
    for (std::size_t k = 0; k + flags < of.size(); ++k)
        names_.push_back(of[k].name), scales_.push_back(of[k].scale_in_files());
}

std::size_t InputHistories::place_of(const std::string& input) const {
    const auto found = std::ranges::find(names_, input);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    const std::string near = did_you_mean(input, names_);
    throw ModelError(fmt::format("the model has no input '{}'", input),
                     !near.empty()    ? fmt::format("did you mean '{}'?", near)
                     : names_.empty() ? "it has none at all"
                                      : "it has " + comma_list(names_));
}

const CsvTable& InputHistories::table(const std::string& file) {
    const auto known = tables_.find(file);
    if (known != tables_.end()) return known->second;
    CsvTable table = read_csv(file);
    const Vector& times = table.columns[time_column(table)];
    for (std::size_t k = 1; k < times.size(); ++k)
        if (!(times[k] > times[k - 1]))
            throw ModelError(fmt::format("{}: the times in column '{}' do not grow at row {}", file,
                                         table.names[time_column(table)], k + 1),
                             "times are in the column t or time, else in the first one");
    times_[file] = std::make_shared<const Vector>(times);
    return tables_.emplace(file, std::move(table)).first->second;
}

void InputHistories::set_column(const std::string& input, const std::string& file, const std::string& column) {
    const CsvTable& from = table(file);
    Vector values = from.column(column);
    const std::size_t place = place_of(input);
    for (double& value : values) value *= scales_[place];
    curves_[place] = {file, column, times_[file], std::make_shared<const Vector>(values), 0, false};
    Vector bends;
    add_bends(*times_[file], values, bends);
    bends_.insert(bends_.end(), bends.begin(), bends.end());
    std::ranges::sort(bends_);
    bends_.erase(std::unique(bends_.begin(), bends_.end()), bends_.end());
    add_slopes(input);
}

// zr' and zr'' of a column zr; a column of their own comes later and takes their place
void InputHistories::add_slopes(const std::string& input) {
    const Curve& curve = curves_.at(place_of(input));
    const auto rate = std::ranges::find(names_, input + "'"), second = std::ranges::find(names_, input + "''");
    if (rate != names_.end()) {
        Curve slope = curve;
        slope.is_slope = true;
        slope.constant = 0;
        curves_[static_cast<std::size_t>(rate - names_.begin())] = slope;
    }
    if (second != names_.end()) curves_[static_cast<std::size_t>(second - names_.begin())] = Curve{};
}

void InputHistories::set_constant(const std::string& input, double value) {
    Curve curve;
    curve.constant = value;
    curves_[place_of(input)] = curve;
    for (const std::string& rate : {input + "'", input + "''"}) {
        const auto found = std::ranges::find(names_, rate);
        if (found != names_.end()) curves_[static_cast<std::size_t>(found - names_.begin())] = Curve{};
    }
}

void InputHistories::forget(const std::string& input) {
    for (const std::string& name : {input, input + "'", input + "''"})
        if (const auto found = std::ranges::find(names_, name); found != names_.end())
            curves_.erase(static_cast<std::size_t>(found - names_.begin()));
}

void InputHistories::set_file(const std::string& file) {
    const CsvTable from = table(file);
    bool any = false;
    for (const std::string& name : names_) {  // inputs before their rates
        if (!from.has(name) || name == from.names[time_column(from)]) continue;
        set_column(name, file, name);
        any = true;
    }
    for (const std::string& name : from.names)
        if (std::ranges::find(names_, name) == names_.end() && name != from.names[time_column(from)])
            unused_.push_back(name);
    if (!any)
        throw ModelError(file + " has a column for no input of the model",
                         names_.empty() ? "the model has no inputs" : "the model has the inputs " + comma_list(names_));
}

double InputHistories::Curve::at(double t) const {
    if (times == nullptr) return constant;
    if (t < times->front() || times->size() == 1) return values->front();
    if (t > times->back()) return values->back();
    const auto next = std::upper_bound(times->begin() + 1, times->end() - 1, t);
    const auto k = static_cast<std::size_t>(next - times->begin());
    const double slope = ((*values)[k] - (*values)[k - 1]) / ((*times)[k] - (*times)[k - 1]);
    return (*values)[k - 1] + slope * (t - (*times)[k - 1]);
}

// Of the piece that begins at t, up to rounding of the time; at the last row of the one before it.
double InputHistories::Curve::slope_at(double t) const {
    if (times->size() == 1 || t > times->back()) return 0;
    const auto next = std::upper_bound(times->begin(), times->end() - 1, t + hair * std::abs(t));
    if (next == times->begin()) return 0;
    const auto k = static_cast<std::size_t>(next - times->begin());
    return ((*values)[k] - (*values)[k - 1]) / ((*times)[k] - (*times)[k - 1]);
}

bool InputHistories::is_constant(std::size_t input) const {
    const auto found = curves_.find(input);
    return found != curves_.end() && found->second.times == nullptr;
}

void InputHistories::put(double t, Vector& w) const {
    for (const auto& [place, curve] : curves_)
        w[place] = !curve.is_slope ? curve.at(t)
                   : piece_        ? slope_between(curve, piece_->first, piece_->second)
                                   : curve.slope_at(t);
}

// Of a curve between two bends, which are straight lines there but for rounding of the table.
double InputHistories::slope_between(const Curve& curve, double begin, double end) const {
    if (begin < curve.times->front() || end > curve.times->back()) return 0;
    return (curve.at(end) - curve.at(begin)) / (end - begin);
}

void InputHistories::hold_slopes(std::optional<double> t) {
    piece_.reset();
    if (!t) return;
    constexpr double without_end = std::numeric_limits<double>::infinity();
    const auto next = std::upper_bound(bends_.begin(), bends_.end(), *t + hair * std::abs(*t));
    piece_ = {next == bends_.begin() ? -without_end : *(next - 1), next == bends_.end() ? without_end : *next};
}

double InputHistories::next_bend(double t, double limit) const {
    const auto next = std::upper_bound(bends_.begin(), bends_.end(), t + hair * std::abs(t));
    return next == bends_.end() ? limit : std::min(limit, *next);
}

std::vector<std::string> InputHistories::files() const {
    std::vector<std::string> files;
    for (const auto& [file, table] : tables_) files.push_back(file);
    return files;
}

bool InputHistories::has_slopes() const {
    return std::ranges::any_of(curves_, [](const auto& one) { return one.second.is_slope; });
}

double InputHistories::shortest_piece() const {
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 1; k < bends_.size(); ++k) shortest = std::min(shortest, bends_[k] - bends_[k - 1]);
    return shortest;
}

std::vector<std::string> InputHistories::warnings(const Program& program) const {
    std::vector<std::string> texts;
    for (const std::string& name : unused_)
        texts.push_back(fmt::format("the model has no input '{}': the column is not used", name));
    for (const auto& [place, curve] : curves_) {
        if (curve.times == nullptr || curve.is_slope) continue;
        const auto [low, high] = std::ranges::minmax(*curve.values);
        const std::string &name = names_[place], second = name + "''";
        const auto found = std::ranges::find(names_, second);
        if (found == names_.end() || low == high || !holds_symbol(program, second)) continue;
        const auto rate = curves_.find(static_cast<std::size_t>(found - names_.begin()));
        if (rate != curves_.end() && rate->second.times == nullptr)
            texts.push_back(fmt::format(
                "{} stands in the equations and is 0, as {} is linear between the rows of {}: the mechanism does not "
                "feel how its speed changes there; give columns {}' and {}, or write a spline through the rows: "
                "table(t, column(..), column(..), interpolation = spline)",
                second, name, curve.file, name, second));
    }
    return texts;
}

std::string InputHistories::text() const {
    std::string text;
    for (const auto& [place, curve] : curves_)
        if (curve.times != nullptr && !curve.is_slope)
            text += fmt::format("input {} {}:{}\n", names_[place], curve.file, curve.column);
    return text;
}

}  // namespace lag
