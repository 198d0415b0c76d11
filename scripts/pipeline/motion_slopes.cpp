#include "scripts/pipeline/motion_slopes.hpp"

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

}  // namespace lag
