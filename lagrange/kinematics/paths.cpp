#include "lagrange/kinematics/paths.hpp"

#include <algorithm>
#include <vector>

#include "lagrange/dynamics/recursion.hpp"

namespace lag {

namespace {

// Links from `outer` inward to (not including) `inner`.
std::vector<std::size_t> path_inward(const Kinematics& k, std::size_t outer, std::size_t inner) {
    std::vector<std::size_t> path;
    for (std::size_t l = outer; l != inner; l = k.links[l].inboard) path.push_back(l);
    return path;
}

}  // namespace

PointOnLink on_link(const Kinematics& k, const PointOnBody& point) {
    return {k.link_of_body[point.body.value], k.spin[point.body.value].inward(point.location)};
}

std::size_t common_link(const Kinematics& k, std::size_t a, std::size_t b) {
    while (a != b) {  // an inboard link always has the smaller index
        if (a < b) std::swap(a, b);
        a = k.links[a].inboard;
    }
    return a;
}

Vec3<Expr> reexpress(const Kinematics& k, const Vec3<Expr>& v, std::size_t from, std::size_t to) {
    const std::size_t common = common_link(k, from, to);
    Vec3<Expr> result = v;
    for (const std::size_t l : path_inward(k, from, common)) result = k.links[l].rotation.inward(result);
    const std::vector<std::size_t> outward = path_inward(k, to, common);
    for (auto l = outward.rbegin(); l != outward.rend(); ++l) result = k.links[*l].rotation.outward(result);
    return result;
}

Vec3<Expr> to_link_axes(const Kinematics& k, const Vec3<Expr>& v, const FrameOnBody& from, std::size_t to) {
    const Vec3<Expr> body_axes = from.aligned ? v : transpose_times(from.R_FB, v);
    return reexpress(k, k.spin[from.body.value].inward(body_axes), k.link_of_body[from.body.value], to);
}

Vec3<Expr> to_frame_axes(const Kinematics& k, const Vec3<Expr>& v, std::size_t from, const FrameOnBody& to) {
    const Vec3<Expr> body_axes = k.spin[to.body.value].outward(reexpress(k, v, from, k.link_of_body[to.body.value]));
    return to.aligned ? body_axes : to.R_FB * body_axes;
}

Mat3<Expr> rotation_between(const Model& model, const Kinematics& k, const FrameOnBody& to, const FrameOnBody& from) {
    Mat3<Expr> rotation;
    const std::size_t link = k.link_of_body[from.body.value];
    for (std::size_t j = 0; j < 3; ++j) {  // column j: the image of from's j-th axis
        Vec3<Expr> axis;
        axis[j] = model.graph->integer(1);
        const Vec3<Expr> image = to_frame_axes(k, to_link_axes(k, axis, from, link), link, to);
        for (std::size_t i = 0; i < 3; ++i) rotation(i, j) = image[i];
    }
    return rotation;
}

RelativePoint seen_from(const Kinematics& k, const PointOnLink& point, std::size_t ancestor) {
    RelativePoint seen{point.location, {}};
    for (const std::size_t l : path_inward(k, point.link, ancestor)) {
        const Link& link = k.links[l];
        seen.v = link.rotation.inward(seen.v + link.v_rel + cross(link.w_rel, seen.r));
        seen.r = link.o + link.rotation.inward(seen.r);
    }
    return seen;
}

LineBetween line_between(const Kinematics& k, const PointOnBody& P, const PointOnBody& Q) {
    const PointOnLink p = on_link(k, P), q = on_link(k, Q);
    LineBetween line;
    line.link = common_link(k, p.link, q.link);
    const RelativePoint from_p = seen_from(k, p, line.link), from_q = seen_from(k, q, line.link);
    line.r = from_p.r - from_q.r;
    const Vec3<Expr> v = from_p.v - from_q.v;
    line.distance = sqrt(dot(line.r, line.r));
    line.rate = line.distance.is_zero() ? Expr{} : dot(line.r, v) / line.distance;
    return line;
}

Vec3<Expr> between(const Kinematics& k, const PointOnLink& p, const PointOnLink& q, std::size_t axes) {
    const std::size_t common = common_link(k, p.link, q.link);
    // Where the paths to the axes and to a point part, not inboard of the common link; at most one of the two is
    // outboard of it.
    const auto parting = [&](std::size_t link) { return std::max(common, common_link(k, link, axes)); };
    if (parting(p.link) != common) return -between(k, q, p, axes);
    const std::size_t outermost = parting(q.link);
    Vec3<Expr> r = -seen_from(k, p, common).r;
    const std::vector<std::size_t> outward = path_inward(k, outermost, common);
    for (auto l = outward.rbegin(); l != outward.rend(); ++l) r = k.links[*l].rotation.outward(r + k.links[*l].o);
    return reexpress(k, r + seen_from(k, q, outermost).r, outermost, axes);
}

Vec3<Expr> position(const Kinematics& k, const PointOnBody& P, const PointOnBody& Q, const FrameOnBody& in) {
    const std::size_t axes = k.link_of_body[in.body.value];
    return to_frame_axes(k, between(k, on_link(k, P), on_link(k, Q), axes), axes, in);
}

namespace {

Vec3<Expr> absolute_velocity(const std::vector<LinkVelocity>& links, const PointOnLink& point) {
    return links[point.link].v + cross(links[point.link].omega, point.location);
}

}  // namespace

Vec3<Expr> velocity(const Kinematics& k, const PointOnBody& P, BodyIndex observer, const FrameOnBody& in) {
    const PointOnLink p = on_link(k, P);
    const std::size_t o = k.link_of_body[observer.value];
    const std::size_t common = common_link(k, p.link, o);
    if (common == o && o != 0) return to_frame_axes(k, seen_from(k, p, o).v, o, in);
    const std::vector<LinkVelocity> links = link_velocities(k);
    if (o == 0) {
        // Outward to where the paths to P and to the axes part, inward from P to there: nothing is turned twice.
        const std::size_t parting = common_link(k, p.link, k.link_of_body[in.body.value]);
        const RelativePoint seen = seen_from(k, p, parting);
        return to_frame_axes(k, absolute_velocity(links, {parting, seen.r}) + seen.v, parting, in);
    }
    const Vec3<Expr> v = absolute_velocity(links, p);
    // The observer turns and moves: subtract the velocity of its own point that coincides with P.
    const Vec3<Expr> r = between(k, {o, {}}, p, o);
    return to_frame_axes(k, reexpress(k, v, p.link, o) - (links[o].v + cross(links[o].omega, r)), o, in);
}

Vec3<Expr> angular_velocity(const Kinematics& k, BodyIndex B, BodyIndex observer, const FrameOnBody& in) {
    const std::size_t b = k.link_of_body[B.value], o = k.link_of_body[observer.value];
    const std::size_t common = common_link(k, b, o);
    // Outward to where the paths to the link and to the axes part, inward from the link to there.
    const auto relative_to_common = [&](std::size_t link) {
        const std::size_t axes = common_link(k, link, k.link_of_body[in.body.value]);
        const std::size_t parting = std::max(axes, common);  // both lie inboard of `link`
        Vec3<Expr> w, beyond;
        const std::vector<std::size_t> path = path_inward(k, parting, common);
        for (auto l = path.rbegin(); l != path.rend(); ++l) w = k.links[*l].rotation.outward(w) + k.links[*l].w_rel;
        for (const std::size_t l : path_inward(k, link, parting))
            beyond = k.links[l].rotation.inward(beyond + k.links[l].w_rel);
        return to_frame_axes(k, w + beyond, parting, in);
    };
    if (o == common) return relative_to_common(b);
    return relative_to_common(b) - relative_to_common(o);
}

Vec3<Expr> acceleration(const Model& model, const Kinematics& k, const PointOnBody& P, BodyIndex observer,
                        const FrameOnBody& in) {
    const PointOnLink p = on_link(k, P);
    const std::size_t o = k.link_of_body[observer.value];
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(k);
    const std::vector<LinkAcceleration> links = link_accelerations(model, k, omega, Accelerations::symbols, {});
    const Vec3<Expr> a = links[p.link].a + links[p.link].U * p.location;
    if (o == 0) return to_frame_axes(k, a, p.link, in);
    // a_rel = a_P - (a_O + U_O r) - 2 omega_O x v_rel
    const Vec3<Expr> r = between(k, {o, {}}, p, o);
    FrameOnBody observer_axes;
    observer_axes.body = observer;
    const Vec3<Expr> v_rel = to_link_axes(k, velocity(k, P, observer, observer_axes), observer_axes, o);
    const Vec3<Expr> coriolis = cross(omega[o], v_rel);
    const Vec3<Expr> relative = reexpress(k, a, p.link, o) - (links[o].a + links[o].U * r) - (coriolis + coriolis);
    return to_frame_axes(k, relative, o, in);
}

}  // namespace lag
