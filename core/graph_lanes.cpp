// Sums of lane values, and the ways between different numbers of lanes (lanes.hpp).
#include <algorithm>

#include "core/errors.hpp"
#include "core/graph.hpp"

namespace lag {

Expr Graph::lane_sum(Expr e, std::size_t lanes) {
    e = own(e);
    const std::size_t own_lanes = std::max<std::size_t>(lanes_of(e), 1);
    if (lanes % own_lanes != 0) throw InternalError("a sum over another number of lanes");
    if (!is_lane_value(e)) return mul(integer(static_cast<long>(lanes)), e);
    if (own_lanes < lanes) return mul(integer(static_cast<long>(lanes / own_lanes)), lane_sum(e, own_lanes));
    const Node operand = node(e);
    if (operand.op == Op::neg) return neg(lane_sum(expr(operand.operand[0]), lanes));
    return make_of_lanes(Op::lane_sum, e, lanes, static_cast<Dependence>(operand.dependence & ~in_lanes));
}

Expr Graph::lane_fold(Expr e, std::size_t lanes, std::size_t into) {
    e = own(e);
    if (lanes % into != 0) throw InternalError("lanes that are no multiple of those they are summed into");
    if (lanes_of(e) <= into) return mul(integer(static_cast<long>(lanes / into)), lane_repeat(e, into));
    if (lanes_of(e) != lanes) throw InternalError("a sum over another number of lanes");
    const Node operand = node(e);
    if (operand.op == Op::neg) return neg(lane_fold(expr(operand.operand[0]), lanes, into));
    const LaneFold fold{static_cast<std::uint32_t>(lanes), static_cast<std::uint32_t>(into)};
    return make_of_lanes(Op::lane_fold, e, fold.index(), operand.dependence);
}

Expr Graph::lane_repeat(Expr e, std::size_t lanes) {
    e = own(e);
    const Node operand = node(e);
    if (operand.lanes == 0 || operand.lanes == lanes) return e;
    if (lanes % operand.lanes != 0 || is_condition(operand.op))
        throw InternalError("lane values with different numbers of lanes meet");
    if (operand.op == Op::neg) return neg(lane_repeat(expr(operand.operand[0]), lanes));
    return make_of_lanes(Op::lane_repeat, e, lanes, operand.dependence);
}

Expr Graph::lane_gather(const std::vector<Expr>& members) {
    const auto is_negated = [&](const Expr& e) { return e.is_zero() || node(own(e)).op == Op::neg; };
    if (std::ranges::all_of(members, is_negated) &&
        std::ranges::any_of(members, [](const Expr& e) { return !e.is_zero(); })) {
        std::vector<Expr> positive;
        for (const Expr& e : members) positive.push_back(neg(own(e)));
        return neg(lane_gather(positive));
    }
    Expr gathered = own(members.front());
    for (std::size_t lane = 1; lane < members.size(); ++lane)
        gathered = lane_set(gathered, members.size(), lane, members[lane]);
    return gathered;
}

Expr Graph::lane_set(Expr e, std::size_t lanes, std::size_t lane, Expr scalar) {
    e = own(e), scalar = own(scalar);
    if (is_lane_value(scalar) || lane >= lanes) throw InternalError("no scalar for that lane");
    e = lane_repeat(e, lanes);
    if (e == scalar) return e;
    const LanePlace place{static_cast<std::uint32_t>(lanes), static_cast<std::uint32_t>(lane)};
    const auto dependence = static_cast<Dependence>(node(e).dependence | node(scalar).dependence | in_lanes);
    return make_of_lanes(Op::lane_set, e, place.index(), dependence, scalar);
}

Expr Graph::lane_member(Expr e, std::size_t lane) {
    e = own(e);
    if (!is_lane_value(e)) return e;
    if (lane >= lanes_of(e)) throw InternalError("a lane value has no such lane");
    const Node operand = node(e);
    if (operand.op == Op::neg) return neg(lane_member(expr(operand.operand[0]), lane));
    if (operand.op == Op::symbol) return expr(lane_members(e.id)[lane].id);
    if (operand.op == Op::lane_set)
        return LanePlace::of(operand.index).lane == lane ? expr(operand.operand[1])
                                                         : lane_member(expr(operand.operand[0]), lane);
    return make_of_lanes(Op::lane_member, e, lane, static_cast<Dependence>(operand.dependence & ~in_lanes));
}

}  // namespace lag
