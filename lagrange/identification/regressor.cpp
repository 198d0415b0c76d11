#include "lagrange/identification/regressor.hpp"

#include "lagrange/dynamics/loads.hpp"
#include "lagrange/dynamics/recursion.hpp"

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
