#include "lagrange/recursion.hpp"

#include "lagrange/partials.hpp"

namespace lag {

std::vector<Vec3<Expr>> link_angular_velocities(const Kinematics& kinematics) {
    std::vector<Vec3<Expr>> omega(kinematics.links.size());
    for (std::size_t l = 1; l < omega.size(); ++l) {
        const Link& link = kinematics.links[l];
        omega[l] = link.rotation.outward(omega[link.inboard]) + link.w_rel;
    }
    return omega;
}

std::vector<LinkVelocity> link_velocities(const Kinematics& kinematics) {
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(kinematics);
    std::vector<LinkVelocity> velocity(omega.size());
    for (std::size_t l = 1; l < omega.size(); ++l) {
        const Link& link = kinematics.links[l];
        const LinkVelocity& inboard = velocity[link.inboard];
        velocity[l].omega = omega[l];
        velocity[l].v = link.rotation.outward(inboard.v + cross(inboard.omega, link.o)) + link.v_rel;
    }
    return velocity;
}

namespace {

// U = alpha~ + omega~ omega~ = alpha~ + omega omega^T - omega^2 1
Mat3<Expr> acceleration_matrix(const Vec3<Expr>& alpha, const Vec3<Expr>& omega) {
    const Expr xx = omega[0] * omega[0], yy = omega[1] * omega[1], zz = omega[2] * omega[2];
    const Expr xy = omega[0] * omega[1], xz = omega[0] * omega[2], yz = omega[1] * omega[2];
    Mat3<Expr> U;
    U(0, 0) = -(yy + zz), U(0, 1) = xy - alpha[2], U(0, 2) = xz + alpha[1];
    U(1, 0) = xy + alpha[2], U(1, 1) = -(xx + zz), U(1, 2) = yz - alpha[0];
    U(2, 0) = xz - alpha[1], U(2, 1) = yz + alpha[0], U(2, 2) = -(xx + yy);
    return U;
}

}  // namespace

std::vector<LinkAcceleration> link_accelerations(const Model& model, const Kinematics& kinematics,
                                                 const std::vector<Vec3<Expr>>& omega, Accelerations accelerations,
                                                 const Vec3<Expr>& ground_acceleration) {
    std::vector<LinkAcceleration> result(kinematics.links.size());
    result[0].a = ground_acceleration;
    for (std::size_t l = 1; l < result.size(); ++l) {
        const Link& link = kinematics.links[l];
        const LinkAcceleration& inboard = result[link.inboard];
        const Vec3<Expr> transport = link.rotation.outward(omega[link.inboard]);  // omega of I in L's axes
        Vec3<Expr> w_rate = link.w_bias, v_rate = link.v_bias;
        if (accelerations == Accelerations::symbols)
            for (const SpeedColumn& column : link.columns) {
                const Expr rate = acceleration_symbol(model, column.speed);
                w_rate = w_rate + rate * column.w;
                v_rate = v_rate + rate * column.v;
            }
        // d/dt of w_rel, v_rel: their components change, their axes turn with L; o itself grows with v_rel
        result[l].alpha = link.rotation.outward(inboard.alpha) + (cross(transport, link.w_rel) + w_rate);
        result[l].a =
            link.rotation.outward(inboard.a + inboard.U * link.o) + (cross(transport + omega[l], link.v_rel) + v_rate);
        result[l].U = acceleration_matrix(result[l].alpha, omega[l]);
    }
    return result;
}

std::vector<Wrench> inertia_wrenches(const Model& model, const Kinematics& kinematics,
                                     const std::vector<Vec3<Expr>>& omega,
                                     const std::vector<LinkAcceleration>& acceleration) {
    std::vector<Wrench> wrenches(kinematics.links.size());
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const Body& body = model.bodies[b];
        if (is_massless(body)) continue;
        const std::size_t l = kinematics.link_of_body[b];
        const Vec3<Expr> h = body.inertia * omega[l];
        wrenches[l].force = body.mass * (acceleration[l].a + acceleration[l].U * body.cm);
        wrenches[l].moment =
            body.inertia * acceleration[l].alpha + cross(omega[l], h) + cross(body.cm, wrenches[l].force);
    }
    return wrenches;
}

void accumulate_inward(const Kinematics& kinematics, std::vector<Wrench>& wrenches) {
    for (std::size_t l = wrenches.size(); l-- > 1;) {
        const Link& link = kinematics.links[l];
        if (link.inboard == 0) continue;  // nothing is projected on ground
        const Vec3<Expr> force = link.rotation.inward(wrenches[l].force);
        Wrench& inboard = wrenches[link.inboard];
        inboard.force = inboard.force + force;
        inboard.moment = inboard.moment + link.rotation.inward(wrenches[l].moment) + cross(link.o, force);
    }
}

std::vector<Expr> project(const Model& model, const Kinematics& kinematics, const std::vector<Wrench>& accumulated) {
    std::vector<Expr> generalized(model.speeds.size(), Expr{model.graph.get(), 0});
    for (std::size_t l = 1; l < kinematics.links.size(); ++l)
        for (const SpeedColumn& column : kinematics.links[l].columns) {
            Expr& sum = generalized[column.speed.value];
            sum += dot(column.w, accumulated[l].moment) + dot(column.v, accumulated[l].force);
        }
    return generalized;
}

}  // namespace lag
