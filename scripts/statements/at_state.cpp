#include "scripts/statements/at_state.hpp"
#include "core/comma_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model_index.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/states.hpp"

namespace lag {

namespace {

// What `at` may give: coordinates, speeds, inputs, parameters and t.
LinearizationPoint::Given given_value(Call& call, const std::string& keyword, const Value& value, const Syntax& at) {
    const Model& model = call.description().model();
    if (!value.is_equation())
        call.fail(at, fmt::format("'{}' is a list of equations, name = value", keyword),
                  fmt::format("such as {} = [theta = 0.1, theta' = 0]", keyword));
    const std::string name = name_at_state(call, value.equation().lhs, at);
    const std::optional<Symbol> symbol = name == "t" ? Symbol{name, Role::time} : quantity_named(model, name);
    if (!symbol) {
        std::vector<std::string> names{"t"};
        const auto add = [&](const auto& table) {
            for (const auto& entry : table) names.push_back(entry.name);
        };
        add(model.coordinates), add(model.speeds), add(model.states), add(model.inputs), add(model.parameters);
        const std::string close = did_you_mean(name, names);
        call.fail(at,
                  fmt::format("'{}' is no coordinate, speed, {}input or parameter of the model, nor t", name,
                              model.states.empty() ? "" : "state, "),
                  close.empty() ? fmt::format("such as {} = [theta = 0.1, theta' = 0]", keyword)
                                : fmt::format("did you mean '{}'?", close));
    }
    const Dependence allowed = symbol->role == Role::parameter ? Dependence{0} : only_parameters;
    return {*symbol, quantity(call, value.equation().rhs, at, allowed, fmt::format("the value of '{}'", name))};
}

}  // namespace

std::string name_at_state(Call& call, const Value& value, const Syntax& at) {
    if (value.is_text()) return value.text();
    const Expr e = value.is_scalar() ? call.expression(value, at) : Expr{};
    const bool is_symbol = e.graph != nullptr && e.graph->node(e).op == Op::symbol;
    return is_symbol ? e.graph->symbol_of(e).name : call.interpreter.text(value);
}

std::vector<LinearizationPoint::Given> given_values(Call& call, const std::string& keyword) {
    std::vector<LinearizationPoint::Given> given;
    if (!call.has(keyword)) return given;
    const Syntax& at = call.argument(keyword);
    const Value& value = call.value(keyword);
    const bool single = value.is_equation();
    const std::vector<Value> items =
        single ? std::vector<Value>{value} : call.items(value, at, "a list of equations, name = value");
    for (std::size_t k = 0; k < items.size(); ++k) {
        const Syntax& place = single ? at : Call::entry(at, k);
        given.push_back(given_value(call, keyword, items[k], place));
        for (std::size_t earlier = 0; earlier < k; ++earlier)
            if (given[earlier].symbol == given[k].symbol)
                call.fail(place, fmt::format("'{}' is given twice", given[k].symbol.name));
    }
    return given;
}

void require_numbers(Call& call) {
    require_model(call);
    Description& description = call.description();
    if (is_empty(description.model())) call.fail(fmt::format("model '{}' has no bodies yet", description.model().name));
    complete(call);
    independent_rows(call);
    description.mechanics().validate(description.model());
}

// What an output of the script computes, where the value is its name; else the value itself.
Expr chosen_output(Call& call, const Value& value, const Syntax& at) {
    const Expr e = value.is_scalar() ? call.expression(value, at) : Expr{};
    if (e.graph != nullptr && e.graph->node(e).op == Op::symbol && e.graph->symbol_of(e).role == Role::undeclared)
        for (const Output& output : call.description().model().outputs)
            if (output.name == e.graph->symbol_of(e).name) return output.value;
    return quantity(call, value, at, anything, "an output");
}

Model with_outputs(Call& call, const std::vector<std::pair<Value, Syntax>>& outputs) {
    Model model = call.description().model();
    model.serial = next_serial();
    model.outputs.clear();
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        const Expr e = chosen_output(call, outputs[k].first, outputs[k].second);
        model.outputs.push_back({"output " + std::to_string(k + 1), e, "", ""});
    }
    return model;
}

void note_doubts(Call& call, const Linearization& found) {
    constexpr double at_rest = 1e-9;
    if (std::abs(found.acceleration) > at_rest)
        call.interpreter.note(call.node, fmt::format("no equilibrium: {}' is {} at this state, so that the eigenvalues "
                                                     "depend on the choice of coordinates and speeds",
                                                     found.fastest, shortest_decimal(found.acceleration)));
    if (!found.kinks.empty())
        call.interpreter.note(call.node,
                              fmt::format("the state is on a kink or a jump of {} (abs, min, max, floor, or a "
                                          "comparison of equal numbers): the derivatives are those of one side",
                                          comma_list(found.kinks)));
}

Value decimal_value(Algebra& algebra, double value) {
    return algebra.to_float(Algebra::number(exact_rational(value)));
}

Value labelled_matrix(Algebra& algebra, const Numbers& rows, std::vector<std::string> row_names,
                      std::vector<std::string> column_names) {
    if (rows.empty() || rows[0].empty()) return std::vector<Value>{};
    Matrix matrix{rows.size(), rows[0].size(), {}};
    for (const std::vector<double>& row : rows)
        for (const double value : row)
            matrix.elements.push_back(algebra.to_float(Algebra::number(exact_rational(value))));
    matrix.labels = std::make_shared<const Labels>(Labels{std::move(row_names), std::move(column_names)});
    return matrix;
}

Value complex_value(Algebra& algebra, std::complex<double> value) {
    return std::vector<Value>{decimal_value(algebra, value.real()), decimal_value(algebra, value.imag())};
}

}  // namespace lag
