#include "core/routine_names.hpp"

#include <algorithm>
#include <array>

#include "core/errors.hpp"

namespace lag {

namespace {

struct Row {
    RoutineName name;
    std::string text, meaning;
};

const std::array<Row, 35>& table() {
    static const std::array<Row, 35> rows{{
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

std::string routine_of(const std::string& model, RoutineName name) {
    return model + "_" + to_string(name);
}

bool operator==(const std::string& text, RoutineName name) {
    return text == to_string(name);
}

bool is_one_of(const std::string& text, const std::vector<RoutineName>& names) {
    return std::ranges::any_of(names, [&](RoutineName name) { return text == name; });
}

}  // namespace lag
