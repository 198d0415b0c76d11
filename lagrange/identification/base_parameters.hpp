// Base inertial parameters: the fewest combinations of the bodies' masses, first moments and moments of inertia on
// which the equations of motion depend (Mayeda, Yoshida and Osuka 1990; Gautier and Khalil 1990). With them
//
//     M u' - f + Q = Y(q, u, u') pi        Q: generalized forces of all loads but gravity
//
// of the tree's equations, before constraints; Y has independent columns.
//
// Each base parameter is led by a standard parameter (standard_parameters.hpp) and bears its name, "rod_Jzz"; its
// column of Y is that of the leading parameter alone. Lengths and angles count as general values: where their actual
// ones make more parameters dependent, pi still tells all, but not with the fewest numbers.
//
// How they are found: hinge_steps.hpp for trees; coupled and prescribed motions tie hinges together, what else becomes
// dependent by that is found from numbers (tied_columns.hpp).
//
// ModelError: no body with mass or inertia; explicit kinetic energies; dependent speeds solved out.
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"
#include "lagrange/identification/standard_parameters.hpp"
#include "lagrange/kinematics/links.hpp"

namespace lag {

struct BaseParameter {
    std::size_t leading = 0;  // of the standard parameters
    Expr value;               // leading one + combinations of others, in parameters
    std::string text;         // "rod_Jzz + rod_m*l^2 + ...": in standard parameters
};

struct BaseParameters {
    std::vector<StandardParameter> standard;  // body by body
    std::vector<BaseParameter> base;          // in the order of their leading parameters
    // Independent of those, but zero as the script states the bodies: Jxx - Jyy of one that has them equal.
    std::vector<BaseParameter> vanishing;
    const StandardParameter& leading(const BaseParameter& parameter) const { return standard[parameter.leading]; }
};

BaseParameters base_parameters(const Model& model, const Kinematics& kinematics);

}  // namespace lag
