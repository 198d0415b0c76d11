// Constraint statements: script -> Model::constraints, each formed at once so that what is wrong with it is said
// at its own statement (form_constraints raises ModelError, which the interpreter places there). Cut hinges are
// read in cut_hinge.cpp.
#include "scripts/statements/constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/constraint_rows.hpp"
#include "scripts/statements/formed.hpp"
#include "scripts/statements/hinges.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/states.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

std::string shown_name(const Model& model, std::size_t c) {
    const std::string& name = model.constraints[c].name;
    return name.empty() ? "constraint " + std::to_string(c + 1) : name;
}

}  // namespace

std::string constraint_name(Call& call) {
    if (!call.has("name")) return {};
    const Value& value = call.value("name");
    const std::string name = value.is_text() ? value.text() : call.name("name");
    if (name.empty()) call.fail(call.argument("name"), "a constraint's name cannot be empty");
    for (const Constraint& known : call.description().model().constraints)
        if (known.name == name)
            call.fail(call.argument("name"), fmt::format("a constraint is named '{}' already", name));
    return name;
}

namespace {

// active = f: the symbol of a flag; the zero where it is not given.
Expr flag_of(Call& call) {
    if (!call.has("active")) return {};
    const Syntax& at = call.argument("active");
    const Value& value = call.value("active");
    const Model& model = call.description().model();
    const std::string name = value.is_scalar() ? call.description().algebra().name_of(value.scalar()) : "";
    if (is_flag(model, name)) return call.description().graph().symbol(name, Role::input);
    std::vector<std::string> flags;
    for (const Input& w : model.inputs)
        if (w.is_flag()) flags.push_back(w.name);
    const std::string close = did_you_mean(name, flags);
    call.fail(at,
              name.empty() ? "active takes the name of a flag, found " + kind_of(call.description().algebra(), value)
                           : fmt::format("active takes the name of a flag, and '{}' is none", name),
              !close.empty() ? fmt::format("did you mean '{}'?", close) : "declare it above with flag(held, 1)");
}

bool same_motions(const Hinge& a, const Hinge& b) {
    const auto alike = [](const Motion& m, const Motion& n) {
        return m.kind == n.kind && m.axis == n.axis && m.is_free() == n.is_free() &&
               (m.is_free() || m.value == n.value);
    };
    return a.euler_parameters == b.euler_parameters &&
           std::equal(a.motions.begin(), a.motions.end(), b.motions.begin(), b.motions.end(), alike);
}

// The same loop or cut hinge once more is a slip. A condition that says what another has said is not: rows that depend
// on others are left out with a note (both wheels of an axle do not slip sideways).
bool repeats(const Constraint& a, const Constraint& b) {
    if (a.kind != b.kind) return false;
    if (a.kind == Constraint::Kind::hinge)
        return a.cut.A == b.cut.A && a.cut.B == b.cut.B && a.cut.at == b.cut.at && a.cut.orient == b.cut.orient &&
               a.cut.outboard_at == b.cut.outboard_at && same_motions(a.cut.hinge, b.cut.hinge);
    if (a.kind != Constraint::Kind::loop) return false;
    const auto same_point = [](const PointOnBody& p, const PointOnBody& q) {
        for (std::size_t i = 0; i < 3; ++i)
            if (p.location[i].id != q.location[i].id) return false;
        return p.body == q.body;
    };
    return (same_point(a.P, b.P) && same_point(a.Q, b.Q)) || (same_point(a.P, b.Q) && same_point(a.Q, b.P));
}

}  // namespace

Value add_constraint(Call& call, Constraint constraint) {
    Model& model = call.description().change_model(ModelPart::mechanism);
    const std::size_t c = model.constraints.size();
    for (std::size_t k = 0; k < c; ++k)
        if (repeats(model.constraints[k], constraint))
            call.fail(fmt::format("this constraint repeats '{}'", shown_name(model, k)), "leave one of the two out");
    model.constraints.push_back(std::move(constraint));
    for (std::size_t k = 0; k < row_count(model.constraints[c]); ++k)
        call.description().place({Subject::Kind::row, row_name(model, c, k)}, call.place(call.node));
    const ConstraintRows formed = call.description().mechanics().constraint_rows(model, c);
    // A planar loop has rows without motion by its nature: `--dump equations` and `lag doc` tell. A condition that says
    // nothing is a slip.
    const Constraint::Kind kind = model.constraints[c].kind;
    if (kind == Constraint::Kind::position || kind == Constraint::Kind::speed)
        for (const std::string& note : formed.notes) call.interpreter.note(call.node, note);
    return {};
}

namespace {

// What holds coordinates or time but no speed can be kept by none: hardly what is meant.
void require_speeds(Call& call, Expr error, const Syntax& at) {
    Graph& graph = call.description().graph();
    constexpr Dependence speeds = bit(Role::speed),
                         moves = bit(Role::coordinate) | bit(Role::time) | bit(Role::input) | bit(Role::state);
    const Dependence found = graph.node(error).dependence;
    if ((found & speeds) != 0 || (found & moves) == 0) return;
    std::string primed;
    const std::array<Expr, 1> roots{error};
    for (const Expr q : symbols_in(graph, roots, bit(Role::coordinate)))
        if (primed.empty()) primed = graph.symbol_of(q).name;
    call.fail(at, "a speed constraint is a condition on speeds, and this one holds none",
              primed.empty()
                  ? "write the rate of a coordinate with a prime, such as q'"
                  : fmt::format("write the rate of {0} as {0}'; constraint(lhs = rhs) is for coordinates", primed));
}

Value condition(Call& call, Constraint::Kind kind) {
    require_open(call);
    const Syntax& at = call.argument(0);
    const Value& value = call.value(0);
    if (!value.is_equation()) call.expected("an equation lhs = rhs", value, at);
    const bool position = kind == Constraint::Kind::position;
    const std::string what = position ? "a constraint" : "a speed constraint";
    const Equation& equation = value.equation();
    const Expr lhs = quantity(call, equation.lhs, at, no_accelerations, what);
    const Expr rhs = quantity(call, equation.rhs, at, no_accelerations, what);
    require_same_unit(call, equation.lhs, equation.rhs, at, what);
    const Expr error = lhs - rhs;
    if (position && (call.description().graph().node(error).dependence & bit(Role::speed)) != 0)
        call.fail(at, "a constraint holds coordinates and time, and this one holds speeds",
                  "write speed_constraint(lhs = rhs) for a condition on speeds");
    require_dependence(call.description().graph(), error,
                       static_cast<Dependence>(no_speeds | bit(Role::state) | (position ? 0 : bit(Role::speed))),
                       call.place(at), what);
    if (!position) require_speeds(call, error, at);
    call.description().require_input_rates(error, position ? 2 : 1, call.place(at));
    if (position) require_input_rates_in_states(call.description(), error);
    std::string unit = deduced_unit(call, equation.lhs, at, what);
    if (unit.empty()) unit = deduced_unit(call, equation.rhs, at, what);
    return add_constraint(
        call, {.kind = kind,
               .name = constraint_name(call),
               .value = error,
               .P = {},
               .Q = {},
               .unit = unit,
               .multiplier_unit = unit.empty() ? "" : multiplier_unit(call, position ? with_rate(unit) : unit),
               .active = flag_of(call)});
}

Value constraint(Call& call) {
    return condition(call, Constraint::Kind::position);
}

Value speed_constraint(Call& call) {
    return condition(call, Constraint::Kind::speed);
}

Value close_loop(Call& call) {
    require_open(call);
    const PointOnBody P = point_of(call, call.value(0), call.argument(0));
    const PointOnBody Q = point_of(call, call.value(1), call.argument(1));
    if (P.body == Q.body)
        call.fail(call.argument(1),
                  fmt::format("'{}' and '{}' are both fixed in '{}'", P.name, Q.name,
                              call.description().model().body(P.body).name),
                  "a loop is closed by points of two different bodies; ground counts as one");
    return add_constraint(call, {.kind = Constraint::Kind::loop,
                                 .name = constraint_name(call),
                                 .value = {},
                                 .P = P,
                                 .Q = Q,
                                 .active = flag_of(call)});
}

std::size_t constraint_of(Call& call) {
    require_model(call);
    const Model& model = call.description().model();
    const Value& value = call.value(0);
    const std::string name = value.is_text() ? value.text() : call.name(std::size_t{0});
    std::vector<std::string> names;
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        if (!name.empty() && model.constraints[c].name == name) return c;
        if (!model.constraints[c].name.empty()) names.push_back(model.constraints[c].name);
    }
    const std::string close = did_you_mean(name, names);
    call.fail(call.argument(0), fmt::format("no constraint is named '{}'", name),
              close.empty() ? "name one above with name = ..." : fmt::format("did you mean '{}'?", close));
}

// A dropped row has no load. That of a row which is left out later becomes 0 where it is emitted.
Value multiplier(Call& call) {
    const std::size_t c = constraint_of(call);
    const Model& model = call.description().model();
    const Constraint::Kind kind = model.constraints[c].kind;
    std::vector<Expr> loads(row_count(model.constraints[c]), call.description().graph().integer(0));
    for (const ConstraintRow& row : call.description().mechanics().constraint_rows(model, c).rows)
        if (row.constraint == c) loads[row.component] = multiplier_symbol(model, c, row.component);
    if (kind == Constraint::Kind::position || kind == Constraint::Kind::speed)
        return formed(call, loads[0], model.constraints[c].multiplier_unit);
    const std::size_t forces = kind == Constraint::Kind::loop ? 3 : separation_row_count(model.constraints[c].cut);
    return formed(call, loads, [&](std::size_t i) { return i < forces ? "N" : "N*m"; });
}

}  // namespace

const ConstraintRows& independent_rows(Call& call) {
    Description& description = call.description();
    const ConstraintRows& rows = description.mechanics().independent_rows(description.model());
    if (!description.complete || description.rows_reported) return rows;
    description.rows_reported = true;
    for (const LeftOutRow& left_out : rows.left_out) call.interpreter.note(call.node, note_on(left_out));
    for (const std::string& warning : rows.warnings) call.interpreter.warning(call.node, warning);
    return rows;
}

std::vector<BuiltIn> constraint_statements() {
    using namespace arguments;
    return {
        {"constraint",
         {required("lhs = rhs", an_equation, "coordinates, time, inputs, parameters; no speeds"), named_row(),
          switched()},
         "a condition on coordinates and time",
         "constraint(q1 = q2)$",
         constraint},
        {"speed_constraint",
         {required("lhs = rhs", an_equation,
                   "linear in the speeds; coordinates, time, inputs and parameters in any way"),
          named_row(), switched()},
         "a condition linear in the speeds",
         "speed_constraint(q1' = 2*q2')$",
         speed_constraint},
        {"close_loop",
         {required("P", a_point, "of one body"), required("Q", a_point, "of another body, or of ground"), named_row(),
          switched()},
         "two points of different bodies coincide",
         "close_loop(tip, origin(ground))$",
         close_loop},
        {"multiplier",
         {required("n", a_name, "the name of a constraint")},
         "the load of the constraint named n; of a loop, the force on P's body; of a cut hinge, the list of its loads",
         "output(pull, multiplier(loop)[1])$",
         multiplier},
    };
}

}  // namespace lag
