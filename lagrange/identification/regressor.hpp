// The regressor Y of M u' - f + Q = Y pi (base_parameters.hpp).
#pragma once

#include <vector>

#include "lagrange/identification/base_parameters.hpp"

namespace lag {

struct Regressor {
    BaseParameters parameters;
    std::vector<std::vector<Expr>> columns;  // Y: by base parameter, then by speed
    std::vector<Expr> applied_loads;         // Q, by speed
};
Regressor form_regressor(const Model& model, const Kinematics& kinematics);

}  // namespace lag
