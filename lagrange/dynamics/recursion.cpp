#include "lagrange/dynamics/recursion.hpp"

#include "lagrange/dynamics/lane_sums.hpp"

namespace lag {

namespace {

// J alpha + omega x J omega with the products of omega that stand in U already:
//     x: Jxx alpha_x + (Jzz - Jyy) omega_y omega_z - Jxy U_zx + Jxz U_yx + Jyz (U_yy - U_zz)        and cyclically
Vec3<Expr> moment_of_inertia_forces(const Mat3<Expr>& J, const Vec3<Expr>& omega, const LinkAcceleration& motion) {
    Vec3<Expr> moment;
    for (std::size_t x = 0; x < 3; ++x) {
        const std::size_t y = (x + 1) % 3, z = (x + 2) % 3;
        moment[x] = J(x, x) * motion.alpha[x] + (J(z, z) - J(y, y)) * (omega[y] * omega[z]) - J(x, y) * motion.U(z, x) +
                    J(x, z) * motion.U(y, x) + J(y, z) * (motion.U(y, y) - motion.U(z, z));
    }
    return moment;
}

// m a + U s and J alpha + omega x J omega + s x a
Wrench inertia_wrench(const Inertia& inertia, const Vec3<Expr>& omega, const LinkAcceleration& motion) {
    return {inertia.mass * motion.a + motion.U * inertia.moment,
            moment_of_inertia_forces(inertia.J, omega, motion) + cross(inertia.moment, motion.a)};
}

}  // namespace

std::vector<Wrench> inertia_wrenches(const Model& model, const Kinematics& kinematics,
                                     const std::vector<Vec3<Expr>>& omega,
                                     const std::vector<LinkAcceleration>& acceleration) {
    std::vector<Wrench> wrenches(kinematics.links.size());
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const Body& body = model.bodies[b];
        if (is_massless(body)) continue;
        const std::size_t l = kinematics.link_of_body[b];
        if (body.elastic) {
            wrenches[l] =
                inertia_wrench({body.mass, body.elastic->moment, body.elastic->inertia}, omega[l], acceleration[l]);
            continue;
        }
        const Vec3<Expr> cm = mass_centre(model, kinematics, b);
        wrenches[l].force = body.mass * (acceleration[l].a + acceleration[l].U * cm);
        wrenches[l].moment =
            moment_of_inertia_forces(inertia_in_link_axes(model, kinematics, b), omega[l], acceleration[l]) +
            cross(cm, wrenches[l].force);
    }
    return wrenches;
}

std::vector<Wrench> inertia_wrenches(const std::vector<Inertia>& inertias, const std::vector<Vec3<Expr>>& omega,
                                     const std::vector<LinkAcceleration>& acceleration) {
    std::vector<Wrench> wrenches(inertias.size());
    for (std::size_t l = 1; l < inertias.size(); ++l) {
        const Inertia& inertia = inertias[l];
        if (!inertia.is_zero()) wrenches[l] = inertia_wrench(inertia, omega[l], acceleration[l]);
    }
    return wrenches;
}

void accumulate_inward(const Kinematics& kinematics, std::vector<Wrench>& wrenches, const LaneBoundary* boundary) {
    for (std::size_t l = wrenches.size(); l-- > 1;) {
        const Link& link = kinematics.links[l];
        if (link.inboard == 0) continue;  // nothing is projected on ground
        const Vec3<Expr> force = link.rotation.inward(wrenches[l].force);
        const Vec3<Expr> moment = link.rotation.inward(wrenches[l].moment);
        Wrench& inboard = wrenches[link.inboard];
        if (boundary != nullptr && boundary->is_crossed_from(l)) {
            const Wrench received = boundary->received(l, Wrench{force, moment + cross(link.o, force)});
            inboard = {inboard.force + received.force, inboard.moment + received.moment};
            continue;
        }
        inboard.force = inboard.force + force;
        inboard.moment = inboard.moment + moment + cross(link.o, force);
    }
}

std::vector<Expr> project(const Model& model, const Kinematics& kinematics, const std::vector<Wrench>& accumulated) {
    const LaneBoundary boundary(model, kinematics);
    std::vector<Expr> generalized(model.speeds.size(), Expr{model.graph.get(), 0});
    for (std::size_t l = 1; l < kinematics.links.size(); ++l)
        for (const SpeedColumn& column : kinematics.links[l].columns) {
            Expr& sum = generalized[column.speed.value];
            sum += boundary.of_speed(l, column.speed,
                                     dot(column.w, accumulated[l].moment) + dot(column.v, accumulated[l].force));
        }
    return generalized;
}

}  // namespace lag
