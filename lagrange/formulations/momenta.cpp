#include "lagrange/formulations/momenta.hpp"

#include "core/errors.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/dynamics/loads.hpp"
#include "lagrange/dynamics/recursion.hpp"
#include "lagrange/kinematics/paths.hpp"

namespace lag {

Vec3<Expr> momentum(const Model& model, const Kinematics& k, BodyIndex b, const FrameOnBody& in) {
    const Body& body = model.body(b);
    const std::size_t l = k.link_of_body[b.value];
    const LinkVelocity velocity = link_velocities(k)[l];
    return to_frame_axes(k, body.mass * (velocity.v + cross(velocity.omega, body.cm)), l, in);
}

Vec3<Expr> angular_momentum(const Model& model, const Kinematics& k, BodyIndex b, const FrameOnBody& in) {
    const std::size_t l = k.link_of_body[b.value];
    return to_frame_axes(k, model.body(b).inertia * link_angular_velocities(k)[l], l, in);
}

namespace {

void take_away(std::vector<Wrench>& wrenches, const PointOnLink& point, const Vec3<Expr>& force) {
    Wrench& wrench = wrenches[point.link];
    wrench.force = wrench.force - force;
    wrench.moment = wrench.moment - cross(point.location, force);
}

// The loops' forces, by their multipliers: they reach the bodies without passing the hinges.
void take_away_loops(std::vector<Wrench>& wrenches, const Model& model, const Kinematics& k, BodyIndex b) {
    if (model.constraints.empty()) return;
    std::vector<Vec3<Expr>> on_p(model.constraints.size());
    for (const ConstraintRow& row : form_constraints(model, k).rows)
        if (model.constraints[row.constraint].kind == Constraint::Kind::loop)
            on_p[row.constraint][row.component] = multiplier_symbol(model, row.constraint, row.component);
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        const Constraint& loop = model.constraints[c];
        if (loop.kind == Constraint::Kind::hinge)
            throw ModelError("the reaction at the hinge of '" + model.body(b).name +
                                 "' is not known beside cut hinges such as '" + row_name(model, c, 0) + "'",
                             "close the loop by close_loop, or take the cut hinge's own multiplier");
        if (loop.kind != Constraint::Kind::loop) continue;
        const std::size_t common = k.link_of_body[common_inboard_body(model, loop.P.body, loop.Q.body).value];
        const PointOnLink p = on_link(k, loop.P), q = on_link(k, loop.Q);
        take_away(wrenches, p, reexpress(k, on_p[c], common, p.link));
        take_away(wrenches, q, -reexpress(k, on_p[c], common, q.link));
    }
}

}  // namespace

std::pair<Vec3<Expr>, Vec3<Expr>> reaction(const Model& model, const Kinematics& k, BodyIndex b) {
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(k);
    std::vector<Wrench> wrenches =
        inertia_wrenches(model, k, omega, link_accelerations(model, k, omega, Accelerations::symbols, -model.gravity));
    const std::vector<Wrench> applied = applied_wrenches(model, k);
    for (std::size_t l = 1; l < wrenches.size(); ++l) {
        wrenches[l].force = wrenches[l].force - applied[l].force;
        wrenches[l].moment = wrenches[l].moment - applied[l].moment;
    }
    take_away_loops(wrenches, model, k, b);
    accumulate_inward(k, wrenches);
    const std::size_t l = k.link_of_body[b.value];
    const Body& body = model.body(b);
    // about the hinge point instead of the body's origin
    const Vec3<Expr> moment = wrenches[l].moment - cross(body.outboard_at, wrenches[l].force);
    const Rotation& spin = k.spin[b.value];
    return {spin.outward(wrenches[l].force), spin.outward(moment)};
}

}  // namespace lag
