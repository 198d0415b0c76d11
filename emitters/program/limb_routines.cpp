#include "emitters/program/limb_routines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/adjoint.hpp"
#include "emitters/program/calls.hpp"
#include "emitters/program/limb_residuals.hpp"
#include "lagrange/kinematics/lane_values.hpp"

namespace lag {

namespace {

// 1 in this lane.
Expr one_in(Graph& graph, std::size_t lane, std::size_t lanes) {
    std::vector<Expr> members(lanes, graph.integer(0));
    members[lane] = graph.integer(1);
    return LaneValues(graph).joined(members);
}

// A lane symbol made of results of calls.
struct LaneResult {
    Expr symbol;
    std::vector<std::size_t> procedures;  // by lane, where all lanes have a result, without signs
    std::size_t result = 0;               // its number there
    std::size_t last = 0;                 // of all procedures in it
};

class ProcedureCalls {
  public:
    ProcedureCalls(const PrototypeLimb& limb, std::vector<Expr> roots) : limb_(limb), graph_(*limb.model.graph) {
        for (const ExternalRoutine& routine : limb.model.externals) {
            if (routine.is_linked()) continue;
            for (std::size_t r = 0; r < routine.results.size(); ++r)
                owner_[symbol_of(routine, r).id] = {calls_.size(), r};
            calls_.push_back(&routine);
        }
        for (const auto& [id, value] : limb.computed) roots.push_back(value.value);
        for (const Expr& e : symbols_in(graph_, roots, in_lanes))
            if (graph_.symbol_of(e).role == Role::external_result) add(e);
    }
    std::size_t size() const { return calls_.size(); }
    const ExternalRoutine& operator[](std::size_t p) const { return *calls_[p]; }
    const std::vector<LaneResult>& lane_results() const { return lane_results_; }
    Expr symbol_of(const ExternalRoutine& routine, std::size_t r) const {
        return graph_.symbol(routine.results[r], Role::external_result);
    }
    // What these give in the same place, in lanes; nothing where it is not formed alike.
    std::optional<std::vector<Expr>> arguments_in_lanes(const std::vector<std::size_t>& group) const {
        std::vector<Expr> values;
        for (std::size_t k = 0; k < calls_[group.front()]->arguments.size(); ++k) {
            std::optional<Expr> found;
            for (const std::size_t p : group) {
                const auto known = limb_.computed.find(graph_.own(calls_[p]->arguments[k]).id);
                if (known == limb_.computed.end() || (found && found->id != known->second.value.id))
                    return std::nullopt;
                found = graph_.own(known->second.value);
            }
            values.push_back(*found);
        }
        return values;
    }

  private:
    void add(Expr symbol) {
        LaneResult found{symbol, {}, 0, 0};
        std::set<std::size_t> results;
        bool is_of_procedures = false;
        for (const Expr& member : graph_.lane_members(symbol.id)) {
            for (const Expr& e : symbols_in(graph_, std::vector<Expr>{member}))
                if (const auto own = owner_.find(e.id); own != owner_.end())
                    is_of_procedures = true, found.last = std::max(found.last, own->second.first);
            const auto own = owner_.find(member.id);
            if (own == owner_.end()) continue;
            found.procedures.push_back(own->second.first), found.result = own->second.second;
            results.insert(own->second.second);
        }
        if (!is_of_procedures) return;  // of linked routines: they have no slopes
        if (found.procedures.size() != graph_.lanes_of(symbol) || results.size() != 1) found.procedures.clear();
        lane_results_.push_back(std::move(found));
    }

    const PrototypeLimb& limb_;
    Graph& graph_;
    std::vector<const ExternalRoutine*> calls_;
    std::map<NodeId, std::pair<std::size_t, std::size_t>> owner_;  // by result: the call, the place among its results
    std::vector<LaneResult> lane_results_;
};

}  // namespace

std::optional<LimbRoutines> LimbRoutines::formed(const PrototypeLimb& limb, std::vector<Expr> roots) {
    LimbRoutines routines(*limb.model.graph);
    Graph& graph = routines.graph_;
    const ProcedureCalls procedures(limb, std::move(roots));
    std::map<std::size_t, std::vector<std::size_t>> group_of;  // by procedure: those of all limbs
    for (const LaneResult& one : procedures.lane_results()) {
        const bool is_free = std::ranges::none_of(one.procedures, [&](std::size_t p) { return group_of.contains(p); });
        if (one.procedures.empty() || !is_free || !procedures.arguments_in_lanes(one.procedures)) continue;
        for (const std::size_t p : one.procedures) group_of.emplace(p, one.procedures);
    }
    LaneValues values(graph);
    for (std::size_t p = 0; p < procedures.size(); ++p) {
        const ExternalRoutine& routine = procedures[p];
        const auto group = group_of.find(p);
        const bool is_single = group == group_of.end();
        if (is_single || group->second.front() == p) {
            Call& call = routines.calls_.emplace_back();
            const std::vector<std::size_t> single = is_single ? std::vector{p} : group->second;
            call.lanes = is_single ? 0 : single.size();
            call.arguments = is_single ? routine.arguments : *procedures.arguments_in_lanes(single);
            for (Expr& e : call.arguments) e = graph.own(e);
            for (std::size_t r = 0; r < routine.results.size(); ++r) {
                const auto known = std::ranges::find_if(procedures.lane_results(), [&](const LaneResult& one) {
                    return one.procedures == single && one.result == r;
                });
                if (!is_single && known == procedures.lane_results().end()) continue;  // nothing depends on it
                call.results.push_back(is_single ? procedures.symbol_of(routine, r) : known->symbol);
                std::vector<Expr>&members = call.members.emplace_back(), &slopes = call.slopes.emplace_back();
                for (const std::size_t one : single)
                    if (!is_single) members.push_back(procedures.symbol_of(procedures[one], r));
                for (std::size_t k = 0; k < routine.arguments.size(); ++k) {
                    std::vector<Expr> by_lane;
                    for (const std::size_t one : single)
                        by_lane.push_back(slope_symbol(graph, procedures[one].results[r], k));
                    const std::string name = slope_name(graph.symbol_of(call.results.back()).name, k);
                    slopes.push_back(is_single ? by_lane.front() : values.symbol(by_lane, Role::external_result, name));
                }
            }
        }
        for (const LaneResult& one : procedures.lane_results()) {
            const auto known = one.procedures.empty() ? group_of.end() : group_of.find(one.procedures.front());
            if (one.last != p || (known != group_of.end() && known->second == one.procedures)) continue;
            Call& gathered = routines.calls_.emplace_back();  // as one of these results
            gathered.lanes = graph.lanes_of(one.symbol);
            gathered.results.push_back(one.symbol), gathered.members.emplace_back(), gathered.slopes.emplace_back();
            const std::vector<Expr> members = graph.lane_members(one.symbol.id);
            for (std::size_t lane = 0; lane < members.size(); ++lane) {
                gathered.arguments.push_back(members[lane]);
                gathered.slopes.back().push_back(one_in(graph, lane, members.size()));
            }
        }
    }
    if (!routines.is_in_order()) return std::nullopt;
    return routines;
}

// Whether no call is given results of a later one.
bool LimbRoutines::is_in_order() const {
    std::map<NodeId, std::size_t> place;
    for (std::size_t c = 0; c < calls_.size(); ++c) {
        for (const Expr& result : calls_[c].results) place[result.id] = c;
        for (const std::vector<Expr>& members : calls_[c].members)
            for (const Expr& member : members) place[member.id] = c;
    }
    for (std::size_t c = 0; c < calls_.size(); ++c)
        for (const NodeId id : reachable(graph_, calls_[c].arguments))
            if (const auto given = place.find(id); given != place.end() && given->second >= c) return false;
    return true;
}

std::vector<Expr> LimbRoutines::arguments() const {
    std::vector<Expr> all;
    for (const Call& call : calls_) all.insert(all.end(), call.arguments.begin(), call.arguments.end());
    return all;
}

std::set<NodeId> LimbRoutines::symbols_of_single_calls() const {
    std::vector<Expr> open;
    std::map<NodeId, std::pair<const Call*, std::size_t>> member_of;  // and its lane
    for (const Call& call : calls_) {
        for (const Expr& e : call.arguments)
            if (!graph_.is_lane_value(e)) open.push_back(e);
        for (const std::vector<Expr>& members : call.members)
            for (std::size_t lane = 0; lane < members.size(); ++lane) member_of[members[lane].id] = {&call, lane};
    }
    std::set<NodeId> found;
    while (!open.empty()) {
        const Expr value = open.back();
        open.pop_back();
        for (const Expr& e : symbols_in(graph_, std::vector<Expr>{value})) {
            if (!found.insert(e.id).second) continue;
            const auto known = member_of.find(e.id);
            if (known == member_of.end()) continue;
            const auto& [call, lane] = known->second;
            for (const Expr& given : symbols_in(graph_, call->arguments))
                open.push_back(graph_.lane_member(given, lane));
        }
    }
    return found;
}

bool LimbRoutines::seed(Differentiator& derivative, const std::vector<bool>& apart) const {
    for (const Call& call : calls_) {
        std::vector<Expr> by_column;
        for (const Expr& argument : call.arguments) by_column.push_back(graph_.own(derivative(argument)));
        if (std::ranges::all_of(by_column, &Expr::is_zero)) continue;
        const bool is_gathered = call.lanes > 0 && call.members.front().empty();
        if (!apart.empty() && (call.lanes != apart.size() || is_gathered)) return false;
        for (std::size_t r = 0; r < call.results.size(); ++r) {
            Expr slope = graph_.integer(0);
            for (std::size_t k = 0; k < by_column.size(); ++k) slope += call.slopes[r][k] * by_column[k];
            derivative.seed(call.results[r], slope);
            for (std::size_t lane = 0; lane < call.members[r].size(); ++lane) {
                if (apart.empty())
                    derivative.seed(call.members[r][lane], graph_.lane_member(slope, lane));
                else if (apart[lane])
                    derivative.seed(call.members[r][lane], one_in(graph_, lane, apart.size()) * slope);
            }
        }
    }
    return true;
}

std::vector<Expr> LimbRoutines::results() const {
    std::vector<Expr> symbols;
    for (const Call& call : calls_)
        for (std::size_t r = 0; r < call.results.size(); ++r) {
            symbols.push_back(call.results[r]);
            symbols.insert(symbols.end(), call.members[r].begin(), call.members[r].end());
        }
    return symbols;
}

// The last results first, since arguments may hold earlier ones.
std::vector<Expr> LimbRoutines::through(std::vector<Expr> by, const std::vector<Expr>& symbols) const {
    std::size_t end = symbols.size();
    for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
        const std::size_t results = call->results.size();
        const std::size_t of_lanes = call->members.empty() ? 0 : call->members.front().size();
        end -= results * (1 + of_lanes);
        std::vector<Expr> by_argument(call->arguments.size(), graph_.integer(0));
        for (std::size_t r = 0; r < results; ++r) {
            Expr by_result = graph_.own(by[end + r * (1 + of_lanes)]);
            for (std::size_t lane = 0; lane < of_lanes; ++lane) {
                const Expr by_member = graph_.own(by[end + r * (1 + of_lanes) + 1 + lane]);
                if (!by_member.is_zero()) by_result += one_in(graph_, lane, call->lanes) * by_member;
            }
            for (std::size_t k = 0; k < by_argument.size(); ++k) by_argument[k] += by_result * call->slopes[r][k];
        }
        Substitution known(graph_);
        Expr sum = graph_.integer(0);
        for (std::size_t k = 0; k < by_argument.size(); ++k) {
            if (by_argument[k].is_zero()) continue;
            const Expr held =
                placeholder(graph_, fmt::format("adjoint of argument {} of {}", k + 1, call->lanes), call->lanes);
            known.replace(held, by_argument[k]);
            const Expr part = held * call->arguments[k];
            sum += call->lanes > 0 ? graph_.lane_sum(part, call->lanes) : part;
        }
        const std::vector<Expr> slopes = gradient(
            graph_, sum, std::vector<Expr>(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(end)),
            Quotients::by_reciprocal);
        for (std::size_t c = 0; c < end; ++c) by[c] = graph_.own(by[c]) + known(graph_.own(slopes[c]));
    }
    by.resize(end);
    return by;
}

}  // namespace lag
