#include "lagrange/momenta.hpp"

#include "lagrange/loads.hpp"
#include "lagrange/paths.hpp"
#include "lagrange/recursion.hpp"

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

std::pair<Vec3<Expr>, Vec3<Expr>> reaction(const Model& model, const Kinematics& k, BodyIndex b) {
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(k);
    std::vector<Wrench> wrenches =
        inertia_wrenches(model, k, omega, link_accelerations(model, k, omega, Accelerations::symbols, -model.gravity));
    const std::vector<Wrench> applied = applied_wrenches(model, k);
    for (std::size_t l = 1; l < wrenches.size(); ++l) {
        wrenches[l].force = wrenches[l].force - applied[l].force;
        wrenches[l].moment = wrenches[l].moment - applied[l].moment;
    }
    accumulate_inward(k, wrenches);
    const std::size_t l = k.link_of_body[b.value];
    const Body& body = model.body(b);
    // about the hinge point instead of the body's origin
    const Vec3<Expr> moment = wrenches[l].moment - cross(body.outboard_at, wrenches[l].force);
    const Rotation& spin = k.spin[b.value];
    return {spin.outward(wrenches[l].force), spin.outward(moment)};
}

}  // namespace lag
