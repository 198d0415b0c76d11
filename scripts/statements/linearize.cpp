// linearize: the equations of motion at a state, in numbers.
#include <fmt/format.h>

#include <algorithm>

#include "core/comma_list.hpp"
#include "scripts/statements/at_state.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"

namespace lag {

namespace {

std::vector<std::string> chosen_inputs(Call& call) {
    std::vector<std::string> all, chosen;
    for (const Input& w : call.description().model().inputs)
        if (!w.is_flag()) all.push_back(w.name);
    if (!call.has("inputs")) return all;
    const Syntax& at = call.argument("inputs");
    const std::vector<Value>& items = call.items("inputs");
    for (std::size_t k = 0; k < items.size(); ++k) {
        const std::string name = name_at_state(call, items[k], Call::entry(at, k));
        if (std::find(all.begin(), all.end(), name) == all.end()) {
            const std::string close = did_you_mean(name, all);
            call.fail(Call::entry(at, k), fmt::format("'{}' is no input of the model", name),
                      !close.empty() ? fmt::format("did you mean '{}'?", close)
                      : all.empty()  ? "the model has none"
                                     : "the inputs are: " + comma_list(all));
        }
        chosen.push_back(name);
    }
    return chosen;
}

Model with_chosen_outputs(Call& call) {
    if (!call.has("outputs")) return call.description().model();
    const Syntax& at = call.argument("outputs");
    const std::vector<Value>& items = call.items("outputs");
    std::vector<std::pair<Value, Syntax>> outputs;
    for (std::size_t k = 0; k < items.size(); ++k) outputs.emplace_back(items[k], Call::entry(at, k));
    return with_outputs(call, outputs);
}

// [real part, imaginary part] of each.
Value eigenvalue_list(Algebra& algebra, const std::vector<std::complex<double>>& eigenvalues) {
    std::vector<Value> values;
    for (const std::complex<double>& value : eigenvalues) values.push_back(complex_value(algebra, value));
    List list = Value(std::move(values)).list();
    list.labels = std::make_shared<const Labels>(Labels{{}, {"real", "imaginary"}});
    return Value(std::move(list));
}

Value linearize(Call& call) {
    require_model(call);
    Description& description = call.description();
    if (is_empty(description.model())) call.fail(fmt::format("model '{}' has no bodies yet", description.model().name));
    LinearizationPoint point;
    point.given = given_values(call, "at");
    point.inputs = chosen_inputs(call);
    const Model model = with_chosen_outputs(call);
    require_numbers(call);
    const Linearization found = description.mechanics().linearize(model, point);
    note_doubts(call, found);
    Algebra& algebra = description.algebra();
    std::vector<std::string> rates;
    for (const std::string& name : found.state_names) rates.push_back(name + "'");
    const std::vector<Value> parts{labelled_matrix(algebra, found.A, rates, found.state_names),
                                   labelled_matrix(algebra, found.B, rates, point.inputs),
                                   labelled_matrix(algebra, found.C, found.output_names, found.state_names),
                                   labelled_matrix(algebra, found.D, found.output_names, point.inputs),
                                   eigenvalue_list(algebra, found.eigenvalues)};
    return labelled(parts, {"A", "B", "C", "D", "eigenvalues"});
}

}  // namespace

std::vector<BuiltIn> linearize_functions() {
    using namespace arguments;
    return {
        {"linearize",
         {at_state(), keyword("inputs", "[..]", some_inputs, "the columns of B and D; else all inputs"),
          keyword("outputs", "[..]", a_list_of_expressions,
                  "the rows of C and D, expressions or names of outputs; they may hold accelerations and multipliers; "
                  "else the outputs of the model")},
         "[A, B, C, D, eigenvalues] of the equations at a state, in numbers",
         "linearize(at = [q1 = 0.1])[5];",
         linearize},
    };
}

}  // namespace lag
