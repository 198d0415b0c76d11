// Statements: script -> flags among Model::inputs, Model::events.
#include "scripts/statements/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/constraint_rows.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/contacts.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

Value flag(Call& call) {
    require_open(call);
    Description& description = call.description();
    const std::string name = plain_name(call, 0);
    const Expr first = quantity(call, call.value(1), call.argument(1), only_parameters,
                                fmt::format("the first value of flag '{}'", name));
    description.declare(name, Role::input, call.place(call.argument(0)));
    description.change_model(ModelPart::rest)
        .inputs.push_back({name, "", call.has(2) ? call.text(2) : "", 0, description.graph().own(first)});
    return {};
}

Event::Direction direction_of(Call& call) {
    const std::string word = call.word(2);
    return word == "rising"    ? Event::Direction::rising
           : word == "falling" ? Event::Direction::falling
                               : Event::Direction::either;
}

// name = value, one or a list of them.
struct Given {
    std::string name;
    Value value;
    Syntax at;
};
std::vector<Given> equations_of(Call& call, const std::string& keyword, const std::string& example) {
    if (!call.has(keyword)) return {};
    const Syntax& at = call.argument(keyword);
    const Value& value = call.value(keyword);
    const bool single = value.is_equation();
    const std::vector<Value> items =
        single ? std::vector<Value>{value} : call.items(value, at, "a list of equations, name = value");
    std::vector<Given> given;
    for (std::size_t k = 0; k < items.size(); ++k) {
        const Syntax& place = single ? at : Call::entry(at, k);
        if (!items[k].is_equation())
            call.fail(place, keyword + " is a list of equations, name = value", "such as " + example);
        const Value& left = items[k].equation().lhs;
        std::string name;
        if (left.is_scalar()) {
            const Expr e = call.description().graph().own(call.expression(left, place));
            if (call.description().graph().node(e).op == Op::symbol)
                name = call.description().graph().symbol_of(e).name;
        }
        if (name.empty())
            call.fail(place,
                      fmt::format("{}: the left side is no name, found {}", keyword,
                                  kind_of(call.description().algebra(), left)),
                      "such as " + example);
        for (const Given& earlier : given)
            if (earlier.name == name) call.fail(place, fmt::format("{}: '{}' is given twice", keyword, name));
        given.push_back({name, items[k].equation().rhs, place});
    }
    return given;
}

std::string close_to(const std::string& name, const std::vector<std::string>& names, const std::string& otherwise) {
    const std::string close = did_you_mean(name, names);
    return close.empty() ? otherwise : fmt::format("did you mean '{}'?", close);
}

void read_impulses(Call& call, Event& event) {
    const Model& model = call.description().model();
    std::vector<std::string> speeds;
    for (const Speed& u : model.speeds) speeds.push_back(u.name);
    for (const Given& given : equations_of(call, "impulse", "impulse = [q1' = -2]")) {
        const auto u = std::ranges::find(speeds, given.name);
        if (u == speeds.end()) {
            if (entry_named(model.inputs, given.name) != nullptr)
                call.fail(given.at, fmt::format("an impulse cannot act on '{}': that motion is prescribed", given.name),
                          "an impulse acts on the speeds of the mechanism");
            const bool unprimed = std::ranges::count(speeds, given.name + "'") > 0;
            call.fail(given.at, fmt::format("an impulse acts on a speed, and '{}' is none", given.name),
                      unprimed ? fmt::format("did you mean '{}''?", given.name)
                               : close_to(given.name, speeds, "such as impulse = [q1' = -2]"));
        }
        const std::string what = fmt::format("the impulse on '{}'", given.name);
        const Expr value = quantity(call, given.value, given.at, anything, what);
        const SpeedIndex place(static_cast<std::size_t>(u - speeds.begin()));
        const std::string load = load_unit(model, place);
        if (!load.empty()) require_unit(call, given.value, fmt::format("({})*s", load), given.at, what);
        event.impulses.push_back({place, value});
    }
}

std::size_t row_hit(Call& call, const Value& value, const Syntax& at) {
    const Model& model = call.description().model();
    const std::string name = value.is_text() ? value.text() : call.name(value, at);
    std::vector<std::string> names;
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        const Constraint& constraint = model.constraints[c];
        names.push_back(constraint.name);
        if (name.empty() || constraint.name != name) continue;
        if (constraint.of_contact)
            call.fail(at,
                      fmt::format(
                          "'{}' is a row of a contact or of dry friction, which takes part in impacts by itself", name),
                      "leave it out");
        if (row_count(constraint) != 1)
            call.fail(at, fmt::format("an impact is on one row, and '{}' has {}", name, row_count(constraint)),
                      "a loop that closes is switched on: set = [flag = 1]");
        if (!constraint.is_switched())
            call.fail(at, fmt::format("an impact on '{}' changes nothing: it always holds", name),
                      "give it a flag: active = f");
        const std::vector<ConstraintRow>& rows = call.description().mechanics().constraint_rows(model, c).rows;
        if (std::ranges::none_of(rows, [c](const ConstraintRow& row) { return row.constraint == c; }))
            call.fail(at, fmt::format("an impact on '{}' changes nothing: the row restricts no motion", name));
        return c;
    }
    std::erase(names, "");
    call.fail(at, fmt::format("no constraint is named '{}'", name),
              close_to(name, names, "name one above with name = .. and active = .."));
}

// The function of the event is lhs - rhs of the row, and grows there: hardly what is meant.
void warn_of_separating(Call& call, const Event& event, std::size_t c, const Syntax& at) {
    const Constraint& row = call.description().model().constraints[c];
    if (row.kind != Constraint::Kind::position) return;
    const bool same = event.function == row.value, opposite = event.function == -row.value;
    if (!(same && event.direction == Event::Direction::rising) &&
        !(opposite && event.direction == Event::Direction::falling))
        return;
    call.interpreter.warning(
        at,
        fmt::format("'{}' is not hit at event '{}': lhs - rhs grows there, and a row is hit where it falls", row.name,
                    event.name),
        same ? "write falling, or exchange the sides of the constraint" : "exchange the sides of the constraint");
}

void read_impact(Call& call, Event& event) {
    event.restitution = call.description().graph().integer(0);
    if (!call.has("impact")) {
        if (call.has("restitution"))
            call.fail(call.argument("restitution"), "restitution is that of impact = [rows], which is not given");
        return;
    }
    const Syntax& at = call.argument("impact");
    const Value& value = call.value("impact");
    const std::vector<Value> rows = value.is_list() ? value.items() : std::vector<Value>{value};
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const Syntax& place = value.is_list() ? Call::entry(at, k) : at;
        const std::size_t c = row_hit(call, rows[k], place);
        if (std::ranges::count(event.impact, c) > 0) call.fail(place, "this row is named twice");
        event.impact.push_back(c);
        warn_of_separating(call, event, c, place);
    }
    if (call.has("restitution")) event.restitution = restitution_of(call);
}

bool follows_others(const Model& model, const std::string& coordinate) {
    return std::ranges::any_of(model.constraints, [&](const Constraint& c) {
        return std::ranges::any_of(c.cut.hinge.coordinates, [&](const CoordinateIndex q) {
            return model.coordinates[q.value].name == coordinate;
        });
    });
}

void read_settings(Call& call, Event& event) {
    const Model& model = call.description().model();
    for (const Given& given : equations_of(call, "set", "set = [held = 0]")) {
        const std::string what = fmt::format("what event '{}' sets '{}' to", event.name, given.name);
        const Expr value = quantity(call, given.value, given.at, anything, what);
        if (const std::optional<FlagIndex> flag = flag_named(model, given.name)) {
            event.settings.push_back({*flag, value});
        } else if (const StateVariable* const s = entry_named(model.states, given.name)) {
            require_declared_unit(call, given.value, s->unit, given.at, what);
            event.settings.push_back({StateIndex(static_cast<std::size_t>(s - model.states.data())), value});
        } else if (const Coordinate* const q = entry_named(model.coordinates, given.name)) {
            if (follows_others(model, given.name))
                call.fail(given.at,
                          fmt::format("'{}' belongs to a cut hinge and follows from the other coordinates", given.name),
                          "set coordinates of bodies; a hinge that is rows carries its body with treat = tree");
            require_unit(call, given.value, q->unit, given.at, what);
            event.settings.push_back({CoordinateIndex(static_cast<std::size_t>(q - model.coordinates.data())), value});
        } else {
            std::vector<std::string> names;
            for (const Input& w : model.inputs)
                if (w.is_flag()) names.push_back(w.name);
            for (const StateVariable& known : model.states) names.push_back(known.name);
            for (const Coordinate& known : model.coordinates) names.push_back(known.name);
            const bool speed = entry_named(model.speeds, given.name) != nullptr;
            call.fail(given.at,
                      fmt::format("an event sets flags, states and coordinates, and '{}' is none", given.name),
                      speed ? "speeds jump by impulse = [..] and impact = [..]"
                            : close_to(given.name, names, "declare a flag above with flag(held, 1)"));
        }
    }
}

Value event(Call& call) {
    require_open(call);
    const Model& model = call.description().model();
    Event event;
    event.name = plain_name(call, 0);
    if (entry_named(model.events, event.name) != nullptr)
        call.fail(call.argument(0), fmt::format("an event is named '{}' already", event.name));
    const std::string what = fmt::format("the function of event '{}'", event.name);
    event.function = call.description().graph().own(quantity(call, call.value(1), call.argument(1), anything, what));
    if ((call.description().graph().node(event.function).dependence & ~bit(Role::parameter)) == 0)
        call.fail(call.argument(1), what + " is constant: it never passes zero");
    require_consistent_units(call, call.value(1), call.argument(1), what);
    event.direction = direction_of(call);
    read_impulses(call, event), read_impact(call, event), read_settings(call, event);
    event.stop = call.truth("stop");
    call.description().change_model(ModelPart::rest).events.push_back(std::move(event));
    return {};
}

Value limit(Call& call) {
    require_open(call);
    Description& description = call.description();
    Graph& graph = description.graph();
    const std::string q = call.name(std::size_t{0});
    const Coordinate* const coordinate = entry_named(description.model().coordinates, q);
    if (coordinate == nullptr) {
        std::vector<std::string> names;
        for (const Coordinate& known : description.model().coordinates) names.push_back(known.name);
        call.fail(call.argument(0), fmt::format("limit takes a coordinate, and '{}' is none", q),
                  close_to(q, names, "such as limit(q1, -1, 1)"));
    }
    const std::string what = fmt::format("a stop of '{}'", q), unit = coordinate->unit;
    std::array<Expr, 2> ends;
    for (std::size_t k = 0; k < 2; ++k) {
        ends.at(k) = graph.own(quantity(call, call.value(k + 1), call.argument(k + 1), only_parameters, what));
        require_unit(call, call.value(k + 1), unit, call.argument(k + 1), what);
    }
    const std::optional<double> width = value_at_defaults(description.model(), ends[1] - ends[0]);
    if (width && *width <= 0)
        call.fail(call.argument(2), fmt::format("the stops of '{}' leave no room: low is not below high", q),
                  "limit(q, low, high)");
    const Expr e = restitution_of(call);
    const Expr place = graph.symbol(q, Role::coordinate);
    const bool rubs = call.has("friction") || call.has("tangent");
    for (const std::string side : {"low", "high"}) {
        ContactTerms terms;
        terms.name = fmt::format("{}_{}", q, side), terms.named = fmt::format("the {} stop of '{}'", side, q);
        terms.gap = side == "low" ? place - ends[0] : ends[1] - place;
        terms.gap_unit = unit, terms.restitution = e;
        if (rubs) {
            read_friction(call, terms);
        } else {
            terms.stop_flag = fmt::format("{}_at_{}", q, side),
            terms.text = fmt::format("{} rests on its {} stop", q, side);
        }
        add_contact(call, terms);
    }
    return {};
}

}  // namespace

std::vector<BuiltIn> event_statements() {
    using namespace arguments;
    return {
        {"flag",
         {required("name", a_new_name, "what it is called"),
          required("first", a_number, "the value at the start: numbers and parameters"),
          explained("stands in the head comment of emitted files")},
         "a number that only events change; it stands wherever an input may",
         "flag(held, 1, \"the sear holds\")$",
         flag,
         true},
        {"event",
         {required("name", a_new_name, "for messages and tables"),
          required("g", a_number, "the function: all that an output may hold"),
          required("rising", a_word, "which way g passes zero")
              .among("direction of an event", {{"rising", "g comes from below zero"},
                                               {"falling", "g comes from above zero"},
                                               {"either", "g comes from below or above zero"}}),
          keyword("impulse", "[u = P]", some_equations, "generalized impulses on speeds: load times s"),
          keyword("impact", "[rows]", some_names,
                  "switched rows of one condition each that are hit: those that approach, where lhs - rhs falls"),
          restitution("0 to 1: the rate of the rows that are hit is reversed times e"),
          keyword("set", "[f = v]", some_equations, "new values of flags, states and coordinates"),
          keyword("stop", "true", a_truth, "a simulation ends there").otherwise("false")},
         "what happens at once where g passes zero: rising, falling or either",
         "event(bump, h, falling, impact = [floor_row], restitution = 4/5)$",
         event,
         true},
        {"limit",
         {required("q", a_coordinate, "the coordinate that is stopped"),
          required("low", a_number, "the lower stop: numbers and parameters"),
          required("high", a_number, "the upper stop, above low"),
          restitution("0 to 1: the stops throw back e times the speed at which they are hit"), friction(),
          slip_speed()},
         "the stops of a joint: it bounces off them, rests on them and leaves them; with friction they are contacts",
         "limit(q1, -%pi/4, %pi/4, restitution = 1/2)$",
         limit,
         true},
    };
}

}  // namespace lag
