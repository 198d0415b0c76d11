#include "emitters/choice/limbs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emitters/program/solved_system.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/articulated.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/formulations/joint_groups.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_member = 60;  // of a difference, in characters

// Why these equations cannot be formed or emitted with lanes; empty: they can.
std::string obstacle(const Model& model, const Kinematics& kinematics) {
    const std::vector<bool> deferred = deferred_speeds(model, kinematics);
    for (std::size_t u = 0; u < deferred.size(); ++u)
        if (deferred[u] && model.graph->is_lane_value(symbol(model, SpeedIndex(u))))
            return fmt::format("the speed {} moves several hinges", model.speeds[u].name);
    return "";
}

std::vector<Expr> roots_of(const Equations& equations) {
    std::vector<Expr> roots = equations.solved()->accelerations;
    for (std::size_t u = 0; u < equations.absorbed.size(); ++u) roots[u] += equations.absorbed[u];
    roots.insert(roots.end(), equations.kinematic_equations.begin(), equations.kinematic_equations.end());
    for (const PivotCheck& check : equations.solved()->checks) roots.push_back(check.condition);
    return roots;
}

bool looks_up_lanes(Graph& graph, const std::vector<Expr>& roots) {
    return std::ranges::any_of(reachable(graph, roots), [&](NodeId id) {
        const Op op = graph.node(id).op;
        return (op == Op::curve || op == Op::map) && graph.is_lane_value(graph.expr(id));
    });
}

std::vector<std::string> differences(const PrototypeLimb& limb, Equations& equations) {
    Graph& graph = *limb.model.graph;
    std::vector<std::string> texts;
    for (const Expr& e : symbols_in(graph, roots_of(equations), in_lanes)) {
        std::string text = fmt::format("  {}:", graph.symbol_of(e).name);
        for (const Expr& member : graph.lane_members(e.id))
            text += (text.back() == ':' ? " " : ", ") + to_string(graph, member, longest_member);
        texts.push_back(std::move(text));
    }
    std::ranges::sort(texts);
    return texts;
}

}  // namespace

LimbChoice limbs_in_lanes(const Model& model, const std::vector<Limbs>& groups) {
    LimbChoice choice;
    if (!model.events.empty()) {
        choice.notes.emplace_back("  not in lanes: the model has events");
        return choice;
    }
    const PrototypeLimb limb = prototype_limb(model, groups);
    const Model& small = limb.model;
    const MinimalSystem system = minimal_system(small, compute_kinematics(small));
    if (const std::string why = obstacle(small, system.kinematics); !why.empty()) {
        choice.notes.push_back("  not in lanes: " + why);
        return choice;
    }
    long fewest = 0;
    for (const Regrouping regrouping : {Regrouping::inertias, Regrouping::masses, Regrouping::none})
        for (const bool absorbing : {true, false}) {
            const FormulationChoice way{Formulation::articulated, regrouping, absorbing, {}, false};
            Equations equations = form_system(system, {}, way, {});
            const std::vector<Expr> roots = roots_of(equations);
            if (looks_up_lanes(*small.graph, roots)) {
                choice.notes.emplace_back("  not in lanes: a table is looked up in each");
                return choice;
            }
            const long count =
                count_operations(*small.graph, roots, static_cast<Dependence>(bit(Role::parameter) | in_lanes)).total();
            choice.notes.push_back(fmt::format("  {}: {}", to_string(way), count));
            if (choice.equations && count >= fewest) continue;
            fewest = count;
            choice.equations = LimbEquations{limb, std::move(equations), way};
            choice.operations = count;
        }
    for (std::string& text : differences(choice.equations->limb, choice.equations->equations))
        choice.notes.push_back(std::move(text));
    return choice;
}

std::vector<LimbEquations> in_pivot_blocks(const LimbEquations& equations) {
    const Model& small = equations.limb.model;
    const MinimalSystem system = minimal_system(small, compute_kinematics(small));
    std::vector<LimbEquations> all;
    for (const PivotBlocks& blocks : pivot_blocks_to_try(small, system.kinematics)) {
        FormulationChoice way = equations.way;
        way.blocks = blocks;
        all.push_back({equations.limb, form_system(system, {}, way, {}), way});
    }
    return all;
}

}  // namespace lag
