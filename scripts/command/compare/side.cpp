#include "scripts/command/compare/side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/dense.hpp"
#include "scripts/command/compare/wrapper.hpp"
#include "scripts/command/processes/child_calls.hpp"

namespace lag {

const StateSpace::Quantity* StateSpace::find(const std::string& name) const {
    const auto found =
        std::find_if(quantities.begin(), quantities.end(), [&](const Quantity& one) { return one.name == name; });
    return found == quantities.end() ? nullptr : &*found;
}

std::vector<std::string> StateSpace::names(const std::vector<Quantity::Kind>& kinds) const {
    std::vector<std::string> chosen;
    for (const Quantity& one : quantities)
        if (std::count(kinds.begin(), kinds.end(), one.kind) > 0) chosen.push_back(one.name);
    return chosen;
}

namespace {

std::vector<std::string> distinct(const std::vector<std::string>& names) {
    std::vector<std::string> result;
    std::set<std::string> seen;
    for (const std::string& name : names)
        if (seen.insert(name).second) result.push_back(name);
    return result;
}

}  // namespace

void CompareSide::collect() {
    std::vector<std::string> reads, gives;
    for (const MappedQuantity& quantity : mapping_.quantities) {
        for (const MappedTerm& term : quantity.in)
            if (!term.name.empty()) reads.push_back(term.name);
        for (const MappedTerm& term : quantity.out)
            if (!term.name.empty()) gives.push_back(term.name);
    }
    inputs_ = distinct(reads);
    results_ = distinct(gives);
}

namespace {

// Relative, of two numbers of one routine for one state.
bool differs(double a, double b, double tolerance) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return false;
    return !(std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b)));
}

std::string short_number(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.10g", value);
    return text.data();
}

// Two signatures that no routine gives by chance; both are whole numbers of single precision.
constexpr double first_mark = -1234567, second_mark = 7654321;

}  // namespace

// The places after the results: where an argument's memory has changed though it may not.
void CompareSide::add_faults(SideResults& results, const Mapping& mapping, const std::vector<double>& numbers,
                             std::size_t state) const {
    std::size_t at = 0;
    for (const MappedQuantity& quantity : mapping.quantities) at += quantity.out.size() + (quantity.status ? 1 : 0);
    const auto named = [&](const MappedQuantity& quantity, long element) {
        if (!quantity.array && element == 0) return quantity.name;
        const std::string number = std::to_string(element + (counts_from_one_ ? 1 : 0));
        return quantity.name + (counts_from_one_ ? fmt::format("({})", number) : fmt::format("[{}]", number));
    };
    for (const MappedQuantity& quantity : mapping.quantities) {
        if (quantity.place != MappedQuantity::Place::argument) continue;
        const long place = std::lround(numbers[at++]);
        if (place == 0) continue;
        const long element = place - 1 - static_cast<long>(guard_words), size = static_cast<long>(quantity.elements());
        const bool inside = element >= 0 && element < size;
        results.faults.push_back({inside ? "changes its input " + named(quantity, element)
                                         : fmt::format("writes {}, but {} has {}{}", named(quantity, element),
                                                       quantity.name, size, size == 1 ? " element" : " elements"),
                                  "", state});
    }
}

void CompareSide::add_changes(SideResults& results, const Mapping& mapping, const std::vector<double>& first,
                              const std::vector<double>& later, std::size_t state, double tolerance) const {
    const auto regular = [&](const std::vector<double>& numbers) {
        std::size_t at = 0;
        bool fine = true;
        for (const MappedQuantity& quantity : mapping.quantities) {
            at += quantity.out.size();
            if (quantity.status) fine = numbers[at++] == 0 && fine;
        }
        return fine;
    };
    const bool compared = regular(first) && regular(later);  // where a status complains, results may be anything
    std::size_t at = 0;
    const std::string why = "; it depends on earlier calls, or on memory that nothing has set";
    for (const MappedQuantity& quantity : mapping.quantities) {
        for (const MappedTerm& term : quantity.out) {
            if (compared && !term.name.empty() && differs(first[at], later[at], tolerance))
                results.faults.push_back(
                    {fmt::format("gives another number for {} when it is called again{}", term.name, why),
                     fmt::format("first {}, later {}", short_number(first[at] / term.factor),
                                 short_number(later[at] / term.factor)),
                     state});
            ++at;
        }
        if (quantity.status && (first[at] != 0) != (later[at] != 0))
            results.faults.push_back(
                {fmt::format("gives another {} when it is called again{}", quantity.name, why),
                 fmt::format("first {}, later {}", short_number(first[at]), short_number(later[at])), state});
        if (quantity.status) ++at;
    }
}

SideResults CompareSide::call(const Mapping& mapping, const std::string& routine,
                              const std::vector<CompareState>& states, const SideCall& how) const {
    std::size_t out = 0;
    for (const MappedQuantity& quantity : mapping.quantities)
        out += quantity.out.size() + (quantity.status ? 1 : 0) +
               (quantity.place == MappedQuantity::Place::argument ? 1 : 0);
    std::vector<std::vector<double>> points;
    for (const CompareState& state : states) {
        points.emplace_back();
        for (const MappedQuantity& quantity : mapping.quantities)
            for (const MappedTerm& term : quantity.in)
                points.back().push_back(term.name.empty() ? term.factor : term.factor * state.at(term.name));
    }
    const CallPlan plan{how.passes, {{first_mark, 0}, {second_mark, second_mark}}, how.patience};
    ChildCalls calls = call_in_child(library_, routine, points, out, plan);
    SideResults results;
    results.at = calls.at;
    results.ended = std::move(calls.ended);
    results.messages = std::move(calls.messages);
    for (const std::vector<double>& numbers : calls.results) {
        SideResult result;
        result.values.emplace();
        bool regular = true;
        std::size_t at = 0;
        for (const MappedQuantity& quantity : mapping.quantities) {
            for (const MappedTerm& term : quantity.out) {
                if (!term.name.empty()) result.values->emplace(term.name, numbers[at] / term.factor);
                ++at;
            }
            if (quantity.status && numbers[at++] != 0) regular = false;
        }
        if (!regular) result.values.reset();
        const std::size_t state = results.states.size();
        results.states.push_back(std::move(result));
        add_faults(results, mapping, numbers, state);
        if (const auto later = calls.changed.find(state); later != calls.changed.end()) {
            add_faults(results, mapping, later->second, state);
            add_changes(results, mapping, numbers, later->second, state, how.tolerance);
        }
    }
    return results;
}

SideResults CompareSide::evaluate(const std::vector<CompareState>& states, const SideCall& how) const {
    return call(mapping_, "lag_side", states, how);
}

std::vector<std::optional<EquationsBalance>> CompareSide::balance(const std::vector<CompareState>& states,
                                                                  const SideCall& how) const {
    std::vector<std::optional<EquationsBalance>> found(states.size());
    if (!balance_) return found;
    const SideResults results = call(*balance_, "lag_balance", states, how);
    const Eigen::Index n = at_index(balanced_speeds_.size()), rows = at_index(balanced_rows_.size());
    for (std::size_t k = 0; k < results.states.size(); ++k) {
        if (!results.states[k].values) continue;
        const auto taken = [&](BalancePart part, Eigen::Index row_count, Eigen::Index columns) {
            Eigen::MatrixXd A(row_count, columns);
            for (Eigen::Index j = 0; j < columns; ++j)
                for (Eigen::Index i = 0; i < row_count; ++i)
                    A(i, j) = results.states[k].values->at(
                        balance_name(part, static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
            return A;
        };
        EquationsBalance one{taken(BalancePart::loads, n, 1), taken(BalancePart::mass, n, n),
                             taken(BalancePart::constraints, rows, n)};
        if (one.loads.allFinite() && one.M.allFinite() && one.B.allFinite()) found[k] = std::move(one);
    }
    return found;
}

std::string balance_name(BalancePart part, std::size_t row, std::size_t column) {
    return fmt::format("lag {} {} {}", static_cast<int>(part), row, column);
}

std::vector<std::optional<CompareState>> CompareSide::on_constraints(const std::vector<CompareState>& states,
                                                                     const SideCall& how) const {
    std::vector<std::optional<CompareState>> moved(states.begin(), states.end());
    if (!projection_) return moved;
    const SideResults results = call(*projection_, "lag_project", states, how);
    for (std::size_t k = 0; k < states.size(); ++k) {
        if (k >= results.states.size() || !results.states[k].values) {
            moved[k].reset();
            continue;
        }
        for (const auto& [name, value] : *results.states[k].values) {
            (*moved[k])[name] = value;
            if (!std::isfinite(value)) {
                moved[k].reset();
                break;
            }
        }
    }
    return moved;
}

}  // namespace lag
