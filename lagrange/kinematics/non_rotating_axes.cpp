#include "lagrange/kinematics/non_rotating_axes.hpp"

#include <memory>

#include "core/calculus.hpp"
#include "lagrange/kinematics/paths.hpp"

namespace lag {

namespace {

// What the rotations of a link and of all it carries have in common.
struct Plane {
    bool turns = false;    // there are any
    bool several = false;  // about more than one axis, or about a general one
    std::size_t axis = 0;  // of all of them, where it is one
};

Plane both(const Plane& a, const Plane& b) {
    if (!a.turns || !b.turns) return {a.turns || b.turns, a.several || b.several, a.turns ? a.axis : b.axis};
    return {true, a.several || b.several || a.axis != b.axis, a.axis};
}

Plane about(const Vec3<Expr>& w) {
    Plane plane;
    for (std::size_t k = 0; k < 3; ++k)
        if (!w[k].is_zero()) plane = both(plane, {true, false, k});
    return plane;
}

Plane plane_of(const Link& link) {
    Plane plane = both(about(link.w_drift), about(link.w_bias));
    for (const SpeedColumn& column : link.columns) plane = both(plane, about(column.w));
    if (link.rotation.kind == Rotation::Kind::elementary) plane = both(plane, {true, false, link.rotation.axis});
    if (link.rotation.kind == Rotation::Kind::general) plane.several = true;
    if (link.columns.size() > 1) plane.several = true;  // quasi-velocities are components in the link's own axes
    return plane;
}

Mat3<Expr> matrix_of(const Rotation& rotation, Graph& graph) {
    Mat3<Expr> matrix;
    for (std::size_t j = 0; j < 3; ++j) {
        Vec3<Expr> unit;
        unit[j] = graph.integer(1);
        const Vec3<Expr> column = rotation.outward(unit);
        for (std::size_t i = 0; i < 3; ++i) matrix(i, j) = column[i];
    }
    return matrix;
}

// First `inner`, then `outer`.
Rotation composed(const Rotation& outer, const Rotation& inner, Graph& graph) {
    if (outer.kind == Rotation::Kind::identity) return inner;
    if (inner.kind == Rotation::Kind::identity) return outer;
    Rotation rotation;
    const bool one_axis = outer.kind == Rotation::Kind::elementary && inner.kind == Rotation::Kind::elementary &&
                          outer.axis == inner.axis;
    if (!one_axis) {
        rotation.kind = Rotation::Kind::general;
        rotation.matrix = matrix_of(outer, graph) * matrix_of(inner, graph);
        return rotation;
    }
    rotation.kind = Rotation::Kind::elementary;
    rotation.axis = outer.axis;
    const std::optional<Expr> a = angle_of(outer), b = angle_of(inner);
    rotation.sine = a && b ? sin(*a + *b) : outer.sine * inner.cosine + outer.cosine * inner.sine;
    rotation.cosine = a && b ? cos(*a + *b) : outer.cosine * inner.cosine - outer.sine * inner.sine;
    return rotation;
}

void resolve(Link& link, const Rotation& inboard_turned, const Rotation& turned) {
    link.o = inboard_turned.inward(link.o);
    for (SpeedColumn& column : link.columns) {
        column.w = turned.inward(column.w);
        column.v = turned.inward(column.v);
    }
    for (Vec3<Expr>* const v : {&link.w_drift, &link.v_drift, &link.w_bias, &link.v_bias, &link.w_rel, &link.v_rel})
        *v = turned.inward(*v);
    link.rotation = {};
}

Graph* graph_of(const Kinematics& k) {
    for (const Link& link : k.links)
        if (link.rotation.kind == Rotation::Kind::elementary) return link.rotation.cosine.graph;
    return nullptr;
}

}  // namespace

std::optional<Expr> angle_of(const Rotation& rotation) {
    Graph* const graph = rotation.cosine.graph;
    if (graph == nullptr || graph->node(rotation.cosine).op != Op::cos) return std::nullopt;
    const Expr angle = graph->expr(graph->node(rotation.cosine).operand[0]);
    if (rotation.sine == sin(angle)) return angle;
    if (rotation.sine == -sin(angle)) return -angle;
    return std::nullopt;
}

std::optional<Kinematics> in_non_rotating_axes(const Kinematics& own) {
    Graph* const graph = graph_of(own);
    if (graph == nullptr) return std::nullopt;
    std::vector<Plane> plane(own.links.size());
    for (std::size_t l = own.links.size(); l-- > 1;) {
        plane[l] = both(plane[l], plane_of(own.links[l]));
        if (own.links[l].inboard != 0) plane[own.links[l].inboard] = both(plane[own.links[l].inboard], plane[l]);
    }
    Kinematics held = own;
    held.turned.resize(own.links.size());
    bool any = false;
    for (std::size_t l = 1; l < own.links.size(); ++l) {
        if (plane[l].several) continue;
        const Rotation& inboard = held.turned[own.links[l].inboard];
        held.turned[l] = composed(own.links[l].rotation, inboard, *graph);
        if (held.turned[l].kind == Rotation::Kind::identity) continue;
        any = true;
        resolve(held.links[l], inboard, held.turned[l]);
        if (!own.links[l].ends_body) continue;
        Rotation& spin = held.spin[own.links[l].body.value];
        spin = composed(spin, held.turned[l], *graph);
    }
    if (!any) return std::nullopt;
    held.own_axes = std::make_shared<const Kinematics>(own);
    return held;
}

Model with_lines_of(const Kinematics& before, const Model& model, const Kinematics& after, Model seen) {
    if (model.line_loads.empty()) return seen;
    Substitution lines(*model.graph);
    for (std::size_t k = 0; k < model.line_loads.size(); ++k) {
        const LineLoad &load = model.line_loads[k], &other = seen.line_loads[k];
        const LineBetween known = line_between(before, load.P, load.Q), line = line_between(after, other.P, other.Q);
        if (!model.graph->is_constant_expression(known.distance)) lines.replace(known.distance, line.distance);
        if (!model.graph->is_constant_expression(known.rate)) lines.replace(known.rate, line.rate);
    }
    for (LineLoad& load : seen.line_loads) load.value = lines(load.value);
    return seen;
}

Model with_lines_of(const Kinematics& before, const Kinematics& after, const Model& model) {
    return with_lines_of(before, model, after, model);
}

}  // namespace lag
