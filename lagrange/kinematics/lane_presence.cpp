#include "lagrange/kinematics/lane_presence.hpp"

#include <algorithm>

namespace lag {

std::optional<Expr> presence_of(const Model& model, SpeedIndex speed) {
    Graph& graph = *model.graph;
    const Expr u = symbol(model, speed);
    if (!graph.is_lane_value(u)) return std::nullopt;
    const std::vector<Expr> speeds = graph.lane_members(u.id);
    if (std::ranges::none_of(speeds, &Expr::is_zero)) return std::nullopt;
    std::vector<Expr> present;
    for (const Expr& member : speeds) present.push_back(graph.integer(member.is_zero() ? 0 : 1));
    return graph.lane_symbol("presence of " + graph.symbol_of(u).name, Role::parameter, present);
}

}  // namespace lag
