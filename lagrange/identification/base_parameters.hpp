// Base inertial parameters: the fewest combinations of the bodies' masses, first moments and moments of inertia on
// which the equations of motion depend (Mayeda, Yoshida and Osuka 1990; Gautier and Khalil 1990). With them
//
//     M u' - f + Q = Y(q, u, u') pi        Q: generalized forces of all loads but gravity
//
// of the tree's equations, before constraints; Y has independent columns.
//
// A *standard parameter* is m, s (first moment, m times the mass centre) or an element of J about the body's origin, in
// its axes; of a body of revolution that keeps non-spinning axes the two transverse moments are one. Those that are
// zero as the script states them do not count: they stay zero. Each base parameter is led by one of them and bears its
// name, "rod_Jzz"; its column of Y is that of the leading parameter alone. Lengths and angles count as general values:
// where their actual ones make more parameters dependent, pi still tells all, but not with the fewest numbers.
//
// How they are found: hinge_steps.hpp for trees; coupled and prescribed motions tie hinges together, what else becomes
// dependent by that is found from numbers (tied_columns.hpp).
//
// ModelError: no body with mass or inertia; kinetic energies given as such; dependent speeds solved out.
#pragma once

#include <string>
#include <vector>

#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

struct StandardParameter {
    BodyIndex body;
    std::vector<std::size_t> components;  // of hinge_steps.hpp's order; two of a body of revolution
    std::string name, unit;               // "rod_Jzz", "kg*m^2"
    Expr value;                           // of parameters
};

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

// M u' - f + Q by standard parameter: column k has an entry per speed, in acceleration symbols.
std::vector<std::vector<Expr>> standard_columns(const Model& model, const Kinematics& kinematics,
                                                const std::vector<StandardParameter>& standard);

struct Regressor {
    BaseParameters parameters;
    std::vector<std::vector<Expr>> columns;  // Y: by base parameter, then by speed
    std::vector<Expr> applied_loads;         // Q, by speed
};
Regressor form_regressor(const Model& model, const Kinematics& kinematics);

}  // namespace lag
