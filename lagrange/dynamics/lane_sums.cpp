#include "lagrange/dynamics/lane_sums.hpp"

#include <algorithm>

namespace lag {

std::vector<std::size_t> lanes_of_bodies(const Model& model) {
    std::vector<std::size_t> found(model.bodies.size(), 0);
    for (std::size_t b = 1; b < found.size(); ++b) {
        const Body& body = model.bodies[b];
        found[b] = found[body.inboard.value];
        for (const SpeedIndex u : body.hinge.speeds)
            found[b] = std::max(found[b], model.graph->lanes_of(symbol(model, u)));
    }
    return found;
}

Expr lane_sum(Expr e, std::size_t lanes) {
    return e.is_zero() ? e : e.graph->lane_sum(e, lanes);
}

Vec3<Expr> lane_sum(const Vec3<Expr>& v, std::size_t lanes) {
    return {{lane_sum(v[0], lanes), lane_sum(v[1], lanes), lane_sum(v[2], lanes)}};
}

Mat3<Expr> lane_sum(const Mat3<Expr>& m, std::size_t lanes) {
    Mat3<Expr> sum;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) sum(i, j) = lane_sum(m(i, j), lanes);
    return sum;
}

Inertia lane_sum(const Inertia& inertia, std::size_t lanes) {
    return {lane_sum(inertia.mass, lanes), lane_sum(inertia.moment, lanes), lane_sum(inertia.J, lanes)};
}

Wrench lane_sum(const Wrench& wrench, std::size_t lanes) {
    return {lane_sum(wrench.force, lanes), lane_sum(wrench.moment, lanes)};
}

}  // namespace lag
