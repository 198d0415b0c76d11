// model, parameter, parameters, input, initial, gravity, output.
#include "scripts/statements/reading.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/calculus.hpp"
#include "core/model_index.hpp"
#include "scripts/statements/free_bodies.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/states.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

Value start_model(Call& call) {
    Description& description = call.description();
    settle_rates(call.interpreter, description);
    Model model;
    model.graph = description.model().graph;  // one for all models of a script
    model.name = plain_name(call, 0);
    if (call.has(1)) model.title = call.text(1);
    model.gravity = zero_vector(description.graph());
    description.start_model(std::move(model), call.place(call.node));
    return {};
}

// -- parameters

// Earlier parameters in a default stand for their own defaults.
Expr evaluated_default(const Model& model, Expr e) {
    Graph& graph = *model.graph;
    Substitution at_defaults(graph);
    for (std::size_t p = 0; p < model.parameters.size(); ++p)
        at_defaults.replace(symbol(model, ParameterIndex(p)), model.parameters[p].default_value);
    return at_defaults(e);
}

void add_parameter(Call& call, const std::string& name, const Syntax& name_at, const Value& value,
                   const Syntax& value_at, const std::string& unit, const std::string& text) {
    Description& description = call.description();
    if (call.interpreter.binding(name) != nullptr)
        call.fail(name_at, fmt::format("'{}' is a variable with a value: as a parameter it would never be seen", name),
                  "choose another name, here or for the variable");
    const std::string what = fmt::format("the default of parameter '{}'", name);
    const Expr given = quantity(call, value, value_at, only_parameters, what);
    require_declared_unit(call, value, unit, value_at, what);
    Expr e = evaluated_default(description.model(), given);
    e = description.graph().own(e);
    description.graph().constant_double(e);  // raises where it has no value
    description.declare(name, Role::parameter, call.place(name_at));
    description.change_model(ModelPart::start).parameters.push_back({name, e, unit, text});
}

Value parameter(Call& call) {
    require_model(call);
    const std::string name = plain_name(call, 0);
    add_parameter(call, name, call.argument(0), call.value(1), call.argument(1), unit_argument(call, 2),
                  call.has(3) ? call.text(3) : "");
    return {};
}

// The sides of `name = value`, a direct argument; the name is not evaluated.
struct Assignment {
    std::string name;
    Syntax name_at, value_at;
};
Assignment assignment(Call& call, std::size_t i, const std::string& example) {
    const Syntax& node = call.argument(i);
    if (node->kind != NodeKind::relation || node->text != "=")
        call.fail(node, "expected name = value", "such as " + example);
    const Syntax& left = node->children[0];
    if (left->kind == NodeKind::name) return {left->text, left, node->children[1]};
    if (left->kind == NodeKind::prime && left->children[0]->kind == NodeKind::name)
        return {left->children[0]->text + std::string(static_cast<std::size_t>(left->primes), '\''), left,
                node->children[1]};
    return {call.name(call.interpreter.evaluate(left), left), left, node->children[1]};
}

Value parameters(Call& call) {
    require_model(call);
    for (std::size_t i = 0; i < call.count(); ++i) {
        const Assignment given = assignment(call, i, "parameters(m1 = 10, l1 = 2)");
        add_parameter(call, given.name, given.name_at, call.interpreter.evaluate(given.value_at), given.value_at, "",
                      "");
    }
    return {};
}

Value input(Call& call) {
    require_model(call);
    const std::string name = plain_name(call, 0);
    call.description().declare(name, Role::input, call.place(call.argument(0)));
    Model& model = call.description().change_model(ModelPart::rest);
    insert_input(model, InputIndex(model.inputs.size() - flag_count(model)),  // flags stay after all inputs
                 {name, unit_argument(call, 1), call.has(2) ? call.text(2) : "", 0});
    return {};
}

// -- the initial state

std::vector<std::string> state_names(const Model& model) {
    std::vector<std::string> names;
    for (const Coordinate& q : model.coordinates) names.push_back(q.name);
    for (const Speed& u : model.speeds) names.push_back(u.name);
    for (const StateVariable& s : model.states) names.push_back(s.name);
    return names;
}

bool is_start_rate(const Description& description, const std::string& name) {
    const std::vector<std::string> names = start_rate_names(description);
    return std::ranges::find(names, name) != names.end();
}

// A name that is no state itself may be a variable that holds one: for q in [q1, q2] do initial(q = 0.1)
std::string state_name(Call& call, const Assignment& given) {
    const std::vector<std::string> names = state_names(call.description().model());
    const auto is_state = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end() || is_start_rate(call.description(), name);
    };
    if (is_state(given.name)) return given.name;
    if (call.description().solved.contains(given.name))
        call.fail(given.name_at, fmt::format("'{}' follows from other coordinates by now", given.name),
                  "its initial value chooses among the poses of the loop: write it above the first result and emit");
    const Value value = call.interpreter.evaluate(given.name_at);
    const std::string held = value.is_scalar() ? call.description().algebra().name_of(value.scalar()) : "";
    if (is_state(held)) return held;
    const std::string close = did_you_mean(given.name, names);
    if (is_flag(call.description().model(), given.name))
        call.fail(given.name_at, fmt::format("'{}' is a flag: its first value stands where it is declared", given.name),
                  fmt::format("flag({}, value)", given.name));
    const bool has_states = !call.description().model().states.empty();
    call.fail(given.name_at,
              fmt::format("{}{}'",
                          has_states ? "no coordinate, speed or state is named '" : "no coordinate or speed is named '",
                          given.name),
              close.empty() ? fmt::format("initial values belong to coordinates{} that are declared above",
                                          has_states ? ", speeds and states" : " and speeds")
                            : fmt::format("did you mean '{}'?", close));
}

void hold(Model& model, const HeldValue& value) {
    if (!is_held(model, value)) model.held.push_back(value);
}

// The coordinate of a hinge that is rows, by its rate: an expression of speeds.
std::optional<CoordinateIndex> measured_by_rate(Call& call, const Value& item) {
    if (!item.is_scalar()) return {};
    Description& description = call.description();
    const Expr rate = description.algebra().lower(item.scalar().value());
    for (const FreedBody& freed : description.freed)
        for (const CoordinateIndex q : freed.hung.hinge.coordinates)
            if (!freed.hung.hinge.euler_parameters &&
                description.mechanics().coordinate_rate(description.model(), q) == rate)
                return q;
    return {};
}

// hold = [q1, q1']
void hold(Call& call) {
    Model& model = call.description().change_model(ModelPart::start);
    const Syntax& at = call.argument("hold");
    for (const Value& item : call.items(call.value("hold"), at, "a list of coordinates and speeds")) {
        const std::string name = item.is_text()     ? item.text()
                                 : item.is_scalar() ? call.description().algebra().name_of(item.scalar())
                                                    : "";
        const ModelIndex index(model);
        if (const std::optional<CoordinateIndex> q = index.coordinate(name)) {
            hold(model, *q);
        } else if (const std::optional<SpeedIndex> u = index.speed(name)) {
            hold(model, *u);
        } else if (const std::optional<CoordinateIndex> measured = measured_by_rate(call, item)) {
            hold(model, MeasuredRate{*measured});
        } else {
            if (index.state(name))
                call.fail(at, fmt::format("'{}' is a state, and no constraint moves states", name),
                          "leave it out of 'hold'");
            const std::string close = did_you_mean(name, state_names(model));
            call.fail(at,
                      "hold takes coordinates and speeds, found " +
                          (name.empty() ? to_string(at) : fmt::format("'{}'", name)),
                      close.empty() ? "such as hold = [q1, q1']" : fmt::format("did you mean '{}'?", close));
        }
    }
}

void start_at(Call& call, const Assignment& given) {
    Model& model = call.description().change_model(ModelPart::start);
    const std::string name = state_name(call, given);
    const std::string what = fmt::format("the initial value of '{}'", name);
    const Value value = call.interpreter.evaluate(given.value_at);
    const Expr e = quantity(call, value, given.value_at, only_parameters, what);
    if (StateVariable* const s = entry_named(model.states, name)) {
        require_declared_unit(call, value, s->unit, given.value_at, what);
        s->initial_value = e;
        return;
    }
    if (is_start_rate(call.description(), name)) {
        const Coordinate* const its = entry_named(model.coordinates, name.substr(0, name.size() - 1));
        require_unit(call, value, with_rate(its->unit), given.value_at, what);
        call.description().start_rates[name] = e;
        return;
    }
    Coordinate* const q = entry_named(model.coordinates, name);
    Speed* const u = q != nullptr ? nullptr : entry_named(model.speeds, name);
    require_unit(call, value, q != nullptr ? q->unit : u->unit, given.value_at, what);
    (q != nullptr ? q->initial_value : u->initial_value) = e;
}

Value initial(Call& call) {
    require_model(call);
    if (call.count() == 0 && !call.has("hold"))
        call.fail("initial takes at least 1 argument, found 0", call.built_in.signature());
    for (std::size_t i = 0; i < call.count(); ++i) start_at(call, assignment(call, i, "initial(q1 = 0.3, q1' = 0)"));
    const std::vector<std::string> names = state_names(call.description().model());
    if (call.has("hold") && std::ranges::find(names, "hold") != names.end()) {
        start_at(call, {"hold", call.node, call.argument("hold")});
    } else if (call.has("hold")) {
        hold(call);
    }
    if (call.description().is_complete()) settle_starts(call.description());
    return {};
}

Value gravity(Call& call) {
    require_open(call);
    const Vec3<Expr> given = quantities(call, 0, no_state, "gravity");
    Vec3<Expr>& own = call.description().change_model(ModelPart::mechanism).gravity;
    if (!(own == given) && !(own == zero_vector(call.description().graph())))
        call.interpreter.warning(call.node, "this gravity replaces the one given before",
                                 "one 'gravity' holds for the whole model: leave one of the two out");
    own = given;
    return {};
}

Value output(Call& call) {
    require_model(call);
    const Model& model = call.description().model();
    const std::string name = plain_name(call, 0);
    if (entry_named(model.outputs, name) != nullptr)
        call.fail(call.argument(0), fmt::format("an output is named '{}' already", name));
    const char* const kind = entry_named(model.coordinates, name) != nullptr ? "coordinate"
                             : entry_named(model.speeds, name) != nullptr    ? "speed"
                             : entry_named(model.states, name) != nullptr    ? "state"
                                                                             : nullptr;
    if (kind != nullptr)
        call.interpreter.warning(
            call.argument(0),
            fmt::format("output '{0}' has the name of a {1}: tables of runs have two columns {0}", name, kind),
            fmt::format("choose another name: where a column is asked for by name, {} is the {}", name, kind));
    const Expr e = quantity(call, call.value(1), call.argument(1), anything, "an output");
    if (!call.description().result_in(call.value(1).scalar()).empty())
        call.description().outputs_of_results.insert(name);
    const std::string what = fmt::format("output '{}'", name);
    std::string unit = unit_argument(call, 2);
    require_declared_unit(call, call.value(1), unit, call.argument(1), what);
    if (!call.has(2)) unit = deduced_unit(call, call.value(1), call.argument(1), what);
    call.description()
        .change_model(ModelPart::rest)
        .outputs.push_back({name, e, unit, call.has(3) ? call.text(3) : ""});
    return {};
}

}  // namespace

std::vector<BuiltIn> model_statements() {
    using namespace arguments;
    return {
        {"model",
         {required("name", a_new_name, "the prefix of every emitted routine: pendulum_derivatives"),
          optional("\"title\"", a_text, "stands in the head comment of emitted files")},
         "starts a model; its name is the prefix of every emitted routine",
         "model(pendulum, \"A pendulum\")$",
         start_model},
        {"parameter",
         {required("name", a_new_name, "what it is called"),
          required("default", a_number, "the value unless the caller gives another; it may hold earlier parameters"),
          unit_text(), explained("stands in the head comment of emitted files")},
         "a number the caller may change between runs; its default may use earlier parameters",
         "parameter(m1, 10.0, \"kg\", \"mass of the upper rod\")$",
         parameter},
        {"parameters",
         {required("name = default", an_equation, "a parameter and its value unless the caller gives another"),
          repeated("name2 = default2, ..", an_equation)},
         "several parameters, defaults only",
         "parameters(m1 = 10, l1 = 2)$",
         parameters},
        {"input",
         {required("name", a_new_name, "what it is called"), unit_text(),
          explained("stands in the head comment of emitted files")},
         "a value the caller supplies at every call",
         "input(tau1, \"N*m\", \"motor torque\")$",
         input},
        {"initial",
         {repeated("name = value, ..", an_equation,
                   "a coordinate, a speed or a state, and its value at the start: numbers and parameters"),
          keyword("hold", "[q1, ..]", some_names,
                  "coordinates and speeds that keep their values when the start is moved onto the constraints")},
         "the initial state: coordinates, speeds and states, 0 unless given; `hold` names those that keep their values "
         "when the start is moved onto the constraints",
         "initial(q1 = 0.3, q1' = 0, hold = [q1])$",
         initial},
        {"gravity",
         {required("[gx, gy, gz]", a_location, "its components in ground axes: numbers, parameters, inputs, t")
              .in("m/s^2")},
         "uniform gravity, components in ground axes",
         "gravity([0, 0, -9.81])$",
         gravity},
        {"output",
         {required("name", a_new_name, "unique among the outputs"),
          required("expr", a_number,
                   "may hold time, parameters, inputs, coordinates, speeds, states, accelerations, multipliers, "
                   "external results"),
          optional("\"unit\"", a_text, "without it the one that follows from the expression"),
          explained("stands in the head comment of emitted files")},
         "a value the emitted outputs routine computes",
         "output(height, position(tip)[2], \"m\")$",
         output},
    };
}

}  // namespace lag
