#include "scripts/command/compare/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/comma_list.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/random_numbers.hpp"

namespace lag {

namespace {

using Kind = StateSpace::Quantity::Kind;

using Range = SamplingPlan::Range;
using Wide = SamplingPlan::Wide;

// Deviations of every size, up to a hundred times the near ones.
Range scaled(const std::string& name, double centre, double width) {
    return {name, centre - width, centre + width, centre, Wide::scaled, 1e-3 * width, 100 * width};
}

Range range_of(const StateSpace::Quantity& quantity) {
    const double c = quantity.centre;
    const std::string& name = quantity.name;
    switch (quantity.kind) {
        case Kind::time:
            return {name, 0, 10, 0, Wide::time, 0.1, 1000};
        case Kind::angle:
            return {name, c - 1.2, c + 1.2, c, Wide::within, 0, 20};
        case Kind::coordinate:
            return scaled(name, c, std::max(0.5, std::abs(c) / 2));
        case Kind::speed:
        case Kind::state:
            return scaled(name, c, std::max(1.0, std::abs(c) / 2));
        case Kind::input:
            return scaled(name, c, 1);
        case Kind::parameter:
            break;
    }
    if (c == 0) return {name, 0.1, 1.2, 0, Wide::scaled, 0.01, 10, true};
    return {name, c - std::abs(c) / 5, c + std::abs(c) / 5, c, Wide::factor, 0.2, 5, true};
}

// By powers of ten: every size is as likely as every other.
double between_powers(double least, double greatest, double unit) {
    return least * std::pow(greatest / least, unit);
}

double wide_value(const Range& range, RandomNumbers& random) {
    const double unit = random.unit(), sign = random.unit() < 0.5 ? -1 : 1;
    switch (range.wide) {
        case Wide::time:
            return between_powers(range.least, range.greatest, unit);
        case Wide::within:
            return range.centre + sign * range.greatest * unit;
        case Wide::scaled:
            return range.centre + sign * between_powers(range.least, range.greatest, unit);
        case Wide::factor:
            return range.centre * between_powers(range.least, range.greatest, unit);
        case Wide::none:
            break;
    }
    return range.low + (range.high - range.low) * unit;
}

std::string alone_gets(const CompareSide& side) {
    return fmt::format(": only {} gets values there, which change from state to state", side.title());
}

}  // namespace

SamplingPlan plan_sampling(const CompareSide& left, const CompareSide& right) {
    SamplingPlan plan;
    const CompareSide* script = left.space() ? &left : right.space() ? &right : nullptr;
    const CompareSide& other = script == &right ? left : right;
    std::set<std::string> done;
    const auto sampled = [&](const std::string& name) -> const std::pair<double, double>* {
        for (const CompareSide* side : {&left, &right})
            if (const auto found = side->samples().find(name); found != side->samples().end()) return &found->second;
        return nullptr;
    };
    const auto add = [&](Range range) {
        if (const auto* given = sampled(range.name))
            range = {range.name, given->first, given->second, (given->first + given->second) / 2};
        if (done.insert(range.name).second) plan.ranges.push_back(std::move(range));
    };
    // what only `knowing` reads
    const auto add_all = [&](const CompareSide& knowing, const CompareSide& lacking) {
        std::vector<std::string> kept, sampled_alone;
        for (const StateSpace::Quantity& quantity : knowing.space()->quantities) {
            if (done.count(quantity.name) > 0) continue;
            const bool alone = !lacking.takes(quantity.name);
            if (alone && quantity.kind == Kind::parameter && sampled(quantity.name) == nullptr) {
                kept.push_back(fmt::format("{} = {}", quantity.name, rounded_decimal(quantity.centre)));
                add({quantity.name, quantity.centre, quantity.centre, quantity.centre});
            } else {
                if (alone && quantity.kind != Kind::time) sampled_alone.push_back(quantity.name);
                add(range_of(quantity));
            }
        }
        const std::string lacks = lacking.title() + " does not take ";
        if (!kept.empty())
            plan.notes.push_back(fmt::format("{}{}: {} keeps these defaults, the other side has what is built into it",
                                             lacks, comma_list(kept), knowing.title()));
        if (!sampled_alone.empty()) plan.notes.push_back(lacks + comma_list(sampled_alone) + alone_gets(knowing));
    };
    if (script != nullptr) {
        plan.of_unit_length = script->space()->of_unit_length;
        add_all(*script, other);
        if (other.space()) add_all(other, *script);  // two scripts
    }
    std::vector<std::string> known;
    for (const Range& range : plan.ranges) known.push_back(range.name);
    for (const CompareSide* side : {&left, &right})
        for (const std::string& name : side->inputs()) {
            if (done.count(name) > 0) continue;
            if (const auto* given = sampled(name)) {
                add({name, given->first, given->second});
                if (const CompareSide& lacking = side == &left ? right : left; !lacking.takes(name))
                    plan.notes.push_back(
                        fmt::format("{} does not take {}{}", lacking.title(), name, alone_gets(*side)));
                continue;
            }
            const bool state = left.gives(name + "'") || right.gives(name + "'");
            if (script == nullptr && name == "t") {
                add(range_of({name, Kind::time}));
            } else if (script == nullptr && state) {
                add(range_of({name, Kind::speed}));
            } else {
                const std::string near = did_you_mean(name, known);
                throw ModelError(
                    fmt::format("nothing says what values '{}' of '{}' may take{}", name, side->title(),
                                script == nullptr ? "" : fmt::format(": '{}' has no such name", script->title())),
                    (near.empty() ? "" : fmt::format("did you mean '{}'? else ", near)) +
                        fmt::format("add the line 'sample {} LEAST GREATEST' to the mapping", name));
            }
        }
    return plan;
}

SamplingReach narrower(const SamplingReach& reach) {
    return {false, reach.wide ? reach.share : reach.share / 4};
}

SampledState random_state(const SamplingPlan& plan, std::uint64_t seed, std::uint64_t number,
                          const SamplingReach& reach) {
    RandomNumbers random(seed * 1000003 + number);
    const bool first = number == 1, wide_state = reach.wide && number % 4 >= 2,
               wide_parameters = reach.wide && (number % 4 == 1 || number % 4 == 2);
    SampledState state;
    state.wide = !first && (wide_state || wide_parameters);
    for (const Range& range : plan.ranges) {
        const bool wide = range.wide != Wide::none && (range.parameter ? wide_parameters : wide_state);
        double& value = state.values[range.name];
        if (range.low == range.high || first) {
            value = range.centre;
        } else {
            value = wide ? wide_value(range, random) : range.low + (range.high - range.low) * random.unit();
            if (range.wide != Wide::none) value = range.centre + reach.share * (value - range.centre);
        }
    }
    for (const std::vector<std::string>& quaternion : plan.of_unit_length) {
        double sum = 0;
        for (const std::string& name : quaternion) {
            double& e = state.values[name];
            if (!first && reach.share == 1) e = 2 * random.unit() - 1;
            sum += e * e;
        }
        if (sum == 0) state.values[quaternion.front()] = sum = 1;
        for (const std::string& name : quaternion) state.values[name] /= std::sqrt(sum);
    }
    return state;
}

CompareState neighbour_of(const CompareState& state, double change, std::uint64_t number) {
    RandomNumbers random(number);
    CompareState moved = state;
    for (auto& [name, value] : moved) value *= 1 + (random.unit() < 0.5 ? -change : change);
    return moved;
}

}  // namespace lag
