#include "lagrange/kinematics/origins.hpp"

#include <algorithm>

#include "lagrange/kinematics/body_axes.hpp"

namespace lag {

namespace {

// Of a hinge with a single motion along an axis of its body: the axes along which the origin may move.
std::vector<std::size_t> free_axes(const Body& body) {
    if (body.hinge.quasi != Quasi::none || body.hinge.motions.size() != 1) return {};
    const Motion& motion = body.hinge.motions.front();
    if (motion.kind == Motion::Kind::translate) return {0, 1, 2};
    for (std::size_t k = 0; k < 3; ++k)
        if (motion.axis[(k + 1) % 3].is_zero() && motion.axis[(k + 2) % 3].is_zero()) return {k};
    return {};
}

}  // namespace

std::vector<MovableOrigin> movable_origins(const Model& model) {
    std::vector<MovableOrigin> origins;
    if (!model.constraints.empty() || !model.kinetic_terms.empty() || has_flexible_bodies(model)) return origins;
    for (std::size_t b = 1; b < model.bodies.size(); ++b)
        for (const std::size_t axis : free_axes(model.bodies[b])) origins.push_back({BodyIndex(b), axis});
    return origins;
}

OriginMoves moves_of(const Model& model, const MovableOrigin& origin) {
    OriginMoves moves;
    const auto add = [](std::vector<Expr>& list, const Expr& amount) {
        if (!amount.is_zero() && std::ranges::count(list, amount) == 0) list.push_back(amount);
    };
    const Body& body = model.body(origin.body);
    if (body.inboard != ground) add(moves.of_own, -(body.orient * body.at)[origin.axis]);
    for (std::size_t k = 1; k < model.bodies.size(); ++k)
        if (model.bodies[k].inboard == origin.body) add(moves.of_carried, model.bodies[k].at[origin.axis]);
    return moves;
}

Model with_origin_moved(const Model& model, const MovableOrigin& origin, Expr by) {
    BodyAxes axes;
    axes.origin[origin.axis] = by;
    return in_body_axes(model, {{origin.body, axes}});
}

Model with_offsets_outward(Model model) {
    for (const MovableOrigin& origin : movable_origins(model))
        for (const Expr& by : moves_of(model, origin).of_own) model = with_origin_moved(model, origin, by);
    return model;
}

Model with_offsets_inward(Model model) {
    std::vector<MovableOrigin> origins = movable_origins(model);
    std::ranges::reverse(origins);
    for (const MovableOrigin& origin : origins) {
        const OriginMoves moves = moves_of(model, origin);
        if (!moves.of_carried.empty()) model = with_origin_moved(model, origin, moves.of_carried.front());
    }
    return model;
}

}  // namespace lag
