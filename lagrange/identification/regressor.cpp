#include "lagrange/dynamics/loads.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/dynamics/recursion.hpp"
#include "lagrange/identification/base_parameters.hpp"
#include "lagrange/identification/hinge_steps.hpp"

namespace lag {

namespace {

// Generalized forces of everything but gravity.
std::vector<Expr> applied_loads(const Model& model, const Kinematics& k) {
    Loads loads = loads_by_reach(model, k);
    accumulate_inward(k, loads.wrenches);
    std::vector<Expr> rows = project(model, k, loads.wrenches);
    for (std::size_t u = 0; u < rows.size(); ++u) rows[u] += loads.direct[u];
    return rows;
}

}  // namespace

// The inertia wrench of a unit of the parameter, projected on the link's partial velocities.
std::vector<std::vector<Expr>> standard_columns(const Model& model, const Kinematics& k,
                                                const std::vector<StandardParameter>& standard) {
    Graph& graph = *model.graph;
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(k);
    const std::vector<LinkAcceleration> acceleration =
        link_accelerations(model, k, omega, Accelerations::symbols, -model.gravity);
    const Partials partials = compute_partials(model, k);
    std::vector<std::vector<Expr>> columns;
    for (const StandardParameter& parameter : standard) {
        const std::size_t l = k.link_of_body[parameter.body.value];
        std::vector<Inertia> inertias(k.links.size());
        for (const std::size_t component : parameter.components)
            inertias[l] = inertias[l] + unit_inertia(graph, component);
        const Wrench wrench = inertia_wrenches(inertias, omega, acceleration)[l];
        std::vector<Expr> column(model.speeds.size(), Expr{&graph, 0});
        for (const SpeedColumn& partial : partials.of_link[l])
            column[partial.speed.value] = dot(partial.w, wrench.moment) + dot(partial.v, wrench.force);
        columns.push_back(std::move(column));
    }
    return columns;
}

Regressor form_regressor(const Model& model, const Kinematics& k) {
    Regressor regressor;
    regressor.parameters = base_parameters(model, k);
    std::vector<StandardParameter> leading;
    for (const BaseParameter& parameter : regressor.parameters.base)
        leading.push_back(regressor.parameters.leading(parameter));
    regressor.columns = standard_columns(model, k, leading);
    regressor.applied_loads = applied_loads(model, k);
    return regressor;
}

}  // namespace lag
