#include "scripts/pipeline/motion_slopes.hpp"

#include <fmt/format.h>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "emitters/choice/formulations.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

namespace {

Model with_multipliers(const Model& model) {
    if (!model.contacts.empty())
        throw ModelError(
            "accelerations and multipliers have no derivatives where there are contacts or dry friction",
            "their loads follow from a search for the mode: take differences of simulations, or constraints "
            "that flags switch");
    Model plain = model;
    plain.treatment = {};
    return plain;
}

LdlPlan checked_plan(const Model& model, const Equations& equations) {
    LdlPlan plan = plan_ldl(equations.pattern);
    require_pivots(model, equations, plan);
    return plan;
}

}  // namespace

MotionSlopes::MotionSlopes(const Model& model)
    : model_(with_multipliers(model)),
      system_(minimal_system(model_, compute_kinematics(model_))),
      equations_(form_equations(system_, compute_partials(system_.model, system_.kinematics),
                                plain_choice(plainest_formulation(system_)))),
      plan_(checked_plan(system_.model, equations_)),
      solved_(solve_equations(system_.model, equations_, plan_)),
      slopes_(system_.model, equations_, plan_, solved_) {}

Expr MotionSlopes::operator()(Expr value, Expr by) {
    Graph& graph = *model_.graph;
    Substitution without_load(graph);
    for (const LeftOutRow& left_out : equations_.constraints.left_out)
        without_load.replace(multiplier_symbol(model_, left_out.row.constraint, left_out.row.component),
                             graph.integer(0));
    // emitted code guards its pivots; a value is there where the equations can be solved
    Substitution solved(graph);
    for (const PivotCheck& check : solved_.checks)
        solved.replace(graph.own(check.condition), graph.binary(Op::less, graph.integer(0), graph.integer(1)));
    return solved(slopes_(without_load(graph.own(value)), by));
}

// Accelerations and multipliers as the equations give them; pivots are taken to be there, as above.
Expr MotionSlopes::without_unknowns(Expr value) {
    Graph& graph = *model_.graph;
    if (!solution_) {
        Substitution with_pivots(graph);
        for (const PivotCheck& check : solved_.checks)
            with_pivots.replace(graph.own(check.condition), graph.binary(Op::less, graph.integer(0), graph.integer(1)));
        solution_.emplace(graph);
        for (std::size_t i = 0; i < system_.model.speeds.size(); ++i)
            solution_->replace(graph.own(acceleration_symbol(system_.model, SpeedIndex{i})),
                               with_pivots(graph.own(solved_.accelerations[i])));
        const auto& constraints = equations_.constraints;
        for (std::size_t i = 0; i < constraints.rows.size(); ++i)
            solution_->replace(
                graph.own(multiplier_symbol(model_, constraints.rows[i].constraint, constraints.rows[i].component)),
                with_pivots(graph.own(solved_.multipliers[i])));
        for (const LeftOutRow& left_out : constraints.left_out)
            solution_->replace(graph.own(multiplier_symbol(model_, left_out.row.constraint, left_out.row.component)),
                               graph.integer(0));
    }
    return (*solution_)(graph.own(value));
}

Expr MotionSlopes::along(Expr value) {
    Graph& graph = *model_.graph;
    if (!along_) {
        along_.emplace(graph);
        along_->seed(graph.symbol("t", Role::time), graph.integer(1));
        for (std::size_t i = 0; i < system_.model.coordinates.size(); ++i)
            along_->seed(graph.own(symbol(system_.model, CoordinateIndex{i})),
                         without_unknowns(graph.own(equations_.kinematic_equations[i])));
        for (std::size_t i = 0; i < system_.model.speeds.size(); ++i)
            along_->seed(graph.own(symbol(system_.model, SpeedIndex{i})),
                         without_unknowns(acceleration_symbol(system_.model, SpeedIndex{i})));
        for (const StateVariable& state : model_.states)
            along_->seed(graph.symbol(state.name, Role::state), without_unknowns(state.rate));
        for (const Input& input : model_.inputs)
            for (const Input& rate : model_.inputs)
                if (rate.name == input.name + "'")
                    along_->seed(graph.symbol(input.name, Role::input), graph.symbol(rate.name, Role::input));
    }
    const Expr solved = without_unknowns(value);
    if (const auto found = symbols_in(graph, std::vector<Expr>{solved}, bit(Role::external_result)); !found.empty())
        throw ModelError(fmt::format("{} is what a routine of the user's makes: nothing is known of its slope",
                                     graph.symbol_of(found.front()).name),
                         "write it as an expression or a table instead");
    return (*along_)(solved);
}

}  // namespace lag
