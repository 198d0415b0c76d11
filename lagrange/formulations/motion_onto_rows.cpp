#include "lagrange/formulations/motion_onto_rows.hpp"

#include <algorithm>
#include <utility>

#include "lagrange/formulations/articulated.hpp"
#include "lagrange/formulations/rows_at_links.hpp"

namespace lag {

bool can_move_onto(const Model& model, const ConstraintRows& rows, const std::vector<RowWeight>& weights) {
    return !rows.rows.empty() && weights.empty() && model.contacts.empty() && model.stops.empty() &&
           model.kinetic_terms.empty() && !model.small.any() && !has_flexible_bodies(model) &&
           std::ranges::none_of(rows.rows, [](const ConstraintRow& row) { return row.of_displacements.has_value(); });
}

MotionOntoRows::MotionOntoRows(const Model& model, const Kinematics& kinematics, std::vector<Inertia> inertias,
                               LeanRows rows)
    : model_(model), kinematics_(kinematics), inertias_(std::move(inertias)), rows_(std::move(rows)) {}

SolvedAccelerations MotionOntoRows::operator()(const std::vector<std::size_t>& numbers,
                                               const std::vector<Expr>& r) const {
    const std::vector<RowAtLinks> all =
        rows_at_links(model_, kinematics_, rows_, {}, deferred_speeds(model_, kinematics_));
    std::vector<RowAtLinks> rows;
    for (const std::size_t number : numbers) {
        rows.push_back(all.at(number));
        rows.back().gamma = model_.graph->own(r.at(rows.size() - 1));
    }
    const std::vector<Wrench> no_wrenches(kinematics_.links.size());
    const std::vector<Expr> no_loads(model_.speeds.size(), model_.graph->integer(0));
    return articulated_accelerations(model_, kinematics_, inertias_, no_wrenches, no_loads, nullptr, rows);
}

}  // namespace lag
