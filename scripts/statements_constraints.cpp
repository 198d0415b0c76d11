// Constraint statements: script -> Model::constraints, each formed at once so that what is wrong with it is said at its
// own statement (form_constraints raises ModelError, which the interpreter places there). Not here: cut hinges,
// elimination of dependent speeds.
#include "scripts/statements_constraints.hpp"

#include "core/constraint_rows.hpp"
#include "scripts/hinges.hpp"
#include "scripts/statements.hpp"
#include "scripts/statements_reading.hpp"

namespace lag {

namespace {

std::string shown_name(const Model& model, std::size_t c) {
    const std::string& name = model.constraints[c].name;
    return name.empty() ? "constraint " + std::to_string(c + 1) : name;
}

std::string constraint_name(Call& call) {
    if (!call.has("name")) return {};
    const Value& value = call.value("name");
    const std::string name = value.is_text() ? value.text() : call.name("name");
    if (name.empty()) call.fail(call.argument("name"), "a constraint's name cannot be empty");
    for (const Constraint& known : call.interpreter.model().constraints)
        if (known.name == name) call.fail(call.argument("name"), "a constraint is named '" + name + "' already");
    return name;
}

bool same(const Constraint& a, const Constraint& b) {
    if (a.kind != b.kind) return false;
    if (a.kind != Constraint::Kind::loop) return a.value.id == b.value.id;
    const auto same_point = [](const PointOnBody& p, const PointOnBody& q) {
        for (std::size_t i = 0; i < 3; ++i)
            if (p.location[i].id != q.location[i].id) return false;
        return p.body == q.body;
    };
    return (same_point(a.P, b.P) && same_point(a.Q, b.Q)) || (same_point(a.P, b.Q) && same_point(a.Q, b.P));
}

// Notes follow the order of declaration: those of earlier constraints were printed at their statements.
Value add(Call& call, Constraint constraint) {
    Model& model = call.interpreter.model();
    const std::size_t c = model.constraints.size();
    for (std::size_t k = 0; k < c; ++k)
        if (same(model.constraints[k], constraint))
            call.fail("this constraint repeats '" + shown_name(model, k) + "'", "leave one of the two out");
    model.constraints.push_back(std::move(constraint));
    const ConstraintRows formed = call.interpreter.mechanics().constraint_rows(model);
    std::size_t noted = 0;
    for (std::size_t k = 0; k < c; ++k) noted += model.constraints[k].kind == Constraint::Kind::loop ? 3 : 1;
    for (const ConstraintRow& row : formed.rows) noted -= row.constraint < c ? 1 : 0;
    for (std::size_t k = noted; k < formed.notes.size(); ++k) call.interpreter.note(call.node, formed.notes[k]);
    return {};
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
    const Expr error = lhs - rhs;
    if (position && (call.interpreter.graph().node(error).dependence & bit(Role::speed)) != 0)
        call.fail(at, "a constraint holds coordinates and time, and this one holds speeds",
                  "write speed_constraint(lhs = rhs) for a condition on speeds");
    require_dependence(call.interpreter, error,
                       static_cast<Dependence>(position ? no_speeds : no_speeds | bit(Role::speed)),
                       call.interpreter.place_of(at), what);
    require_input_rates(call.interpreter, error, position ? 2 : 1, at);
    return add(call, {kind, constraint_name(call), error, {}, {}});
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
                  "'" + P.name + "' and '" + Q.name + "' are both fixed in '" +
                      call.interpreter.model().body(P.body).name + "'",
                  "a loop is closed by points of two different bodies; ground counts as one");
    return add(call, {Constraint::Kind::loop, constraint_name(call), {}, P, Q});
}

std::size_t constraint_of(Call& call) {
    require_model(call);
    const Model& model = call.interpreter.model();
    const Value& value = call.value(0);
    const std::string name = value.is_text() ? value.text() : call.name(std::size_t{0});
    std::vector<std::string> names;
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        if (!name.empty() && model.constraints[c].name == name) return c;
        if (!model.constraints[c].name.empty()) names.push_back(model.constraints[c].name);
    }
    const std::string close = did_you_mean(name, names);
    call.fail(call.argument(0), "no constraint is named '" + name + "'",
              close.empty() ? "name one above with name = ..." : "did you mean '" + close + "'?");
}

// Constraints declared later come after, so that a row keeps its number. A dropped row has no load.
Value multiplier(Call& call) {
    const std::size_t c = constraint_of(call);
    const Model& model = call.interpreter.model();
    const bool loop = model.constraints[c].kind == Constraint::Kind::loop;
    std::vector<Expr> loads(loop ? 3 : 1, call.interpreter.graph().integer(0));
    const ConstraintRows formed = call.interpreter.mechanics().constraint_rows(model);
    for (std::size_t r = 0; r < formed.rows.size(); ++r) {
        if (formed.rows[r].constraint != c) continue;
        const std::size_t axis = loop ? static_cast<std::size_t>(formed.rows[r].name.back() - 'x') : 0;
        loads[axis] = multiplier_symbol(model, r);
    }
    if (loop) return list_of(call.interpreter.algebra(), loads);
    return call.interpreter.algebra().raise(loads[0]);
}

// -- options(constraints = multipliers)

Value options_with_constraints(Call& call) {
    if (call.has("constraints")) {
        const Syntax& at = call.argument("constraints");
        if (at->text != "multipliers")
            call.fail(at, "unknown value '" + at->text + "' of the option constraints", "known: multipliers");
    }
    for (const BuiltIn& row : emit_statements())
        if (row.name == "options") return row.call(call);
    throw InternalError("no statement 'options'");
}

}  // namespace

BuiltIn with_constraint_option(BuiltIn options) {
    options.keywords.push_back("constraints");
    options.call = options_with_constraints;
    return options;
}

std::vector<BuiltIn> constraint_statements() {
    return {
        {"constraint",
         "constraint(lhs = rhs, name = n)",
         "a condition on coordinates and time",
         "constraint(q1 = q2)$",
         1,
         1,
         {"name"},
         constraint},
        {"speed_constraint",
         "speed_constraint(lhs = rhs, name = n)",
         "a condition linear in the speeds",
         "speed_constraint(q1' = 2*q2')$",
         1,
         1,
         {"name"},
         speed_constraint},
        {"close_loop",
         "close_loop(P, Q, name = n)",
         "two points of different bodies coincide",
         "close_loop(tip, origin(ground))$",
         2,
         2,
         {"name"},
         close_loop},
        {"multiplier",
         "multiplier(n)",
         "the load of the constraint named n; of a loop, the force on P's body",
         "output(pull, multiplier(loop)[1])$",
         1,
         1,
         {},
         multiplier},
    };
}

}  // namespace lag
