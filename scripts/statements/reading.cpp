#include "scripts/statements/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scripts/statements/unit_check.hpp"
#include "scripts/statements/warnings.hpp"

namespace lag {

namespace {

constexpr Role roles_in_order_of_blame[] = {Role::acceleration,    Role::multiplier, Role::speed,
                                            Role::coordinate,      Role::input,      Role::time,
                                            Role::external_result, Role::state};

std::string blamed_symbol(Graph& graph, Expr e, Role role) {
    const std::array<Expr, 1> roots{e};
    const std::vector<Expr> found = symbols_in(graph, roots, bit(role));
    return found.empty() ? std::string() : graph.symbol_of(found.front()).name;
}

std::string rule_for(Dependence allowed) {
    if (allowed == only_parameters) return "it may hold numbers and parameters";
    if (allowed == no_state) return "it may hold numbers, parameters, inputs and the time t";
    if (allowed == no_speeds) return "it may hold numbers, parameters, inputs, coordinates and the time t";
    if (allowed == (no_speeds | bit(Role::state)))
        return "it may hold numbers, parameters, inputs, coordinates, states and the time t";
    return "it may hold numbers, parameters, inputs, coordinates, speeds and the time t";
}

// w' and w'' in an expression of the model make the rates of the input w inputs themselves; the expression in these.
Expr with_named_rates(Call& call, Expr e, const Syntax& at) {
    Description& description = call.description();
    Graph& graph = description.graph();
    const std::array<Expr, 1> roots{description.algebra().resolve_again(e)};
    for (const Expr& s : symbols_in(graph, roots, bit(Role::undeclared))) {
        const std::string name = graph.symbol_of(s).name;
        const std::size_t end = name.find_last_not_of('\'') + 1;
        const Declaration* known = description.declaration(name.substr(0, end));
        if (end == name.size() || known == nullptr || known->role != Role::input) continue;
        description.require_input_rates(graph.symbol(name.substr(0, end), Role::input),
                                        static_cast<int>(name.size() - end), call.place(at));
    }
    return description.algebra().resolve_again(e);
}

}  // namespace

void require_dependence(Graph& graph, Expr e, Dependence allowed, const Place& at, const std::string& what) {
    const Dependence found = graph.node(e).dependence & static_cast<Dependence>(~allowed);
    for (const Role role : roles_in_order_of_blame) {
        if ((found & bit(role)) == 0) continue;
        const std::string name = blamed_symbol(graph, e, role);
        throw error_at(at, fmt::format("{} cannot depend on the {} {}", what, name_of(role), name), rule_for(allowed));
    }
}

void refuse_flags(const Model& model, Expr e, const Place& at, const std::string& what) {
    Graph& graph = *model.graph;
    const std::array<Expr, 1> roots{graph.own(e)};
    for (const Expr& w : symbols_in(graph, roots, bit(Role::input)))
        if (const std::string& name = graph.symbol_of(w).name; is_flag(model, name))
            throw error_at(at, fmt::format("{} cannot depend on the flag {}", what, name),
                           "events change flags at once, and bodies move without jumps: switch a constraint with "
                           "active = " +
                               name);
}

Expr quantity(Call& call, const Value& value, const Syntax& at, Dependence allowed, const std::string& what) {
    if (call.describes_model && !call.description().complete && value.is_scalar())
        if (const std::string result = call.description().result_in(value.scalar()); !result.empty())
            call.fail(at,
                      fmt::format("'{}' describes the model, and {} holds a result of it: {}", call.built_in.name, what,
                                  result),
                      "a result is of the model as it was; write the expression itself");
    Expr e = call.expression(value, at);
    e = call.description().graph().own(e);
    if ((allowed & bit(Role::input)) != 0 && !call.description().complete) e = with_named_rates(call, e, at);
    call.description().require_declared(e, call.place(at));
    if ((allowed & bit(Role::input)) == 0) refuse_flags(call.description().model(), e, call.place(at), what);
    require_dependence(call.description().graph(), e, allowed, call.place(at), what);
    warn_of_no_number(call, e, at, what);
    return e;
}

Vec3<Expr> quantities(Call& call, const Value& value, const Syntax& at, Dependence allowed, const std::string& what) {
    Vec3<Expr> v;
    if (value.is_matrix() && value.matrix().columns == 1 && value.matrix().rows == 3) {
        for (std::size_t i = 0; i < 3; ++i) v[i] = quantity(call, value.matrix().elements[i], at, allowed, what);
        return v;
    }
    const std::vector<Value>& items = call.items(value, at, arguments::a_location.words);
    if (items.size() != 3) call.expected(arguments::a_location.words, value, at);
    for (std::size_t i = 0; i < 3; ++i) v[i] = quantity(call, items[i], Call::entry(at, i), allowed, what);
    return v;
}

namespace {

template <class Key>
Expr quantity_in_unit(Call& call, const Key& key, Dependence allowed, const std::string& what) {
    const Expr e = quantity(call, call.value(key), call.argument(key), allowed, what);
    require_unit(call, call.value(key), call.declared(key).unit, call.argument(key), what);
    return e;
}

template <class Key>
Vec3<Expr> quantities_in_unit(Call& call, const Key& key, Dependence allowed, const std::string& what) {
    const Vec3<Expr> v = quantities(call, call.value(key), call.argument(key), allowed, what);
    require_unit(call, call.value(key), call.declared(key).unit, call.argument(key), what);
    return v;
}

}  // namespace

Expr quantity(Call& call, std::size_t i, Dependence allowed, const std::string& what) {
    return quantity_in_unit(call, i, allowed, what);
}

Expr quantity(Call& call, const std::string& keyword, Dependence allowed, const std::string& what) {
    return quantity_in_unit(call, keyword, allowed, what);
}

Vec3<Expr> quantities(Call& call, std::size_t i, Dependence allowed, const std::string& what) {
    return quantities_in_unit(call, i, allowed, what);
}

Vec3<Expr> quantities(Call& call, const std::string& keyword, Dependence allowed, const std::string& what) {
    return quantities_in_unit(call, keyword, allowed, what);
}

void read_location(Call& call, const std::string& keyword, const std::string& owner, Vec3<Expr>& v) {
    if (!call.has(keyword)) return;
    const std::string what = fmt::format("'{}' of {}", keyword, owner);
    v = quantities(call, keyword, only_parameters, what);
}

void require_model(const Call& call) {
    call.interpreter.charge(20);  // a declaration costs more than a node
    call.needs_model = true;
    if (!call.description().model().name.empty()) return;
    call.fail(fmt::format("'{}' needs a model", call.built_in.name), "start one with model(name, \"title\")");
}

void require_open(const Call& call) {
    require_model(call);
    call.describes_model = true;
    if (!call.description().complete) return;
    call.fail(fmt::format("the description of model '{}' is complete: a result or an emit above has used it",
                          call.description().model().name),
              "move this statement up, above the first result function or emit, or start another model");
}

namespace {

std::vector<std::string> body_names(const Model& model) {
    std::vector<std::string> names;
    for (const Body& body : model.bodies) names.push_back(body.name);
    return names;
}

std::vector<std::string> point_names(const Model& model) {
    std::vector<std::string> names;
    for (const PointOnBody& point : model.points) names.push_back(point.name);
    return names;
}

std::vector<std::string> frame_names(const Model& model) {
    std::vector<std::string> names = body_names(model);
    for (const FrameOnBody& frame : model.frames) names.push_back(frame.name);
    return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<BodyIndex> find_body(const Model& model, const std::string& name) {
    for (std::size_t b = model.bodies.size(); b-- > 0;)  // the last ones are those that a script names next
        if (model.bodies[b].name == name) return BodyIndex{b};
    return std::nullopt;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& candidates,
                       const std::string& otherwise) {
    const std::string close = did_you_mean(name, candidates);
    return close.empty() ? otherwise : fmt::format("did you mean '{}'?", close);
}

// The name a value stands for, or a complaint that names what was wanted.
std::string thing_name(Call& call, const Value& value, const Syntax& at, const std::string& wanted) {
    if (value.is_text()) return value.text();
    if (value.is_scalar()) {
        const std::string name = call.description().algebra().name_of(value.scalar());
        if (!name.empty()) return name;
    }
    call.expected(wanted, value, at);
}

}  // namespace

BodyIndex body_of(Call& call, const Value& value, const Syntax& at) {
    require_model(call);
    const Model& model = call.description().model();
    const std::string name = thing_name(call, value, at, arguments::a_body.words);
    if (const auto b = find_body(model, name)) return *b;
    for (const PointOnBody& point : model.points)
        if (point.name == name)
            call.fail(at, fmt::format("'{}' is a point, and a body is needed here", name),
                      fmt::format("it is fixed in '{}'", model.body(point.body).name));
    for (const FrameOnBody& frame : model.frames)
        if (frame.name == name)
            call.fail(at, fmt::format("'{}' is a frame, and a body is needed here", name),
                      fmt::format("it is fixed in '{}'", model.body(frame.body).name));
    call.fail(at, fmt::format("no body is named '{}'", name),
              suggestion(name, body_names(model), "a body must be declared before it is mentioned"));
}

PointOnBody point_of(Call& call, const Value& value, const Syntax& at) {
    if (value.is_point()) return value.point();
    require_model(call);
    const Model& model = call.description().model();
    const std::string name = thing_name(call, value, at, arguments::a_point.words);
    for (const PointOnBody& point : model.points)
        if (point.name == name) return point;
    if (find_body(model, name))
        call.fail(at, fmt::format("'{}' is a body, and a point is needed here", name),
                  fmt::format("write origin({}){}", name, name == "ground" ? "" : fmt::format(" or cm({})", name)));
    call.fail(at, fmt::format("no point is named '{}'", name),
              suggestion(name, point_names(model), fmt::format("declare it with point({}, body, [x, y, z])", name)));
}

FrameOnBody axes_of(const Model& model, BodyIndex b) {
    return {model.body(b).name, b, identity_matrix(*model.graph), true};
}

PointOnBody origin_of(const Model& model, BodyIndex b) {
    return {fmt::format("origin({})", model.body(b).name), b, zero_vector(*model.graph)};
}

PointOnBody mass_centre_of(const Model& model, BodyIndex b) {
    return {fmt::format("cm({})", model.body(b).name), b, model.body(b).cm};
}

FrameOnBody frame_of(Call& call, const Value& value, const Syntax& at) {
    if (value.is_frame()) return value.frame();
    require_model(call);
    const Model& model = call.description().model();
    const std::string name = thing_name(call, value, at, arguments::a_frame.words);
    if (const auto b = find_body(model, name)) return axes_of(model, *b);
    for (const FrameOnBody& frame : model.frames)
        if (frame.name == name) return frame;
    if (contains(point_names(model), name))
        call.fail(at, fmt::format("'{}' is a point, and axes are needed here", name), "name a body, a frame or ground");
    call.fail(at, fmt::format("no body or frame is named '{}'", name),
              suggestion(name, frame_names(model), fmt::format("declare it with frame({}, body, orient = R)", name)));
}

FrameOnBody frame_or_ground(Call& call, const std::string& keyword) {
    return frame_of(call, call.value(keyword), call.argument(keyword));
}

std::string plain_name(Call& call, std::size_t argument) {
    const Syntax& at = call.argument(argument);
    const Value& value = call.value(argument);
    if (at->kind == NodeKind::name && call.interpreter.binding(at->text) != nullptr && !value.is_text() &&
        (!value.is_scalar() || call.description().algebra().name_of(value.scalar()).empty()))
        call.fail(at, fmt::format("'{}' is a variable with a value, and a new name is needed here", at->text),
                  "choose another name, here or for the variable");
    const std::string name = thing_name(call, value, at, "a name");
    const auto letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    if (name.empty() || !std::all_of(name.begin(), name.end(), letter) || std::isdigit(name[0]) != 0)
        call.fail(at, fmt::format("'{}' cannot be a name", name),
                  "a name has letters, digits and '_' and begins with a letter");
    return name;
}

std::string new_thing(Call& call, std::size_t argument) {
    const Model& model = call.description().model();
    const Syntax& at = call.argument(argument);
    const std::string name = plain_name(call, argument);
    if (name == "ground") call.fail(at, "'ground' is the inertial frame and cannot be declared");
    const auto named_so = [&](const auto& thing) { return thing.name == name; };
    constexpr std::size_t names_of_one_step = 50;
    call.interpreter.charge((model.bodies.size() + model.points.size() + model.frames.size()) / names_of_one_step);
    if (find_body(model, name)) call.fail(at, fmt::format("a body is named '{}' already", name));
    if (call.description().waits(name)) call.fail(at, fmt::format("a body or point is named '{}' already", name));
    if (std::ranges::any_of(model.points, named_so)) call.fail(at, fmt::format("a point is named '{}' already", name));
    if (std::ranges::any_of(model.frames, named_so)) call.fail(at, fmt::format("a frame is named '{}' already", name));
    return name;
}

Vec3<Expr> zero_vector(Graph& graph) {
    const Expr zero = graph.integer(0);
    return {{zero, zero, zero}};
}

Mat3<Expr> identity_matrix(Graph& graph) {
    Mat3<Expr> m;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) m(i, j) = graph.integer(i == j ? 1 : 0);
    return m;
}

}  // namespace lag
