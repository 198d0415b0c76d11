// Nodes of flexible bodies.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number_text.hpp"
#include "scripts/statements/body.hpp"
#include "scripts/statements/flexible.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

// s as a part of the length.
Rational part_of_length(Call& call, const Beam& beam, const Value& given, const Syntax& at) {
    const std::string what = "the place of a node";
    const Expr s = quantity(call, given, at, only_parameters, what);
    require_unit(call, given, "m", at, what);
    Graph& graph = call.description().graph();
    const Expr part = graph.own(s / beam.length);
    if (graph.node(part).op != Op::constant)
        call.fail(at, "the place of a node is a number times the length of the beam, " + to_string(graph, beam.length),
                  fmt::format("such as node(B, {}/2)", to_string(graph, beam.length)));
    const Rational value = graph.constant_value(part.id);
    if (value < 0 || value > 1)
        call.fail(
            at,
            fmt::format("the place of a node lies between 0 and the length of the beam, and it is {} times that length",
                        rounded_decimal(nearest_double(value))));
    return value;
}

const SidNode& node_of_file(Call& call, const Sid& sid, const Value& given, const Syntax& at) {
    if (sid.nodes.empty()) call.fail(at, sid.file + " has no nodes");
    const Scalar number = call.scalar(given, at);
    const SidNode* found = nullptr;
    if (Algebra::is_rational(number))
        for (const SidNode& node : sid.nodes)
            if (Algebra::rational_of(number) == node.number) found = &node;
    if (found != nullptr) return *found;
    std::string all;
    for (std::size_t k = 0; k < std::min<std::size_t>(sid.nodes.size(), 12); ++k)
        all += (k == 0 ? "" : ", ") + std::to_string(sid.nodes[k].number);
    call.fail(at, fmt::format("no node of {} has this number", sid.file),
              fmt::format("it has {}{}", all, sid.nodes.size() > 12 ? ", .." : ""));
}

Hinge node_hinge(Graph& graph, const ElasticNode& node, bool inverse) {
    Hinge hinge;
    hinge.kind = "node";
    const auto add = [&](Motion::Kind kind, std::size_t axis, Expr value) {
        Vec3<Expr> direction{{graph.integer(0), graph.integer(0), graph.integer(0)}};
        direction[axis] = graph.integer(1);
        hinge.motions.push_back({kind, direction, inverse ? -value : value, {}});
    };
    for (std::size_t k = 0; k < 3; ++k)
        if ((graph.node(node.place[k]).dependence & bit(Role::coordinate)) != 0)
            add(Motion::Kind::translate, k, node.place[k]);
    for (std::size_t k = 0; k < 3; ++k)
        if (!node.rotations[k].is_zero()) add(Motion::Kind::rotate, k, node.rotations[k]);
    if (inverse) std::ranges::reverse(hinge.motions);
    return hinge;
}
// What no elastic coordinate moves.
Vec3<Expr> fixed_part(Graph& graph, const ElasticNode& node) {
    Vec3<Expr> fixed = node.place;
    for (Expr& e : fixed.c)
        if ((graph.node(e).dependence & bit(Role::coordinate)) != 0) e = graph.integer(0);
    return fixed;
}

// A body that follows a node: translations and rotations that the elastic coordinates say.
BodyIndex add_node_body(Call& call, const FlexibleForm& form, const ElasticNode& node) {
    Description& description = call.description();
    Model& model = description.change_model(ModelPart::mechanism);
    Graph& graph = *model.graph;
    std::string name;
    for (std::size_t k = 1;; ++k) {
        name = fmt::format("{}_node{}", model.body(form.body).name, k);
        const auto named_so = [&](const auto& thing) { return thing.name == name; };
        if (std::ranges::none_of(model.bodies, named_so) && std::ranges::none_of(model.points, named_so) &&
            std::ranges::none_of(model.frames, named_so))
            break;
    }
    Body made = massless_body(graph, name, form.body);
    made.is_node = true;
    made.hinge = node_hinge(graph, node, false);
    made.at = fixed_part(graph, node);
    model.bodies.push_back(std::move(made));
    description.place({Subject::Kind::body, name}, call.place(call.node));
    return BodyIndex{model.bodies.size() - 1};
}

// A file does not say which nodes are neighbours: the shortest lines that join all of them (R. C. Prim), as chains.
std::vector<std::vector<std::size_t>> chains_of(const Sid& sid) {
    const std::size_t n = sid.nodes.size();
    const auto square = [&](std::size_t a, std::size_t b) {
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k)
            sum += std::pow(nearest_double(sid.nodes[a].origin.at(k, 0) - sid.nodes[b].origin.at(k, 0)), 2);
        return sum;
    };
    std::vector<double> nearest(n, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> from(n, 0);
    std::vector<bool> joined(n, false);
    std::vector<std::vector<std::size_t>> chains;
    for (std::size_t step = 0, last = 0; step + 1 < n; ++step) {
        joined[last] = true;
        std::size_t next = n;
        for (std::size_t k = 0; k < n; ++k) {
            if (joined[k]) continue;
            const double d = square(last, k);
            if (d < nearest[k]) nearest[k] = d, from[k] = last;
            if (next == n || nearest[k] < nearest[next]) next = k;
        }
        if (chains.empty() || chains.back().back() != from[next]) chains.push_back({from[next]});
        chains.back().push_back(next);
        last = next;
    }
    return chains;
}

}  // namespace

std::vector<Expr> elastic_symbols(const Model& model, BodyIndex b) {
    std::vector<Expr> e;
    for (const CoordinateIndex q : model.body(b).elastic->coordinates) e.push_back(symbol(model, q));
    return e;
}

std::vector<std::vector<Vec3<Expr>>> lines_of(const Model& model, const FlexibleForm& form) {
    Graph& graph = *model.graph;
    const std::vector<Expr> e = elastic_symbols(model, form.body);
    std::vector<std::vector<Vec3<Expr>>> lines;
    if (form.beam) {
        lines.emplace_back();
        const std::size_t parts = 8 + 4 * std::max(form.beam->bend_b, form.beam->bend_c);
        for (std::size_t k = 0; k <= parts; ++k)
            lines.back().push_back(beam_node(graph, *form.beam, e, Rational(k) / Rational(parts)).place);
        return lines;
    }
    const SidNumber constants = [&](const std::string&, const Rational& value) { return graph.constant(value); };
    for (const auto& chain : chains_of(*form.sid)) {
        lines.emplace_back();
        for (const std::size_t k : chain)
            lines.back().push_back(sid_node(graph, form.sid->nodes[k], form.stiffening, e, constants).place);
    }
    return lines;
}

NamedNode node_named(Call& call, const FlexibleForm& form, const Value& given, const Syntax& at) {
    Graph& graph = call.description().graph();
    const Model& model = call.description().model();
    const std::vector<Expr> e = elastic_symbols(model, form.body);
    const std::string begin = fmt::format("node({}, ", model.body(form.body).name);
    if (form.beam) {
        const Rational part = part_of_length(call, *form.beam, given, at);
        return {fmt::format("{}{} of its length)", begin, to_string(part)), beam_node(graph, *form.beam, e, part)};
    }
    const SidNode& node = node_of_file(call, *form.sid, given, at);
    return {fmt::format("{}{})", begin, node.number),
            sid_node(graph, node, form.stiffening, e, sid_numbers(call, form))};
}

void hold_node(Call& call, const FlexibleForm& form) {
    const Syntax& at = call.argument("inboard_at");
    const std::string body = call.description().model().body(form.body).name;
    const bool is_node = at->kind == NodeKind::call && at->children.size() == 3 && at->children[0]->text == "node" &&
                         at->children[1]->text == body;
    if (!is_node)
        call.fail(at, fmt::format("'inboard_at' of body '{}' is the node that its hinge holds", body),
                  fmt::format("such as inboard_at = node({}, 1)", body));
    const NamedNode node = node_named(call, form, call.interpreter.evaluate(at->children[2]), at->children[2]);
    Model& model = call.description().change_model(ModelPart::mechanism);
    Body& made = model.bodies[form.body.value];
    if (made.hinge.quasi != Quasi::none || made.hinge.sequence != 0 || made.hinge.euler_parameters)
        call.fail(
            at, "a hinge with free angles or body-fixed speeds holds the body's own frame, not a node",
            fmt::format("give this hinge to a body without mass, and hang '{}' on it with hinge = fixed()", body));
    const Hinge inverse = node_hinge(*model.graph, node.place, true);
    made.hinge.motions.insert(made.hinge.motions.end(), inverse.motions.begin(), inverse.motions.end());
    made.outboard_at = fixed_part(*model.graph, node.place);
    if (!inverse.motions.empty()) made.hinge.kind = "list";
}

namespace {

Value node(Call& call) {
    require_open(call);
    Description& description = call.description();
    const BodyIndex b = body_of(call, call.value(0), call.argument(0));
    const auto form = std::ranges::find(description.flexible_forms, b, &FlexibleForm::body);
    if (form == description.flexible_forms.end())
        call.fail(call.argument(0),
                  fmt::format("body '{}' is not flexible: it has no nodes", description.model().body(b).name),
                  "a point of a rigid body is declared by point(P, B, [x, y, z])");
    const NamedNode named = node_named(call, *form, call.value(1), call.argument(1));
    for (const PointOnBody& known : description.model().points)
        if (known.name == named.name) return known;
    const PointOnBody made{named.name, add_node_body(call, *form, named.place), zero_vector(description.graph())};
    description.change_model(ModelPart::rest).points.push_back(made);
    return made;
}

}  // namespace

std::vector<BuiltIn> node_statements() {
    using namespace arguments;
    return {
        {"node",
         {required("B", a_body, "a flexible body"),
          required("s", a_number, "the length from the inboard end of a beam, in m; of a SID the number of the node")},
         "a point of a flexible body: of a beam at the length s from its inboard end, of a file of data (SID) its node "
         "of this number",
         "output(tip, position(node(blade, 2))[2])$",
         node,
         true},
    };
}

}  // namespace lag
