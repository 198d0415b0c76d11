#include "lagrange/loads.hpp"

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/paths.hpp"

namespace lag {

namespace {

void add_force(std::vector<Wrench>& wrenches, const PointOnLink& point, const Vec3<Expr>& force) {
    Wrench& wrench = wrenches[point.link];
    wrench.force = wrench.force + force;
    wrench.moment = wrench.moment + cross(point.location, force);
}

void add_line_load(std::vector<Wrench>& wrenches, const Kinematics& k, const LineLoad& load) {
    const LineBetween line = line_between(k, load.P, load.Q);
    if (line.distance.is_zero())
        throw ModelError("points '" + load.P.name + "' and '" + load.Q.name +
                             "' always coincide: there is no line between them to carry a force",
                         "choose another point on one of the two bodies");
    // positive pushes apart: P is pushed from Q towards P
    const Vec3<Expr> on_p = (load.value / line.distance) * line.r;
    const PointOnLink p = on_link(k, load.P), q = on_link(k, load.Q);
    if (p.link != 0) add_force(wrenches, p, reexpress(k, on_p, line.link, p.link));
    if (q.link != 0) add_force(wrenches, q, -reexpress(k, on_p, line.link, q.link));
}

}  // namespace

std::vector<Wrench> applied_wrenches(const Model& model, const Kinematics& k) {
    std::vector<Wrench> wrenches(k.links.size());
    for (const ForceLoad& load : model.forces) {
        const PointOnLink p = on_link(k, load.point);
        if (p.link != 0) add_force(wrenches, p, to_link_axes(k, load.components, load.frame, p.link));
        if (!load.reaction) continue;
        const PointOnLink q = on_link(k, *load.reaction);
        if (q.link != 0) add_force(wrenches, q, -to_link_axes(k, load.components, load.frame, q.link));
    }
    for (const TorqueLoad& load : model.torques) {
        const std::size_t l = k.link_of_body[load.body.value];
        if (l != 0) wrenches[l].moment = wrenches[l].moment + to_link_axes(k, load.components, load.frame, l);
        if (!load.reaction) continue;
        const std::size_t r = k.link_of_body[load.reaction->value];
        if (r != 0) wrenches[r].moment = wrenches[r].moment - to_link_axes(k, load.components, load.frame, r);
    }
    for (const LineLoad& load : model.line_loads) add_line_load(wrenches, k, load);
    return wrenches;
}

std::vector<Expr> direct_loads(const Model& model, const Kinematics& k) {
    Graph& graph = *model.graph;
    std::vector<Expr> loads(model.speeds.size(), Expr{&graph, 0});
    for (const HingeLoad& load : model.hinge_loads) loads[load.speed.value] += load.value;
    for (const Potential& load : model.potentials)
        for (std::size_t q = 0; q < model.coordinates.size(); ++q) {
            const Expr slope = partial_derivative(load.value, symbol(model, CoordinateIndex(q)));
            if (slope.is_zero()) continue;
            const std::vector<Expr> rate{k.coordinate_rates[q]};
            for (std::size_t u = 0; u < model.speeds.size(); ++u)
                loads[u] -= slope * partial_derivative(rate[0], symbol(model, SpeedIndex(u)));
        }
    for (const Dissipation& load : model.dissipations)
        for (std::size_t u = 0; u < model.speeds.size(); ++u)
            loads[u] -= partial_derivative(load.value, symbol(model, SpeedIndex(u)));
    return loads;
}

Expr potential_energy(const Model& model, const Kinematics& k) {
    Graph& graph = *model.graph;
    Expr energy{&graph, 0};
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const Body& body = model.bodies[b];
        if (body.mass.is_zero() || is_zero(model.gravity)) continue;
        const PointOnLink cm{k.link_of_body[b], body.cm};
        energy -= body.mass * dot(model.gravity, seen_from(k, cm, 0).r);
    }
    for (const LineLoad& load : model.line_loads) {
        if (!load.spring) continue;
        const Expr stretch = line_between(k, load.P, load.Q).distance - load.length;
        energy += graph.rational(1, 2) * load.stiffness * (stretch * stretch);
    }
    for (const Potential& load : model.potentials) energy += load.value;
    return energy;
}

}  // namespace lag
