// Derivatives of equal limbs in lanes, with closed loops, conditions, rows that flags switch and calls of procedures:
// limb_derivatives.hpp says what they are compared with.
#include <filesystem>

#include "tests/scripts/limb_derivatives.hpp"

namespace lag {

namespace {

std::string stopped_walker() {
    return held_walker("if q > 0 then -k*q else gate*atan(q)", 3) +
           "flag(on, 1)$ constraint(roll*c = 0.2*pitch*z, active = on)$\n"
           "for q in [qb_1, qb_2, qb_3] do limit(q, -1/k, 1 + c)$ limit(z, 0, 3)$\n";
}

// A plate on three legs that stand on the ground and close on it: Euler parameters, loops in lean axes.
const std::string platform =
    "parameters(g = 9.81, k = 20, M = 6, mb = 3, rp = 0.5)$ gravity([0, 0, -g])$\n"
    "body(plate, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z],\n"
    "     speeds = [wx, wy, wz, vx, vy, vz]), mass = M, inertia = [2, 2.1, 3.8])$\n"
    "circle(radius, angle) := [radius*cos(angle), radius*sin(angle), 0]$\n"
    "leg(i) := (input(concat(thrust, i)),\n"
    "  body(concat(lower, i), ground, hinge = universal([x, y], [concat(a, i), concat(b, i)]), at = circle(0.8, 2*i),\n"
    "       orient = [[z, 2*i]], mass = mb, cm = [0, 0, 0.3], inertia = [0.06, 0.06, 0.01]),\n"
    "  body(concat(upper, i), concat(lower, i), hinge = prismatic(z, concat(leg, i)), mass = 2 + i/10,\n"
    "       cm = [0, 0, -0.25], inertia = [0.04, 0.04, 0]),\n"
    "  hinge_load(concat(leg, i), concat(thrust, i) - k*concat(leg, i)^3),\n"
    "  point(concat(seat, i), plate, circle(rp, 2*i + 1/5)),\n"
    "  close_loop(origin(concat(upper, i)), concat(seat, i)))$\n"
    "leg(1)$ leg(2)$ leg(3)$ initial(z = 1, leg1 = 1, leg2 = 1, leg3 = 1)$\n";

// Each limb is of two subtrees on the hull, which a loop ties together; states drive them.
const std::string sliders =
    "parameters(g = 9.81, k = 20, c = 0.2, lag = 1/10)$ gravity([0, -g, 0])$ input(push)$\n"
    "body(hull, ground, hinge = planar(z, [x, y, turn]), mass = 8, inertia = [0, 0, 2])$\n"
    "slider(n) := (parameter(concat(l_, n), 0.3 + n/50), state(concat(drive_, n), rate = (push - concat(drive_, "
    "n))/lag),\n"
    "  body(concat(crank_, n), hull, hinge = revolute(z, concat(p_, n)), at = [n, 0, 0], mass = 1 + n/9,\n"
    "       cm = [0.1, 0, 0], inertia = [0, 0, 0.02]),\n"
    "  body(concat(rod_, n), concat(crank_, n), hinge = prismatic(x, concat(r_, n)), at = [concat(l_, n), 0, 0], mass "
    "= "
    "0.7,\n"
    "       cm = [0.2, n/90, 0], inertia = [0, 0, 0.03]),\n"
    "  body(concat(rocker_, n), hull, hinge = revolute(z, concat(s_, n)), at = [n + 0.7, n/20, 0], mass = 0.9,\n"
    "       cm = [0, 0.2, 0], inertia = [0, 0, 0.04]),\n"
    "  point(concat(e_, n), concat(rod_, n), [1.5, 0, 0]), point(concat(f_, n), concat(rocker_, n), [0.7, 0.9, 0]),\n"
    "  close_loop(concat(e_, n), concat(f_, n)),\n"
    "  hinge_load(concat(p_, n), concat(drive_, n)*turn - c*concat(p_, n, \"'\")),\n"
    "  hinge_load(concat(s_, n), -k*sin(concat(s_, n))))$\n"
    "slider(1)$ slider(2)$\n"
    "for n in [p_1, p_2] do initial(n = 1)$ for n in [r_1, r_2] do initial(n = 0.1)$\n";

}  // namespace

TEST_CASE("derivatives of limbs in lanes: C++ gives those of the scalar form beside constraints and calls") {
    require_same_limb_derivatives({"platform", platform, "[q, u, w, p]", "[q, u, w]", "[q]", 0}, "");
    require_same_limb_derivatives(
        {"sliders", sliders, "[q, u, states, w, p]", "[q, u, states, w, p]", "[q, u, states, w, p]", 2}, "");
    require_same_limb_derivatives({"called", calling_walker(3), "[q, u, w, p]", "[q, u]", "[yaw]", 0, false}, "");
    require_same_limb_derivatives({"stopped", stopped_walker(), "[q, u, w, p]", "[q, u]", "[q, u]", 0}, "");
}

}  // namespace lag
