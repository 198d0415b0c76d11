#include "lagrange/dynamics/lane_sums.hpp"

namespace lag {

std::vector<bool> bodies_in_lanes(const Model& model) {
    std::vector<bool> found(model.bodies.size(), false);
    for (std::size_t b = 1; b < found.size(); ++b) {
        const Body& body = model.bodies[b];
        found[b] = found[body.inboard.value];
        for (const SpeedIndex u : body.hinge.speeds)
            found[b] = found[b] || model.graph->is_lane_value(symbol(model, u));
    }
    return found;
}

std::vector<bool> links_in_lanes(const Model& model, const Kinematics& kinematics) {
    const std::vector<bool> bodies = bodies_in_lanes(model);
    std::vector<bool> links(kinematics.links.size(), false);
    for (std::size_t l = 1; l < links.size(); ++l) links[l] = bodies[kinematics.links[l].body.value];
    return links;
}

Expr lane_sum(Expr e) {
    return e.is_zero() ? e : e.graph->lane_sum(e);
}

Vec3<Expr> lane_sum(const Vec3<Expr>& v) {
    return {{lane_sum(v[0]), lane_sum(v[1]), lane_sum(v[2])}};
}

Mat3<Expr> lane_sum(const Mat3<Expr>& m) {
    Mat3<Expr> sum;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) sum(i, j) = lane_sum(m(i, j));
    return sum;
}

Inertia lane_sum(const Inertia& inertia) {
    return {lane_sum(inertia.mass), lane_sum(inertia.moment), lane_sum(inertia.J)};
}

Wrench lane_sum(const Wrench& wrench) {
    return {lane_sum(wrench.force), lane_sum(wrench.moment)};
}

Vec3<Expr> LaneBoundary::sum_of_lane_values(const Vec3<Expr>& v) {
    Vec3<Expr> sum;
    for (std::size_t i = 0; i < 3; ++i) {
        const bool has_lanes = v[i].graph != nullptr && v[i].graph->is_lane_value(v[i]);
        sum[i] = has_lanes ? lane_sum(v[i]) : v[i];
    }
    return sum;
}

}  // namespace lag
