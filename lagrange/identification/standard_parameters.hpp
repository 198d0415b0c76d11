// Standard parameters: what the inertia of the bodies is made of, one by one.
//
// A *standard parameter* is m, s (first moment, m times the mass centre) or an element of J about the body's origin, in
// its axes; of a body of revolution that keeps non-spinning axes the two transverse moments are one. Those that are
// zero as the script states them do not count: they stay zero.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "lagrange/identification/parameter_rows.hpp"
#include "lagrange/kinematics/links.hpp"

namespace lag {

struct StandardParameter {
    BodyIndex body;
    std::vector<std::size_t> components;  // of hinge_steps.hpp's order; two of a body of revolution
    std::string name, unit;               // "rod_Jzz", "kg*m^2"
    Expr value;                           // of parameters
};

// Body by body.
std::vector<StandardParameter> standard_parameters(const Model& model, const Kinematics& kinematics,
                                                   GeneralValues& general);

// M u' - f + Q by standard parameter: column k has an entry per speed, in acceleration symbols.
std::vector<std::vector<Expr>> standard_columns(const Model& model, const Kinematics& kinematics,
                                                const std::vector<StandardParameter>& standard);

}  // namespace lag
