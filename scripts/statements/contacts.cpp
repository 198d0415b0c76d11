// Statements: script -> Model::contacts, with their rows among the constraints, flags among the inputs, and events.
#include "scripts/statements/contacts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/calculus.hpp"
#include "core/constraint_rows.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/formed.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

Expr restitution_of(Call& call) {
    const Syntax& place = call.argument("restitution");
    const Model& model = call.description().model();
    const Expr restitution = quantity(call, "restitution", anything, "a restitution");
    const std::optional<double> e = value_at_defaults(model, restitution);
    if (e && (*e < 0 || *e > 1))
        call.fail(place, "a restitution is between 0 and 1, found " + shown_value(model, restitution, *e),
                  "0: without a bounce, 1: the speed is reversed");
    return restitution;
}

namespace {

constexpr std::size_t most_contacts = 4, most_modes = 16384;

template <class Entries>
bool has_name(const Entries& entries, const std::string& name) {
    return std::ranges::any_of(entries, [&](const auto& entry) { return entry.name == name; });
}

void require_new(Call& call, const std::string& contact, const std::string& named, const std::vector<std::string>& rows,
                 const std::vector<std::string>& events) {
    const Model& model = call.description().model();
    if (has_name(model.contacts, contact))
        call.fail(call.argument(0), fmt::format("a contact is named '{}' already", contact),
                  "every contact has a name of its own");
    for (const std::string& row : rows)
        if (has_name(model.constraints, row))
            call.fail(call.argument(0),
                      fmt::format("a constraint is named '{}' already, as a row of {} is", row, named));
    for (const std::string& event : events)
        if (has_name(model.events, event))
            call.fail(call.argument(0), fmt::format("an event is named '{}' already, as one of {} is", event, named));
}

// The search tries all modes at worst.
void require_few(Call& call) {
    std::size_t contacts = 0, modes = 1;
    for (const Contact& c : call.description().model().contacts) {
        if (c.normal) ++contacts;
        modes *= c.normal ? (c.tangent ? 4 : 2) : 3;
    }
    if (contacts > most_contacts)
        call.fail(fmt::format("this is contact number {}, and a model has at most {}", contacts, most_contacts),
                  "write the others as springs that push: force(P, [0, 0, max(0, -k*gap)])");
    if (modes > most_modes)
        call.fail(fmt::format("these contacts and dry frictions have {} modes, and at most {} are searched", modes,
                              most_modes),
                  "a contact with friction counts 4, without 2, dry friction 3: their product is the number of modes");
}

FlagIndex declare_flag(Call& call, const std::string& name, const std::string& text) {
    Description& description = call.description();
    description.declare(name, Role::input, call.place(call.node));
    const FlagIndex flag(flag_count(description.model()));
    description.change_model(ModelPart::rest).inputs.push_back({name, "", text, 0, description.graph().integer(0)});
    return flag;
}

// Its number. The row must restrict something.
std::size_t add_row(Call& call, Constraint row, const Syntax& at, const std::string& problem, const std::string& hint) {
    const Model& model = call.description().model();
    const std::size_t c = model.constraints.size();
    const std::string name = row.name;
    call.description().change_model(ModelPart::mechanism);
    add_constraint(call, std::move(row));
    const std::vector<ConstraintRow>& rows = call.description().mechanics().constraint_rows(model, c).rows;
    if (std::ranges::none_of(rows, [c](const ConstraintRow& formed) { return formed.constraint == c; }))
        call.fail(at, problem, hint);
    return c;
}

std::size_t add_event(Description& description, const std::string& name, Expr function) {
    std::vector<Event>& events = description.change_model(ModelPart::rest).events;
    Event event;
    event.name = name, event.function = function, event.direction = Event::Direction::falling;
    event.restitution = description.graph().integer(0);
    events.push_back(std::move(event));
    return events.size() - 1;
}

// `value` where the flag is as said, else 1: an event that waits
Expr waiting(Graph& graph, Expr condition, Expr value) {
    return graph.select(condition, value, graph.integer(1));
}

Expr magnitude(Graph& graph, Expr value) {
    return graph.unary(Op::abs, value);
}

void require_contact_speed(Call& call) {
    Description& description = call.description();
    const std::optional<double> v = value_at_defaults(description.model(), description.contact_speed);
    if (v && *v <= 0) call.fail("contacts need a contact speed above 0", "such as options(contact_speed = 1/1000)");
    description.change_model(ModelPart::rest).contact_speed = description.contact_speed;
}

// Stops may have the contact speed 0, with which they bounce however slow they are hit.
void take_speed_of_stops(Call& call) {
    Description& description = call.description();
    const std::optional<double> v = value_at_defaults(description.model(), description.contact_speed);
    if (v && *v > 0) return require_contact_speed(call);
    if (description.model().stops.empty() && description.model().contacts.empty())
        description.change_model(ModelPart::rest).contact_speed = description.graph().rational(1, 1000);
}

// A list where one number is meant, a condition where its left side is.
void require_number(Call& call, const Value& value, const Syntax& at, const std::string& what,
                    const std::string& component) {
    if (value.is_list()) call.fail(at, what + " is a number, found a list", "take one component, such as " + component);
    if (value.is_equation() || value.is_condition())
        call.fail(at, what + " is a number, found a condition",
                  "give the gap alone: contact(foot, z) keeps z from falling below 0");
}

Value contact(Call& call) {
    require_open(call);
    ContactTerms terms;
    terms.name = plain_name(call, 0), terms.named = fmt::format("contact '{}'", terms.name);
    const Syntax& at = call.argument(1);
    const std::string what = "the gap of " + terms.named;
    require_number(call, call.value(1), at, what, "position(P)[3]");
    terms.gap = quantity(call, call.value(1), at, no_accelerations, what);
    require_dependence(call.description().graph(), terms.gap, no_speeds, call.place(at), what);
    require_consistent_units(call, call.value(1), at, what);
    call.description().require_input_rates(terms.gap, 2, call.place(at));
    terms.gap_unit = deduced_unit(call, call.value(1), at, what);
    terms.restitution = restitution_of(call);
    read_friction(call, terms);
    add_contact(call, terms);
    return {};
}

Value hinge_friction(Call& call) {
    require_open(call);
    Description& description = call.description();
    Graph& graph = description.graph();
    const std::string q = call.name(std::size_t{0});
    const Model& model = description.model();
    const auto coordinate = std::ranges::find(model.coordinates, q, &Coordinate::name);
    if (coordinate == model.coordinates.end())
        call.fail(call.argument(0), fmt::format("hinge_friction takes a coordinate, and '{}' is none", q),
                  "such as hinge_friction(q1, 1/2)");
    for (const Constraint& c : model.constraints)
        for (const CoordinateIndex own : c.cut.hinge.coordinates)
            if (model.coordinates[own.value].name == q)
                call.fail(call.argument(0),
                          fmt::format("hinge_friction cannot act on '{}', which belongs to a cut hinge", q),
                          "cut the loop at another hinge");
    const std::string what = fmt::format("the limit of the friction of '{}'", q), unit = coordinate->unit;
    const std::string load = load_unit(unit.empty() ? "" : with_rate(unit));
    const Expr limit = graph.own(quantity(call, call.value(1), call.argument(1),
                                          static_cast<Dependence>(no_accelerations | bit(Role::multiplier)), what));
    if (const std::optional<double> value = value_at_defaults(model, limit); value && *value < 0)
        call.fail(call.argument(1),
                  fmt::format("{} cannot be negative, found {}", what, shown_value(model, limit, *value)));
    if (!load.empty()) require_unit(call, call.value(1), load, call.argument(1), what);
    require_contact_speed(call);
    Contact friction{.name = q,
                     .normal = {},
                     .tangent = {},
                     .limit = limit,
                     .restitution = graph.integer(0),
                     .speed = graph.own(description.contact_speed),
                     .closed = {},
                     .slip = {},
                     .closes = {},
                     .opens = {},
                     .slips = {},
                     .sticks = {}};
    const std::string row = q + "_friction";
    const std::string named = fmt::format("the friction of '{}'", q);
    if (has_name(model.contacts, q))
        call.fail(call.argument(0), named + " has a limit already", "give the sum of all limits in one hinge_friction");
    require_new(call, q, named, {row}, {q + "_slips", q + "_sticks"});
    friction.slip = declare_flag(call, q + "_slip", q + ": which way it slides, 0 where it sticks");
    const Expr slip = symbol(model, *friction.slip);
    const Expr sticks = graph.binary(Op::equal, slip, graph.integer(0));
    const Expr rate = graph.own(description.meaning_of(q + "'"));
    friction.tangent =
        add_row(call,
                {.kind = Constraint::Kind::speed,
                 .name = row,
                 .value = rate,
                 .P = {},
                 .Q = {},
                 .unit = unit.empty() ? "" : with_rate(unit),
                 .multiplier_unit = load,
                 .active = graph.select(sticks, graph.integer(1), graph.integer(0)),
                 .of_contact = true},
                call.argument(0), fmt::format("nothing moves '{}'", q), "a free coordinate has friction");
    const Expr F = -multiplier_symbol(description.model(), *friction.tangent, 0);
    friction.slips = add_event(description, q + "_slips", waiting(graph, sticks, limit - magnitude(graph, F)));
    friction.sticks = add_event(description, q + "_sticks", waiting(graph, graph.logical_not(sticks), slip * rate));
    description.change_model(ModelPart::mechanism).contacts.push_back(std::move(friction));
    require_few(call);
    return {};
}

// A slip speed that is the rate of the gap, or its opposite, is a mistake: friction would act along the normal.
void require_along_surface(Call& call, std::size_t normal, std::size_t tangent, const std::string& named) {
    Description& description = call.description();
    const auto coefficients = [&](std::size_t constraint) {
        for (const ConstraintRow& row : description.mechanics().constraint_rows(description.model(), constraint).rows)
            if (row.constraint == constraint) return row.B;
        return decltype(ConstraintRow::B){};
    };
    const auto of_gap = coefficients(normal), of_slip = coefficients(tangent);
    if (of_gap.empty() || of_gap.size() != of_slip.size()) return;
    bool same = true, opposite = true;
    for (auto one = of_gap.begin(), other = of_slip.begin(); one != of_gap.end(); ++one, ++other) {
        same = same && one->first == other->first && one->second == other->second;
        opposite = opposite && one->first == other->first && one->second == -other->second;
    }
    if (same || opposite)
        call.fail(call.argument("tangent"), fmt::format("the slip speed of {} is the rate of its gap", named),
                  "it is a speed along the surface, such as tangent = velocity(P)[1] on a floor whose normal is z");
}

const Contact* contact_named(Call& call, const std::string& name) {
    const std::vector<Contact>& contacts = call.description().model().contacts;
    const auto found = std::ranges::find(contacts, name, &Contact::name);
    return found == contacts.end() ? nullptr : &*found;
}

Value load_of(Call& call, std::size_t constraint) {
    const Model& model = call.description().model();
    return formed(call, -multiplier_symbol(model, constraint, 0), model.constraints[constraint].multiplier_unit);
}

[[noreturn]] void fail_without(Call& call, const std::string& name, bool with_friction) {
    std::vector<std::string> names;
    for (const Contact& c : call.description().model().contacts)
        if (!with_friction ? c.normal.has_value() : c.tangent.has_value()) names.push_back(c.name);
    const std::string close = did_you_mean(name, names);
    call.fail(call.argument(0), fmt::format("no contact{} is named '{}'", with_friction ? " with friction" : "", name),
              !close.empty()  ? fmt::format("did you mean '{}'?", close)
              : with_friction ? "declare one above with contact(foot, gap, friction = mu, tangent = v_t)"
                              : "declare one above with contact(foot, gap)");
}

Value normal_force(Call& call) {
    require_model(call);
    const std::string name = call.name(std::size_t{0});
    const Contact* const c = contact_named(call, name);
    if (c != nullptr && c->normal) return load_of(call, *c->normal);
    const std::vector<Constraint>& rows = call.description().model().constraints;
    for (std::size_t k = 0; k < rows.size(); ++k)
        if (!name.empty() && rows[k].name == name && rows[k].kind == Constraint::Kind::position)
            return load_of(call, k);
    fail_without(call, name, false);
}

Value friction_force(Call& call) {
    require_model(call);
    const std::string name = call.name(std::size_t{0});
    const Contact* const c = contact_named(call, name);
    if (c != nullptr && c->tangent) return load_of(call, *c->tangent);
    fail_without(call, name, true);
}

}  // namespace

void read_friction(Call& call, ContactTerms& terms) {
    if (call.has("friction") != call.has("tangent")) {
        if (call.has("friction"))
            call.fail(call.argument("friction"), "friction needs the slip speed",
                      "tangent = v_t, such as tangent = x'");
        call.fail(call.argument("tangent"), "tangent is the slip speed of friction = mu, which is not given");
    }
    if (!call.has("friction")) return;
    Graph& graph = call.description().graph();
    const Model& model = call.description().model();
    const Syntax& at = call.argument("friction");
    const std::string what = "the friction of " + terms.named;
    const Expr mu = graph.own(quantity(call, "friction", no_accelerations, what));
    if (const std::optional<double> value = value_at_defaults(model, mu); value && *value < 0)
        call.fail(at, fmt::format("{} cannot be negative, found {}", what, shown_value(model, mu, *value)));
    terms.friction = mu;
    const Syntax& along = call.argument("tangent");
    const std::string slip = "the slip speed of " + terms.named;
    require_number(call, call.value("tangent"), along, slip, "velocity(P)[1]");
    terms.tangent = quantity(call, call.value("tangent"), along, no_accelerations, slip);
    require_dependence(graph, terms.tangent, static_cast<Dependence>(no_speeds | bit(Role::speed)), call.place(along),
                       slip);
    if ((graph.node(graph.own(terms.tangent)).dependence & bit(Role::speed)) == 0)
        call.fail(along, slip + " holds no speeds", "write a rate with a prime, such as tangent = x'");
    for (std::size_t u = 0; u < model.speeds.size(); ++u)
        if ((graph.node(partial_derivative(graph.own(terms.tangent), symbol(model, SpeedIndex(u)))).dependence &
             bit(Role::speed)) != 0)
            call.fail(along, fmt::format("{} is not linear in the speed '{}'", slip, model.speeds[u].name),
                      "it is a sum of speeds with factors, such as tangent = velocity(P)[1]");
    require_consistent_units(call, call.value("tangent"), along, slip);
    call.description().require_input_rates(terms.tangent, 1, call.place(along));
    terms.tangent_unit = deduced_unit(call, call.value("tangent"), along, slip);
}

void add_contact(Call& call, const ContactTerms& terms) {
    Description& description = call.description();
    Graph& graph = description.graph();
    const bool is_stop = !terms.stop_flag.empty();
    is_stop ? take_speed_of_stops(call) : require_contact_speed(call);
    const std::string &name = terms.name, t = name + "_t";
    Contact contact{.name = name,
                    .normal = {},
                    .tangent = {},
                    .limit = terms.friction ? *terms.friction : graph.integer(0),
                    .restitution = graph.own(terms.restitution),
                    .speed = graph.own(description.contact_speed),
                    .closed = {},
                    .slip = {},
                    .closes = {},
                    .opens = {},
                    .slips = {},
                    .sticks = {}};
    std::vector<std::string> rows{name}, events{name, name + "_opens"};
    if (terms.friction) rows.push_back(t), events.push_back(name + "_slips"), events.push_back(name + "_sticks");
    require_new(call, name, terms.named, rows, events);
    contact.closed = declare_flag(call, is_stop ? terms.stop_flag : name + "_closed",
                                  terms.text.empty() ? terms.named + " is closed" : terms.text);
    const Expr flag = symbol(description.model(), *contact.closed);
    const Expr closed = graph.logical_not(graph.binary(Op::equal, flag, graph.integer(0)));
    const std::string unit = terms.gap_unit;
    contact.normal =
        add_row(call,
                {.kind = Constraint::Kind::position,
                 .name = name,
                 .value = terms.gap,
                 .P = {},
                 .Q = {},
                 .unit = unit,
                 .multiplier_unit = unit.empty() ? "" : multiplier_unit(call, with_rate(unit)),
                 .active = flag,
                 .of_contact = !is_stop},
                call.argument(0), "no motion changes the gap of " + terms.named, "a gap holds coordinates");
    const Expr N = -multiplier_symbol(description.model(), *contact.normal, 0);
    contact.closes = add_event(description, name, waiting(graph, graph.logical_not(closed), graph.own(terms.gap)));
    contact.opens = add_event(description, name + "_opens", waiting(graph, closed, N));
    if (terms.friction) {
        contact.slip = declare_flag(call, name + "_slip", terms.named + ": which way it slides, 0 where it sticks");
        const Expr slip = symbol(description.model(), *contact.slip);
        const Expr sticks = graph.binary(Op::logical_and, closed, graph.binary(Op::equal, slip, graph.integer(0)));
        const Expr slides =
            graph.binary(Op::logical_and, closed, graph.logical_not(graph.binary(Op::equal, slip, graph.integer(0))));
        contact.tangent =
            add_row(call,
                    {.kind = Constraint::Kind::speed,
                     .name = t,
                     .value = terms.tangent,
                     .P = {},
                     .Q = {},
                     .unit = terms.tangent_unit,
                     .multiplier_unit = terms.tangent_unit.empty() ? "" : multiplier_unit(call, terms.tangent_unit),
                     .active = graph.select(sticks, graph.integer(1), graph.integer(0)),
                     .of_contact = true},
                    call.argument("tangent"), "no motion changes the slip speed of " + terms.named,
                    "write a rate with a prime, such as tangent = x'");
        require_along_surface(call, *contact.normal, *contact.tangent, terms.named);
        const Expr F = -multiplier_symbol(description.model(), *contact.tangent, 0);
        contact.slips =
            add_event(description, name + "_slips", waiting(graph, sticks, *terms.friction * N - magnitude(graph, F)));
        contact.sticks =
            add_event(description, name + "_sticks", waiting(graph, slides, slip * graph.own(terms.tangent)));
    }
    Model& model = description.change_model(ModelPart::mechanism);
    (is_stop ? model.stops : model.contacts).push_back(std::move(contact));
    require_few(call);
}

std::vector<BuiltIn> contact_statements() {
    using namespace arguments;
    return {
        {"contact",
         {required("name", a_new_name, "for messages, normal_force and friction_force"),
          required("gap", ArgumentType{a_number.words},
                   "of coordinates, time and inputs: the gap, which is not negative"),
          restitution("0 to 1: the contact bounces with e times the speed at which it closes"), friction(),
          slip_speed()},
         "a contact that opens, closes, sticks and slides: gap >= 0, normal force >= 0, Coulomb friction along v_t",
         "contact(foot, z, restitution = 1/2, friction = 3/10, tangent = x')$",
         contact,
         true},
        {"hinge_friction",
         {required("q", a_coordinate, "not of a cut hinge"),
          required("limit", a_number,
                   "the largest magnitude of the friction, in the unit of the load on q; it may hold multipliers and "
                   "normal forces")},
         "dry friction on the rate of q, at most limit in magnitude; it may stick",
         "hinge_friction(q1, 1/2)$",
         hinge_friction,
         true},
        {"normal_force",
         {required("n", a_name, "a contact, or a row")},
         "the force that presses the contact named n together; of a row, minus its multiplier",
         "output(push, normal_force(foot), \"N\")$",
         normal_force,
         true},
        {"friction_force",
         {required("n", a_name, "a contact with friction, or a coordinate with hinge_friction")},
         "the friction of the contact or coordinate n, along its slip speed",
         "output(grip, friction_force(foot), \"N\")$",
         friction_force,
         true},
    };
}

}  // namespace lag
