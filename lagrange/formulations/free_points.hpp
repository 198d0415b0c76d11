// A body that moves freely on ground may go by the accelerations of any of its points. Its speeds are those of its origin, but a
// recursion may solve for the acceleration of another point P, at r in the body,
//     v_P = v + omega x r        v' = v_P' - omega' x r
// so that only the last step speaks of the origin. Hinges on the body that stand level with P are nearer: what is carried from
// them is shifted along two axes instead of three. What the body is made of is seen from P by arithmetic on parameters, once, in
// `setup`.
#pragma once

#include <functional>
#include <vector>

#include "core/model.hpp"
#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/loads.hpp"
#include "lagrange/formulations/formulation_choice.hpp"

namespace lag {

// The choice by the points with fewest `operations`: along each axis level with the hinges on the body, of the first few trials.
// As it is where the origin itself has fewest, and for flexible bodies and Euler parameters.
FormulationChoice at_best_free_points(const FormulationChoice& choice, const Model& model, const Kinematics& kinematics,
                                      const std::function<long(const FormulationChoice&)>& operations);

// The same mechanism for the recursion alone: points of bodies are no longer where the model says.
Kinematics at_free_points(const FreePoints& points, Kinematics kinematics);
std::vector<Inertia> at_free_points(const FreePoints& points, std::vector<Inertia> inertias);
Loads at_free_points(const FreePoints& points, const Kinematics& kinematics, Loads loads);
// Accelerations by speed, in place: from those of P to those of the origin.
void back_to_origins(const FreePoints& points, const Kinematics& kinematics, std::vector<Expr>& accelerations);

}  // namespace lag
