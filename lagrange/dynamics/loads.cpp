#include "lagrange/dynamics/loads.hpp"

#include <fmt/format.h>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/kinematics/energy_loads.hpp"
#include "lagrange/kinematics/paths.hpp"

namespace lag {

namespace {

// Wrenches by link, to which loads are added one by one. `lanes`: for how many equal ones the load that is added now
// stands; 0: for itself.
struct Applied {
    std::vector<Wrench>& wrenches;
    LaneBoundary boundary;
    std::size_t lanes = 0;

    void take(const std::vector<BodyIndex>& bodies) {
        lanes = 0;
        for (const BodyIndex b : bodies) lanes = std::max(lanes, boundary.lanes_of(b));
    }

    void add_force(const PointOnLink& point, const Vec3<Expr>& force) {
        Wrench& wrench = wrenches[point.link];
        wrench.force = wrench.force + boundary.applied(point.link, force, lanes);
        wrench.moment = wrench.moment + boundary.applied(point.link, cross(point.location, force), lanes);
    }
    void add_moment(std::size_t link, const Vec3<Expr>& moment) {
        wrenches[link].moment = wrenches[link].moment + boundary.applied(link, moment, lanes);
    }
};

void require_line(const LineLoad& load, const LineBetween& line) {
    if (line.distance.is_zero())
        throw ModelError(
            fmt::format("points '{}' and '{}' always coincide: there is no line between them to carry a force",
                        load.P.name, load.Q.name),
            "choose another point on one of the two bodies");
}

void add_line_load(Applied& applied, const Kinematics& k, const LineLoad& load) {
    applied.take({load.P.body, load.Q.body});
    const LineBetween line = line_between(k, load.P, load.Q);
    require_line(load, line);
    // positive pushes apart: P is pushed from Q towards P
    const Vec3<Expr> on_p = (load.value / line.distance) * line.r;
    const PointOnLink p = on_link(k, load.P), q = on_link(k, load.Q);
    if (p.link != 0) applied.add_force(p, reexpress(k, on_p, line.link, p.link));
    if (q.link != 0) applied.add_force(q, -reexpress(k, on_p, line.link, q.link));
}

}  // namespace

namespace {

void add_force_load(Applied& applied, const Kinematics& k, const ForceLoad& load) {
    applied.take({load.point.body, load.frame.body, load.reaction ? load.reaction->body : ground});
    const PointOnLink p = on_link(k, load.point);
    if (p.link != 0) applied.add_force(p, to_link_axes(k, load.components, load.frame, p.link));
    if (!load.reaction) return;
    const PointOnLink q = on_link(k, *load.reaction);
    if (q.link != 0) applied.add_force(q, -to_link_axes(k, load.components, load.frame, q.link));
}

void add_torque_load(Applied& applied, const Kinematics& k, const TorqueLoad& load) {
    applied.take({load.body, load.frame.body, load.reaction.value_or(ground)});
    const std::size_t l = k.link_of_body[load.body.value];
    if (l != 0) applied.add_moment(l, to_link_axes(k, load.components, load.frame, l));
    if (!load.reaction) return;
    const std::size_t r = k.link_of_body[load.reaction->value];
    if (r != 0) applied.add_moment(r, -to_link_axes(k, load.components, load.frame, r));
}

bool hangs_on(const Model& model, BodyIndex outer, BodyIndex inner) {
    return outer != ground && model.body(outer).inboard == inner;
}

// A moment on `outer` and its opposite on the body it hangs on.
void add_torque_in_hinge(std::vector<Expr>& direct, const Kinematics& k, const LaneBoundary& boundary,
                         const TorqueLoad& load, BodyIndex outer, BodyIndex inner) {
    const std::size_t first = k.link_of_body[outer.value], common = common_link(k, first, k.link_of_body[inner.value]);
    for (std::size_t l = first; l != common; l = k.links[l].inboard) {
        if (k.links[l].columns.empty()) continue;
        const Vec3<Expr> torque = to_link_axes(k, load.components, load.frame, l);
        for (const SpeedColumn& column : k.links[l].columns) {
            const Expr power = dot(torque, column.w);
            direct[column.speed.value] += boundary.of_speed(l, column.speed, outer == load.body ? power : -power);
        }
    }
}

// A line load between a point of `outer` and one of the body it hangs on, everything in the inner body's axes.
void add_line_in_hinge(std::vector<Expr>& direct, const Kinematics& k, const LaneBoundary& boundary,
                       const LineLoad& load, bool outer_is_p) {
    const LineBetween line = line_between(k, load.P, load.Q);
    require_line(load, line);
    const Vec3<Expr> on_p = (load.value / line.distance) * line.r;
    const Vec3<Expr> force = outer_is_p ? on_p : -on_p;
    const PointOnLink point = on_link(k, outer_is_p ? load.P : load.Q);
    for (std::size_t l = point.link; l != line.link; l = k.links[l].inboard)
        for (const SpeedColumn& column : k.links[l].columns) {
            const Vec3<Expr> arm = reexpress(k, seen_from(k, point, l).r, l, line.link);
            const Vec3<Expr> w = reexpress(k, column.w, l, line.link), v = reexpress(k, column.v, l, line.link);
            direct[column.speed.value] += boundary.of_speed(l, column.speed, dot(w, cross(arm, force)) + dot(v, force));
        }
}

}  // namespace

std::vector<Wrench> applied_wrenches(const Model& model, const Kinematics& k) {
    std::vector<Wrench> wrenches(k.links.size());
    Applied applied{wrenches, LaneBoundary(model, k)};
    for (const ForceLoad& load : model.forces) add_force_load(applied, k, load);
    for (const TorqueLoad& load : model.torques) add_torque_load(applied, k, load);
    for (const LineLoad& load : model.line_loads) add_line_load(applied, k, load);
    return wrenches;
}

Loads loads_by_reach(const Model& model, const Kinematics& k) {
    Loads loads{std::vector<Wrench>(k.links.size()), direct_loads(model, k)};
    Applied applied{loads.wrenches, LaneBoundary(model, k)};
    for (const ForceLoad& load : model.forces) add_force_load(applied, k, load);
    for (const TorqueLoad& load : model.torques) {
        if (load.reaction && hangs_on(model, load.body, *load.reaction))
            add_torque_in_hinge(loads.direct, k, applied.boundary, load, load.body, *load.reaction);
        else if (load.reaction && hangs_on(model, *load.reaction, load.body))
            add_torque_in_hinge(loads.direct, k, applied.boundary, load, *load.reaction, load.body);
        else
            add_torque_load(applied, k, load);
    }
    for (const LineLoad& load : model.line_loads) {
        if (hangs_on(model, load.P.body, load.Q.body))
            add_line_in_hinge(loads.direct, k, applied.boundary, load, true);
        else if (hangs_on(model, load.Q.body, load.P.body))
            add_line_in_hinge(loads.direct, k, applied.boundary, load, false);
        else
            add_line_load(applied, k, load);
    }
    return loads;
}

std::vector<Expr> direct_loads(const Model& model, const Kinematics& k) {
    Graph& graph = *model.graph;
    std::vector<Expr> loads(model.speeds.size(), Expr{&graph, 0});
    // of a load on the rate of a coordinate: its power is load times q'. Those of several limbs add up on other bodies.
    const auto add_on_rate = [&](CoordinateIndex q, Expr load) {
        const Expr rate = k.coordinate_rates[q.value];
        const std::size_t lanes = graph.lanes_of(symbol(model, q));
        for (std::size_t u = 0; u < model.speeds.size(); ++u) {
            const Expr speed = symbol(model, SpeedIndex(u)), power = load * partial_derivative(rate, speed);
            loads[u] += lanes > graph.lanes_of(speed) ? lane_sum(power, {lanes, graph.lanes_of(speed)}) : power;
        }
    };
    for (const HingeLoad& load : model.hinge_loads)
        if (load.cut)
            add_on_rate(*load.cut, load.value);
        else
            loads[load.speed.value] += load.value;
    for (const Potential& load : model.potentials)
        for (const auto& [q, slope] : potential_slopes(model, load)) add_on_rate(q, -slope);
    for (const Dissipation& load : model.dissipations)
        for (std::size_t u = 0; u < model.speeds.size(); ++u)
            loads[u] -= partial_derivative(load.value, symbol(model, SpeedIndex(u)));
    return loads;
}

namespace {

// sum of m r_cm about the ground origin, accumulated from the leaves: as many operations as there are links
Vec3<Expr> whole_first_moment(const Model& model, const Kinematics& k) {
    std::vector<Expr> mass(k.links.size());
    std::vector<Vec3<Expr>> moment(k.links.size());
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        mass[k.link_of_body[b]] = model.bodies[b].mass;
        moment[k.link_of_body[b]] = first_moment(model, k, b);
    }
    for (std::size_t l = k.links.size(); l-- > 1;) {
        const Link& link = k.links[l];
        mass[link.inboard] = mass[link.inboard] + mass[l];
        moment[link.inboard] = moment[link.inboard] + link.rotation.inward(moment[l]) + mass[l] * link.o;
    }
    return moment[0];
}

}  // namespace

Expr potential_energy(const Model& model, const Kinematics& k) {
    Graph& graph = *model.graph;
    Expr energy{&graph, 0};
    if (!is_zero(model.gravity)) energy -= dot(model.gravity, whole_first_moment(model, k));
    for (const LineLoad& load : model.line_loads) {
        if (!load.spring) continue;
        const Expr stretch = line_between(k, load.P, load.Q).distance - load.length;
        energy += graph.rational(1, 2) * load.stiffness * (stretch * stretch);
    }
    for (const Potential& load : model.potentials) energy += load.value;
    return energy;
}

}  // namespace lag
