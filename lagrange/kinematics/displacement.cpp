#include "lagrange/kinematics/displacement.hpp"

#include <array>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/kinematics/link_motions.hpp"

namespace lag {

namespace {

// Differences of the coordinates of one hinge with quasi-velocities, made into the differences
// of its quasi-coordinates.
class HingeDisplacement {
  public:
    HingeDisplacement(const Model& model, const Hinge& hinge, const std::vector<Expr>& target)
        : model_(model), hinge_(hinge), graph_(*model.graph) {
        for (const CoordinateIndex q : hinge.coordinates) change_.push_back(target.at(q.value) - symbol(model, q));
    }

    std::vector<Expr> by_speed() {
        if (hinge_.quasi == Quasi::planar) return planar();
        const bool free = hinge_.quasi == Quasi::free;
        Vec3<Expr> w, v;
        if (free) {
            const std::size_t first = hinge_.euler_parameters ? 4 : 3;
            for (std::size_t k = 0; k < 3; ++k) v[k] = change_.at(first + k);
        }
        if (hinge_.euler_parameters) {
            std::array<Expr, 4> e;
            for (std::size_t k = 0; k < 4; ++k) e[k] = symbol(model_, hinge_.coordinates[k]);
            w = from_euler_parameters(e);
            if (free) v = rotation_from_euler_parameters(graph_, e) * v;
        } else {
            std::size_t angle = 0;  // the first rotation's angle is the first coordinate
            for (std::size_t m = free ? 3 : 0; m < hinge_.motions.size(); ++m, ++angle) {
                const Rotation turn = rotation_about(graph_, hinge_.motions[m].axis, hinge_.motions[m].value);
                w = turn.outward(w) + change_.at(angle) * hinge_.motions[m].axis;
                if (free) v = turn.outward(v);
            }
        }
        std::vector<Expr> result{w[0], w[1], w[2]};
        if (free) result.insert(result.end(), {v[0], v[1], v[2]});
        return result;
    }

  private:
    // w = 2 E^T e'
    Vec3<Expr> from_euler_parameters(const std::array<Expr, 4>& e) const {
        const std::vector<Expr>& d = change_;
        return {2 * (e[0] * d[1] + e[3] * d[2] - e[1] * d[0] - e[2] * d[3]),
                2 * (e[0] * d[2] + e[1] * d[3] - e[2] * d[0] - e[3] * d[1]),
                2 * (e[0] * d[3] + e[2] * d[1] - e[3] * d[0] - e[1] * d[2])};
    }
    std::vector<Expr> planar() {
        const auto axis = static_cast<std::size_t>(hinge_.planar_axis);
        const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
        Vec3<Expr> shift;
        shift[x] = change_.at(0), shift[y] = change_.at(1);
        const Rotation turn = rotation_about(graph_, hinge_.motions[2].axis, hinge_.motions[2].value);
        const Vec3<Expr> v = turn.outward(shift);
        return {v[x], v[y], change_.at(2)};
    }

    const Model& model_;
    const Hinge& hinge_;
    Graph& graph_;
    std::vector<Expr> change_;  // by the hinge's coordinates
};

}  // namespace

std::vector<Expr> displacement_to(const Model& model, const std::vector<Expr>& target) {
    std::vector<Expr> displacement(model.speeds.size());
    for (const Body& body : model.bodies) {
        if (body.hinge.quasi == Quasi::none) continue;
        const std::vector<Expr> parts = HingeDisplacement(model, body.hinge, target).by_speed();
        for (std::size_t k = 0; k < parts.size(); ++k) displacement.at(body.hinge.speeds.at(k).value) = parts[k];
    }
    for (std::size_t u = 0; u < model.speeds.size(); ++u)
        if (const auto q = model.speeds[u].rate_of; q) displacement[u] = target.at(q->value) - symbol(model, *q);
    return displacement;
}

std::vector<Expr> displaced_coordinates(const Model& model, const std::vector<Expr>& rates,
                                        const std::vector<Expr>& s) {
    Graph& graph = *model.graph;
    // the rates are linear in the speeds, so that their derivative along s is N s
    Differentiator along(graph);
    for (std::size_t u = 0; u < model.speeds.size(); ++u) along.seed(symbol(model, SpeedIndex{u}), s.at(u));
    std::vector<Expr> displaced;
    for (std::size_t q = 0; q < model.coordinates.size(); ++q)
        displaced.push_back(symbol(model, CoordinateIndex{q}) + along(rates.at(q)));
    for (const auto& quaternion : quaternions(model)) {
        Expr square = graph.integer(0);
        for (const CoordinateIndex e : quaternion) square = square + graph.power(displaced.at(e.value), 2);
        const Expr scale = graph.integer(1) / sqrt(square);
        for (const CoordinateIndex e : quaternion) displaced.at(e.value) = displaced.at(e.value) * scale;
    }
    return displaced;
}

}  // namespace lag
