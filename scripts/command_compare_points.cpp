#include "scripts/command_compare_points.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/errors.hpp"

namespace lag {

namespace {

using Kind = StateSpace::Quantity::Kind;

// splitmix64
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    double unit() {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        z ^= z >> 31;
        return static_cast<double>(z >> 11) * 0x1p-53;
    }

  private:
    std::uint64_t state_;
};

SamplingPlan::Range range_of(const StateSpace::Quantity& quantity) {
    const double c = quantity.centre;
    const auto around = [&](double width) { return SamplingPlan::Range{quantity.name, c - width, c + width}; };
    switch (quantity.kind) {
        case Kind::time:
            return {quantity.name, 0, 10};
        case Kind::angle:
            return around(1.2);
        case Kind::coordinate:
            return around(std::max(0.5, std::abs(c) / 2));
        case Kind::speed:
            return around(std::max(1.0, std::abs(c) / 2));
        case Kind::input:
            return around(1);
        case Kind::parameter:
            break;
    }
    if (c == 0) return {quantity.name, 0.1, 1.2};
    return around(std::abs(c) / 5);
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
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
    const auto add = [&](SamplingPlan::Range range) {
        if (const auto* given = sampled(range.name)) range = {range.name, given->first, given->second};
        if (done.insert(range.name).second) plan.ranges.push_back(std::move(range));
    };
    const auto keep = [&](const StateSpace::Quantity& quantity) {
        add({quantity.name, quantity.centre, quantity.centre});
        if (sampled(quantity.name) == nullptr) plan.notes.push_back(quantity.name);
    };
    if (script != nullptr) {
        plan.of_unit_length = script->space()->of_unit_length;
        for (const StateSpace::Quantity& quantity : script->space()->quantities) {
            const bool alone = !holds(other.inputs(), quantity.name);
            if (alone && quantity.kind == Kind::parameter) {
                keep(quantity);  // the other side has it built in
            } else {
                add(range_of(quantity));
            }
        }
        if (other.space())  // two scripts
            for (const StateSpace::Quantity& quantity : other.space()->quantities) {
                if (script->space()->find(quantity.name) != nullptr) continue;
                if (quantity.kind == Kind::parameter) {
                    keep(quantity);
                } else {
                    add(range_of(quantity));
                }
            }
    }
    std::vector<std::string> known;
    for (const SamplingPlan::Range& range : plan.ranges) known.push_back(range.name);
    for (const CompareSide* side : {&left, &right})
        for (const std::string& name : side->inputs()) {
            if (done.count(name) > 0) continue;
            if (const auto* given = sampled(name)) {
                add({name, given->first, given->second});
                continue;
            }
            const bool state = holds(left.results(), name + "'") || holds(right.results(), name + "'");
            if (script == nullptr && name == "t") {
                add({name, 0, 10});
            } else if (script == nullptr && state) {
                add({name, -1, 1});
            } else {
                const std::string near = did_you_mean(name, known);
                throw ModelError("nothing says what values '" + name + "' of '" + side->title() + "' may take" +
                                     (script == nullptr ? "" : ": '" + script->title() + "' has no such name"),
                                 (near.empty() ? "" : "did you mean '" + near + "'? else ") +
                                     ("add the line 'sample " + name + " LEAST GREATEST' to the mapping"));
            }
        }
    return plan;
}

CompareState random_state(const SamplingPlan& plan, std::uint64_t seed, std::uint64_t number) {
    Random random(seed * 1000003 + number);
    CompareState state;
    for (const SamplingPlan::Range& range : plan.ranges)
        state[range.name] = range.low == range.high ? range.low : range.low + (range.high - range.low) * random.unit();
    for (const std::vector<std::string>& quaternion : plan.of_unit_length) {
        double sum = 0;
        for (const std::string& name : quaternion) {
            state[name] = 2 * random.unit() - 1;
            sum += state[name] * state[name];
        }
        if (sum == 0) state[quaternion.front()] = sum = 1;
        for (const std::string& name : quaternion) state[name] /= std::sqrt(sum);
    }
    return state;
}

}  // namespace lag
