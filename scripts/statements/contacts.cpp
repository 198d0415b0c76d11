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

constexpr std::size_t most_contacts = 16, most_modes = 16384;

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

// The search tries all modes at worst, of four contacts at most.
void require_few(Call& call) {
    std::size_t contacts = 0, modes = 1;
    std::vector<std::size_t> of_contacts;
    for (const Contact& c : call.description().model().contacts) {
        const std::size_t own = !c.normal || c.second ? 3 : c.tangent ? 4 : 2;
        if (!c.normal)
            modes *= own;
        else
            of_contacts.push_back(own), ++contacts;
    }
    std::ranges::sort(of_contacts, std::greater<>());
    for (std::size_t k = 0; k < std::min(contacts, most_enumerated_contacts); ++k) modes *= of_contacts[k];
    if (contacts > most_contacts)
        call.fail(fmt::format("this is contact number {}, and a model has at most {}", contacts, most_contacts),
                  "write the others as springs that push: force(P, [0, 0, max(0, -k*gap)])");
    if (modes > most_modes)
        call.fail(
            fmt::format("these contacts and dry frictions have {} modes, and at most {} are searched", modes,
                        most_modes),
            "a contact with friction counts 4, without 2, in space 3, dry friction 3: their product is the number "
            "of modes; beyond the fourth, contacts do not count");
}

FlagIndex declare_flag(Call& call, const std::string& name, const std::string& text, long first = 0) {
    Description& description = call.description();
    description.declare(name, Role::input, call.place(call.node));
    const FlagIndex flag(flag_count(description.model()));
    description.change_model(ModelPart::rest).inputs.push_back({name, "", text, 0, description.graph().integer(first)});
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
                          c.cut.carries ? "write treat = tree in its hinge: that of a body that moves freely is rows"
                                        : "cut the loop at another hinge");
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

// Whether two rows hold the same speed, or one the opposite of the other's.
bool is_same_motion(Call& call, std::size_t one, std::size_t other) {
    Description& description = call.description();
    const auto coefficients = [&](std::size_t constraint) {
        for (const ConstraintRow& row : description.mechanics().constraint_rows(description.model(), constraint).rows)
            if (row.constraint == constraint) return row.B;
        return decltype(ConstraintRow::B){};
    };
    const auto of_one = coefficients(one), of_other = coefficients(other);
    if (of_one.empty() || of_one.size() != of_other.size()) return false;
    bool same = true, opposite = true;
    for (auto a = of_one.begin(), b = of_other.begin(); a != of_one.end(); ++a, ++b) {
        same = same && a->first == b->first && a->second == b->second;
        opposite = opposite && a->first == b->first && a->second == -b->second;
    }
    return same || opposite;
}

// A slip speed that is the rate of the gap, or its opposite, is a mistake: friction would act along the normal.
void require_along_surface(Call& call, std::size_t normal, std::size_t tangent, const Syntax& at,
                           const std::string& named) {
    if (is_same_motion(call, normal, tangent))
        call.fail(at, fmt::format("the slip speed of {} is the rate of its gap", named),
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
    if (c != nullptr && c->second) {
        const Model& model = call.description().model();
        const std::vector<std::size_t> rows{*c->tangent, *c->second};
        std::vector<Expr> forces;
        for (const std::size_t row : rows) forces.push_back(-multiplier_symbol(model, row, 0));
        return formed(call, forces, [&](std::size_t k) { return model.constraints[rows.at(k)].multiplier_unit; });
    }
    if (c != nullptr && c->tangent) return load_of(call, *c->tangent);
    fail_without(call, name, true);
}

}  // namespace

namespace {

void read_slip(Call& call, const Value& value, const Syntax& at, const std::string& slip, ContactTerms& terms) {
    Graph& graph = call.description().graph();
    const Model& model = call.description().model();
    require_number(call, value, at, slip, "velocity(P)[1]");
    const Expr speed = quantity(call, value, at, no_accelerations, slip);
    require_dependence(graph, speed, static_cast<Dependence>(no_speeds | bit(Role::speed)), call.place(at), slip);
    if ((graph.node(graph.own(speed)).dependence & bit(Role::speed)) == 0)
        call.fail(at, slip + " holds no speeds", "write a rate with a prime, such as tangent = x'");
    for (std::size_t u = 0; u < model.speeds.size(); ++u)
        if ((graph.node(partial_derivative(graph.own(speed), symbol(model, SpeedIndex(u)))).dependence &
             bit(Role::speed)) != 0)
            call.fail(at, fmt::format("{} is not linear in the speed '{}'", slip, model.speeds[u].name),
                      "it is a sum of speeds with factors, such as tangent = velocity(P)[1]");
    require_consistent_units(call, value, at, slip);
    call.description().require_input_rates(speed, 1, call.place(at));
    terms.slips.push_back({speed, deduced_unit(call, value, at, slip), at});
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
    const Value& given = call.value("tangent");
    if (!given.is_list()) return read_slip(call, given, along, "the slip speed of " + terms.named, terms);
    const std::vector<Value>& both = given.items();
    if (both.size() != 2)
        call.fail(along, fmt::format("tangent is one slip speed or a list of two, found {}", both.size()),
                  "along perpendicular unit directions, such as tangent = [velocity(P)[1], velocity(P)[2]]");
    const bool is_written_out = along->kind == NodeKind::list && along->children.size() == 2;
    for (std::size_t k = 0; k < 2; ++k)
        read_slip(call, both[k], is_written_out ? along->children[k] : along,
                  fmt::format("the {} slip speed of {}", k == 0 ? "first" : "second", terms.named), terms);
    const std::string &first = terms.slips[0].unit, &second = terms.slips[1].unit;
    if (!first.empty() && !second.empty() && first != second)
        call.fail(terms.slips[1].at,
                  fmt::format("the slip speeds of {} have different units: {} and {}", terms.named, first, second),
                  "friction is a circle: both are speeds along unit directions");
}

void add_contact(Call& call, const ContactTerms& terms) {
    Description& description = call.description();
    Graph& graph = description.graph();
    const bool is_stop = !terms.stop_flag.empty();
    is_stop ? take_speed_of_stops(call) : require_contact_speed(call);
    const std::string& name = terms.name;
    const bool in_space = terms.slips.size() == 2;
    std::vector<std::string> slip_rows;
    for (std::size_t k = 0; k < terms.slips.size(); ++k)
        slip_rows.push_back(name + "_t" + (in_space ? std::to_string(k + 1) : ""));
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
    rows.insert(rows.end(), slip_rows.begin(), slip_rows.end());
    if (terms.friction) events.push_back(name + "_slips"), events.push_back(name + "_sticks");
    if (in_space) events.push_back(name + "_turns");
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
        contact.slip =
            declare_flag(call, name + "_slip",
                         terms.named + (in_space ? ": 1 while it slides" : ": which way it slides, 0 where it sticks"));
        if (in_space)
            for (long k = 0; k < 2; ++k)
                contact.direction.push_back(declare_flag(
                    call, fmt::format("{}_direction_{}", name, k + 1),
                    fmt::format("{}: where its slip went when it began or turned, component {}", terms.named, k + 1),
                    1 - k));
        const Expr slip = symbol(description.model(), *contact.slip);
        const Expr sticks = graph.binary(Op::logical_and, closed, graph.binary(Op::equal, slip, graph.integer(0)));
        const Expr slides =
            graph.binary(Op::logical_and, closed, graph.logical_not(graph.binary(Op::equal, slip, graph.integer(0))));
        std::vector<std::size_t> tangents;
        std::vector<Expr> forces, speeds;
        for (std::size_t k = 0; k < terms.slips.size(); ++k) {
            const ContactTerms::Slip& one = terms.slips[k];
            tangents.push_back(add_row(call,
                                       {.kind = Constraint::Kind::speed,
                                        .name = slip_rows[k],
                                        .value = one.speed,
                                        .P = {},
                                        .Q = {},
                                        .unit = one.unit,
                                        .multiplier_unit = one.unit.empty() ? "" : multiplier_unit(call, one.unit),
                                        .active = graph.select(sticks, graph.integer(1), graph.integer(0)),
                                        .of_contact = true},
                                       one.at, "no motion changes the slip speed of " + terms.named,
                                       "write a rate with a prime, such as tangent = x'"));
            require_along_surface(call, *contact.normal, tangents.back(), one.at, terms.named);
            forces.push_back(-multiplier_symbol(description.model(), tangents.back(), 0));
            speeds.push_back(graph.own(one.speed));
        }
        contact.tangent = tangents[0];
        Expr force = magnitude(graph, forces[0]), ahead = slip * speeds[0];
        if (in_space) {
            contact.second = tangents[1];
            if (is_same_motion(call, tangents[0], tangents[1]))
                call.fail(terms.slips[1].at, fmt::format("both slip speeds of {} are the same", terms.named),
                          "they are speeds along perpendicular directions of the surface");
            force = sqrt(forces[0] * forces[0] + forces[1] * forces[1]);
            ahead = symbol(description.model(), contact.direction[0]) * speeds[0] +
                    symbol(description.model(), contact.direction[1]) * speeds[1];
        }
        contact.slips = add_event(description, name + "_slips", waiting(graph, sticks, *terms.friction * N - force));
        Expr away = ahead;
        if (in_space) {
            // turned by 60 degrees; slower than what counts as rest, that is the end of sliding
            const Expr half = sqrt(speeds[0] * speeds[0] + speeds[1] * speeds[1]) * graph.rational(1, 2);
            const Expr rests =
                graph.binary(Op::less_equal, half, graph.own(description.contact_speed) * graph.rational(1, 2000));
            away = ahead - half;
            ahead = graph.select(rests, away, ahead);
        }
        contact.sticks = add_event(description, name + "_sticks", waiting(graph, slides, ahead));
        if (in_space) contact.turns = add_event(description, name + "_turns", waiting(graph, slides, away));
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
