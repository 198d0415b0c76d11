#include "lagrange/dynamics/lane_sums.hpp"

namespace lag {

Expr lane_sum(Expr e, LaneSum over) {
    if (e.is_zero()) return e;
    return over.into == 0 ? e.graph->lane_sum(e, over.lanes) : e.graph->lane_fold(e, over.lanes, over.into);
}

Vec3<Expr> lane_sum(const Vec3<Expr>& v, LaneSum over) {
    return {{lane_sum(v[0], over), lane_sum(v[1], over), lane_sum(v[2], over)}};
}

Mat3<Expr> lane_sum(const Mat3<Expr>& m, LaneSum over) {
    Mat3<Expr> sum;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) sum(i, j) = lane_sum(m(i, j), over);
    return sum;
}

Inertia lane_sum(const Inertia& inertia, LaneSum over) {
    return {lane_sum(inertia.mass, over), lane_sum(inertia.moment, over), lane_sum(inertia.J, over)};
}

Wrench lane_sum(const Wrench& wrench, LaneSum over) {
    return {lane_sum(wrench.force, over), lane_sum(wrench.moment, over)};
}

}  // namespace lag
