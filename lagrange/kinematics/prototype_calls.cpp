#include "lagrange/kinematics/prototype_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/calculus.hpp"
#include "lagrange/kinematics/alike_subtrees.hpp"

namespace lag {

namespace {

// Places in a table of the whole model that belong to limbs.
class OfLimbs {
  public:
    void add(const std::string& kind, const LimbSites::Limb& limb, std::size_t lanes, std::size_t place) {
        ByLane& by_lane = places_[{limb.first, kind}];
        by_lane.resize(lanes);
        by_lane[limb.second].push_back(place);
    }
    // By lane, the k-th of one kind where all limbs have as many of it.
    std::vector<std::vector<std::size_t>> alike() const {
        std::vector<std::vector<std::size_t>> all;
        for (const auto& entry : places_) {
            const ByLane& by_lane = entry.second;
            const auto has_as_many = [&](const auto& list) { return list.size() == by_lane.front().size(); };
            if (!std::ranges::all_of(by_lane, has_as_many)) continue;
            for (std::size_t k = 0; k < by_lane.front().size(); ++k) {
                std::vector<std::size_t>& members = all.emplace_back();
                for (const auto& list : by_lane) members.push_back(list[k]);
            }
        }
        return all;
    }

  private:
    using ByLane = std::vector<std::vector<std::size_t>>;
    std::map<std::pair<std::size_t, std::string>, ByLane> places_;  // by group and kind
};

}  // namespace

PrototypeCalls::PrototypeCalls(LimbSites& sites) : sites_(sites), whole_(sites.whole()) {
    const auto symbol_of = [&](const std::string& result) {
        return whole_.graph->symbol(result, Role::external_result);
    };
    const auto lanes_of = [&](const LimbSites::Limb& limb) { return sites_.lanes_of_group(limb.first); };
    OfLimbs calls, states;
    for (std::size_t c = 0; c < whole_.externals.size(); ++c) {
        const ExternalRoutine& call = whole_.externals[c];
        const std::string kind = fmt::format("{} {} {}", call.name, call.arguments.size(), call.results.size());
        if (const auto limb = limb_given(call.arguments)) calls.add(kind, *limb, lanes_of(*limb), c);
        for (const std::string& result : call.results) given_for_[symbol_of(result).id] = bodies_given(call.arguments);
    }
    for (std::size_t s = 0; s < whole_.states.size(); ++s)
        if (const auto limb = limb_given({whole_.states[s].rate})) states.add("", *limb, lanes_of(*limb), s);
    for (const std::vector<std::size_t>& members : calls.alike()) {
        const ExternalRoutine& first = whole_.externals[members.front()];
        for (std::size_t k = 0; k < first.results.size(); ++k) {
            std::vector<Expr> symbols;
            for (const std::size_t c : members) symbols.push_back(symbol_of(whole_.externals[c].results[k]));
            sites_.values().pair(symbols);
        }
        for (std::size_t k = 0; k < first.arguments.size(); ++k) {
            std::vector<Expr>& by_lane = alike_.emplace_back();
            for (const std::size_t c : members) by_lane.push_back(whole_.externals[c].arguments[k]);
        }
    }
    for (const std::vector<std::size_t>& members : states.alike()) {
        std::vector<Expr>& by_lane = alike_.emplace_back();
        for (const std::size_t s : members) by_lane.push_back(whole_.states[s].rate);
    }
}

std::vector<BodyIndex> PrototypeCalls::bodies_given(const std::vector<Expr>& values) const {
    std::vector<BodyIndex> bodies = bodies_named(whole_, values);
    for (const Expr& result : symbols_in(*whole_.graph, values, bit(Role::external_result)))
        if (const auto known = given_for_.find(result.id); known != given_for_.end())
            bodies.insert(bodies.end(), known->second.begin(), known->second.end());
    return bodies;
}

std::optional<LimbSites::Limb> PrototypeCalls::limb_given(const std::vector<Expr>& values) const {
    try {
        return sites_.limb_of(bodies_given(values), "it is given");
    } catch (const NotInLanes&) {
        return std::nullopt;
    }
}

void PrototypeCalls::add_to(PrototypeLimb& small) {
    for (const std::vector<Expr>& by_lane : alike_) {
        try {
            const Expr value = sites_.values().joined(by_lane);
            for (std::size_t lane = 0; lane < by_lane.size(); ++lane)
                small.computed.emplace(whole_.graph->own(by_lane[lane]).id, LaneOf{value, lane});
        } catch (const UnlikeExpressions&) {  // formed one limb after the other
        }
    }
}

}  // namespace lag
