#include "emitters/choice/limbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "emitters/program/limb_contacts.hpp"
#include "lagrange/constraints/firm_blocks.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/constraints/sample_states.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/articulated.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/formulations/free_points.hpp"
#include "lagrange/formulations/joint_groups.hpp"
#include "lagrange/kinematics/limbs_on_limbs.hpp"
#include "sparse_ldl/safe_pivots.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_member = 60;  // of a difference, in characters

// Why these equations cannot be formed or emitted with lanes; empty: they can.
std::string obstacle(const Model& model, const Kinematics& kinematics) {
    const std::vector<bool> deferred = deferred_speeds(model, kinematics);
    const LaneBoundary boundary(model, kinematics);
    for (std::size_t u = 0; u < deferred.size(); ++u) {
        if (!deferred[u] || !model.graph->is_lane_value(symbol(model, SpeedIndex(u)))) continue;
        const std::size_t link = meeting_link(kinematics, SpeedIndex(u)).link;
        if (model.constraints.empty() && boundary.lanes_of(link) == 0)
            return fmt::format("the speed {} moves several hinges", model.speeds[u].name);
    }
    return "";
}

std::vector<Expr> roots_of(const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan) {
    const auto [solved, given] = solve_limbs(limb, equations, plan);
    std::vector<Expr> roots = solved.accelerations;
    roots.insert(roots.end(), equations.kinematic_equations.begin(), equations.kinematic_equations.end());
    for (const PivotCheck& check : solved.checks) roots.push_back(check.condition);
    for (const auto& [argument, value] : given) roots.push_back(value.value);
    return roots;
}

// What calls are given and the rates of states, which need no equations.
std::vector<Expr> given_beside(const PrototypeLimb& limb) {
    const Model& small = limb.model;
    std::vector<Expr> values;
    for (const ExternalRoutine& call : small.externals)
        values.insert(values.end(), call.arguments.begin(), call.arguments.end());
    for (const StateVariable& state : small.states) values.push_back(state.rate);
    for (Expr& e : values) {
        e = small.graph->own(e);
        if (const auto alike = limb.computed.find(e.id); alike != limb.computed.end()) e = alike->second.value;
    }
    return values;
}

std::vector<std::string> differences(const LimbEquations& chosen) {
    Graph& graph = *chosen.limb.model.graph;
    std::vector<std::string> texts;
    for (const Expr& e : symbols_in(graph, roots_of(chosen.limb, chosen.equations, chosen.plan), in_lanes)) {
        std::string text = fmt::format("  {}:", graph.symbol_of(e).name);
        for (const Expr& member : graph.lane_members(e.id))
            text += (text.back() == ':' ? " " : ", ") + to_string(graph, member, longest_member);
        texts.push_back(std::move(text));
    }
    std::ranges::sort(texts);
    return texts;
}

// The ways to form the equations: of trees by the recursion, with constraints by the matrix of mass and rows. The first
// ones differ in the axes of the rows alone. Contacts stand in no lean system.
std::vector<FormulationChoice> ways_of(const PrototypeLimb& limb) {
    const Model& model = limb.model;
    std::vector<FormulationChoice> ways;
    const bool is_tree = model.constraints.empty();
    const std::vector<LoopAxes> axes =
        is_tree || !limb.contacts.empty()
            ? std::vector{LoopAxes::stated}
            : std::vector{LoopAxes::own_speeds, LoopAxes::fewest_entries, LoopAxes::stated};
    for (const Regrouping regrouping : {Regrouping::inertias, Regrouping::masses, Regrouping::none})
        for (const bool absorbing : {true, false})
            for (const LoopAxes loop_axes : axes)
                ways.push_back({.formulation = is_tree ? Formulation::articulated : Formulation::composite,
                                .regrouping = regrouping,
                                .absorbing = absorbing,
                                .except = {},
                                .non_rotating_axes = false,
                                .loop_axes = loop_axes});
    return ways;
}

// Which rows of the whole mechanism each row of the limb's model is; nothing where they are not the same ones.
std::optional<std::vector<LaneEntry<std::size_t>>> rows_in_lanes(const PrototypeLimb& limb, const ConstraintRows& rows,
                                                                 const ConstraintRows& of_whole) {
    std::vector<LaneEntry<std::size_t>> entries;
    std::size_t found = 0;
    for (const ConstraintRow& row : rows.rows) {
        LaneEntry<std::size_t> entry = limb.constraints.at(row.constraint);
        for (auto& place : entry.by_lane) {
            const auto own = std::ranges::find_if(of_whole.rows, [&](const ConstraintRow& other) {
                return other.constraint == *place && other.component == row.component;
            });
            if (own == of_whole.rows.end()) return std::nullopt;
            place = static_cast<std::size_t>(own - of_whole.rows.begin());
            ++found;
        }
        entries.push_back(std::move(entry));
    }
    if (found != of_whole.rows.size()) return std::nullopt;
    return entries;
}

// Of each limb that has constraint rows.
std::vector<RowBlock> blocks_of(const PrototypeLimb& limb, const ConstraintRows& rows) {
    std::map<std::pair<std::size_t, std::size_t>, RowBlock> by_limb;  // group, by its number of lanes, and lane
    for (const std::size_t r : bilateral_rows(rows)) {
        const LaneEntry<std::size_t>& row = limb.rows[r];
        for (std::size_t lane = 0; row.has_lanes && lane < row.by_lane.size(); ++lane)
            by_limb[{row.by_lane.size(), lane}].rows.push_back(*row.by_lane[lane]);
    }
    for (const LaneEntry<SpeedIndex>& speed : limb.speeds)
        for (std::size_t lane = 0; speed.has_lanes && lane < speed.by_lane.size(); ++lane)
            if (const auto& u = speed.by_lane[lane])
                if (const auto found = by_limb.find({speed.by_lane.size(), lane}); found != by_limb.end())
                    found->second.speeds.push_back(u->value);
    std::vector<RowBlock> blocks;
    for (auto& [place, block] : by_limb) blocks.push_back(std::move(block));
    return blocks;
}

}  // namespace

bool has_plain_rows(const MinimalSystem& system) {
    const Model& model = system.model;
    const ConstraintTreatment::Mode mode = model.treatment.mode;
    const bool may_keep_multipliers =
        mode == ConstraintTreatment::Mode::multipliers || mode == ConstraintTreatment::Mode::fastest;
    return !model.constraints.empty() && may_keep_multipliers && !model.small.any() && model.kinetic_terms.empty();
}

std::optional<WholeRows> rows_of_whole(const MinimalSystem& system) {
    if (!has_plain_rows(system)) return std::nullopt;
    WholeRows rows{form_independent_rows(system.model, system.kinematics), nullptr};
    rows.sampled = std::make_shared<const SampledMechanism>(
        SampledMechanism{system.model, sample_states(system.model, system.kinematics, rows.independent.rows)});
    return rows;
}

namespace {

// Before the passes.
long operations_of(const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan) {
    std::vector<Expr> roots = roots_of(limb, equations, plan), beside = given_beside(limb);
    roots.insert(roots.end(), beside.begin(), beside.end());
    return count_operations(*limb.model.graph, roots, static_cast<Dependence>(bit(Role::parameter) | in_lanes)).total();
}

LimbChoice best_equations(PrototypeLimb limb, const std::optional<WholeRows>& rows) {
    LimbChoice choice;
    const Model& small = limb.model;
    const MinimalSystem system = minimal_system(small, compute_kinematics(small));
    if (const std::string why = obstacle(small, system.kinematics); !why.empty()) {
        choice.notes.push_back("  not in lanes: " + why);
        return choice;
    }
    IndependentRows in_lanes_rows;
    if (rows) {
        in_lanes_rows.rows = form_constraints(small, system.kinematics);
        in_lanes_rows.of_whole = rows->sampled;
        const auto found = rows_in_lanes(limb, in_lanes_rows.rows, rows->independent.rows);
        if (!found || !rows->independent.weights.empty()) {
            choice.notes.emplace_back("  not in lanes: constraint rows of theirs depend on others, or are not alike");
            return choice;
        }
        limb.rows = *found;
        in_lanes_rows.firm_in_lanes =
            are_firm(rows->independent.rows, *rows->sampled, blocks_of(limb, in_lanes_rows.rows));
    }
    std::map<LoopAxes, std::pair<long, LimbEquations>> best;
    const auto fewest_of = [&] {
        return std::ranges::min_element(best, {}, [](const auto& entry) { return entry.second.first; });
    };
    std::set<LoopAxes> tried;
    for (const FormulationChoice& way : ways_of(limb)) {
        const bool is_first = tried.insert(way.loop_axes).second;
        if (!is_first && !best.empty() && fewest_of()->first != way.loop_axes) continue;
        LimbEquations trial{limb, form_system(system, {}, way, in_lanes_rows), way, {}};
        if (!may_go_in_lanes(trial.equations.pattern)) continue;
        if (rows) trial.plan = plan_ldl(trial.equations.pattern);
        const long count = operations_of(limb, trial.equations, trial.plan);
        choice.notes.push_back(fmt::format("  {}: {}", to_string(way), count));
        const auto known = best.find(way.loop_axes);
        if (known == best.end() || count < known->second.first)
            best.insert_or_assign(way.loop_axes, std::pair(count, std::move(trial)));
    }
    const auto keep_at_free_points = [&](LimbEquations& equations, long& count) {
        const FormulationChoice way =
            at_best_free_points(equations.way, small, system.kinematics, [&](const FormulationChoice& trial) {
                return operations_of(limb, form_system(system, {}, trial, in_lanes_rows), {});
            });
        if (way == equations.way) return;
        equations.way = way;
        equations.equations = form_system(system, {}, equations.way, in_lanes_rows);
        count = operations_of(limb, equations.equations, {});
        choice.notes.push_back(fmt::format("  {}: {}", to_string(equations.way), count));
    };
    if (!rows)
        for (auto& [axes, entry] : best) keep_at_free_points(entry.second, entry.first);
    if (best.empty()) {
        choice.notes.emplace_back("  not in lanes: constraint rows of theirs need speeds of the body that they meet");
        return choice;
    }
    constexpr long nearly = 110;  // per cent
    const auto fewest = fewest_of();
    choice.operations = fewest->second.first;
    for (auto& [axes, entry] : best)
        if (axes != fewest->first && entry.first != choice.operations &&
            entry.first * 100 <= choice.operations * nearly)
            choice.rivals.push_back(std::move(entry.second));
    choice.equations = std::move(fewest->second.second);
    for (std::string& text : differences(*choice.equations)) choice.notes.push_back(std::move(text));
    return choice;
}

}  // namespace

LimbChoice limbs_in_lanes(const Model& model, const std::vector<Limbs>& groups, const std::optional<WholeRows>& rows) {
    if (model.constraints.empty() || rows) return best_equations(prototype_limb(model, groups), rows);
    LimbChoice choice;
    choice.notes.emplace_back("  not in lanes: the model has constraints that are not held by multipliers alone");
    return choice;
}

LimbChoice limbs_on_limbs_in_lanes(const Model& model, const PrototypeLimb& limb, std::size_t most) {
    LimbChoice choice;
    std::optional<PrototypeLimb> both = with_limbs_on_limbs(model, limb, most, choice.notes);
    if (!both) return choice;
    std::vector<std::string> notes = std::move(choice.notes);
    choice = best_equations(std::move(*both), std::nullopt);
    choice.notes.insert(choice.notes.begin(), notes.begin(), notes.end());
    return choice;
}

std::vector<LimbEquations> in_pivot_blocks(const LimbEquations& equations) {
    const Model& small = equations.limb.model;
    const MinimalSystem system = minimal_system(small, compute_kinematics(small));
    std::vector<LimbEquations> all;
    if (!is_recursion(equations.way.formulation)) return all;
    for (const PivotBlocks& blocks : pivot_blocks_to_try(small, system.kinematics)) {
        FormulationChoice way = equations.way;
        way.blocks = blocks;
        all.push_back({equations.limb, form_system(system, {}, way, {}), way, {}});
    }
    return all;
}

}  // namespace lag
