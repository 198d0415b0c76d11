// linearize: the equations of motion at a state, in numbers.
#include <algorithm>
#include <cmath>

#include "scripts/language/linearization.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/options.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/states.hpp"

namespace lag {

namespace {

constexpr const char* example = "such as at = [theta = 0.1, theta' = 0]";

template <class Table>
void take_names(const Table& table, std::vector<std::string>& names) {
    for (const auto& entry : table) names.push_back(entry.name);
}

// A name, or its text in quotes; of anything else its text, which is no name.
std::string name_of(Call& call, const Value& value, const Syntax& at) {
    if (value.is_text()) return value.text();
    const Expr e = value.is_scalar() ? call.expression(value, at) : Expr{};
    const bool is_symbol = e.graph != nullptr && e.graph->node(e).op == Op::symbol;
    return is_symbol ? e.graph->symbol_of(e.id).name : call.interpreter.text(value);
}

// What `at` may give: coordinates, speeds, inputs, parameters and t.
LinearizationPoint::Given given_value(Call& call, const Value& value, const Syntax& at) {
    const Model& model = call.description().model();
    if (!value.is_equation()) call.fail(at, "'at' is a list of equations, name = value", example);
    const std::string name = name_of(call, value.equation().lhs, at);
    std::vector<std::string> names{"t"};
    Role role = name == "t" ? Role::time : Role::undeclared;
    const auto look = [&](Role kind, const auto& table) {
        for (const auto& entry : table) {
            names.push_back(entry.name);
            if (entry.name == name) role = kind;
        }
    };
    look(Role::coordinate, model.coordinates), look(Role::speed, model.speeds);
    look(Role::state, model.states), look(Role::input, model.inputs), look(Role::parameter, model.parameters);
    if (role == Role::undeclared) {
        const std::string close = did_you_mean(name, names);
        call.fail(at,
                  "'" + name + "' is no coordinate, speed, " + (model.states.empty() ? "" : "state, ") +
                      "input or parameter of the model, nor t",
                  close.empty() ? example : "did you mean '" + close + "'?");
    }
    const Dependence allowed = role == Role::parameter ? Dependence{0} : only_parameters;
    return {role, name, quantity(call, value.equation().rhs, at, allowed, "the value of '" + name + "'")};
}

std::vector<LinearizationPoint::Given> given_values(Call& call) {
    std::vector<LinearizationPoint::Given> given;
    if (!call.has("at")) return given;
    const Syntax& at = call.argument("at");
    const Value& value = call.value("at");
    const bool single = value.is_equation();
    const std::vector<Value> items =
        single ? std::vector<Value>{value} : call.items(value, at, "a list of equations, name = value");
    for (std::size_t k = 0; k < items.size(); ++k) {
        const Syntax& place = single ? at : Call::entry(at, k);
        given.push_back(given_value(call, items[k], place));
        for (std::size_t earlier = 0; earlier < k; ++earlier)
            if (given[earlier].role == given[k].role && given[earlier].name == given[k].name)
                call.fail(place, "'" + given[k].name + "' is given twice");
    }
    return given;
}

std::vector<std::string> chosen_inputs(Call& call) {
    std::vector<std::string> all, chosen;
    for (const Input& w : call.description().model().inputs)
        if (!w.is_flag()) all.push_back(w.name);
    if (!call.has("inputs")) return all;
    const Syntax& at = call.argument("inputs");
    const std::vector<Value>& items = call.items(call.value("inputs"), at, "a list of inputs");
    for (std::size_t k = 0; k < items.size(); ++k) {
        const std::string name = name_of(call, items[k], Call::entry(at, k));
        if (std::find(all.begin(), all.end(), name) == all.end()) {
            const std::string close = did_you_mean(name, all);
            call.fail(Call::entry(at, k), "'" + name + "' is no input of the model",
                      !close.empty() ? "did you mean '" + close + "'?"
                      : all.empty()  ? "the model has none"
                                     : "the inputs are: " + joined(all));
        }
        chosen.push_back(name);
    }
    return chosen;
}

// The model with the outputs that are asked for instead of its own.
Model with_outputs(Call& call) {
    Model model = call.description().model();
    if (!call.has("outputs")) return model;
    const Syntax& at = call.argument("outputs");
    const std::vector<Value>& items = call.items(call.value("outputs"), at, "a list of expressions");
    model.serial = next_serial();
    model.outputs.clear();
    for (std::size_t k = 0; k < items.size(); ++k) {
        const Expr e = quantity(call, items[k], Call::entry(at, k), anything, "an output");
        model.outputs.push_back({"output " + std::to_string(k + 1), e, "", ""});
    }
    return model;
}

Value decimal(Algebra& algebra, double value) {
    return algebra.to_float(Algebra::number(exact_rational(value)));
}

Value matrix_value(Algebra& algebra, const Numbers& rows) {
    if (rows.empty() || rows[0].empty()) return std::vector<Value>{};
    Matrix matrix{rows.size(), rows[0].size(), {}};
    for (const std::vector<double>& row : rows)
        for (const double value : row)
            matrix.elements.push_back(algebra.to_float(Algebra::number(exact_rational(value))));
    return matrix;
}

Value linearize(Call& call) {
    require_model(call);
    Description& description = call.description();
    if (is_empty(description.model())) call.fail("model '" + description.model().name + "' has no bodies yet");
    LinearizationPoint point{given_values(call), chosen_inputs(call)};
    const Model model = with_outputs(call);
    complete(call);
    independent_rows(call);
    description.mechanics().validate(description.model());
    const Linearization found = description.mechanics().linearize(model, point);
    constexpr double at_rest = 1e-9;
    if (std::abs(found.acceleration) > at_rest)
        call.interpreter.note(call.node,
                              "no equilibrium: " + found.fastest + "' is " + shortest_decimal(found.acceleration) +
                                  " at this state, so that the eigenvalues depend on the choice of coordinates "
                                  "and speeds");
    if (!found.kinks.empty())
        call.interpreter.note(call.node,
                              "the state is on a kink or a jump of " + joined(found.kinks) +
                                  " (abs, min, max, floor, or a comparison of equal numbers): the derivatives "
                                  "are those of one side");
    Algebra& algebra = description.algebra();
    std::vector<Value> eigenvalues;
    for (const std::complex<double>& value : found.eigenvalues)
        eigenvalues.emplace_back(std::vector<Value>{decimal(algebra, value.real()), decimal(algebra, value.imag())});
    return std::vector<Value>{matrix_value(algebra, found.A), matrix_value(algebra, found.B),
                              matrix_value(algebra, found.C), matrix_value(algebra, found.D),
                              Value(std::move(eigenvalues))};
}

}  // namespace

std::vector<BuiltIn> linearize_functions() {
    return {
        {"linearize",
         "linearize(at = [q1 = 0, ...], inputs = [..], outputs = [..])",
         "[A, B, C, D, eigenvalues] of the equations at a state, in numbers",
         "linearize(at = [q1 = 0.1])[5];",
         0,
         0,
         {"at", "inputs", "outputs"},
         linearize},
    };
}

}  // namespace lag
