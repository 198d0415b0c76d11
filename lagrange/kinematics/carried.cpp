#include "lagrange/kinematics/carried.hpp"

#include <algorithm>
#include <vector>

#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

namespace {

// The bias of a point, outward with angular velocities relative to the ancestor: where no axes turn, every vector on
// the way costs one product by the square of its angular velocity, which the dynamics need too.
Vec3<Expr> bias_in_non_rotating_axes(const Kinematics& k, const PointOnLink& point,
                                     const std::vector<std::size_t>& path) {
    Vec3<Expr> omega, alpha, a;
    for (const std::size_t l : path) {
        const Link& link = k.links[l];
        const Vec3<Expr> outer = omega + link.w_rel;
        a = a + acceleration_matrix(alpha, omega) * link.o + (cross(omega + outer, link.v_rel) + link.v_bias);
        alpha = alpha + (cross(omega, link.w_rel) + link.w_bias);
        omega = outer;
    }
    return a + acceleration_matrix(alpha, omega) * point.location;
}

}  // namespace

std::vector<std::size_t> path_outward(const Kinematics& k, std::size_t outer, std::size_t ancestor) {
    std::vector<std::size_t> path;
    for (std::size_t l = outer; l != ancestor; l = k.links[l].inboard) path.push_back(l);
    std::ranges::reverse(path);
    return path;
}

Carried turned_inward(const Rotation& rotation, const Vec3<Expr>& w, const Vec3<Expr>& w_bias, const Carried& c) {
    // d/dt in the inner axes: the components change, and they turn with the outer axes
    const Vec3<Expr> rate = c.rate + cross(w, c.v);
    const Vec3<Expr> bias = c.bias + cross(w_bias, c.v) + cross(w, c.rate) + cross(w, rate);
    return {.v = rotation.inward(c.v), .rate = rotation.inward(rate), .bias = rotation.inward(bias)};
}

Carried turned_outward(const Rotation& rotation, const Vec3<Expr>& w, const Vec3<Expr>& w_bias, const Carried& c) {
    const Vec3<Expr> v = rotation.outward(c.v), inner_rate = rotation.outward(c.rate);
    const Vec3<Expr> rate = inner_rate - cross(w, v);
    return {.v = v,
            .rate = rate,
            .bias = rotation.outward(c.bias) - cross(w_bias, v) - cross(w, inner_rate) - cross(w, rate)};
}

Carried direction_seen(const Kinematics& k, Carried direction, std::size_t from, std::size_t ancestor) {
    for (std::size_t l = from; l != ancestor; l = k.links[l].inboard)
        direction = turned_inward(k.links[l].rotation, k.links[l].w_rel, k.links[l].w_bias, direction);
    return direction;
}

Carried point_seen(const Kinematics& k, const PointOnLink& point, std::size_t ancestor) {
    Carried s{.v = point.location, .rate = {}, .bias = {}};
    for (std::size_t l = point.link; l != ancestor; l = k.links[l].inboard) {
        const Link& link = k.links[l];
        const Vec3<Expr> wr = cross(link.w_rel, s.v);
        const Vec3<Expr> v = s.rate + link.v_rel + wr;  // of the point in I, L's components
        // d/dt in I of v: its components change, and they turn with L
        const Vec3<Expr> a =
            s.bias + link.v_bias + cross(link.w_bias, s.v) + cross(link.w_rel, s.rate) + cross(link.w_rel, v);
        s.bias = link.rotation.inward(a);
        s.rate = link.rotation.inward(v);
        s.v = link.o + link.rotation.inward(s.v);
    }
    const std::vector<std::size_t> path = path_outward(k, point.link, ancestor);
    const bool is_held =
        std::ranges::all_of(path, [&](std::size_t l) { return k.links[l].rotation.kind == Rotation::Kind::identity; });
    if (is_held) s.bias = bias_in_non_rotating_axes(k, point, path);
    return s;
}

Carried operator+(const Carried& a, const Carried& b) {
    return {.v = a.v + b.v, .rate = a.rate + b.rate, .bias = a.bias + b.bias};
}
Carried operator-(const Carried& a, const Carried& b) {
    return {.v = a.v - b.v, .rate = a.rate - b.rate, .bias = a.bias - b.bias};
}
CarriedScalar dot(const Carried& a, const Carried& b) {
    return {.v = dot(a.v, b.v),
            .rate = dot(a.rate, b.v) + dot(a.v, b.rate),
            .bias = dot(a.bias, b.v) + 2 * dot(a.rate, b.rate) + dot(a.v, b.bias)};
}

}  // namespace lag
