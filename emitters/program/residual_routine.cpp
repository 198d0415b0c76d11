#include "emitters/program/residual_routine.hpp"

#include "core/calculus.hpp"
#include "emitters/program/residual.hpp"

namespace lag {

Expr element_symbol(const Model& model, const std::string& argument, std::size_t i) {
    return model.graph->symbol(argument + "(" + std::to_string(i + 1) + ")", Role::input);
}

std::vector<Expr> rate_symbols(const Model& model) {
    const std::size_t nq = model.coordinates.size(), nu = model.speeds.size();
    std::vector<Expr> symbols;
    for (std::size_t i = 0; i < nq; ++i) symbols.push_back(element_symbol(model, "ydot", i));
    for (std::size_t i = 0; i < nu; ++i) symbols.push_back(model.graph->own(acceleration_symbol(model, SpeedIndex{i})));
    for (std::size_t i = 0; i < model.states.size(); ++i) symbols.push_back(element_symbol(model, "ydot", nq + nu + i));
    return symbols;
}

std::vector<Expr> residual_values(const Model& model, const Equations& equations, const SolvedSystem& solved,
                                  const std::vector<Expr>& state_rates, int index) {
    Graph& graph = *model.graph;
    const std::vector<Expr> rates = rate_symbols(model), rows = Residual(model, equations, solved).recursive();
    const std::size_t nq = model.coordinates.size(), nu = model.speeds.size();
    std::vector<Expr> values;
    for (std::size_t i = 0; i < nq; ++i) values.push_back(rates[i] - graph.own(equations.kinematic_equations[i]));
    values.insert(values.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(nu));
    for (std::size_t i = 0; i < state_rates.size(); ++i)
        values.push_back(rates[nq + nu + i] - graph.own(state_rates[i]));
    if (index == 1) {
        values.insert(values.end(), rows.begin() + static_cast<std::ptrdiff_t>(nu), rows.end());
    } else {
        for (const ConstraintRow& row : equations.constraints.rows)
            values.push_back(where_it_holds(graph, row, graph.own(row.phidot)));
    }
    return values;
}

std::vector<Column> residual_columns(const Model& model, const Equations& equations) {
    std::vector<Column> columns = chosen_columns(model, {{Role::coordinate, ""}, {Role::speed, ""}, {Role::state, ""}});
    const auto add = [&](Expr symbol) { columns.push_back({symbol, model.graph->symbol_of(symbol).name}); };
    for (const Expr& rate : rate_symbols(model)) add(rate);
    for (const ConstraintRow& row : equations.constraints.rows)
        add(model.graph->own(multiplier_symbol(model, row.constraint, row.component)));
    for (const Column& input : chosen_columns(model, {{Role::input, ""}})) columns.push_back(input);
    return columns;
}

}  // namespace lag
