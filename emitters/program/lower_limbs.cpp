#include "emitters/program/lower_limbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "core/errors.hpp"
#include "core/info_codes.hpp"
#include "core/routine_names.hpp"
#include "emitters/program/chain_accelerations.hpp"
#include "emitters/program/limb_accelerations.hpp"
#include "emitters/program/limb_contacts.hpp"
#include "emitters/program/limb_derivatives.hpp"
#include "emitters/program/limb_hessian.hpp"
#include "emitters/program/limb_jacobian.hpp"
#include "emitters/program/residual_routine.hpp"

namespace lag {

namespace {

class LimbLowering {
  public:
    LimbLowering(const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan)
        : limb_(limb),
          graph_(*limb.model.graph),
          equations_(equations),
          plan_(plan),
          limbs_(solve_limbs(limb, equations, plan)) {}

    void replace(Routine& routine) {
        const std::vector<ResultExpression> scalar = std::exchange(routine.results, {});
        const NodeLabels labels = take_labels(routine);
        if (routine.name == RoutineName::derivatives) {
            write_rates(routine, "ydot", scalar, labels, {equations_.kinematic_equations, solved_.accelerations});
        } else {
            keep(routine, scalar, labels, [&](const ResultExpression& result) { return is_given(routine, result); });
            write_all(routine, argument_of(routine, "udot"), 0, solved_.accelerations, limb_.speeds);
            if (!limb_.rows.empty())
                write_all(routine, argument_of(routine, "lambda"), 0, solved_.multipliers, limb_.rows);
        }
        finish(routine);
    }

    bool replace_jacobian(Routine& routine, const LimbDerivativeOf& of) {
        std::vector<LimbJacobian::Place> places;
        std::vector<std::size_t> entries;
        for (std::size_t e = 0; e < of.pattern->rows.size(); ++e)
            if (of.pattern->rows[e] < states_from())
                places.push_back({of.pattern->rows[e], of.pattern->columns[e]}), entries.push_back(e);
        const LimbSystem system(limb_, equations_, plan_, solved_, of.way);
        const std::optional<LimbRoutines> routines = LimbRoutines::formed(limb_, differentiated_of(system));
        if (!routines) return false;
        const auto values = LimbJacobian(system, *routines).entries(of.columns, places);
        if (!values) return false;
        const std::size_t argument = argument_of(routine, "jac");
        const std::vector<ResultExpression> scalar = std::exchange(routine.results, {});
        const NodeLabels labels = take_labels(routine);
        keep(routine, scalar, labels, [&](const ResultExpression& result) {
            return is_given(routine, result) ||
                   (result.place.argument == argument && of.pattern->rows[result.place.element] >= states_from());
        });
        for (std::size_t k = 0; k < entries.size(); ++k)
            write(routine, {argument, entries[k]}, (*values)[k].value, (*values)[k].lane);
        finish(routine);
        return true;
    }

    bool replace_hessian(Routine& routine, const LimbDerivativeOf& of) {
        const LimbSystem system(limb_, equations_, plan_, solved_, of.way);
        const std::optional<LimbRoutines> routines = LimbRoutines::formed(limb_, differentiated_of(system));
        if (!routines) return false;
        std::vector<LimbHessian::Place> places;
        for (std::size_t e = 0; e < of.pattern->rows.size(); ++e)
            places.push_back({of.pattern->rows[e], of.pattern->columns[e]});
        const auto values =
            LimbHessian(system, *routines).entries(of.columns, weights(), weighted(of.state_rates), places);
        if (!values) return false;
        const std::vector<ResultExpression> scalar = std::exchange(routine.results, {});
        const NodeLabels labels = take_labels(routine);
        keep(routine, scalar, labels, [&](const ResultExpression& result) { return is_given(routine, result); });
        if (!of.state_rates.empty()) routine.labels.add(labels);
        const std::size_t argument = argument_of(routine, "h");
        for (std::size_t e = 0; e < places.size(); ++e)
            write(routine, {argument, e}, (*values)[e].value, (*values)[e].lane);
        finish(routine);
        return true;
    }

    bool replace_derivative(Routine& routine, const LimbDerivativeOf& of) {
        if (of.way.segments > 0)
            return replace_derivative(routine, of,
                                      ChainAccelerations(limb_.model, equations_, of.way, solved_.accelerations));
        const LimbSystem system(limb_, equations_, plan_, solved_, of.way);
        return replace_derivative(routine, of, LimbAccelerations(system));
    }

  private:
    bool replace_derivative(Routine& routine, const LimbDerivativeOf& of, const ImplicitAccelerations& accelerations) {
        const std::optional<LimbRoutines> routines = LimbRoutines::formed(limb_, accelerations.differentiated());
        if (!routines) return false;
        const std::vector<ResultExpression> scalar = std::exchange(routine.results, {});
        const NodeLabels labels = take_labels(routine);
        LimbDerivatives derivatives(limb_, {equations_.kinematic_equations, solved_.accelerations}, accelerations,
                                    *routines);
        if (of.kind == DerivativeKind::tangent) {
            std::vector<Expr> d;
            for (std::size_t k = 0; k < of.columns.size(); ++k) d.push_back(element_symbol(limb_.model, "d", k));
            write_rates(routine, "fdot", scalar, labels, derivatives.tangent(of.columns, d));
        } else {
            keep(routine, scalar, labels, [&](const ResultExpression& result) { return is_given(routine, result); });
            if (!of.state_rates.empty()) routine.labels.add(labels);
            const std::vector<LimbDerivatives::LaneResult> values =
                derivatives.adjoint(of.columns, weights(), weighted(of.state_rates));
            const std::size_t a = argument_of(routine, "a");
            for (std::size_t k = 0; k < values.size(); ++k) write(routine, {a, k}, values[k].value, values[k].lane);
        }
        finish(routine);
        return true;
    }

    // v of [q'; u'].
    std::vector<Expr> weights() const {
        std::vector<Expr> v;
        for (std::size_t k = 0; k < states_from(); ++k) v.push_back(element_symbol(limb_.model, "v", k));
        return v;
    }
    // v^T s'
    Expr weighted(const std::vector<ResultExpression>& rates) const {
        Expr sum = graph_.integer(0);
        for (const ResultExpression& rate : rates)
            sum += element_symbol(limb_.model, "v", rate.place.element) * graph_.own(rate.value);
        return sum;
    }
    NodeLabels take_labels(Routine& routine) {
        NodeLabels labels = std::exchange(routine.labels, equations_.labels);
        kept_.clear();
        for (PivotCheck& check : std::exchange(routine.checks, {}))
            if ((graph_.node(graph_.own(check.condition)).dependence & bit(Role::external_result)) != 0)
                kept_.push_back(std::move(check));
        routine.labels.add(solved_.labels);
        routine.is_recursive = equations_.solved() != nullptr;
        return labels;
    }
    void finish(Routine& routine) const {
        std::ranges::stable_sort(routine.results, {}, &ResultExpression::place);
        for (const PivotCheck& check : solved_.checks) routine.checks.push_back(of_whole(check));
        routine.checks.insert(routine.checks.end(), kept_.begin(), kept_.end());
        read_lane_symbols(routine);
    }
    std::size_t states_from() const { return entries_of_whole(limb_.coordinates) + entries_of_whole(limb_.speeds); }
    // What a call is given.
    static bool is_given(const Routine& routine, const ResultExpression& result) {
        return routine.arguments[result.place.argument].intent == Argument::Intent::local;
    }
    // Some of the results as they were, those that limbs have alike in lanes.
    template <class IsKept>
    void keep(Routine& routine, const std::vector<ResultExpression>& scalar, const NodeLabels& labels,
              const IsKept& is_kept) const {
        const std::set<NodeId> late = known_too_late(routine, scalar);
        bool has_scalars = false;
        for (const ResultExpression& result : scalar) {
            if (!is_kept(result)) continue;
            if (const LaneOf* const given = given_to_contacts(routine, result.place)) {
                write(routine, result.place, given->value, given->lane + 1);
                continue;
            }
            const auto alike = limb_.computed.find(graph_.own(result.value).id);
            if (alike != limb_.computed.end() && !late.contains(alike->second.value.id)) {
                write(routine, result.place, graph_.own(alike->second.value), alike->second.lane + 1);
            } else {
                routine.results.push_back(result);
                has_scalars = true;
            }
        }
        if (has_scalars) routine.labels.add(labels);
    }
    // What contact_loads is given there, where it is in lanes.
    const LaneOf* given_to_contacts(const Routine& routine, const ArgumentElement& place) const {
        if (limbs_.given.empty() || routine.arguments[place.argument].intent != Argument::Intent::local) return nullptr;
        const auto call = std::ranges::find_if(
            routine.calls, [](const ExternalCall& c) { return c.takes_arrays && c.name.ends_with("_contact_loads"); });
        if (call == routine.calls.end() || place.element < call->first_argument ||
            place.element >= call->first_argument + call->arguments)
            return nullptr;
        const auto found = limbs_.given.find(place.element - call->first_argument);
        return found == limbs_.given.end() ? nullptr : &found->second;
    }
    // Lane values that a call is given and that need its own results, or those of later calls, in other lanes.
    std::set<NodeId> known_too_late(const Routine& routine, const std::vector<ResultExpression>& scalar) const {
        std::set<NodeId> late;
        for (const ResultExpression& result : scalar) {
            const auto alike = limb_.computed.find(graph_.own(result.value).id);
            if (!is_given(routine, result) || alike == limb_.computed.end()) continue;
            const auto call = std::ranges::find_if(routine.calls, [&](const ExternalCall& c) {
                return result.place.element < c.first_argument + c.arguments;
            });
            for (const ArgumentElement& place : read_by(routine, alike->second.value))
                if (place.element >= call->first_result) late.insert(alike->second.value.id);
        }
        return late;
    }
    // The results of calls that stand in it.
    std::vector<ArgumentElement> read_by(const Routine& routine, Expr value) const {
        std::vector<ArgumentElement> places;
        for (const Expr& e : symbols_in(graph_, std::vector<Expr>{graph_.own(value)}, bit(Role::external_result)))
            for (const Expr& member : graph_.is_lane_value(e) ? graph_.lane_members(e.id) : std::vector<Expr>{e})
                for (const Expr& own : symbols_in(graph_, std::vector<Expr>{member}))
                    if (const auto known = routine.reads.find(graph_.symbol_of(own)); known != routine.reads.end())
                        places.push_back(known->second);
        return places;
    }
    void write_rates(Routine& routine, const std::string& name, const std::vector<ResultExpression>& scalar,
                     const NodeLabels& labels, const LimbDerivatives::Rates& rates) {
        const std::size_t argument = argument_of(routine, name);
        keep(routine, scalar, labels, [&](const ResultExpression& result) {
            return is_given(routine, result) ||
                   (result.place.argument == argument && result.place.element >= states_from());
        });
        write_all(routine, argument, 0, rates.of_coordinates, limb_.coordinates);
        write_all(routine, argument, entries_of_whole(limb_.coordinates), rates.of_speeds, limb_.speeds);
    }

    static std::size_t argument_of(const Routine& routine, const std::string& name) {
        const auto found = std::ranges::find(routine.arguments, name, &Argument::name);
        if (found == routine.arguments.end())
            throw InternalError(fmt::format("{} has no argument {}", routine.name, name));
        return static_cast<std::size_t>(found - routine.arguments.begin());
    }
    static std::size_t place_of(std::size_t row) { return row; }
    static std::size_t place_of(CoordinateIndex q) { return q.value; }
    static std::size_t place_of(SpeedIndex u) { return u.value; }

    template <class AnyIndex>
    void write_all(Routine& routine, std::size_t argument, std::size_t before, const std::vector<Expr>& values,
                   const std::vector<LaneEntry<AnyIndex>>& entries) {
        for (std::size_t k = 0; k < entries.size(); ++k)
            for (std::size_t lane = 0; lane < entries[k].by_lane.size(); ++lane) {
                if (!entries[k].by_lane[lane]) continue;
                const Expr own = graph_.lane_repeat(values.at(k), entries[k].by_lane.size());
                write(routine, {argument, before + place_of(*entries[k].by_lane[lane])},
                      entries[k].is_mirrored[lane] ? graph_.neg(own) : own, lane + 1);
            }
    }
    // `lane`: from 1, of a lane value. Of a lane symbol the member is written.
    void write(Routine& routine, const ArgumentElement& place, Expr value, std::size_t lane) const {
        const bool is_negated = graph_.node(value).op == Op::neg;
        const Expr core = is_negated ? graph_.expr(graph_.node(value).operand[0]) : value;
        if (!graph_.is_lane_value(value)) {
            routine.results.push_back({place, value, 0});
        } else if (graph_.node(core).op == Op::symbol) {
            const Expr member = graph_.lane_members(core.id).at(lane - 1);
            routine.results.push_back({place, is_negated ? graph_.neg(member) : member, 0});
        } else {
            routine.results.push_back({place, value, lane});
        }
    }

    PivotCheck of_whole(const PivotCheck& check) const {
        if (!check.by_lane.empty()) return check;  // of segments of a chain
        const InfoCodes codes(entries_of_whole(limb_.speeds), entries_of_whole(limb_.rows));
        const std::size_t first_row = InfoCodes::of_speed(limb_.speeds.size());
        std::vector<std::size_t> numbers;
        if (check.info < first_row)
            for (const auto& index : limb_.speeds.at(check.info - InfoCodes::of_speed(0)).by_lane)
                numbers.push_back(index ? InfoCodes::of_speed(index->value) : 0);
        else
            for (const auto& index : limb_.rows.at(check.info - first_row).by_lane)
                numbers.push_back(codes.of_row(*index));
        PivotCheck result{.condition = check.condition, .after_previous = check.after_previous};
        for (const std::size_t number : numbers) {
            if (result.info == 0) result.info = number;
            result.by_lane.push_back(number);
        }
        // one condition may be that of several limbs: the first is told
        if (const std::size_t lanes = graph_.lanes_of(check.condition); lanes < result.by_lane.size())
            result.by_lane.resize(lanes);
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
                // of a call that the routine does not need: nothing depends on it
                if (symbol.role == Role::external_result && !routine.reads.contains(graph_.symbol_of(member)))
                    source.sign = 0;
                else if (is_symbol)
                    source.place = routine.reads.at(graph_.symbol_of(member));
                if (!is_symbol && source.sign != 0)
                    throw InternalError(fmt::format("the lane symbol {} is made of an expression", symbol.name));
                sources.push_back(source);
            }
        }
    }

    const PrototypeLimb& limb_;
    Graph& graph_;
    const Equations& equations_;
    const LdlPlan& plan_;
    SolvedLimbs limbs_;
    const SolvedSystem& solved_ = limbs_.system;
    std::vector<PivotCheck> kept_;  // of what calls give
};

}  // namespace

void compute_in_lanes(Program& whole, const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan,
                      bool keeps_scalar) {
    LimbLowering lowering(limb, equations, plan);
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

bool differentiate_in_lanes(Routine& routine, const PrototypeLimb& limb, const Equations& equations,
                            const LdlPlan& plan, const LimbDerivativeOf& of) {
    const bool is_product = of.kind == DerivativeKind::tangent || of.kind == DerivativeKind::adjoint;
    if (!limb.contacts.empty() || (of.way.segments > 0 && !is_product)) return false;
    LimbLowering lowering(limb, equations, plan);
    if (of.kind == DerivativeKind::jacobian) return lowering.replace_jacobian(routine, of);
    if (of.kind == DerivativeKind::hessian) return lowering.replace_hessian(routine, of);
    return lowering.replace_derivative(routine, of);
}

}  // namespace lag
