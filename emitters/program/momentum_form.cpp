#include "emitters/program/momentum_form.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/structural_zero.hpp"
#include "lagrange/constraints/constraints.hpp"

namespace lag {

namespace {

using Mode = ConstraintTreatment::Mode;

// Names a motion that has no inertia, where it is one of a single speed.
[[noreturn]] void refuse_massless(const Model& model, const Equations& equations) {
    const std::string message = "constraints = momentum is for motions with inertia: ";
    for (std::size_t u = 0; u < model.speeds.size(); ++u) {
        const bool has_inertia = std::ranges::any_of(
            equations.mass_matrix, [u](const MassEntry& entry) { return entry.row == u && entry.column == u; });
        if (has_inertia) continue;
        const Speed& speed = model.speeds[u];
        const bool is_of_body = speed.body != ground;
        throw ModelError(
            fmt::format("{}'{}'{} has none", message, speed.name,
                        is_of_body ? fmt::format(" of body '{}'", model.body(speed.body).name) : ""),
            fmt::format("{}use options(constraints = multipliers)", is_of_body ? "give the body one, or " : ""),
            is_of_body ? Subject{Subject::Kind::body, model.body(speed.body).name}
                       : Subject{Subject::Kind::speed, speed.name});
    }
    throw ModelError(message + "this model has some without", "use options(constraints = multipliers)");
}

void require_constant_momenta(const Model& model, const Equations& equations) {
    const std::string hint = "use options(constraints = multipliers)";
    for (const ConstraintRow& row : equations.constraints.rows)
        if (row.is_switched() || row.of_contact)
            throw ModelError(
                fmt::format("constraints = momentum cannot take '{}', which is switched on and off", row.name), hint,
                {Subject::Kind::row, row.name});
    if (!equations.weights.empty()) refuse_massless(model, equations);
    // it need not look constant: m cos^2 + m sin^2
    for (const MassEntry& entry : equations.mass_matrix) {
        std::vector<Expr> slopes;
        const std::vector<Expr> roots{model.graph->own(entry.value)};
        for (const Expr& by : symbols_in(*model.graph, roots, static_cast<Dependence>(~bit(Role::parameter) & 0xffff)))
            slopes.push_back(model.graph->own(partial_derivative(roots.front(), by)));
        const std::vector<bool> zero = StructuralZeros(*model.graph, {})(slopes);
        if (std::ranges::find(zero, false) == zero.end()) continue;
        throw ModelError(
            fmt::format("constraints = momentum is for a constant mass matrix: here its entry of '{}' and '{}' varies",
                        model.speeds[entry.row].name, model.speeds[entry.column].name),
            "use options(joints = absolute), or options(constraints = multipliers)");
    }
}

// d/dt along q' = K u.
Differentiator rates_along(const Model& model, const Equations& equations) {
    Graph& graph = *model.graph;
    Differentiator rate(graph);
    rate.seed(time_symbol(model), graph.integer(1));
    for (std::size_t q = 0; q < model.coordinates.size(); ++q)
        rate.seed(symbol(model, CoordinateIndex{q}), graph.own(equations.kinematic_equations[q]));
    for (const StateVariable& state : model.states)
        rate.seed(graph.symbol(state.name, Role::state), graph.own(state.rate));
    for (const Input& input : model.inputs)
        for (const Input& of : model.inputs)
            if (of.name == input.name + "'")
                rate.seed(graph.symbol(input.name, Role::input), graph.symbol(of.name, Role::input));
    return rate;
}

}  // namespace

bool is_by_momentum(const Model& model) {
    return model.treatment.mode == Mode::momentum || model.treatment.mode == Mode::momentum_decay;
}

MotionByMomentum motion_by_momentum(const Model& model, const Equations& equations, const LdlPlan& plan,
                                    const SolvedRows& solved) {
    require_constant_momenta(model, equations);
    Graph& graph = *model.graph;
    const ConstraintRows& held = equations.system_rows.rows;
    const std::size_t nu = model.speeds.size(), rows = held.rows.size();
    MotionByMomentum result;
    // [v - u; mu]
    std::vector<Expr> right_side(nu, graph.integer(0));
    for (const ConstraintRow& row : held.rows) right_side.push_back(-graph.own(row.phidot));
    const std::vector<Expr> off = solve_with(plan, solved.factors, right_side);
    Substitution allowed(graph);
    for (std::size_t u = 0; u < nu; ++u) {
        const Expr v = symbol(model, SpeedIndex{u}) + off[u];
        allowed.replace(symbol(model, SpeedIndex{u}), v);
        result.allowed_speeds.push_back(v);
    }
    // [f + B'^T mu; gamma] less what is absorbed, at v
    const bool absorbing = !equations.absorbed.empty();
    right_side = absorbing ? equations.linear_system()->absorbed_right_side : equations.right_side;
    const std::vector<Expr> gamma = stabilized_gamma(model, held);
    for (std::size_t r = 0; r < rows; ++r) {
        right_side.push_back(graph.own(gamma[r]));
        for (const auto& [speed, coefficient] : held.rows[r].B)
            if (absorbing) right_side.back() -= graph.own(coefficient) * graph.own(equations.absorbed[speed.value]);
    }
    for (Expr& value : right_side) value = allowed(graph.own(value));
    Differentiator rate = rates_along(model, equations);
    for (std::size_t r = 0; r < rows; ++r)
        for (const auto& [speed, coefficient] : held.rows[r].B) {
            const Expr slope = allowed(graph.own(rate(graph.own(coefficient))));
            right_side[speed.value] += slope * off[nu + r];
        }
    std::vector<Expr> x = solve_with(plan, solved.factors, right_side);
    turn_to_stated(equations.system_rows.loops, x, nu);
    for (std::size_t u = 0; u < nu; ++u) {
        Expr value = x[u];
        if (absorbing) value += allowed(graph.own(equations.absorbed[u]));
        if (model.treatment.mode == Mode::momentum_decay) value += graph.own(model.treatment.decay) * off[u];
        result.accelerations.push_back(value);
    }
    for (std::size_t r = 0; r < rows; ++r) result.multipliers.push_back(x[nu + r]);
    return result;
}

}  // namespace lag
