// flexible.
#include "scripts/statements/flexible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "scripts/statements/body.hpp"
#include "scripts/statements/body_shape.hpp"
#include "scripts/statements/free_coordinate.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

// The names of the elastic coordinates and the places to blame for them.
std::vector<std::pair<std::string, Syntax>> names_of_coordinates(Call& call, const std::string& body,
                                                                 std::size_t count) {
    std::vector<std::pair<std::string, Syntax>> names;
    if (!call.has("coordinates")) {
        for (std::size_t k = 0; k < count; ++k) names.emplace_back(fmt::format("{}_{}", body, k + 1), call.argument(0));
        return names;
    }
    const Syntax& at = call.argument("coordinates");
    const std::vector<Value> given = call.items("coordinates");
    if (given.size() != count)
        call.fail(
            at, fmt::format("body '{}' has {} elastic coordinates, and {} names are given", body, count, given.size()));
    for (std::size_t k = 0; k < count; ++k)
        names.emplace_back(call.name(given[k], Call::entry(at, k)), Call::entry(at, k));
    return names;
}

bool is_twist(const Beam& beam, std::size_t mode) {
    return mode >= beam.bend_b + beam.bend_c && mode < beam.bend_b + beam.bend_c + beam.twist;
}

// Without inertia about its own axis no hinge may turn a beam about it.
void require_inertia_of_turns(Call& call, const Beam& beam, const Body& body) {
    if (!beam.rhoI.is_zero()) return;
    bool turns = body.hinge.quasi == Quasi::free || body.hinge.quasi == Quasi::spherical || body.hinge.euler_parameters;
    for (const Motion& motion : body.hinge.motions)
        turns =
            turns || (motion.kind == Motion::Kind::rotate && motion.coordinate && !motion.axis[beam.axis].is_zero());
    if (turns)
        call.fail(call.argument("hinge"),
                  fmt::format("the hinge turns body '{}' about its own axis, about which it has no inertia", body.name),
                  fmt::format("give the beam rhoI{}, or another hinge", std::string(1, "xyz"[beam.axis])));
}

// D of the elastic coordinates: alpha Me + beta K, or of each mode its part of critical damping.
Expr dissipation(Call& call, const FlexibleData& data) {
    Model& model = call.description().change_model(ModelPart::mechanism);
    Graph& graph = *model.graph;
    const Syntax& at = call.argument("damping");
    const Value& value = call.value("damping");
    const std::string what = "the damping of a flexible body";
    const std::size_t n = data.body.speeds.size();
    const auto rate = [&](std::size_t k) { return symbol(model, data.body.speeds[k]); };
    Expr sum = graph.integer(0);
    if (!value.is_list()) {
        const Expr ratio = quantity(call, value, at, only_parameters, what);
        require_unit(call, value, "", at, what);
        for (std::size_t k = 0; k < n; ++k)
            sum += ratio * sqrt(data.stiffness[k][k] * data.body.Me[k][k]) * (rate(k) * rate(k));
        return sum;
    }
    if (value.items().size() != 2)
        call.fail(at, what + " is [alpha, beta], of D = alpha Me + beta K, or a part of critical damping");
    const Expr alpha = quantity(call, value.items()[0], Call::entry(at, 0), only_parameters, what);
    const Expr beta = quantity(call, value.items()[1], Call::entry(at, 1), only_parameters, what);
    require_unit(call, value.items()[0], "1/s", Call::entry(at, 0), what);
    require_unit(call, value.items()[1], "s", Call::entry(at, 1), what);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            sum += (i == j ? graph.rational(1, 2) : graph.integer(1)) *
                   (alpha * data.body.Me[i][j] + beta * data.stiffness[i][j]) * (rate(i) * rate(j));
    return sum;
}

// x.M x/2 of a symmetric matrix
template <class Index>
Expr half_square(const Model& model, const std::vector<std::vector<Expr>>& M, const std::vector<Index>& x) {
    Graph& graph = *model.graph;
    Expr sum = graph.integer(0);
    for (std::size_t i = 0; i < M.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j)
            sum += (i == j ? graph.rational(1, 2) : graph.integer(1)) * M[i][j] *
                   (symbol(model, x[i]) * symbol(model, x[j]));
    return sum;
}

Expr strain_energy(const Model& model, const FlexibleData& data) {
    Expr sum = half_square(model, data.stiffness, data.body.coordinates);
    for (std::size_t k = 0; k < data.prestress.size(); ++k)
        sum += data.prestress[k] * symbol(model, data.body.coordinates[k]);
    return sum;
}

// The mass centre and the inertia about it of the present shape.
void set_shape(Graph& graph, Body& body, const FlexibleData& data) {
    body.mass = data.mass;
    const Vec3<Expr>& s = data.body.moment;
    for (std::size_t k = 0; k < 3; ++k) body.cm[k] = s[k] / data.mass;
    const Expr square = dot(s, body.cm);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            body.inertia(i, j) = data.body.inertia(i, j) - ((i == j ? square : graph.integer(0)) - s[i] * body.cm[j]);
    body.elastic = std::make_shared<const ElasticBody>(data.body);
}

FlexibleForm read_beam_form(Call& call, BodyIndex b) {
    const std::string& name = call.description().model().body(b).name;
    Beam beam = read_beam(call, name);
    beam.stiffening = call.truth("stiffening");
    require_inertia_of_turns(call, beam, call.description().model().body(b));
    if (call.has("sid_parameters"))
        call.fail(call.argument("sid_parameters"), "'sid_parameters' is for bodies whose data come from a file",
                  "the numbers of a beam are parameters where they are given as parameters");
    return {.body = b, .beam = std::make_shared<const Beam>(beam), .sid = {}, .stiffening = beam.stiffening};
}

FlexibleForm read_form(Call& call, BodyIndex b) {
    if (call.has("beam")) return read_beam_form(call, b);
    FlexibleForm form = read_sid_form(call, b);
    form.stiffening = call.truth("stiffening");
    form.sid_parameters = call.truth("sid_parameters");
    for (const std::string& remark : remarks_on(*form.sid, form.stiffening))
        call.interpreter.warning(call.argument("sid"), remark);
    return form;
}

FlexibleData data_of(Call& call, const FlexibleForm& form, const std::vector<CoordinateIndex>& coordinates,
                     const std::vector<SpeedIndex>& speeds, const std::vector<Expr>& e) {
    Graph& graph = call.description().graph();
    if (form.sid) return sid_data(graph, *form.sid, form.stiffening, coordinates, speeds, e, sid_numbers(call, form));
    FlexibleData data = beam_data(graph, *form.beam, coordinates, speeds, e);
    if (const auto length = value_at_defaults(call.description().model(), form.beam->length))
        data.body.small = 1e-3 * *length;
    return data;
}

std::string unit_of_mode(const FlexibleForm& form, std::size_t mode) {
    if (form.sid) return "";
    return is_twist(*form.beam, mode) ? "rad" : "m";
}

Value flexible(Call& call) {
    require_open(call);
    if (call.has("beam") == call.has("sid"))
        call.fail(call.has("beam") ? "a flexible body has beam = [..] or sid = \"file\", not both"
                                   : "a flexible body needs beam = [..] or sid = \"file\"",
                  call.built_in.signature());
    if (call.description().joints == JointTreatment::absolute)
        call.fail("options(joints = absolute) is for rigid bodies, and this one is flexible",
                  "leave that option out, and write treat = absolute in body and joint of rigid ones");
    add_body(call);
    Description& description = call.description();
    const BodyIndex b{description.model().bodies.size() - 1};
    const std::string name = description.model().body(b).name;
    const FlexibleForm form = read_form(call, b);
    std::vector<CoordinateIndex> coordinates;
    std::vector<SpeedIndex> speeds;
    std::vector<Expr> e;
    for (const auto& [coordinate, at] : names_of_coordinates(call, name, form.modes())) {
        speeds.push_back(add_free_coordinate(call, coordinate, unit_of_mode(form, speeds.size()), at, b));
        coordinates.push_back(*description.model().speeds[speeds.back().value].rate_of);
        e.push_back(symbol(description.model(), coordinates.back()));
    }
    const FlexibleData data = data_of(call, form, coordinates, speeds, e);
    Model& model = description.change_model(ModelPart::mechanism);
    set_shape(*model.graph, model.bodies[b.value], data);
    model.potentials.push_back({strain_energy(model, data)});
    if (call.has("damping"))
        model.dissipations.push_back({dissipation(call, data)});
    else if (!data.damping.empty())
        model.dissipations.push_back({half_square(model, data.damping, data.body.speeds)});
    if (call.has("inboard_at")) hold_node(call, form);
    description.flexible_forms.push_back(form);
    ShapeForm line;
    line.kind = ShapeForm::Kind::beam;
    line.flexible = std::make_shared<const FlexibleForm>(form);
    description.shapes.push_back({b, std::move(line), zero_vector(*model.graph), identity_matrix(*model.graph)});
    return {};
}

}  // namespace

std::vector<BuiltIn> flexible_statements() {
    using namespace arguments;
    constexpr ArgumentType a_file{"the name of a file in quotes", [](const Value& v) { return v.is_text(); }};
    return {
        {"flexible",
         {required("B", a_new_name, "the name of the body"),
          required("A", a_body, "the inboard body, which carries it; it is declared above"),
          hinge_of("how B moves in A").must_be_given(),
          keyword("at", "P", a_location,
                  "the hinge point: a vector in A's axes, or a point of A, with a node's rotation where it is one")
              .in("m")
              .otherwise("[0, 0, 0]"),
          oriented("from A's axes to the hinge axes"),
          keyword("inboard_at", "node(B, k)", a_point,
                  "the node of B that the hinge holds, its place and its axes; else the origin of B"),
          keyword("beam", "[axis = x, ..]", some_entries,
                  "a straight uniform beam; with another axis the names of its entries go round")
              .with(beam_entries()),
          keyword("sid", "\"file\"", a_file, "standard input data (SID), from finite elements"),
          keyword("coordinates", "[..]", some_names,
                  "the elastic coordinates in the order bend_y, bend_z, twist, stretch; else B_1, B_2, .."),
          keyword("damping", "[alpha, beta]", a_number_or_pair,
                  "D = alpha M + beta K of the elastic coordinates, in 1/s and s; a number: for each mode this part of "
                  "critical damping"),
          keyword("stiffening", "true", a_truth, "with what bending shortens a beam, and so with geometric stiffening")
              .otherwise("true"),
          keyword("sid_parameters", "true", a_truth, "the numbers of the file are parameters").otherwise("false")},
         "a body B that bends, twists or stretches, on the inboard body A or ground: a beam, or the data of a file "
         "(SID)",
         "flexible(blade, ground, hinge = revolute(z, psi), beam = [axis = x, length = 2, EIz = 50, rhoA = 3, modes = "
         "[bend_y = 2]])$",
         flexible,
         true},
    };
}

}  // namespace lag
