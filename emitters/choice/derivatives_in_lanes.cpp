#include "emitters/choice/derivatives_in_lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/lanes.hpp"
#include "emitters/passes/estimate.hpp"
#include "emitters/passes/passes.hpp"
#include "emitters/program/lower_limbs.hpp"

namespace lag {

namespace {

class DerivativesInLanes {
  public:
    DerivativesInLanes(Program& program, Program& known, const Model& model, const WantedInLanes& wanted,
                       const OptimizeOptions& options)
        : program_(program), known_(known), model_(model), wanted_(wanted), options_(options) {}

    // False where it cannot be in the slices of these equations.
    bool consider(const DerivativeChoice& choice, const LimbEquations& equations) {
        const DerivativeRoutine& row = *derivative_routine(to_string(choice.routine));
        if (row.of != RoutineName::derivatives || rates_hold_unknowns()) return true;
        const auto place = std::ranges::find_if(
            program_.routines, [&](const Routine& routine) { return routine.name == to_string(choice.routine); });
        if (place == program_.routines.end()) return true;
        Routine limbs = *place;
        const LimbDerivativeOf derivative{row.kind, chosen_columns(model_, choice.columns, row.kind), state_rates(),
                                          equations.way, pattern_of(choice.routine)};
        if (!differentiate_in_lanes(limbs, equations.limb, equations.equations, equations.plan, derivative)) {
            program_.notes.push_back(fmt::format("  {}: not in lanes", place->name));
            return true;
        }
        if (!may_be_in_slices(limbs)) return false;
        const bool is_compared = wanted_.beside_lanes || wanted_.limbs == LimbForm::where_faster;
        const Routine in_lanes = optimized(limbs, choice.routine),
                      scalar = is_compared ? optimized(*place, choice.routine) : *place;
        const bool is_taken = !is_compared || is_better(in_lanes, scalar);
        known_.routines.push_back(is_taken ? in_lanes : scalar);
        if (!is_taken) return true;
        std::swap(*place, limbs);
        if (!wanted_.beside_lanes) return true;
        limbs.instead_of_lanes = true;
        program_.routines.push_back(std::move(limbs));
        known_.routines.push_back(scalar);
        known_.routines.back().instead_of_lanes = true;
        return true;
    }

  private:
    // Of jacobians and hessians; else none.
    const JacobianPattern* pattern_of(RoutineName routine) const {
        if (routine == RoutineName::jacobian) return &*program_.jacobian;
        const auto table = std::ranges::find_if(
            program_.derivative_tables, [&](const DerivativeTable& one) { return one.routine.routine == routine; });
        return table == program_.derivative_tables.end() ? nullptr : &table->pattern;
    }
    bool rates_hold_unknowns() const {
        return std::ranges::any_of(model_.states, [&](const StateVariable& state) {
            constexpr Dependence unknowns = bit(Role::acceleration) | bit(Role::multiplier);
            return (model_.graph->node(model_.graph->own(state.rate)).dependence & unknowns) != 0;
        });
    }
    // As they stand in ydot, as scalars.
    std::vector<ResultExpression> state_rates() const {
        const Routine& derivatives = *program_.find(RoutineName::derivatives);
        const auto ydot = static_cast<std::size_t>(std::ranges::find(derivatives.arguments, "ydot", &Argument::name) -
                                                   derivatives.arguments.begin());
        const std::size_t first = model_.coordinates.size() + model_.speeds.size();
        std::vector<ResultExpression> rates;
        LaneExpansion in_lane(*model_.graph);
        for (const ResultExpression& result : derivatives.results)
            if (result.place.argument == ydot && result.place.element >= first)
                rates.push_back({result.place, in_lane(result.value, result.lane > 0 ? result.lane - 1 : 0)});
        return rates;
    }
    Routine optimized(const Routine& routine, RoutineName name) const {
        Program alone = program_;
        alone.routines = {routine};
        return optimize_routine(std::move(alone), name, options_, &known_).routines.front();
    }
    bool is_better(const Routine& in_lanes, const Routine& scalar) {
        const auto note = [&](const std::string& text) {
            program_.notes.push_back(fmt::format("  {}: {}", scalar.name, text));
        };
        if (wanted_.beside_lanes && !has_simple_lanes(in_lanes)) {
            note("not in lanes in C: it holds more than sines, roots and selections");
            return false;
        }
        if (wanted_.limbs != LimbForm::where_faster) return true;
        constexpr std::size_t clearly = 85;  // per cent
        const std::size_t cycles = estimated_cycles(in_lanes, true), one_by_one = estimated_cycles(scalar, true);
        const bool is_faster = cycles * 100 < one_by_one * clearly;
        note(fmt::format("{} cycles in lanes, {} one after the other: {}", cycles, one_by_one,
                         is_faster ? "in lanes" : "one after the other"));
        return is_faster;
    }

    Program& program_;
    Program& known_;
    const Model& model_;
    const WantedInLanes& wanted_;
    const OptimizeOptions& options_;
};

}  // namespace

void put_derivatives_in_lanes(Program& program, Program& known, const LimbEquations& equations,
                              const LimbEquations& of_jacobian, const Model& model, const WantedInLanes& wanted,
                              const OptimizeOptions& options) {
    DerivativesInLanes lanes(program, known, model, wanted, options);
    if (!wanted.jacobian.empty()) lanes.consider({RoutineName::jacobian, wanted.jacobian}, of_jacobian);
    for (const DerivativeChoice& choice : wanted.derivatives)
        if (choice.routine == RoutineName::hessian || !lanes.consider(choice, equations))
            lanes.consider(choice, of_jacobian);
}

bool has_simple_lanes(const Routine& routine) {
    const Code& code = *routine.code;
    for (CodeId id = 0; id < code.size(); ++id) {
        const CodeNode& node = code.node(id);
        if (node.kind != CodeKind::function || node.lanes == 0) continue;
        const bool is_plain = node.op == Op::sin || node.op == Op::cos || node.op == Op::sqrt || node.op == Op::abs ||
                              node.op == Op::less || node.op == Op::less_equal || changes_lanes(node.op);
        if (!is_plain && node.op != Op::select) return false;
    }
    return true;
}

}  // namespace lag
