#include "lagrange/formulations/free_points.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lagrange/formulations/articulated_inertia.hpp"
#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

namespace {

constexpr std::size_t most_trials = 12;

struct ColumnsByAxis {
    std::array<const SpeedColumn*, 3> turns{}, shifts{};
};

ColumnsByAxis by_axis(const Link& link) {
    ColumnsByAxis found;
    for (const SpeedColumn& column : link.columns)
        if (const auto along = single_axis(column))
            (along->rotates ? found.turns : found.shifts)[along->axis] = &column;
    return found;
}

// Whether the speeds of all points are speeds of this link: where it turns about an axis, it is free in the plane across.
bool moves_freely(const Link& link, const std::vector<bool>& is_of_one_hinge) {
    const ColumnsByAxis columns = by_axis(link);
    std::size_t count = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        count += (columns.turns[k] != nullptr ? 1U : 0U) + (columns.shifts[k] != nullptr ? 1U : 0U);
        if (columns.turns[k] == nullptr) continue;
        if (columns.shifts[(k + 1) % 3] == nullptr || columns.shifts[(k + 2) % 3] == nullptr) return false;
    }
    return count > 2 && count == link.columns.size() && is_zero(link.w_drift) && is_zero(link.v_drift) &&
           std::ranges::all_of(link.columns, [&](const SpeedColumn& c) { return is_of_one_hinge[c.speed.value]; });
}

// Of bodies on ground, or on what stands with it.
std::vector<std::size_t> free_links(const Model& model, const Kinematics& k) {
    const std::vector<bool> one = of_one_hinge(model, k);
    std::vector<bool> stands(k.links.size(), true);
    std::vector<std::size_t> links;
    for (std::size_t l = 1; l < k.links.size(); ++l) {
        const Link& link = k.links[l];
        stands[l] = stands[link.inboard] && link.columns.empty() && is_zero(link.w_rel) && is_zero(link.v_rel);
        if (!stands[l] && stands[link.inboard] && moves_freely(link, one)) links.push_back(l);
    }
    return links;
}

// Coordinates along the axis of the hinges on the link, those of most hinges first: of parameters, the same in all lanes.
std::vector<Expr> levels(const Graph& graph, const Kinematics& k, std::size_t l, std::size_t axis) {
    std::vector<std::pair<Expr, std::size_t>> found;
    for (const Link& outboard : k.links) {
        if (&outboard == &k.links.front() || outboard.inboard != l) continue;
        const Expr& x = outboard.o[axis];
        if ((graph.node(x).dependence & ~bit(Role::parameter)) != 0 || x.is_zero()) continue;
        const auto known = std::ranges::find(found, x, &std::pair<Expr, std::size_t>::first);
        if (known == found.end())
            found.emplace_back(x, 1);
        else
            ++known->second;
    }
    std::ranges::stable_sort(found, std::ranges::greater{}, &std::pair<Expr, std::size_t>::second);
    std::vector<Expr> coordinates;
    for (const auto& [x, count] : found) coordinates.push_back(x);
    return coordinates;
}

// The origin, seen from the point.
Link origin_from(const Vec3<Expr>& r) {
    Link link;
    link.o = -r;
    return link;
}

Expr along_axis(const SpeedColumn* column, const std::vector<Expr>& by_speed) {
    return column == nullptr ? Expr{} : by_speed[column->speed.value];
}

}  // namespace

FormulationChoice at_best_free_points(const FormulationChoice& choice, const Model& model, const Kinematics& kinematics,
                                      const std::function<long(const FormulationChoice&)>& operations) {
    FormulationChoice best = choice;
    std::size_t trials = 0;
    const std::vector<std::size_t> links = free_links(model, kinematics);
    if (links.empty() || has_flexible_bodies(model) || !quaternions(model).empty()) return best;
    long fewest = operations(best);
    for (const std::size_t l : links)
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const Expr& x : levels(*model.graph, kinematics, l, axis)) {
                if (trials++ == most_trials) return best;
                FormulationChoice trial = best;
                trial.free_points[l][axis] = x;
                const long count = operations(trial);
                if (count < fewest) fewest = count, best = std::move(trial);
            }
    return best;
}

Kinematics at_free_points(const FreePoints& points, Kinematics k) {
    for (const auto& [l, r] : points) {
        k.at_free_points.push_back(l);
        k.links[l].v_rel = k.links[l].v_rel + cross(k.links[l].w_rel, r);
        for (std::size_t outboard = l + 1; outboard < k.links.size(); ++outboard)
            if (k.links[outboard].inboard == l) k.links[outboard].o = k.links[outboard].o - r;
    }
    return k;
}

std::vector<Inertia> at_free_points(const FreePoints& points, std::vector<Inertia> inertias) {
    for (const auto& [l, r] : points)
        if (!inertias[l].is_zero()) inertias[l] = carried_inward(origin_from(r), inertias[l]);
    return inertias;
}

Loads at_free_points(const FreePoints& points, const Kinematics& k, Loads loads) {
    for (const auto& [l, r] : points) {
        loads.wrenches[l] = carried_inward(origin_from(r), loads.wrenches[l]);
        // Q_v . v = Q_v . (v_P - omega x r)
        const ColumnsByAxis columns = by_axis(k.links[l]);
        Vec3<Expr> force;
        for (std::size_t axis = 0; axis < 3; ++axis) force[axis] = along_axis(columns.shifts[axis], loads.direct);
        const Vec3<Expr> moment = cross(r, force);
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (columns.turns[axis] != nullptr) loads.direct[columns.turns[axis]->speed.value] -= moment[axis];
    }
    return loads;
}

void back_to_origins(const FreePoints& points, const Kinematics& k, std::vector<Expr>& accelerations) {
    for (const auto& [l, r] : points) {
        const ColumnsByAxis columns = by_axis(k.links[l]);
        Vec3<Expr> alpha;
        for (std::size_t axis = 0; axis < 3; ++axis) alpha[axis] = along_axis(columns.turns[axis], accelerations);
        const Vec3<Expr> difference = cross(alpha, r);
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (columns.shifts[axis] != nullptr) accelerations[columns.shifts[axis]->speed.value] -= difference[axis];
    }
}

}  // namespace lag
