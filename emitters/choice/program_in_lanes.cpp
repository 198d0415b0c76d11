#include "emitters/choice/program_in_lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/lanes.hpp"
#include "core/structural_zero.hpp"
#include "emitters/choice/chain_in_lanes.hpp"
#include "emitters/choice/derivatives_in_lanes.hpp"
#include "emitters/choice/limbs.hpp"
#include "emitters/passes/estimate.hpp"
#include "emitters/passes/passes.hpp"
#include "emitters/program/limb_residuals.hpp"
#include "emitters/program/lower_limbs.hpp"
#include "lagrange/kinematics/equal_limbs.hpp"

namespace lag {

namespace {

// Whether the lanes' equations may take the place of others: in the formulation that is asked for.
bool may_have_limbs(const Mechanism& mechanism, Formulation formulation) {
    const bool is_tree = is_tree_of_bodies(mechanism.system);
    const bool fits = formulation == Formulation::automatic ||
                      formulation == (is_tree ? Formulation::articulated : Formulation::composite);
    return fits && (is_tree || has_plain_rows(mechanism.system));
}

// Whether derivatives in lanes are what they are one limb after the other, identically. Where Euler parameters leave their
// unit length they need not be, and derivatives of the scalar form would be of other equations.
bool same_rates(const Routine& in_lanes, const Routine& scalar) {
    Graph& graph = *scalar.graph;
    LaneExpansion in_lane(graph);
    std::vector<Expr> conditions, differences;
    for (const PivotCheck& check : scalar.checks) conditions.push_back(check.condition);
    for (const Expr& condition : conditions_by_lane(in_lanes.checks, in_lane)) conditions.push_back(condition);
    std::map<ArgumentElement, Expr> expected;
    for (const ResultExpression& result : scalar.results) expected.emplace(result.place, graph.own(result.value));
    for (const ResultExpression& result : in_lanes.results)
        differences.push_back(in_lane(result.value, result.lane > 0 ? result.lane - 1 : 0) - expected.at(result.place));
    const std::vector<bool> zero = StructuralZeros(graph, conditions)(differences);
    return std::ranges::find(zero, false) == zero.end();
}

bool may_stand_beside_derivatives(const Program& in_lanes, const Program& scalar, const Mechanism& mechanism,
                                  const WantedRoutines& wanted) {
    const bool has_none = wanted.jacobian.empty() && wanted.derivatives.empty();
    return has_none || quaternions(mechanism.model).empty() ||
           same_rates(*in_lanes.find(RoutineName::derivatives), *scalar.find(RoutineName::derivatives));
}

std::size_t cycles_of(const Program& program) {
    return estimated_cycles(*program.find(RoutineName::derivatives), true);
}

long operations_of(const Program& program) {
    return count_operations(*program.find(RoutineName::derivatives)->code).total();
}

// What derivatives of one grouping become.
struct Trial {
    LimbEquations equations;
    Program program;      // before the passes
    Program derivatives;  // after them
    std::size_t cycles = 0;
    // Without limbs on limbs, without slices; none: the same equations.
    std::optional<LimbEquations> for_jacobian = {};

    std::size_t cost() const { return weighed_cost(cycles, operations_of(derivatives)); }
};

class Grouping {
  public:
    Grouping(Program& program, const Mechanism& mechanism, const WantedRoutines& wanted, const OptimizeOptions& options)
        : program_(program),
          mechanism_(mechanism),
          model_(mechanism.model),
          wanted_(wanted),
          options_(options),
          rows_(rows_of_whole(mechanism.system)) {}

    // Limbs, or a long chain in segments, whichever the estimate prefers; `scalar`: the cycles without lanes. Chains that
    // other axes alone make alike are no limbs where there are segments.
    std::optional<Trial> best(std::size_t scalar) {
        const EqualLimbs found = find_equal_limbs(mechanism_.model, wanted_.limbs_at_once);
        model_ = found.model;
        program_.notes.insert(program_.notes.end(), found.notes.begin(), found.notes.end());
        std::optional<Trial> segments = best_segments();
        if (found.groups.empty() || (segments && found.equal == 0)) return segments;
        std::optional<Trial> limbs = best_limbs(found, scalar);
        return !limbs || (segments && segments->cycles < limbs->cycles) ? std::move(segments) : std::move(limbs);
    }

  private:
    // Group by group, those with most speeds first: one is taken where the estimate is lower with it than without.
    // If none is: the first one. All together where each trial takes long.
    std::optional<Trial> best_limbs(const EqualLimbs& found, std::size_t scalar) {
        if (!are_promising(found.groups)) return std::nullopt;
        if (std::optional<Trial> in_slices = best_in_slices(found)) return in_slices;
        std::optional<Trial> best, first;
        std::vector<Limbs> groups;
        for (const std::vector<Limbs>& more : sets_to_try(found.groups)) {
            const std::size_t before = groups.size();
            groups.insert(groups.end(), more.begin(), more.end());
            std::optional<Trial> next = trial(groups);
            if (!next) {
                groups.resize(before);
                continue;
            }
            const bool are_all = groups.size() == found.groups.size();
            if (!first) first = next;
            if (next->cycles < (best ? best->cycles : scalar))
                best = std::move(next);
            else
                groups.resize(before);
            if (are_all) break;
        }
        if (!best) best = std::move(first);
        if (!best) return best;
        LimbEquations outer = best->equations;
        best = with_pivot_blocks(with_limbs_on_limbs(std::move(*best)));
        if (best->equations.limb.limbs.size() > outer.limb.limbs.size()) best->for_jacobian = std::move(outer);
        return best;
    }
    // Full groups of one kind as one, which is computed in slices. Jacobians and Hessians are in lanes group by group.
    std::optional<Trial> best_in_slices(const EqualLimbs& found) {
        const std::vector<Limbs> joined = joined_groups(model_, found.groups, wanted_.limbs_at_once);
        if (joined.size() == found.groups.size()) return std::nullopt;
        formed_.reset();
        std::optional<Trial> best = trial(joined);
        if (!best) return best;
        for (const RoutineName name : {RoutineName::derivatives, RoutineName::accelerations})
            if (const Routine* routine = best->program.find(name); routine != nullptr && !may_be_in_slices(*routine)) {
                program_.notes.push_back(fmt::format("  not in slices: {}", to_string(name)));
                return std::nullopt;
            }
        best = with_pivot_blocks(std::move(*best));
        if (wanted_.jacobian.empty() && wanted_.derivatives.empty()) return best;
        LimbChoice choice = limbs_in_lanes(model_, found.groups, rows_);
        if (!choice.equations) return std::nullopt;
        best->for_jacobian = std::move(*choice.equations);
        return best;
    }
    bool is_large() const {
        return count_before_passes(*program_.find(RoutineName::derivatives)).total() > estimated_up_to;
    }
    // What is added one after the other; groups of one kind at once.
    std::vector<std::vector<Limbs>> sets_to_try(const std::vector<Limbs>& groups) const {
        std::vector<std::vector<Limbs>> sets;
        if (is_large()) sets.push_back(groups);
        const std::size_t together = sets.size();
        for (const Limbs& limbs : groups)
            if (sets.size() > together && are_of_one_kind(model_, sets.back().front(), limbs))
                sets.back().push_back(limbs);
            else
                sets.push_back({limbs});
        return sets;
    }
    // The search of passes is long: not where lanes of all groups count nearly as many operations as no lanes do. A
    // pair with 0.68 of them takes 0.84 of the cycles, one with 0.83 of them 0.86.
    bool are_promising(const std::vector<Limbs>& groups) {  // the equations are kept where all are tried at once
        if (wanted_.limbs != LimbForm::where_faster) return true;
        constexpr long most = 85;  // per cent
        LimbChoice all = limbs_in_lanes(model_, groups, rows_);
        if (!all.equations) return true;
        const long scalar = count_before_passes(*program_.find(RoutineName::derivatives)).total();
        if (all.operations * 100 <= scalar * most) {
            if (sets_to_try(groups).front().size() == groups.size()) formed_ = std::move(all);
            return true;
        }
        program_.limbs_compared = fmt::format(
            "  derivatives: {} operations with all limbs in lanes, {} one after the other: one after the other",
            all.operations, scalar);
        program_.notes.push_back(program_.limbs_compared);
        return false;
    }

    std::optional<Trial> trial(const std::vector<Limbs>& groups) {
        LimbChoice choice = formed_ ? *std::exchange(formed_, std::nullopt) : limbs_in_lanes(model_, groups, rows_);
        program_.notes.insert(program_.notes.end(), choice.notes.begin(), choice.notes.end());
        if (!choice.equations) return std::nullopt;
        Trial best = optimized(lowered(std::move(*choice.equations)));
        for (LimbEquations& rival : choice.rivals)
            if (Trial other = optimized(lowered(std::move(rival))); other.cost() < best.cost()) best = std::move(other);
        return best;
    }

    // Limbs on the limbs in lanes too, where the estimate is lower.
    Trial with_limbs_on_limbs(Trial best) {
        LimbChoice choice = limbs_on_limbs_in_lanes(model_, best.equations.limb, wanted_.limbs_at_once);
        program_.notes.insert(program_.notes.end(), choice.notes.begin(), choice.notes.end());
        if (!choice.equations) return best;
        Trial both = optimized(lowered(std::move(*choice.equations)));
        return both.cycles < best.cycles ? std::move(both) : std::move(best);
    }

    // A long planar chain in as many segments as the estimate prefers, before the passes.
    std::optional<Trial> best_segments() {
        std::vector<LimbEquations> ways;
        for (std::size_t lanes = 2; lanes <= wanted_.limbs_at_once; lanes *= 2)
            std::ranges::move(chain_in_lanes(mechanism_.system, lanes), std::back_inserter(ways));
        std::optional<Trial> best = cheapest_as_formed(std::move(ways));
        if (!best) return best;
        return optimized(std::move(*best));
    }

    Trial lowered(LimbEquations equations) const {
        Trial trial{std::move(equations), program_, {}, 0};
        trial.program.lanes_at_once = wanted_.limbs_at_once;
        for (Routine& routine : trial.program.routines) routine.lanes_at_once = wanted_.limbs_at_once;
        const LimbEquations& formed = trial.equations;
        compute_in_lanes(trial.program, formed.limb, formed.equations, formed.plan, wanted_.beside_lanes);
        trial.program.has_segments = formed.way.segments > 0;
        trial.program.formulation = to_string(formed.way);
        if (formed.way.segments == 0) trial.program.formulation += "; " + limbs_in_words(trial.program);
        return trial;
    }

    Trial optimized(Trial trial) {
        trial.derivatives = optimize_derivatives(trial.program, options_);
        trial.cycles = cycles_of(trial.derivatives);
        program_.notes.push_back(
            fmt::format("  {}{}: {} cycles", limbs_in_words(trial.program),
                        trial.equations.way.blocks == PivotBlocks{} ? "" : ", " + to_string(trial.equations.way.blocks),
                        trial.cycles));
        return trial;
    }

    // By an estimate before the passes, or by their operations; nothing where there are none.
    std::optional<Trial> cheapest_as_formed(std::vector<LimbEquations> ways) {
        OptimizeOptions as_formed;
        as_formed.level = 0;
        std::optional<Trial> best;
        long least = 0;
        for (LimbEquations& equations : ways) {
            Trial next = lowered(std::move(equations));
            const Program formed = optimize_derivatives(next.program, as_formed);
            next.cycles = cycles_of(formed);
            program_.notes.push_back(
                fmt::format("  {}: {} cycles before the passes", to_string(next.equations.way), next.cycles));
            const long cost = wanted_.aim == Aim::time ? static_cast<long>(next.cycles) : operations_of(formed);
            if (!best || cost < least) least = cost, best = std::move(next);
        }
        return best;
    }

    // The pivots in those blocks which an estimate before the passes prefers, where that is faster after them.
    Trial with_pivot_blocks(Trial best) {
        if (wanted_.aim != Aim::time || wanted_.level == 0) return best;
        std::optional<Trial> first = cheapest_as_formed(in_pivot_blocks(best.equations));
        if (!first) return best;
        Trial blocks = optimized(std::move(*first));
        // per cent of the estimate; more instructions have to be fetched, too
        constexpr std::size_t clearly = 99, clearly_of_long = 97;
        const bool is_long = operations_of(best.derivatives) > 2500;
        const bool is_faster = blocks.cycles * 100 < best.cycles * (is_long ? clearly_of_long : clearly);
        return is_faster ? std::move(blocks) : std::move(best);
    }

    Program& program_;
    const Mechanism& mechanism_;
    Model model_;  // of the groups
    const WantedRoutines& wanted_;
    const OptimizeOptions& options_;
    std::optional<WholeRows> rows_;
    std::optional<LimbChoice> formed_;  // of all groups
};

// Whether lanes take clearly fewer cycles than one limb after the other. Where that was measured they gained more than the estimate
// says: 0.82 of the time where it says 0.85, 0.78 where it says 0.88.
bool is_faster_in_lanes(const Trial& in_lanes, const Program& scalar, Program& noted) {
    constexpr std::size_t clearly = 95;  // per cent
    const std::size_t one_by_one = cycles_of(scalar);
    const bool is_faster = in_lanes.cycles * 100 < one_by_one * clearly;
    noted.limbs_compared = fmt::format(
        "  derivatives, by the estimate, with vector sines: {} cycles with {}, {} one after the other: {}",
        in_lanes.cycles, limbs_in_words(in_lanes.program), one_by_one, is_faster ? "in lanes" : "one after the other");
    noted.notes.push_back(noted.limbs_compared);
    return is_faster;
}

}  // namespace

std::optional<Program> with_limbs_in_lanes(Program& program, const Program& scalar, const Mechanism& mechanism,
                                           Formulation formulation, const WantedRoutines& wanted,
                                           const OptimizeOptions& options) {
    if (!may_have_limbs(mechanism, formulation)) return std::nullopt;
    std::optional<Trial> best = Grouping(program, mechanism, wanted, options).best(cycles_of(scalar));
    if (!best) return std::nullopt;
    if (!is_faster_in_lanes(*best, scalar, program) && wanted.limbs == LimbForm::where_faster) return std::nullopt;
    if (!may_stand_beside_derivatives(best->program, program, mechanism, wanted)) {
        program.notes.emplace_back(
            "  not in lanes: its derivatives would be of other equations where Euler parameters leave their unit "
            "length");
        return std::nullopt;
    }
    if (wanted.beside_lanes && !has_simple_lanes(*best->derivatives.find(RoutineName::derivatives))) {
        program.notes.emplace_back(
            "  not in lanes in C: loads of the limbs hold more than sines, roots and selections");
        return std::nullopt;
    }
    best->program.notes = program.notes, best->program.limbs_compared = program.limbs_compared;
    Program known = best->derivatives;
    const LimbEquations& of_jacobian = best->for_jacobian ? *best->for_jacobian : best->equations;
    put_derivatives_in_lanes(best->program, known, best->equations, of_jacobian, mechanism.system.model,
                             {wanted.jacobian, wanted.derivatives, wanted.limbs, wanted.beside_lanes}, options);
    return optimize(std::move(best->program), known, options);
}

}  // namespace lag
