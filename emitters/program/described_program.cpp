#include "emitters/program/described_program.hpp"

#include <fmt/format.h>

#include "core/calculus.hpp"
#include "emitters/program/contact_system.hpp"
#include "emitters/program/multiplier_text.hpp"
#include "emitters/program/row_units.hpp"
#include "lagrange/identification/regressor.hpp"

namespace lag {

namespace {

void describe(Program& program, const Regressor& regressor) {
    const BaseParameters& parameters = regressor.parameters;
    for (const BaseParameter& parameter : parameters.base) {
        const StandardParameter& leading = parameters.leading(parameter);
        std::string others = parameter.text.substr(leading.name.size());  // " + l^2*forearm_m"
        if (!others.empty()) others.erase(0, 1);
        program.base_parameters.push_back({leading.name, leading.unit, std::move(others)});
    }
    program.sizes.push_back({"nb", parameters.base.size()});
}

void describe_externals(Program& program, const Model& model) {
    for (const ExternalRoutine& routine : model.externals) {
        if (!routine.is_linked()) continue;
        ExternalCall call{routine.name, 0, routine.arguments.size(), 0, routine.results.size()};
        if (!program.externals.empty()) {
            const ExternalCall& last = program.externals.back();
            call.first_argument = last.first_argument + last.arguments;
            call.first_result = last.first_result + last.results;
        }
        program.externals.push_back(std::move(call));
    }
}

void describe_small(Program& program, const Model& model) {
    if (!model.small.any()) return;
    std::string small, large;
    for (const auto& [symbol, order] : model.small.orders) {
        std::string& list = order > 0 ? small : large;
        list += (list.empty() ? "" : ", ") + symbol.name;
    }
    if (!small.empty()) program.small.push_back("small: " + small);
    if (!large.empty()) program.small.push_back("large: " + large);
    program.small.push_back(
        fmt::format("left out are terms of order {} and higher; energies and outputs are as they were given",
                    model.small.drop_from));
}

void describe_events(Program& program, const Model& model) {
    const std::size_t nf = flag_count(model), ne = model.events.size();
    program.flags.assign(program.inputs.end() - static_cast<std::ptrdiff_t>(nf), program.inputs.end());
    for (const Event& event : model.events)
        program.events.push_back({{event.name, "", ""}, static_cast<int>(event.direction), event.stop});
    if (nf > 0) program.sizes.push_back({"nf", nf});
    if (ne > 0) program.sizes.push_back({"ne", ne});
}

void describe_quantities(Program& program, const Model& model) {
    program.name = model.name, program.title = model.title;
    for (const Coordinate& q : model.coordinates) program.coordinates.push_back({q.name, q.unit, "", q.user_unit});
    for (const Speed& u : model.speeds) program.speeds.push_back({u.name, u.unit, "", u.user_unit});
    for (const StateVariable& s : model.states) program.states.push_back({s.name, s.unit, s.text, s.user_unit});
    for (const Parameter& p : model.parameters) program.parameters.push_back({p.name, p.unit, p.text, p.user_unit});
    for (const Input& w : model.inputs) program.inputs.push_back({w.name, w.unit, w.text, w.user_unit});
    for (const Output& o : model.outputs) program.outputs.push_back({o.name, o.unit, o.text, o.user_unit});
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        if (is_held(model, CoordinateIndex(k))) program.held.push_back(k);
    for (std::size_t k = 0; k < model.speeds.size(); ++k)
        if (is_held(model, SpeedIndex(k))) program.held.push_back(model.coordinates.size() + k);
}

// Whether a speed constraint asks coordinates or states for values where nothing moves.
bool asks_for_rest(const Model& model, const ConstraintRow& row) {
    if (!row.phi.is_zero()) return false;
    Substitution at_rest(*model.graph);
    for (const Speed& u : model.speeds)
        at_rest.replace(model.graph->symbol(u.name, Role::speed), model.graph->integer(0));
    const Expr rate = at_rest(model.graph->own(row.phidot));
    return (model.graph->node(rate.id).dependence & (bit(Role::state) | bit(Role::coordinate))) != 0;
}

}  // namespace

Program described_program(const Model& model, const Equations& equations) {
    Program program;
    describe_quantities(program, model);
    describe_small(program, model);
    // what became of the conditions
    const std::vector<ConstraintRow>& solved_for = equations.constraints.rows;
    const std::vector<ConstraintRow>& rows = equations.solved_out.rows.empty() ? solved_for : equations.solved_out.rows;
    const Model& whole = equations.whole ? equations.whole->model : model;
    for (const ConstraintRow& row : rows) {
        if (row.is_switched() && model.graph->node(row.active.id).op == Op::symbol) {
            const std::string& flag = model.graph->symbol_of(row.active).name;
            const auto place = std::ranges::find(program.inputs, flag, &TableRow::name);
            program.switched_rows.emplace_back(program.constraints.size(), place - program.inputs.begin());
        }
        if (asks_for_rest(whole, row)) program.resting_rows.push_back(program.constraints.size());
        program.constraints.push_back({row.name, unit_of_error(whole, row), ""});
    }
    program.has_states_in_rows = hold_states(*model.graph, equations.constraints);
    program.multipliers = multiplier_texts(model, solved_for);
    program.sizes = {{"nq", model.coordinates.size()},
                     {"nu", model.speeds.size()},
                     {"np", model.parameters.size()},
                     {"nw", model.inputs.size()},
                     {"nc", 0},
                     {"nl", solved_for.size()},
                     {"nphi", rows.size()},
                     {"no", model.outputs.size()}};
    if (!model.states.empty()) program.sizes.push_back({"ns", model.states.size()});
    describe_events(program, model);
    for (const SolvedOut::Dependent& d : equations.solved_out.dependent)
        program.dependent_speeds.push_back({d.name, d.unit, ""});
    if (!equations.solved_out.dependent.empty())
        program.dependents =
            equations.solved_out.closed.empty() ? DependentSpeeds::eliminated : DependentSpeeds::closed;
    describe_externals(program, model);
    program.stage_routines = model.stage_routines;
    if (!program.dependent_speeds.empty()) program.sizes.push_back({"nd", program.dependent_speeds.size()});
    if (equations.regressor) describe(program, *equations.regressor);
    if (!model.contacts.empty() || !model.stops.empty()) {
        program.contacts = tables_of_contacts(model);
        const ModelIndex index(model);
        const ModelValues values = default_values(model);
        program.contacts->speed = evaluator_of(model, index, values)(model.graph->own(model.contact_speed));
    }
    program.contact_places = places_of_contacts(model, equations.constraints);
    program.constants_graph = std::make_shared<Graph>();
    return program;
}

}  // namespace lag
