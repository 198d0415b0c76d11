// trim, modes, frequency_response: steady motions, and small motions about a state.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model_index.hpp"
#include "scripts/statements/at_state.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"

namespace lag {

namespace {

// The names in a list after a keyword, each once, with their places.
std::vector<std::pair<std::string, Syntax>> names_behind(Call& call, const std::string& keyword) {
    std::vector<std::pair<std::string, Syntax>> names;
    if (!call.has(keyword)) return names;
    const Syntax& at = call.argument(keyword);
    const Value& value = call.value(keyword);
    const bool single = !value.is_list();
    const std::vector<Value> items = single ? std::vector<Value>{value} : value.items();
    for (std::size_t k = 0; k < items.size(); ++k) {
        const Syntax& place = single ? at : Call::entry(at, k);
        const std::string name = name_at_state(call, items[k], place);
        if (std::ranges::any_of(names, [&](const auto& other) { return other.first == name; }))
            call.fail(place, fmt::format("'{}' is named twice", name));
        names.emplace_back(name, place);
    }
    return names;
}

template <class... Tables>
std::string hint_near(const std::string& name, const std::string& otherwise, const Tables&... tables) {
    std::vector<std::string> names;
    const auto add = [&](const auto& table) {
        for (const auto& entry : table) names.push_back(entry.name);
    };
    (add(tables), ...);
    const std::string close = did_you_mean(name, names);
    return close.empty() ? otherwise : fmt::format("did you mean '{}'?", close);
}

// -- trim

Symbol found_symbol(Call& call, const TrimRequest& request, const std::string& name, const Syntax& at) {
    const Model& model = call.description().model();
    const std::optional<Symbol> symbol = quantity_named(model, name);
    if (!symbol || (symbol->role != Role::input && symbol->role != Role::parameter))
        call.fail(at, fmt::format("'{}' is no input or parameter of the model", name),
                  symbol ? "coordinates, speeds and states are found anyway, unless they are given or free"
                         : hint_near(name, "find = [..] names inputs and parameters", model.inputs, model.parameters));
    if (is_flag(model, name))
        call.fail(at, fmt::format("'{}' is a flag: only events change it", name), "give it its value instead");
    if (std::ranges::find(request.given, *symbol, &LinearizationPoint::Given::symbol) != request.given.end())
        call.fail(at, fmt::format("'{}' is given and to be found", name));
    return *symbol;
}

// Values that are given stay as they are while a parameter in them is looked for: that would be another question.
void refuse_moving_values(Call& call, const TrimRequest& request) {
    Graph& graph = call.description().graph();
    for (const auto& given : request.given)
        for (const Expr& e : symbols_in(graph, std::vector<Expr>{given.value}))
            if (const Symbol& parameter = graph.symbol_of(e);
                std::ranges::find(request.find, parameter) != request.find.end())
                call.fail(call.argument("given"), fmt::format("the value of '{}' depends on '{}', which is to be found",
                                                              given.symbol.name, parameter.name));
}

TrimRequest trim_request(Call& call) {
    const Model& model = call.description().model();
    TrimRequest request{given_values(call, "given"), {}, {}};
    for (const auto& [name, at] : names_behind(call, "find"))
        request.find.push_back(found_symbol(call, request, name, at));
    for (const auto& [name, at] : names_behind(call, "free")) {
        const std::optional<CoordinateIndex> coordinate = ModelIndex(model).coordinate(name);
        if (!coordinate)
            call.fail(at, fmt::format("'{}' is no coordinate of the model", name),
                      hint_near(name, "free coordinates may go on at any rate: x, y and the heading of a vehicle",
                                model.coordinates));
        request.free.push_back(*coordinate);
    }
    refuse_moving_values(call, request);
    return request;
}

Value trim(Call& call) {
    require_model(call);
    Description& description = call.description();
    if (is_empty(description.model())) call.fail(fmt::format("model '{}' has no bodies yet", description.model().name));
    const TrimRequest request = trim_request(call);
    require_numbers(call);
    const TrimmedState state = description.mechanics().trim(description.model(), request);
    if (!state.note.empty()) call.interpreter.note(call.node, state.note);
    description.add_trim(request, call.node);
    Algebra& algebra = description.algebra();
    std::vector<Value> equations;
    for (const TrimmedValue& entry : state.values)
        equations.emplace_back(
            Equation{algebra.raise(description.meaning_of(entry.symbol.name)), decimal_value(algebra, entry.value)});
    return equations;
}

// -- modes

Value mode_value(Algebra& algebra, const Mode& mode) {
    std::vector<Value> shape;
    for (const auto& [name, part] : mode.shape)
        shape.emplace_back(Equation{algebra.symbol(name), complex_value(algebra, part)});
    return labelled(std::vector<Value>{decimal_value(algebra, mode.frequency), decimal_value(algebra, mode.damping),
                                       Value(std::move(shape))},
                    {"frequency", "damping", "shape"});
}

Value modes(Call& call) {
    require_model(call);
    Description& description = call.description();
    LinearizationPoint point;
    point.given = given_values(call, "at");
    point.with_modes = true;
    const Model model = with_outputs(call, {});
    require_numbers(call);
    const Linearization found = description.mechanics().linearize(model, point);
    note_doubts(call, found);
    std::vector<Value> values;
    for (const Mode& mode : found.modes) values.push_back(mode_value(description.algebra(), mode));
    return values;
}

// -- frequency_response

constexpr long most_points = 100'000;

double positive_number(Call& call, const std::string& keyword) {
    const Expr e = call.expression(keyword);
    const bool constant = e.graph != nullptr && e.graph->node(e).dependence == 0;
    const double value = constant ? e.graph->constant_double(e) : 0;
    if (!(value > 0) || !std::isfinite(value))
        call.fail(call.argument(keyword), "a frequency is a positive number, in Hz");
    return value;
}

// Equal steps of the logarithm, both ends included.
std::vector<double> frequencies(Call& call) {
    const double from = positive_number(call, "from"), to = positive_number(call, "to");
    if (!(from < to)) call.fail(call.argument("to"), "'to' must be above 'from'");
    const Expr e = call.expression("points");
    const bool constant = e.graph != nullptr && e.graph->node(e).dependence == 0;
    const double value = constant ? e.graph->constant_double(e) : 0;
    if (!(value >= 2) || value > most_points || value != std::floor(value))
        call.fail(call.argument("points"), "'points' is a whole number from 2 to " + std::to_string(most_points));
    const long count = std::lround(value);
    std::vector<double> all{from};
    for (long k = 1; k + 1 < count; ++k)
        all.push_back(from * std::pow(to / from, static_cast<double>(k) / static_cast<double>(count - 1)));
    all.push_back(to);
    return all;
}

std::string input_of_response(Call& call) {
    const Model& model = call.description().model();
    const Syntax& at = call.argument("input");
    const std::string name = name_at_state(call, call.value("input"), at);
    const auto found = std::ranges::find(model.inputs, name, &Input::name);
    if (found == model.inputs.end())
        call.fail(at, fmt::format("'{}' is no input of the model", name),
                  hint_near(name, model.inputs.empty() ? "the model has none" : "", model.inputs));
    if (found->is_flag()) call.fail(at, fmt::format("'{}' is a flag: only events change it", name));
    if (found->derivative > 0)
        call.fail(at, fmt::format("'{}' is the rate of an input", name), "name the input itself: its rates follow");
    return name;
}

Value frequency_response(Call& call) {
    require_model(call);
    Description& description = call.description();
    LinearizationPoint point;
    point.given = given_values(call, "at");
    const std::string input = input_of_response(call);
    point.responses.push_back({input, frequencies(call)});
    const Model model = with_outputs(call, {{call.value("output"), call.argument("output")}});
    require_numbers(call);
    const Linearization found = description.mechanics().linearize(model, point);
    note_doubts(call, found);
    Numbers rows;
    double before = 0;
    for (std::size_t k = 0; k < found.response.size(); ++k) {
        double phase = std::arg(found.response[k]);
        constexpr double turn = 2 * 3.14159265358979323846;
        if (k > 0) phase += turn * std::round((before - phase) / turn);  // it goes on without jumps
        before = phase;
        rows.push_back({point.responses[0].frequencies[k], std::abs(found.response[k]), phase});
    }
    return labelled_matrix(description.algebra(), rows, {}, {"frequency", "gain", "phase"});
}

}  // namespace

std::vector<BuiltIn> steady_functions() {
    using namespace arguments;
    return {
        {"trim",
         {keyword("given", "[u = 20, ..]", some_equations,
                  "what is as you say: coordinates, speeds, states, inputs, parameters, t"),
          keyword("find", "[delta, ..]", some_names, "the inputs and parameters that make it so"),
          keyword("free", "[x, y, ..]", some_names,
                  "coordinates that may go on at any rate: place and heading of a vehicle, turns of its wheels")},
         "a steady motion: the list name = value of its coordinates, speeds, states, and of what was given and found",
         "s: trim(given = [u = 20, r = 1/5], find = [delta, throttle], free = [x, y, psi])$",
         trim,
         true},
        {"modes",
         {at_state()},
         "[natural frequency in Hz, damping ratio, shape] of each small motion about a state",
         "modes(at = [q1 = 0])[1][1];",
         modes,
         true},
        {"frequency_response",
         {at_state(), keyword("input", "delta", a_name, "the input that oscillates").must_be_given(),
          keyword("output", "r", a_number, "what answers: an expression or the name of an output").must_be_given(),
          keyword("from", "1/10", a_number, "the lowest frequency").in("Hz").must_be_given(),
          keyword("to", "100", a_number, "the highest frequency").in("Hz").must_be_given(),
          keyword("points", "100", a_number, "how many frequencies, in equal steps of their logarithm")
              .otherwise("100")},
         "a row [frequency in Hz, gain, phase in rad] for each frequency",
         "frequency_response(input = tau, output = q1, from = 1/10, to = 10);",
         frequency_response,
         true},
    };
}

}  // namespace lag
