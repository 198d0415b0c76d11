#include "emitters/program/argument_symbols.hpp"

#include "emitters/program/lower_assembly.hpp"
#include "emitters/program/lower_events.hpp"
#include "emitters/program/residual_routine.hpp"

namespace lag {

void add_reads(Routine& routine, std::size_t argument, const Model& model, const std::vector<Expr>& multipliers) {
    const std::string& name = routine.arguments[argument].name;
    const std::size_t nq = model.coordinates.size(), nu = model.speeds.size();
    const auto at = [&](Role role, const std::string& symbol, std::size_t place) {
        routine.reads[{symbol, role}] = {argument, place};
    };
    const auto at_symbol = [&](Expr symbol, std::size_t place) {
        const Symbol& known = model.graph->symbol_of(symbol);
        at(known.role, known.name, place);
    };
    const auto at_all = [&](const std::vector<Expr>& symbols) {
        for (std::size_t i = 0; i < symbols.size(); ++i) at_symbol(symbols[i], i);
    };
    const auto at_entries = [&](Role role, const auto& table, std::size_t first) {
        for (std::size_t i = 0; i < table.size(); ++i) at(role, table[i].name, first + i);
    };
    if (name == "t") at_symbol(time_symbol(model), 0);
    if (name == "k") at_symbol(event_number(model), 0);
    const bool whole = name == "y";  // [q; u; s]
    if (name == "q" || whole) at_entries(Role::coordinate, model.coordinates, 0);
    if (name == "u" || whole) at_entries(Role::speed, model.speeds, whole ? nq : 0);
    if (name == "s" || whole) at_entries(Role::state, model.states, whole ? nq + nu : 0);
    if (name == "w") at_entries(Role::input, model.inputs, 0);
    if (name == "p") at_entries(Role::parameter, model.parameters, 0);
    if (name == "guess")
        for (std::size_t i = 0; i < nq; ++i) at_symbol(guess_symbol(model, CoordinateIndex{i}), i);
    if (name == "udot")
        for (std::size_t i = 0; i < nu; ++i) at_symbol(acceleration_symbol(model, SpeedIndex{i}), i);
    if (name == "ydot") at_all(rate_symbols(model));
    if (name == "lambda") at_all(multipliers);
    // directions and weights
    if (name == "d" || name == "v")
        for (std::size_t i = 0; i < routine.arguments[argument].elements(); ++i)
            at_symbol(element_symbol(model, name, i), i);
}

}  // namespace lag
