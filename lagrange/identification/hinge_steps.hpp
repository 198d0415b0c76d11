// Hinges as seen by inertial parameters: a tree of steps, each of them fixed or moving through a
// group of displacements.
//
//   fixed     a rotation, an offset: expressions of parameters
//   moving    whatever the twists generate: one rotation or translation, or all that a quasi hinge allows
//
// A moving step leaves the axes and the origin alone: it stands for the hinge in the position where nothing is turned
// or shifted. Parameters of inertia are ten numbers per rigid body, linear in it (inertias.hpp), about the step's
// origin and in its axes, in this order:
//     Jzz Jxx Jxy Jxz Jyz sx sy sz m Jyy
// which is also the order in which they are kept, when some can stand for others: mass and Jyy go first (Khalil).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/identification/parameter_rows.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

inline constexpr std::size_t inertial_count = 10;
using InertialVector = std::array<Expr, inertial_count>;
inline constexpr std::array<const char*, inertial_count> inertial_names{"Jzz", "Jxx", "Jxy", "Jxz", "Jyz",
                                                                        "sx",  "sy",  "sz",  "m",   "Jyy"};
InertialVector inertial_vector(const Inertia& inertia);
Inertia unit_inertia(Graph& graph, std::size_t component);

// An infinitesimal displacement: a rotation about a unit axis or a translation along it.
struct Twist {
    bool rotates = false;
    Vec3<Expr> axis;
};

struct HingeStep {
    std::size_t inboard = 0;
    Rotation rotation;          // fixed
    Vec3<Expr> o;               // fixed, in inboard axes
    std::vector<Twist> twists;  // moving: not empty
    bool moves() const { return !twists.empty(); }
};

struct HingeSteps {
    std::vector<HingeStep> steps;           // steps[0] is ground; inboard steps first
    std::vector<std::size_t> step_of_body;  // the one that carries the body's axes and origin
    // Every moving step has coordinates that occur nowhere else and are free: what is found step by step is then all
    // there is. False with coupled and prescribed motions.
    bool independent = true;
};
HingeSteps hinge_steps(const Model& model);

// The motions a step can be in, for general values of the parameters. V = (omega, v) of the origin.
struct AttainedMotions {
    RowSpace velocities;  // 6 columns: the span of V over all states
    // 10 columns: the span of d(2 T)/d(parameter) and of d(V)/d(parameter), kinetic energy and weight
    RowSpace features;
    // Rows that vanish on exactly those parameters which may as well hang on the inboard step; none of a fixed step
    std::vector<EchelonRow> conditions;
};
// By step.
std::vector<AttainedMotions> attained_motions(const Model& model, const HingeSteps& steps, GeneralValues& general);

// The parameters of inertia that hang on the inboard step and do the same: 10 x 10, of a fixed step.
std::array<InertialVector, inertial_count> carried_columns(Graph& graph, const HingeStep& step);

}  // namespace lag
