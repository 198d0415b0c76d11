#include "scripts/statements/states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "scripts/statements/description.hpp"
#include "scripts/statements/free_bodies.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/solved_loops.hpp"
#include "scripts/statements/unit_check.hpp"
#include "scripts/statements/units.hpp"
#include "scripts/statements/waiting_rate.hpp"

namespace lag {

namespace {

// Names in the rate that nobody has declared; the primes of one that is declared belong to it.
bool is_waiting(Description& description, Expr rate) {
    const std::array<Expr, 1> roots{description.algebra().resolve_again(rate)};
    const std::vector<Expr> unknown = symbols_in(description.graph(), roots, bit(Role::undeclared));
    return std::ranges::any_of(unknown, [&](const Expr& s) {
        const std::string& name = description.graph().symbol_of(s).name;
        return description.declaration(name.substr(0, name.find_last_not_of('\'') + 1)) == nullptr;
    });
}

void settle(Call& call, StateVariable& state) {
    const std::string what = fmt::format("the rate of state '{}'", state.name);
    const Value& given = call.value("rate");
    state.rate = quantity(call, given, call.argument("rate"), anything, what);
    if (!state.unit.empty()) require_declared_unit(call, given, with_rate(state.unit), call.argument("rate"), what);
    if (state.unit.empty()) require_consistent_units(call, given, call.argument("rate"), what);
}

// Those that wait for no name any more, or all.
void settle_waiting(Interpreter& interpreter, Description& description, bool all) {
    std::vector<WaitingRate> waiting = std::exchange(description.waiting_rates, {});
    for (WaitingRate& one : waiting) {
        StateVariable& state = description.change_model(ModelPart::rest).states[one.state];
        if (!all && is_waiting(description, state.rate)) {
            description.waiting_rates.push_back(std::move(one));
            continue;
        }
        const Interpreter::InSource there(interpreter, one.source);
        settle(*one.statement, state);
    }
}

Value state(Call& call) {
    require_open(call);
    Description& description = call.description();
    const std::string name = plain_name(call, 0);
    const std::string unit = unit_argument(call, 1), text = call.has(2) ? call.text(2) : "";
    if (!call.has("rate"))
        call.fail(fmt::format("state '{}' has no rate", name),
                  fmt::format("such as state({0}, rate = (goal - {0})/tau)", name));
    description.declare(name, Role::state, call.place(call.argument(0)));
    std::vector<StateVariable>& states = description.change_model(ModelPart::rest).states;
    const std::size_t place = states.size();
    states.push_back({name, unit, text, {}, description.graph().integer(0)});
    const Expr rate = description.graph().own(call.expression("rate"));
    states[place].rate = rate;
    description.algebra().declarations_changed();
    if (is_waiting(description, rate))
        description.waiting_rates.push_back({place, std::make_shared<Call>(call), call.place(call.node).source});
    else
        settle(call, states[place]);
    settle_waiting(call.interpreter, description, false);
    return {};
}

}  // namespace

void require_input_rates_in_states(Description& description, Expr condition) {
    const std::array<Expr, 1> roots{description.graph().own(condition)};
    const std::vector<Expr> held = symbols_in(description.graph(), roots, bit(Role::state));
    const std::vector<StateVariable> states = description.model().states;  // inputs are added meanwhile
    for (std::size_t k = 0; k < states.size(); ++k)
        if (std::ranges::find(held, symbol(description.model(), StateIndex(k))) != held.end())
            description.require_input_rates(states[k].rate, 1, description.declaration(states[k].name)->place);
}

void settle_rates(Interpreter& interpreter, Description& description) {
    settle_waiting(interpreter, description, true);
    const std::vector<Constraint> constraints = description.model().constraints;  // inputs are added meanwhile
    for (const Constraint& constraint : constraints)
        if (constraint.kind == Constraint::Kind::position) require_input_rates_in_states(description, constraint.value);
    solve_loops(description);
    settle_starts(description);
}

void complete(Interpreter& interpreter, Description& description) {
    settle_rates(interpreter, description);
    description.complete = true;
}

void complete(Call& call) {
    complete(call.interpreter, call.description());
}

std::vector<BuiltIn> state_statements() {
    using namespace arguments;
    return {
        {"state",
         {required("z", a_new_name, "what it is called"), unit_text(),
          explained("stands in the head comment of emitted files"),
          keyword("rate", "e", a_number,
                  "the time derivative of the state; with a unit it is checked against this unit over s")},
         "a quantity of yours with a rate of its own, z' = e",
         "state(pressure, \"Pa\", \"in the cylinder\", rate = (supply - pressure)/tau)$",
         state,
         true},
    };
}

}  // namespace lag
