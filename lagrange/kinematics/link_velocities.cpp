#include "lagrange/kinematics/link_velocities.hpp"

#include "lagrange/kinematics/lane_presence.hpp"

namespace lag {

std::optional<Along> single_axis(const SpeedColumn& column) {
    std::optional<Along> found;
    for (const bool rotates : {true, false})
        for (std::size_t k = 0; k < 3; ++k) {
            const Expr& component = (rotates ? column.w : column.v)[k];
            if (component.is_zero()) continue;
            if (found || !component.is_one()) return std::nullopt;
            found = Along{rotates, k};
        }
    return found;
}

std::vector<bool> of_one_hinge(const Model& model, const Kinematics& kinematics) {
    std::vector<int> columns(model.speeds.size(), 0);
    for (const Link& link : kinematics.links)
        for (const SpeedColumn& column : link.columns) ++columns[column.speed.value];
    std::vector<bool> one(columns.size());
    for (std::size_t u = 0; u < one.size(); ++u) one[u] = columns[u] == 1;
    return one;
}

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

namespace {

// What the recursion takes for u': nothing, symbols, or whatever makes the links' accelerations simple.
enum class Taken { zero, symbols, absorbing };

AbsorbedAccelerations accelerations_taking(Taken taken, const Model& model, const Kinematics& kinematics,
                                           const std::vector<Vec3<Expr>>& omega, const Vec3<Expr>& ground_acceleration,
                                           const std::map<std::size_t, Expr>& given = {},
                                           const std::map<std::size_t, LinkAcceleration>& known = {}) {
    AbsorbedAccelerations result;
    result.absorbed.assign(model.speeds.size(), Expr{model.graph.get(), 0});
    const std::vector<bool> may_absorb =
        taken == Taken::absorbing ? of_one_hinge(model, kinematics) : std::vector<bool>(model.speeds.size(), false);
    std::vector<LinkAcceleration>& links = result.links;
    links.resize(kinematics.links.size());
    links[0].a = ground_acceleration;
    for (std::size_t l = 1; l < links.size(); ++l) {
        if (const auto found = known.find(l); found != known.end()) {
            links[l] = found->second;
            continue;
        }
        const Link& link = kinematics.links[l];
        const LinkAcceleration& inboard = links[link.inboard];
        const Vec3<Expr> transport = link.rotation.outward(omega[link.inboard]);  // omega of I in L's axes
        Vec3<Expr> w_rate = link.w_bias, v_rate = link.v_bias;
        if (taken == Taken::symbols)
            for (const SpeedColumn& column : link.columns) {
                const Expr rate = acceleration_symbol(model, column.speed);
                w_rate = w_rate + rate * column.w;
                v_rate = v_rate + rate * column.v;
            }
        for (const SpeedColumn& column : link.columns)
            if (const auto rate = given.find(column.speed.value); rate != given.end()) {
                w_rate = w_rate + rate->second * column.w;
                v_rate = v_rate + rate->second * column.v;
                result.absorbed[column.speed.value] = rate->second;
            }
        // d/dt of w_rel, v_rel: their components change, their axes turn with L; o itself grows with v_rel
        links[l].alpha = link.rotation.outward(inboard.alpha) + (cross(transport, link.w_rel) + w_rate);
        links[l].a =
            link.rotation.outward(inboard.a + inboard.U * link.o) + (cross(transport + omega[l], link.v_rel) + v_rate);
        for (const SpeedColumn& column : link.columns) {
            if (!may_absorb[column.speed.value] || presence_of(model, column.speed)) continue;
            if (given.contains(column.speed.value)) continue;
            const std::optional<Along> along = single_axis(column);
            if (!along) continue;
            Expr& component = (along->rotates ? links[l].alpha : links[l].a)[along->axis];
            result.absorbed[column.speed.value] = result.absorbed[column.speed.value] - component;
            component = Expr{model.graph.get(), 0};
        }
        links[l].U = acceleration_matrix(links[l].alpha, omega[l]);
    }
    return result;
}

}  // namespace

std::vector<LinkAcceleration> link_accelerations(const Model& model, const Kinematics& kinematics,
                                                 const std::vector<Vec3<Expr>>& omega, Accelerations accelerations,
                                                 const Vec3<Expr>& ground_acceleration,
                                                 const std::map<std::size_t, LinkAcceleration>& known) {
    const Taken taken = accelerations == Accelerations::symbols ? Taken::symbols : Taken::zero;
    return accelerations_taking(taken, model, kinematics, omega, ground_acceleration, {}, known).links;
}

AbsorbedAccelerations absorbed_accelerations(const Model& model, const Kinematics& kinematics,
                                             const std::vector<Vec3<Expr>>& omega,
                                             const Vec3<Expr>& ground_acceleration) {
    return accelerations_taking(Taken::absorbing, model, kinematics, omega, ground_acceleration);
}

AbsorbedAccelerations given_accelerations(const Model& model, const Kinematics& kinematics,
                                          const std::vector<Vec3<Expr>>& omega, const Vec3<Expr>& ground_acceleration,
                                          const std::map<std::size_t, Expr>& given, bool absorbing) {
    return accelerations_taking(absorbing ? Taken::absorbing : Taken::zero, model, kinematics, omega,
                                ground_acceleration, given);
}

}  // namespace lag
