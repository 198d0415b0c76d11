#include "emitters/program/lower_limbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/errors.hpp"
#include "core/info_codes.hpp"
#include "core/routine_names.hpp"
#include "emitters/program/solved_system.hpp"

namespace lag {

namespace {

class LimbLowering {
  public:
    LimbLowering(const PrototypeLimb& limb, const Equations& equations)
        : limb_(limb),
          graph_(*limb.model.graph),
          equations_(equations),
          solved_(solve_equations(limb.model, equations, LdlPlan{})) {}

    void replace(Routine& routine) {
        const std::vector<ResultExpression> scalar = std::exchange(routine.results, {});
        const NodeLabels labels = std::exchange(routine.labels, equations_.labels);
        routine.checks.clear();
        routine.labels.add(solved_.labels);
        routine.is_recursive = true;
        if (routine.name == RoutineName::derivatives) {
            const std::size_t ydot = argument_of(routine, "ydot"), nq = count_of(limb_.coordinates),
                              first_state = nq + count_of(limb_.speeds);
            // rates of states are scalar
            std::ranges::copy_if(scalar, std::back_inserter(routine.results), [&](const ResultExpression& result) {
                return result.place.argument == ydot && result.place.element >= first_state;
            });
            if (!routine.results.empty()) routine.labels.add(labels);
            write_all(routine, ydot, 0, equations_.kinematic_equations, limb_.coordinates);
            write_all(routine, ydot, nq, solved_.accelerations, limb_.speeds);
        } else {
            write_all(routine, argument_of(routine, "udot"), 0, solved_.accelerations, limb_.speeds);
        }
        std::ranges::stable_sort(routine.results, {}, &ResultExpression::place);
        for (const PivotCheck& check : solved_.checks) routine.checks.push_back(of_whole(check));
        read_lane_symbols(routine);
    }

  private:
    static std::size_t argument_of(const Routine& routine, const std::string& name) {
        const auto found = std::ranges::find(routine.arguments, name, &Argument::name);
        if (found == routine.arguments.end())
            throw InternalError(fmt::format("{} has no argument {}", routine.name, name));
        return static_cast<std::size_t>(found - routine.arguments.begin());
    }
    // Entries of the whole mechanism.
    template <class AnyIndex>
    static std::size_t count_of(const std::vector<LaneEntry<AnyIndex>>& entries) {
        std::size_t count = 0;
        for (const LaneEntry<AnyIndex>& entry : entries)
            count += static_cast<std::size_t>(
                std::ranges::count_if(entry.by_lane, [](const auto& i) { return i.has_value(); }));
        return count;
    }

    template <class AnyIndex>
    void write_all(Routine& routine, std::size_t argument, std::size_t before, const std::vector<Expr>& values,
                   const std::vector<LaneEntry<AnyIndex>>& entries) {
        for (std::size_t k = 0; k < entries.size(); ++k)
            for (std::size_t lane = 0; lane < entries[k].by_lane.size(); ++lane) {
                if (!entries[k].by_lane[lane]) continue;
                const ArgumentElement place{argument, before + entries[k].by_lane[lane]->value};
                const Expr own = graph_.own(values.at(k)), value = entries[k].is_mirrored[lane] ? graph_.neg(own) : own;
                if (!graph_.is_lane_value(value)) {
                    routine.results.push_back({place, value, 0});
                } else if (graph_.node(own).op == Op::symbol) {
                    const Expr member = graph_.lane_members(own.id).at(lane);
                    routine.results.push_back({place, entries[k].is_mirrored[lane] ? graph_.neg(member) : member, 0});
                } else {
                    routine.results.push_back({place, value, lane + 1});
                }
            }
    }

    PivotCheck of_whole(const PivotCheck& check) const {
        const LaneEntry<SpeedIndex>& speed = limb_.speeds.at(check.info - InfoCodes::of_speed(0));
        PivotCheck result{.condition = check.condition, .after_previous = check.after_previous};
        for (const auto& index : speed.by_lane) {
            const std::size_t number = index ? InfoCodes::of_speed(index->value) : 0;
            if (result.info == 0) result.info = number;
            result.by_lane.push_back(number);
        }
        if (!graph_.is_lane_value(check.condition)) result.by_lane.clear();
        return result;
    }

    void read_lane_symbols(Routine& routine) const {
        std::vector<Expr> roots;
        for (const ResultExpression& result : routine.results) roots.push_back(result.value);
        for (const PivotCheck& check : routine.checks) roots.push_back(check.condition);
        for (const Expr& e : symbols_in(graph_, roots, in_lanes)) {
            const Symbol& symbol = graph_.symbol_of(e);
            if (symbol.role == Role::parameter) continue;
            std::vector<LaneSource>& sources = routine.lane_reads[symbol];
            for (Expr member : graph_.lane_members(e.id)) {
                LaneSource source{{}, member.is_zero() ? 0 : 1};
                if (graph_.node(member).op == Op::neg)
                    source.sign = -1, member = graph_.expr(graph_.node(member).operand[0]);
                const bool is_symbol = graph_.node(member).op == Op::symbol;
                if (is_symbol) source.place = routine.reads.at(graph_.symbol_of(member));
                if (!is_symbol && source.sign != 0)
                    throw InternalError(fmt::format("the lane symbol {} is made of an expression", symbol.name));
                sources.push_back(source);
            }
        }
    }

    const PrototypeLimb& limb_;
    Graph& graph_;
    const Equations& equations_;
    SolvedSystem solved_;
};

}  // namespace

void compute_in_lanes(Program& whole, const PrototypeLimb& limb, const Equations& equations, bool keeps_scalar) {
    LimbLowering lowering(limb, equations);
    std::vector<Routine> scalar;
    for (Routine& routine : whole.routines) {
        if (!is_one_of(routine.name, {RoutineName::derivatives, RoutineName::accelerations})) continue;
        scalar.push_back(routine);
        scalar.back().instead_of_lanes = true;
        lowering.replace(routine);
    }
    if (keeps_scalar) std::ranges::move(scalar, std::back_inserter(whole.routines));
    whole.limbs = limb.limbs;
}

}  // namespace lag
