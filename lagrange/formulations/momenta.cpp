#include "lagrange/formulations/momenta.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/dynamics/elastic_terms.hpp"
#include "lagrange/dynamics/loads.hpp"
#include "lagrange/dynamics/recursion.hpp"
#include "lagrange/kinematics/cut_hinge.hpp"
#include "lagrange/kinematics/paths.hpp"

namespace lag {

namespace {

Vec3<Expr> times_rates(const Model& model, const ElasticBody& elastic, const std::vector<Vec3<Expr>>& C) {
    Vec3<Expr> sum;
    for (std::size_t e = 0; e < C.size(); ++e) sum = sum + symbol(model, elastic.speeds[e]) * C[e];
    return sum;
}

}  // namespace

Vec3<Expr> momentum(const Model& model, const Kinematics& k, BodyIndex b, const FrameOnBody& in) {
    const Body& body = model.body(b);
    const std::size_t l = k.link_of_body[b.value];
    const LinkVelocity velocity = link_velocities(k)[l];
    if (!body.elastic) return to_frame_axes(k, body.mass * (velocity.v + cross(velocity.omega, body.cm)), l, in);
    const Vec3<Expr> of_rates = times_rates(model, *body.elastic, body.elastic->Ct);
    return to_frame_axes(k, body.mass * velocity.v + cross(velocity.omega, body.elastic->moment) + of_rates, l, in);
}

Vec3<Expr> angular_momentum(const Model& model, const Kinematics& k, BodyIndex b, const FrameOnBody& in) {
    const std::size_t l = k.link_of_body[b.value];
    const Body& body = model.body(b);
    const Vec3<Expr> h = body.inertia * link_angular_velocities(k)[l];
    if (!body.elastic) return to_frame_axes(k, h, l, in);
    const ElasticBody& elastic = *body.elastic;
    const Vec3<Expr> of_rates =
        times_rates(model, elastic, elastic.Cr) - cross(body.cm, times_rates(model, elastic, elastic.Ct));
    return to_frame_axes(k, h + of_rates, l, in);
}

namespace {

void take_away(std::vector<Wrench>& wrenches, const PointOnLink& point, const Vec3<Expr>& force) {
    Wrench& wrench = wrenches[point.link];
    wrench.force = wrench.force - force;
    wrench.moment = wrench.moment - cross(point.location, force);
}

// The links of the other bodies that b carries by hinges that are rows, whatever lies between.
std::vector<std::size_t> links_carried_by_rows(const Model& model, const Kinematics& k,
                                               const std::vector<FreedBody>& freed, BodyIndex b) {
    std::vector<std::size_t> links;
    for (const FreedBody& body : freed) {
        BodyIndex carrier = body.body;
        do carrier = carrier_of(model, freed, carrier);
        while (carrier != ground && carrier != b);
        if (carrier == b) links.push_back(k.link_of_body[body.body.value]);
    }
    return links;
}

// From the origin of link `l` to that of link `outer`, in the axes of `l`.
Vec3<Expr> way(const Kinematics& k, std::size_t l, std::size_t outer) {
    return between(k, {l, {}}, {outer, {}}, l);
}

// What cut hinges add to the force and the moment about the origin that pass through the hinge of the link `l`, in its
// axes. The link, and with it the links `carried`, is given a virtual velocity beside its hinge's: the power of the cut
// hinges' loads in it, taken by its components, is what the hinge has to carry for them. Hinges that carry freed bodies are none of them.
Wrench wrench_beside_cuts(const Model& model, const Kinematics& k, std::size_t l,
                          const std::vector<std::size_t>& carried, const std::vector<FreedBody>& freed) {
    Wrench wrench;
    const auto is_cut = [&](const Constraint& c) {
        const auto number = static_cast<std::size_t>(&c - model.constraints.data());
        return c.kind == Constraint::Kind::hinge && std::ranges::find(freed, number, &FreedBody::rows) == freed.end();
    };
    if (std::ranges::none_of(model.constraints, is_cut)) return wrench;
    Graph& graph = *model.graph;
    Kinematics moved = k;
    std::array<Expr, 3> v, w;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string axis = std::to_string(i + 1);  // names that no script can give
        v[i] = graph.symbol("virtual velocity " + axis, Role::speed);
        w[i] = graph.symbol("virtual angular velocity " + axis, Role::speed);
        moved.links[l].v_rel[i] = moved.links[l].v_rel[i] + v[i];
        moved.links[l].w_rel[i] = moved.links[l].w_rel[i] + w[i];
    }
    const Vec3<Expr> turning{{w[0], w[1], w[2]}}, moving{{v[0], v[1], v[2]}};
    for (const std::size_t outer : carried) {
        Link& link = moved.links[outer];
        link.w_rel = link.w_rel + reexpress(k, turning, l, outer);
        link.v_rel = link.v_rel + reexpress(k, moving + cross(turning, way(k, l, outer)), l, outer);
    }
    const auto add = [&](Expr load, Expr rate) {
        for (std::size_t i = 0; i < 3; ++i) {
            wrench.force[i] = wrench.force[i] + load * partial_derivative(rate, v[i]);
            wrench.moment[i] = wrench.moment[i] + load * partial_derivative(rate, w[i]);
        }
    };
    for (const ConstraintRow& row : form_constraints(model, k).rows) {
        const Constraint& constraint = model.constraints[row.constraint];
        if (is_cut(constraint))
            add(multiplier_symbol(model, row.constraint, row.component),
                cut_hinge_rows(model, moved, constraint.cut).at(row.component).rate);
    }
    for (const Constraint& constraint : model.constraints) {
        if (!is_cut(constraint)) continue;
        set_cut_hinge_rates(moved, model, constraint.cut);
        for (const CoordinateIndex q : constraint.cut.hinge.coordinates) {
            for (const HingeLoad& load : model.hinge_loads)
                if (load.cut == q) add(-load.value, moved.coordinate_rates[q.value]);
            for (const Potential& load : model.potentials) {
                const Expr slope = partial_derivative(load.value, symbol(model, q));
                if (!slope.is_zero()) add(slope, moved.coordinate_rates[q.value]);
            }
        }
    }
    return wrench;
}

// The loops' forces, by their multipliers: they reach the bodies without passing the hinges.
void take_away_loops(std::vector<Wrench>& wrenches, const Model& model, const Kinematics& k) {
    if (model.constraints.empty()) return;
    std::vector<Vec3<Expr>> on_p(model.constraints.size());
    for (const ConstraintRow& row : form_constraints(model, k).rows)
        if (model.constraints[row.constraint].kind == Constraint::Kind::loop)
            on_p[row.constraint][row.component] = multiplier_symbol(model, row.constraint, row.component);
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        const Constraint& loop = model.constraints[c];
        if (loop.kind != Constraint::Kind::loop) continue;
        const std::size_t common = k.link_of_body[common_inboard_body(model, loop.P.body, loop.Q.body).value];
        const PointOnLink p = on_link(k, loop.P), q = on_link(k, loop.Q);
        take_away(wrenches, p, reexpress(k, on_p[c], common, p.link));
        take_away(wrenches, q, -reexpress(k, on_p[c], common, q.link));
    }
}

}  // namespace

std::pair<Vec3<Expr>, Vec3<Expr>> reaction(const Model& model, const Kinematics& k, const std::vector<FreedBody>& freed,
                                           BodyIndex b) {
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(k);
    std::vector<Wrench> wrenches =
        inertia_wrenches(model, k, omega, link_accelerations(model, k, omega, Accelerations::symbols, -model.gravity));
    const std::vector<Wrench> applied = applied_wrenches(model, k),
                              elastic = elastic_wrenches(model, k, omega, Accelerations::symbols);
    for (std::size_t l = 1; l < wrenches.size(); ++l) {
        wrenches[l].force = wrenches[l].force + elastic[l].force - applied[l].force;
        wrenches[l].moment = wrenches[l].moment + elastic[l].moment - applied[l].moment;
    }
    take_away_loops(wrenches, model, k);
    accumulate_inward(k, wrenches);
    const std::size_t l = k.link_of_body[b.value];
    Wrench& wrench = wrenches[l];
    const std::vector<std::size_t> carried = links_carried_by_rows(model, k, freed, b);
    for (const std::size_t outer : carried) {
        const Vec3<Expr> force = reexpress(k, wrenches[outer].force, outer, l);
        wrench.force = wrench.force + force;
        wrench.moment = wrench.moment + reexpress(k, wrenches[outer].moment, outer, l) + cross(way(k, l, outer), force);
    }
    const Wrench beside_cuts = wrench_beside_cuts(model, k, l, carried, freed);
    wrench.force = wrench.force + beside_cuts.force;
    wrench.moment = wrench.moment + beside_cuts.moment;
    const auto own = std::ranges::find(freed, b, &FreedBody::body);
    const Vec3<Expr>& hinge_point = own == freed.end() ? model.body(b).outboard_at : own->hung.outboard_at;
    // about the hinge point instead of the body's origin
    const Vec3<Expr> moment = wrench.moment - cross(hinge_point, wrench.force);
    const Rotation& spin = k.spin[b.value];
    return {spin.outward(wrench.force), spin.outward(moment)};
}

}  // namespace lag
