#include "scripts/command/compare/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/compare/product_text.hpp"

namespace lag {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double size_of(const ComparedState& state, const std::string& name) {
    const double size = std::max(std::abs(state.left.at(name)), std::abs(state.right.at(name)));
    return std::isfinite(size) ? size : 0;
}

constexpr const char* as_a_wrong_sign = ": twice a term, as a wrong sign makes it";

std::string states_text(std::size_t same, std::size_t all) {
    return same == all ? " in every state" : fmt::format(" in {} of {} states", same, all);
}

}  // namespace

bool Comparison::agrees() const {
    return faults.empty() && refused.empty() &&
           std::all_of(components.begin(), components.end(), [](const ComparedComponent& c) { return c.agrees; });
}

const ComparedComponent* Comparison::worst() const {
    const ComparedComponent* found = nullptr;
    for (const ComparedComponent& component : components)
        if (!component.agrees && (found == nullptr || component.largest > found->largest)) found = &component;
    return found;
}

std::set<std::string> explained_by_rounding(const ComparedState& state, const std::vector<std::string>& names,
                                            const NearbyValues& left, const NearbyValues& right) {
    constexpr double often = 10, part_of_largest = 1e-12;
    const auto spread = [](const NearbyValues& nearby, const std::string& name, double here) {
        double most = 0;
        for (const auto& values : nearby) most = std::max(most, std::abs(values.at(name) - here));
        return std::isfinite(most) ? most : 0;
    };
    double largest = 0;
    for (const std::string& name : names) largest = std::max(largest, size_of(state, name));
    std::set<std::string> explained;
    for (const std::string& name : names) {
        const double a = state.left.at(name), b = state.right.at(name), difference = std::abs(a - b);
        const double of_left = spread(left, name, a), of_right = spread(right, name, b);
        if (!std::isfinite(difference) || difference == 0) continue;
        if (difference <= often * std::min(of_left, of_right) ||
            (difference <= often * std::max(of_left, of_right) && difference <= part_of_largest * largest))
            explained.insert(name);
    }
    return explained;
}

std::vector<ComparedComponent> compare_states(const std::vector<ComparedState>& states,
                                              const std::vector<std::string>& names, double tolerance) {
    std::vector<ComparedComponent> components;
    for (const std::string& name : names) {
        ComparedComponent component;
        component.name = name;
        component.worst = none;
        const auto usual_size = [&](bool wide) {
            std::vector<double> sizes;
            for (const ComparedState& state : states)
                if (state.wide == wide) sizes.push_back(size_of(state, name));
            return median(std::move(sizes));
        };
        const double near = usual_size(false), wide = usual_size(true);
        for (std::size_t k = 0; k < states.size(); ++k) {
            if (states[k].rounding.count(name) > 0) continue;
            const double left = states[k].left.at(name), right = states[k].right.at(name);
            const double scale = std::max(size_of(states[k], name), states[k].wide ? wide : near);
            double difference = left == right ? 0 : std::abs(left - right) / scale;
            if (!std::isfinite(left) || !std::isfinite(right)) difference = std::numeric_limits<double>::infinity();
            if (difference > component.largest || component.worst == none) {
                component.largest = difference;
                component.left = left;
                component.right = right;
                component.worst = k;
            }
        }
        if (component.worst == none) component.worst = 0;
        component.agrees = component.largest <= tolerance;
        components.push_back(std::move(component));
    }
    return components;
}

namespace {

// In how many states left - right has these values.
std::string found_text(const std::vector<ComparedState>& states, const ComparedComponent& component,
                       const std::string& text, const std::function<double(const ComparedState&)>& value_at,
                       bool twice) {
    std::size_t same = 0;
    for (const ComparedState& state : states) {
        const double expected = value_at(state), found = state.left.at(component.name) - state.right.at(component.name);
        const double scale = std::max(size_of(state, component.name), std::abs(expected));
        if (std::abs(found - expected) <= 1e-6 * std::abs(expected) + 1e-9 * scale) ++same;
    }
    return fmt::format("left - right = {}{}{}", text, states_text(same, states.size()), twice ? as_a_wrong_sign : "");
}

}  // namespace

std::pair<double, double> changed_values(double value) {
    return {value == 0 ? 0.5 : value * raised, value == 0 ? -0.5 : value * lowered};
}

std::string describe_difference(const std::vector<ComparedState>& states, const ComparedComponent& component,
                                const std::vector<std::string>& names, const DifferenceAt& difference) {
    const ComparedState& worst = states[component.worst];
    const double here = component.left - component.right;
    if (!std::isfinite(here) || here == 0) return {};
    // Rounding of the two numbers, against which a change of their difference is judged.
    const double noise = 1e-12 * std::max(std::abs(component.left), std::abs(component.right)) + 1e-9 * std::abs(here);
    std::vector<Power> powers;
    std::string depends;
    bool product = true;
    for (const std::string& name : names) {
        const double value = worst.state.at(name);
        const auto [up, down] = changed_values(value);
        const auto higher = difference(name, up), lower = difference(name, down);
        if (!higher || !lower || !std::isfinite(*higher) || !std::isfinite(*lower)) {
            product = false;
            continue;
        }
        if (std::abs(*higher - here) <= noise && std::abs(*lower - here) <= noise) continue;
        depends += (depends.empty() ? "" : ", ") + name;
        int exponent = 0;
        if (value == 0 || !whole_exponent(*higher / here, *lower / here, 1e-4, exponent) || exponent == 0) {
            product = false;
        } else {
            powers.push_back({name, exponent});
        }
    }
    if (depends.empty()) return "the difference is the same wherever one number changes";
    if (!product) return "the difference depends on " + depends;
    const auto value_at = [&](const ComparedState& state) {
        double value = 1;
        for (const Power& power : powers) value *= std::pow(state.state.at(power.name), power.exponent);
        return value;
    };
    const double factor = here / value_at(worst);
    return found_text(
        states, component, product_text(factor, powers),
        [&](const ComparedState& state) { return factor * value_at(state); }, std::abs(std::abs(factor) - 2) < 1e-6);
}

std::string describe_sum(const std::vector<ComparedState>& states, const ComparedComponent& component,
                         const FoundSum& sum) {
    return found_text(
        states, component, sum.text(0), [&](const ComparedState& state) { return sum.rows_at(state.state, 1)[0]; },
        sum.is_twice(0));
}

std::string state_text(const CompareState& state, const std::string& indent) {
    std::string text;
    for (const auto& [name, value] : state)
        text += fmt::format("{}{} = {}\n", indent, name, rounded_decimal(value, 17));
    return text;
}

CompareState read_state(const std::string& text, const std::string& file) {
    CompareState state;
    std::istringstream stream(text);
    std::string line;
    for (std::size_t count = 1; std::getline(stream, line); ++count) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string name, equals, value, more;
        if (!(words >> name)) continue;
        words >> equals >> value >> more;
        const std::optional<double> parsed = decimal_value(value);
        if (equals != "=" || !more.empty() || !parsed || !std::isfinite(*parsed))
            throw ModelError(fmt::format("{}:{}: '{}' is no line of a state", file, count, line),
                             "a state has lines such as 'vx = 20.5'");
        if (!state.emplace(name, *parsed).second)
            throw ModelError(fmt::format("{}:{}: '{}' has a value already", file, count, name));
    }
    return state;
}

namespace {

using Extent = std::pair<double, double>;

// Least and greatest value of each quantity over the states that count.
std::map<std::string, Extent> extents(const Comparison& comparison) {
    std::map<std::string, Extent> found;
    for (const ComparedState& state : comparison.states)
        for (const auto& [name, value] : state.state) {
            Extent& extent = found.try_emplace(name, value, value).first->second;
            extent = {std::min(extent.first, value), std::max(extent.second, value)};
        }
    return found;
}

std::string extents_text(const Comparison& comparison) {
    constexpr std::size_t most = 40, width = 110;
    std::string text = "values:", line;
    std::size_t count = 0;
    const auto all = extents(comparison);
    for (const auto& [name, extent] : all) {
        if (++count > most) break;
        std::string word = fmt::format(" {} {}", name, rounded_decimal(extent.first, 3));
        if (extent.second != extent.first) word += " .. " + rounded_decimal(extent.second, 3);
        if (count < all.size()) word += ",";
        if (text.size() - text.rfind('\n') - 1 + word.size() > width) text += "\n       ";
        text += word;
    }
    if (all.size() > most) text += fmt::format(" and {} more (--json lists all)", all.size() - most);
    return text + "\n";
}

std::string left_out_text(const Comparison& comparison) {
    const LeftOut& out = comparison.left_out;
    std::string text;
    const auto add = [&](std::size_t count, const std::string& what) {
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "; left out: " : ", ", count, what);
    };
    add(out.both, "singular for both sides");
    add(out.left_alone, "where the left side alone complains");
    add(out.right_alone, "where the right side alone complains");
    add(out.off_constraints, "not to be moved onto the constraints");
    return text;
}

std::string verdict_text(const Comparison& comparison) {
    std::string text;
    for (const ComparedFault& fault : comparison.faults)
        text += fmt::format("\n{} {}{}, in {}{}\n", fault.side, fault.text,
                            fault.numbers.empty() ? "" : fmt::format(" ({})", fault.numbers), fault.states,
                            fault.states == 1 ? " state" : " states");
    const ComparedComponent* worst = comparison.worst();
    const std::string again = "to see it again, put these lines into a file and give it to --state:\n";
    if (worst != nullptr) {
        const ComparedState& state = comparison.states[worst->worst];
        return fmt::format("{}\nthe two sides differ, most of all in {} at state {}; {}{}", text, worst->name,
                           state.number, again, state_text(state.state, "  "));
    }
    if (!comparison.faults.empty())
        return fmt::format(
            "{}\nthe numbers of the two sides agree, but no agreement is stated because of what is said above; {}{}",
            text, again, state_text(comparison.faults.front().state, "  "));
    if (!comparison.refused.empty()) return fmt::format("{}\nno agreement is stated: {}\n", text, comparison.refused);
    return text + "\nthe two sides agree\n";
}

}  // namespace

namespace {

std::string load_space_text(const LoadSpace& space, std::size_t states) {
    std::ostringstream text;
    text << (space.with_multipliers ? "\nM u' + B^T lambda - f of " : "\nM u' - f of ") << space.script
         << " at the accelerations of " << space.other
         << (space.along_constraints ? ", along the motions that its constraints allow" : "")
         << ": what is not zero there is\nin the equations of the one and not of the other (terms of f have the "
            "opposite "
            "sign)\n";
    const auto differs = [](const LoadSpace::Row& row) { return row.differs; };
    std::size_t width = 5;
    for (const auto* rows : {&space.rows, &space.constraints})
        for (const LoadSpace::Row& row : *rows) width = std::max(width, row.name.size());
    const bool other_constraints = std::ranges::any_of(space.constraints, differs);
    const auto line = [&](const LoadSpace::Row& row, bool of_constraint) {
        std::string name = row.name;
        name.resize(width, ' ');
        text << "  " << name << "  ";
        if (!row.differs) {
            text << "0\n";
        } else if (row.sum.empty()) {
            text << "not zero; "
                 << (other_constraints && !of_constraint && !space.with_multipliers
                         ? "the constraints' accelerations must agree first\n"
                         : "no short sum of products was found for it\n");
        } else {
            text << row.sum << states_text(row.same, states) << (row.twice ? "; a wrong sign makes twice a term" : "")
                 << "\n";
        }
    };
    for (const LoadSpace::Row& row : space.rows) line(row, false);
    if (!space.equals.empty()) text << "or, as the constraints make these the same in every motion that they allow,\n";
    constexpr std::size_t most = 6;
    for (std::size_t k = 0; k < std::min(space.equals.size(), most); ++k)
        for (const LoadSpace::Row& row : space.equals[k]) {
            std::string name = row.name;
            name.resize(width, ' ');
            text << (&row == &space.equals[k].front() ? "  " : "  with ") << name << "  " << row.sum << "\n";
        }
    if (space.equals.size() > most) text << "  and " << space.equals.size() - most << " more, which --json has\n";
    if (other_constraints) {
        text << "B u' - gamma, the constraints' accelerations\n";
        for (const LoadSpace::Row& row : space.constraints) line(row, true);
    }
    return text.str();
}

nlohmann::ordered_json load_space_json(const LoadSpace& space) {
    using nlohmann::ordered_json;
    ordered_json entry{{"script", space.script},
                       {"other", space.other},
                       {"along_constraints", space.along_constraints},
                       {"with_multipliers", space.with_multipliers}};
    for (const auto& [key, rows] : {std::pair("rows", &space.rows), std::pair("constraints", &space.constraints)}) {
        entry[key] = ordered_json::array();
        for (const LoadSpace::Row& row : *rows) {
            ordered_json one{{"row", row.name}, {"differs", row.differs}};
            if (!row.sum.empty()) one["sum"] = row.sum, one["states"] = row.same, one["twice"] = row.twice;
            entry[key].push_back(std::move(one));
        }
    }
    if (space.along_constraints) entry["equals"] = ordered_json::array();
    for (const std::vector<LoadSpace::Row>& rows : space.equals) {
        ordered_json sums = ordered_json::array();
        for (const LoadSpace::Row& row : rows) sums.push_back({{"row", row.name}, {"sum", row.sum}});
        entry["equals"].push_back(std::move(sums));
    }
    return entry;
}

}  // namespace

std::string report_text(const Comparison& comparison) {
    std::ostringstream text;
    text << "left:  " << comparison.left << "\nright: " << comparison.right << "\n"
         << comparison.states.size() << (comparison.states.size() == 1 ? " state" : " states") << ", tolerance "
         << rounded_decimal(comparison.tolerance, 6) << left_out_text(comparison) << "\n"
         << extents_text(comparison);
    for (const std::string& note : comparison.notes) text << "note: " << note << "\n";
    std::size_t width = 9;
    for (const ComparedComponent& component : comparison.components) width = std::max(width, component.name.size());
    const auto padded = [](std::string word, std::size_t size) {
        word.resize(std::max(word.size(), size), ' ');
        return word;
    };
    text << "\n" << padded("component", width) << "  largest relative difference\n";
    for (const ComparedComponent& component : comparison.components) {
        text << padded(component.name, width) << "  " << padded(rounded_decimal(component.largest, 3), 10) << "  state "
             << comparison.states[component.worst].number;
        if (!component.agrees)
            text << "  DIFFERS: left " << rounded_decimal(component.left, 10) << ", right "
                 << rounded_decimal(component.right, 10);
        text << "\n";
    }
    for (const ComparedComponent& component : comparison.components)
        if (!component.difference.empty() && !component.in_load_space)
            text << "\n" << component.name << ": " << component.difference << "\n";
    if (comparison.load_space) text << load_space_text(*comparison.load_space, comparison.states.size());
    return text.str() + verdict_text(comparison);
}

std::string report_json(const Comparison& comparison) {
    using nlohmann::ordered_json;
    const auto finite = [](double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); };
    ordered_json report;
    report["left"] = comparison.left;
    report["right"] = comparison.right;
    report["agrees"] = comparison.agrees();
    report["tolerance"] = comparison.tolerance;
    report["states"] = comparison.states.size();
    report["singular"] = comparison.left_out.all();
    const LeftOut& out = comparison.left_out;
    report["left_out"] = {{"both", out.both},
                          {"left_alone", out.left_alone},
                          {"right_alone", out.right_alone},
                          {"off_constraints", out.off_constraints}};
    report["values"] = ordered_json::object();
    for (const auto& [name, extent] : extents(comparison))
        report["values"][name] = {finite(extent.first), finite(extent.second)};
    report["notes"] = comparison.notes;
    report["faults"] = ordered_json::array();
    for (const ComparedFault& fault : comparison.faults) {
        ordered_json entry{
            {"side", fault.side}, {"text", fault.text}, {"numbers", fault.numbers}, {"states", fault.states}};
        for (const auto& [name, value] : fault.state) entry["state"][name] = value;
        report["faults"].push_back(std::move(entry));
    }
    if (!comparison.refused.empty()) report["refused"] = comparison.refused;
    report["components"] = ordered_json::array();
    for (const ComparedComponent& component : comparison.components) {
        ordered_json entry;
        entry["name"] = component.name;
        entry["agrees"] = component.agrees;
        entry["largest_relative_difference"] = finite(component.largest);
        entry["state"] = comparison.states[component.worst].number;
        entry["left"] = finite(component.left);
        entry["right"] = finite(component.right);
        if (!component.difference.empty()) entry["difference"] = component.difference;
        report["components"].push_back(std::move(entry));
    }
    if (comparison.load_space) report["load_space"] = load_space_json(*comparison.load_space);
    if (const ComparedComponent* worst = comparison.worst()) {
        report["worst"]["component"] = worst->name;
        for (const auto& [name, value] : comparison.states[worst->worst].state) report["worst"]["state"][name] = value;
    }
    return report.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace lag
