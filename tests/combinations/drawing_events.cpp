// Stops, contacts, dry friction, flags, states and events near the drawn state, with outputs that say what must hold of them:
//   gap<n>   a gap, never negative
//   push<n>  the normal force of the same number, never negative, 0 while the gap is open
//   over<n>  how far friction is above its limit, never positive
// Friction is along one slip speed, or along two in space.
#include <array>
#include <cstdio>
#include <stdexcept>

#include "core/errors.hpp"
#include "tests/combinations/drawing.hpp"
#include "tests/combinations/reference.hpp"
#include "tests/support/state_values.hpp"

namespace lag::combinations {

namespace {

constexpr int attempts = 20;

std::string fixed_point(double x) {
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.3f", x);
    return buffer.data();
}

// Refusals that are right; any other is a failure of the drawing, for somebody to look at.
bool is_right_refusal(const std::string& message) {
    static const std::array right{
        "no motion changes the gap of", "is the rate of its gap", "holds no speeds", "already",
        "and a model has at most",
    };
    for (const char* words : right)
        if (message.find(words) != std::string::npos) return true;
    return false;
}

}  // namespace

// Adds these statements where the language takes them; their outputs stand after everything else.
bool Drawing::add_if_taken(const std::vector<Statement>& added) {
    const std::vector<Statement> before = script_.statements;
    for (const Statement& s : added) script_.statements.push_back(s);
    try {
        read();
    } catch (const InputError& error) {
        if (!is_right_refusal(error.what())) throw std::runtime_error(std::string(error.what()) + "\nin\n" + whole());
        script_.statements = before;
        return false;
    }
    script_.statements = before;
    for (const Statement& s : added) (s.word == "output" ? shown_ : script_.statements).push_back(s);
    return true;
}

// The value of an expression of coordinates and time at the drawn state; nothing where the language refuses it.
std::optional<double> Drawing::value_near(const std::string& expression) {
    Drawing other = *this;
    other.add("output", {"value", expression});
    try {
        const Model model = other.read();
        const OracleState state = initial_state(model);
        Evaluator<double> value = values_at(model, state, Eigen::VectorXd::Zero(state.u.size()));
        return value(model.outputs.back().value);
    } catch (const InputError&) {
        return std::nullopt;
    }
}

// Nothing where units are declared and friction would not be a share of the load on `gap`.
std::string Drawing::slip_speed(const Unit& gap) {
    const auto fits = [&](const Unit& slip) { return !units_ || slip == per_second(gap); };
    if (random_.chance(0.5)) {
        const Named& u = random_.pick(speeds_);
        return fits(u.unit) ? u.name : "";
    }
    const std::string slip = "velocity(" + point() + ")[" + std::to_string(random_.integer(1, flat_ ? 2 : 3)) + "]";
    return fits(per_second({0, 1, 0, 0})) ? slip : "";
}

// A number, a parameter, or what depends on the state.
std::string Drawing::friction_coefficient() {
    const Unit none{0, 0, 0, 0};
    const std::string mu = random_.chance(0.5) ? number(0.05, 0.8) : parameter(0.05, 0.8, none);
    if (units_ || random_.chance(0.7)) return mu;
    return random_.chance(0.5) ? mu + "*(1 + 0.3*sin(" + random_.pick(coordinates_).name + "))"
                               : mu + "*(1 + 0.3/(1 + " + random_.pick(speeds_).name + "^2))";
}

std::string Drawing::friction_above_limit(const std::string& name, const std::string& mu, bool in_space) {
    const std::string F = "friction_force(" + name + ")",
                      size = in_space ? "sqrt(" + F + "[1]^2 + " + F + "[2]^2)" : "abs(" + F + ")";
    return size + " - " + mu + "*normal_force(" + name + ")";
}

// A point, or a ball of some radius about it, above a plane; in space the plane may be inclined, and its directions turned.
Drawing::Touching Drawing::drawn_touching(const std::vector<std::string>& bodies, bool may_roll) {
    Touching touching;
    const auto sum = [](double a, const std::string& x, double b, const std::string& y) {
        return fixed_point(a) + "*" + x + (b < 0 ? " - " + fixed_point(-b) : " + " + fixed_point(b)) + "*" + y;
    };
    const bool in_space = !flat_ && random_.chance(0.6), is_ball = in_space && may_roll && random_.chance(0.3),
               is_inclined = in_space && random_.chance(0.3), is_turned = in_space && random_.chance(0.3),
               is_belt = in_space && !units_ && random_.chance(0.2);
    const int k = random_.integer(0, flat_ ? 1 : 2), i = flat_ ? 1 - k : (k + 1) % 3, j = (k + 2) % 3;
    const double r = random_.between(0.05, 0.2);
    const std::string belt = number(-1, 1);
    for (const std::string& body : bodies) {
        const std::string P = body.empty() ? point() : "origin(" + body + ")";
        const auto component = [&](const std::string& of, int which) {
            return of + "[" + std::to_string(which + 1) + "]";
        };
        const std::string x = "position(" + P + ")";
        std::string v = "velocity(" + P + ")";
        std::string normal = component(x, k), first = component(v, i), second = component(v, j);
        if (is_ball) {  // the velocity of what touches: n x omega r more
            const std::string w = "angular_velocity(" + body + ")";
            first += " - " + fixed_point(r) + "*" + component(w, j);
            second += " + " + fixed_point(r) + "*" + component(w, i);
            normal += " - " + fixed_point(r);
        } else if (is_inclined) {
            normal = sum(0.8, component(x, k), 0.6, component(x, i));
            first = sum(-0.6, component(v, k), 0.8, component(v, i));
        }
        if (is_belt) first += " - (" + belt + ")";
        if (is_turned) {
            const std::string before = first;
            first = sum(0.8, "(" + before + ")", 0.6, "(" + second + ")");
            second = sum(-0.6, "(" + before + ")", 0.8, "(" + second + ")");
        }
        touching.places.push_back(normal);
        touching.tangents.push_back(in_space ? "[" + first + ", " + second + "]" : first);
    }
    touching.in_space = in_space;
    return touching;
}

void Drawing::contact_arguments(Statement& contact, const std::vector<std::string>& names,
                                const std::vector<std::string>& gaps, const std::string& tangent, bool in_space,
                                std::vector<Statement>& outputs) {
    const Unit none{0, 0, 0, 0};
    if (random_.chance(0.7))
        contact.arguments.push_back("restitution = " +
                                    (random_.chance(0.6) ? number(0.05, 0.9) : "0.9*" + parameter(0.05, 1, none)));
    std::string mu;
    if (!tangent.empty() && !has_external_ && random_.chance(in_space ? 0.9 : 0.5)) {
        mu = friction_coefficient();
        contact.arguments.push_back("friction = " + mu);
        contact.arguments.push_back("tangent = " + tangent);
    }
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::string& name = names[k];
        const std::string n = std::to_string(++counter_);
        outputs.push_back({"output", {"gap" + n, gaps[k]}});
        outputs.push_back({"output", {"push" + n, "normal_force(" + name + ")"}});
        if (!mu.empty()) outputs.push_back({"output", {"over" + n, friction_above_limit(name, mu, in_space)}});
    }
}

bool Drawing::stop() {
    const Named q = random_.pick(tree_coordinates_);
    if (q.unit == Unit{0, 0, 0, 0}) return false;  // of Euler parameters
    return add_if_taken(stop_of(q.name, q.unit));
}

bool Drawing::stops_of_limbs() {
    if (limb_coordinates_.empty()) return false;
    std::vector<Statement> all;
    for (const std::string& q : random_.pick(limb_coordinates_)) {
        const std::vector<Statement> own = stop_of(q, std::nullopt);
        all.insert(all.end(), own.begin(), own.end());
    }
    return add_if_taken(all);
}

bool Drawing::friction_of_limbs() {
    if (limb_coordinates_.empty()) return false;
    std::vector<Statement> all;
    for (const std::string& q : random_.pick(limb_coordinates_)) {
        const std::string limit = number(0.2, 3);
        all.push_back({"hinge_friction", {q, limit}});
        all.push_back({"output", {fresh("over"), "abs(friction_force(" + q + ")) - (" + limit + ")"}});
    }
    return add_if_taken(all);
}

// Of a point of each limb with a plane.
bool Drawing::contacts_of_limbs() {
    if (limb_bodies_behind_.empty()) return false;
    const Touching touching = drawn_touching(random_.pick(limb_bodies_behind_), true);
    const bool rubs = random_.chance(0.7);
    const std::string mu = number(0.05, 0.8);
    std::vector<Statement> all;
    for (std::size_t k = 0; k < touching.places.size(); ++k) {
        const std::string& place = touching.places[k];
        const std::optional<double> now = value_near(place);
        if (!now) return false;
        const std::string name = fresh("foot"),
                          gap = place + " - (" + fixed_point(*now - random_.between(0.02, 0.3)) + ")";
        Statement contact{"contact", {name, gap, "restitution = " + number(0.05, 0.9)}};
        if (rubs) {
            contact.arguments.push_back("friction = " + mu);
            contact.arguments.push_back("tangent = " + touching.tangents[k]);
        }
        const std::string n = std::to_string(++counter_);
        all.push_back(contact);
        all.push_back({"output", {"gap" + n, gap}});
        all.push_back({"output", {"push" + n, "normal_force(" + name + ")"}});
        if (rubs) all.push_back({"output", {"over" + n, friction_above_limit(name, mu, touching.in_space)}});
    }
    return add_if_taken(all);
}

std::vector<Statement> Drawing::stop_of(const std::string& q, const std::optional<Unit>& rubs) {
    const double at = near_[q];
    const std::string low = fixed_point(at - random_.between(0.03, 0.3)),
                      high = fixed_point(at + random_.between(0.03, 0.3));
    Statement stop{"limit", {q, low, high}};
    std::vector<Statement> outputs, added;
    contact_arguments(stop, {q + "_low", q + "_high"}, {q + " - (" + low + ")", high + " - " + q},
                      rubs ? slip_speed(*rubs) : "", false, outputs);
    added.push_back(stop);
    added.insert(added.end(), outputs.begin(), outputs.end());
    return added;
}

// To be added to a gap: most floors stay; others rise and fall with kinks, or fall away at once.
std::string Drawing::motion_of_floor() {
    if (random_.chance(0.7)) return {};
    const double begin = random_.between(0.02, 0.3), end = begin + random_.between(0.05, 0.2);
    if (random_.chance(0.3)) return " + (if t < " + fixed_point(begin) + " then 0 else " + number(0.01, 0.1) + ")";
    const std::string height = number(-0.02, 0.05);
    return " + table(t, [-1, " + fixed_point(begin) + ", " + fixed_point(end) + ", 9], [0, 0, " + height + ", " +
           height + "])";
}

bool Drawing::contact() {
    const bool on_body = random_.chance(0.5) && bodies_.size() > 1;
    const std::string body =
        on_body ? bodies_[static_cast<std::size_t>(random_.integer(1, static_cast<int>(bodies_.size()) - 1))] : "";
    const Touching touching = drawn_touching({body}, on_body);
    const std::string& place = touching.places.front();
    const std::optional<double> now = value_near(place);
    if (!now) return false;
    const double distance = random_.between(0.02, 0.3);
    const bool below = random_.chance(0.7);
    const std::string name = fresh("foot"), gap = (below ? place + " - (" + fixed_point(*now - distance) + ")"
                                                         : fixed_point(*now + distance) + " - (" + place + ")") +
                                                  motion_of_floor();
    Statement contact{"contact", {name, gap}};
    std::vector<Statement> outputs, added;
    const std::string tangent =
        touching.in_space || random_.chance(0.5) ? touching.tangents.front() : slip_speed({0, 1, 0, 0});
    contact_arguments(contact, {name}, {gap}, tangent, touching.in_space, outputs);
    added.push_back(contact);
    added.insert(added.end(), outputs.begin(), outputs.end());
    if (!add_if_taken(added)) return false;
    contacts_.push_back(name);
    return true;
}

bool Drawing::dry_friction() {
    const Named q = random_.pick(tree_coordinates_);
    const std::string limit = contacts_.empty() || random_.chance(0.7)
                                  ? number(0.2, 4)
                                  : number(0.1, 0.5) + "*normal_force(" + random_.pick(contacts_) + ") + 0.1";
    return add_if_taken({{"hinge_friction", {q.name, limit}},
                         {"output", {fresh("over"), "abs(friction_force(" + q.name + ")) - (" + limit + ")"}}});
}

// A flag that events change and a load of it; impulses; a lock that holds a coordinate for some time.
bool Drawing::event() {
    const std::string name = fresh("event"), flag = fresh("flag");
    std::string u = random_.pick(speeds_).name;
    if (!eliminated_ && random_.chance(0.3)) {
        const Named& q = random_.pick(tree_coordinates_);
        const double begin = random_.between(0.05, 0.3);
        return add_if_taken(
            {{"flag", {flag, "0"}},
             {"flag", {flag + "at", "0"}},
             {"constraint", {q.name + " = " + flag + "at", "active = " + flag, "name = " + name + "row"}},
             {"event",
              {name, "t - " + fixed_point(begin), "rising",
               "set = [" + flag + "at = " + q.name + ", " + flag + " = 1]"}},
             {"event",
              {name + "off", "t - " + fixed_point(begin + random_.between(0.05, 0.2)), "rising",
               "set = [" + flag + " = 0]"}}});
    }
    std::string when = "t - " + fixed_point(random_.between(0.02, 0.4));
    if (random_.chance(0.6)) {
        const Named& q = random_.pick(tree_coordinates_);
        when = q.name + " - (" + fixed_point(near_[q.name] + random_.between(-0.2, 0.2)) + ")";
    }
    std::vector<std::string> arguments{name, when,
                                       random_.pick(std::vector<std::string>{"rising", "falling", "either"})};
    if (random_.chance(0.6)) {
        const std::string change = number(-1, 1);
        if (!eliminated_) arguments.push_back("impulse = [" + u + " = " + change + "]");  // else it is refused
    }
    arguments.push_back("set = [" + flag + " = " + flag + " + 1]");
    std::string on = random_.pick(speeds_).name;
    if (on.back() == '\'') on.pop_back();
    return add_if_taken({{"flag", {flag, std::to_string(random_.integer(0, 1))}},
                         {"hinge_load", {on, number(-2, 2) + "*" + flag}},
                         {"event", arguments},
                         {"output", {fresh("o"), flag}}});
}

// That follows a speed, loads another one, and may be set by an event.
bool Drawing::state() {
    const std::string name = fresh("z"), u = random_.pick(speeds_).name;
    std::string on = random_.pick(speeds_).name;
    if (on.back() == '\'') on.pop_back();
    std::vector<Statement> added{
        {"state", {name, "rate = " + number(-2, 2) + "*" + u + " - " + number(0.5, 3) + "*" + name}},
        {"hinge_load", {on, number(-2, 2) + "*" + name}},
        {"output", {fresh("o"), name}}};
    if (random_.chance(0.5))
        added.push_back({"event",
                         {fresh("event"), "t - " + fixed_point(random_.between(0.02, 0.4)), "rising",
                          "set = [" + name + " = " + number(-1, 1) + " - " + name + "/2]"}});
    return add_if_taken(added);
}

Script Drawing::script_with_events() {
    with_events_ = true;
    const bool events_alone = has_limbs_ && random_.chance(0.7);  // lanes go with these and plain stops
    const auto several = [&](int most, bool (Drawing::*draw)()) {
        int wanted = random_.integer(random_.chance(0.5) ? 0 : 1, most);
        for (int k = 0; k < attempts && wanted > 0; ++k)
            if ((this->*draw)()) --wanted;
    };
    if (random_.chance(0.9)) add("gravity", {random_.chance(0.6) ? "[0, -9.81, 0]" : vector(-9, 9, {0, 1, -2, 0})});
    first_ = 0;
    bodies();
    if (random_.chance(events_alone ? 0.1 : 0.35)) constraints();
    loads();
    if (!can_move(read())) return {};
    eliminated_ = !events_alone && random_.chance(0.25);  // takes events alone
    if (!eliminated_ && events_alone) {
        const int kind = has_external_ ? 0 : random_.integer(0, 2);
        several(kind == 0 ? 2 : 1, kind == 0   ? &Drawing::stops_of_limbs
                                   : kind == 1 ? &Drawing::friction_of_limbs
                                               : &Drawing::contacts_of_limbs);
    }
    if (!eliminated_ && !events_alone) several(2, &Drawing::stop);
    if (!eliminated_ && !events_alone && !has_external_) {
        several(random_.chance(0.1) ? 6 : 2, &Drawing::contact);
        several(2, &Drawing::dry_friction);
    }
    several(2, &Drawing::event);
    if (!units_ && random_.chance(0.3)) several(2, &Drawing::state);
    if (eliminated_) add("options", {"constraints = eliminate"});
    // after them: some results complete the model
    script_.statements.insert(script_.statements.end(), shown_.begin(), shown_.end());
    outputs();
    finish();
    return script_;
}

// Some seeds give mechanisms that cannot move: the next ones of their own follow.
Script draw_with_events(std::uint64_t seed) {
    for (std::uint64_t k = 0; k < attempts; ++k) {
        const Script drawn = Drawing(seed * 1000003 + k).script_with_events();
        if (!drawn.statements.empty()) return drawn;
    }
    return {};
}

}  // namespace lag::combinations
