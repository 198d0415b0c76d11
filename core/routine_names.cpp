#include "core/routine_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/errors.hpp"

namespace lag {

namespace {

struct Row {
    RoutineName name;
    std::string text, meaning;
};

const std::array<Row, 54>& table() {
    static const std::array<Row, 54> rows{{
        {RoutineName::defaults, "defaults", "the default parameter values"},
        {RoutineName::initial, "initial", "the initial state of the script"},
        {RoutineName::flags, "flags", "in place, the first values of the flags"},
        {RoutineName::setup, "setup", "every sub-expression of parameters alone, once"},
        {RoutineName::derivatives, "derivatives", "the right side of the ODE: y = [q; u]"},
        {RoutineName::accelerations, "accelerations", "accelerations and multipliers"},
        {RoutineName::state_rates, "state_rates", "the rates of the states"},
        {RoutineName::mass_matrix, "mass_matrix", "the mass matrix M"},
        {RoutineName::mass_matrix_constants, "mass_matrix_constants",
         "the entries of M that no motion changes, zero for all others"},
        {RoutineName::mass_matrix_update, "mass_matrix_update", "in place, the entries of M that change"},
        {RoutineName::right_side, "right_side", "f of M udot = f - B^T lambda"},
        {RoutineName::kinematics, "kinematics", "the kinematic differential equations"},
        {RoutineName::inverse_dynamics, "inverse_dynamics", "M udot - f without forming M"},
        {RoutineName::constraints, "constraints", "constraint errors at position and speed level"},
        {RoutineName::constraint_matrix, "constraint_matrix",
         "B of the constraints at speed level, phidot = B u - b(t)"},
        {RoutineName::energy, "energy", "kinetic and potential energy, prescribed motion included"},
        {RoutineName::outputs, "outputs", "the outputs of the script"},
        {RoutineName::events, "events", "the functions of the events and their rates"},
        {RoutineName::event, "event", "in place, what event k does; the impulses p of the constraint rows"},
        {RoutineName::impact_law, "impact_law", "the law that the impacts of event k keep"},
        {RoutineName::modes, "modes", "in place, the flags of contacts, dry friction and stops: the consistent mode"},
        {RoutineName::normalize, "normalize", "unit Euler parameters, in place"},
        {RoutineName::assembly_step, "assembly_step",
         "one Newton step from q towards the consistent coordinates nearest to the guess"},
        {RoutineName::assemble, "assemble", "in place, the consistent coordinates nearest to the guess q"},
        {RoutineName::project_speeds, "project_speeds",
         "in place, the speeds nearest to u that satisfy the constraints"},
        {RoutineName::dependent_speeds, "dependent_speeds", "the speeds that the constraints determine"},
        {RoutineName::jacobian, "jacobian", "derivatives of ydot: the entries that are not zero at every state"},
        {RoutineName::jacobian_pattern, "jacobian_pattern", "rows and columns of the jacobian's entries"},
        {RoutineName::tangent, "tangent", "the derivative of ydot in the direction d of the columns"},
        {RoutineName::adjoint, "adjoint", "the derivatives of v^T ydot by the columns"},
        {RoutineName::hessian, "hessian", "second derivatives of v^T ydot by the columns, lower triangle"},
        {RoutineName::hessian_pattern, "hessian_pattern", "rows and columns of the hessian's entries"},
        {RoutineName::outputs_jacobian, "outputs_jacobian",
         "derivatives of the outputs: the entries that are not zero at every state"},
        {RoutineName::outputs_jacobian_pattern, "outputs_jacobian_pattern",
         "rows and columns of the entries of outputs_jacobian"},
        {RoutineName::outputs_tangent, "outputs_tangent",
         "the derivative of the outputs in the direction d of the columns"},
        {RoutineName::outputs_adjoint, "outputs_adjoint", "the derivatives of v^T o by the columns"},
        {RoutineName::outputs_hessian, "outputs_hessian", "second derivatives of v^T o by the columns, lower triangle"},
        {RoutineName::outputs_hessian_pattern, "outputs_hessian_pattern",
         "rows and columns of the entries of outputs_hessian"},
        {RoutineName::inverse_dynamics_jacobian, "inverse_dynamics_jacobian",
         "derivatives of r = M udot - f: the entries that are not zero at every state"},
        {RoutineName::inverse_dynamics_jacobian_pattern, "inverse_dynamics_jacobian_pattern",
         "rows and columns of the entries of inverse_dynamics_jacobian"},
        {RoutineName::inverse_dynamics_tangent, "inverse_dynamics_tangent",
         "the derivative of r = M udot - f in the direction d of the columns"},
        {RoutineName::inverse_dynamics_adjoint, "inverse_dynamics_adjoint",
         "the derivatives of v^T r by the columns, r = M udot - f"},
        {RoutineName::inverse_dynamics_hessian, "inverse_dynamics_hessian",
         "second derivatives of v^T r by the columns, lower triangle, r = M udot - f"},
        {RoutineName::inverse_dynamics_hessian_pattern, "inverse_dynamics_hessian_pattern",
         "rows and columns of the entries of inverse_dynamics_hessian"},
        {RoutineName::residual, "residual", "the residual of the equations of motion: [q'; M u' - f; s'; rows]"},
        {RoutineName::residual_jacobian, "residual_jacobian",
         "derivatives of the residual: the entries that are not zero at every state"},
        {RoutineName::residual_hessian, "residual_hessian",
         "second derivatives of v^T r of the residual, lower triangle"},
        {RoutineName::partition, "partition", "which speeds to integrate, by full pivoting of B"},
        {RoutineName::equilibrium, "equilibrium", "in place, the coordinates near q at which everything rests"},
        {RoutineName::step, "step", "the state after a step of h, by the Runge-Kutta method of fourth order"},
        {RoutineName::regressor, "regressor", "Y of M udot - f + applied loads = Y pi"},
        {RoutineName::base_parameters, "base_parameters", "the base inertial parameters pi of the parameters p"},
        {RoutineName::applied_loads, "applied_loads", "generalized forces of all loads but gravity"},
        {RoutineName::switches, "switches", "where the right side changes"},
    }};
    return rows;
}

const Row& row_of(RoutineName name) {
    const Row& row = table().at(static_cast<std::size_t>(name));
    if (row.name != name) throw InternalError("the table of routine names is out of order at " + row.text);
    return row;
}

}  // namespace

const std::string& to_string(RoutineName name) {
    return row_of(name).text;
}

const std::string& meaning_of(RoutineName name) {
    return row_of(name).meaning;
}

std::optional<RoutineName> routine_named(std::string_view text) {
    const auto found = std::ranges::find(table(), text, &Row::text);
    return found == table().end() ? std::nullopt : std::optional(found->name);
}

const std::vector<AskedFor>& routines_asked_for() {
    static const std::vector<AskedFor> rows{
        {RoutineName::partition, "partition", "true", "also m_partition, which chooses the speeds to integrate"},
        {RoutineName::equilibrium, "equilibrium", "true", "also m_equilibrium, which finds where everything rests"},
        {RoutineName::step, "stepper", "rk4", "also m_step, which advances the state by one step"},
    };
    return rows;
}

const std::string& to_string(DerivativeKind kind) {
    using enum DerivativeKind;
    static const std::string texts[] = {"jacobian", "tangent", "adjoint", "hessian"};
    return texts[static_cast<std::size_t>(kind)];
}

const std::vector<DerivativeRoutine>& derivative_routines() {
    using enum DerivativeKind;
    using R = RoutineName;
    static const std::vector<DerivativeRoutine> rows{
        {R::jacobian, R::derivatives, jacobian, "nz", R::jacobian_pattern},
        {R::tangent, R::derivatives, tangent},
        {R::adjoint, R::derivatives, adjoint},
        {R::hessian, R::derivatives, hessian, "nh", R::hessian_pattern},
        {R::outputs_jacobian, R::outputs, jacobian, "nzo", R::outputs_jacobian_pattern},
        {R::outputs_tangent, R::outputs, tangent},
        {R::outputs_adjoint, R::outputs, adjoint},
        {R::outputs_hessian, R::outputs, hessian, "nho", R::outputs_hessian_pattern},
        {R::inverse_dynamics_jacobian, R::inverse_dynamics, jacobian, "nzr", R::inverse_dynamics_jacobian_pattern},
        {R::inverse_dynamics_tangent, R::inverse_dynamics, tangent},
        {R::inverse_dynamics_adjoint, R::inverse_dynamics, adjoint},
        {R::inverse_dynamics_hessian, R::inverse_dynamics, hessian, "nhr", R::inverse_dynamics_hessian_pattern},
        {R::residual_jacobian, R::residual, jacobian, "nzd", R::jacobian_pattern, false},
        {R::residual_hessian, R::residual, hessian, "nhd", R::hessian_pattern, false},
    };
    return rows;
}

const DerivativeRoutine* derivative_routine(const std::string& name) {
    const auto found =
        std::ranges::find_if(derivative_routines(), [&](const DerivativeRoutine& row) { return name == row.routine; });
    return found == derivative_routines().end() ? nullptr : &*found;
}

const std::string& columns_extent(DerivativeKind kind) {
    static const std::string extents[] = {"nj", "nt", "na", "nhc"};
    return extents[static_cast<std::size_t>(kind)];
}

std::string routine_of(const std::string& model, RoutineName name) {
    return fmt::format("{}_{}", model, to_string(name));
}

bool operator==(const std::string& text, RoutineName name) {
    return text == to_string(name);
}

bool is_one_of(const std::string& text, const std::vector<RoutineName>& names) {
    return std::ranges::any_of(names, [&](RoutineName name) { return text == name; });
}

}  // namespace lag
