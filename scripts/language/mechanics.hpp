// What the interpreter asks of the later stages, as one abstract interface: the language knows no mechanics, and the
// mechanics no language. `pipeline.cpp` implements it with lagrange/. All answers are expressions of `model.graph`.
//
// The model may still grow between calls (a script asks for velocity(P) in the middle of its description); the calls
// below "results" need the complete model.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/constraint_rows.hpp"
#include "core/freed_body.hpp"
#include "core/model.hpp"
#include "core/solved_loops.hpp"
#include "scripts/language/linearization.hpp"

namespace lag {

// M q'' + D q' + K q = B w of some coordinates; B has a column for each of `inputs`.
struct LinearEquations {
    std::vector<std::vector<Expr>> M, D, K, B;
    std::vector<std::string> inputs;
};

class Mechanics {
  public:
    // ModelError when Lagrange's equations cannot be formed of the explicit kinetic energies.
    virtual void require_lagrangian(const Model&) = 0;
    virtual ~Mechanics() = default;

    // -- kinematics as values; components in the axes `in`
    // from P to Q; m
    virtual Vec3<Expr> position(const Model&, const PointOnBody& P, const PointOnBody& Q, const FrameOnBody& in) = 0;
    // of P as observed in body `observer`, m/s
    virtual Vec3<Expr> velocity(const Model&, const PointOnBody& P, BodyIndex observer, const FrameOnBody& in) = 0;
    // of P as observed in body `observer`, m/s^2; holds acceleration symbols
    virtual Vec3<Expr> acceleration(const Model&, const PointOnBody& P, BodyIndex observer, const FrameOnBody& in) = 0;
    // of B relative to `observer`, rad/s
    virtual Vec3<Expr> angular_velocity(const Model&, BodyIndex B, BodyIndex observer, const FrameOnBody& in) = 0;
    // maps components in `from` to components in `to`
    virtual Mat3<Expr> rotation(const Model&, const FrameOnBody& to, const FrameOnBody& from) = 0;
    virtual Expr distance(const Model&, const PointOnBody& P, const PointOnBody& Q) = 0;
    virtual Expr distance_rate(const Model&, const PointOnBody& P, const PointOnBody& Q) = 0;
    // q' as the kinematic differential equation gives it: the speed symbol itself, or the equation of a quasi hinge
    virtual Expr coordinate_rate(const Model&, CoordinateIndex q) = 0;
    // total time derivative: coordinates by their rates, speeds by acceleration symbols, inputs by
    // their primes ("delta'")
    virtual Expr time_derivative(const Model&, Expr e) = 0;

    // The rows of the constraints described so far, from constraint `first` on, and notes on dropped ones; ModelError
    // for one that cannot be
    virtual ConstraintRows constraint_rows(const Model&, std::size_t first) = 0;
    // All of them, as the equations of the model as it stands would hold them: less those that depend on others
    // (lagrange/constraints/independent_rows.hpp). ModelError for contradictory ones.
    virtual const ConstraintRows& independent_rows(const Model&) = 0;

    // Loops less the coordinates that follow from others in closed form (lagrange/constraints/solved_loops.hpp): names of
    // those that are asked for, none for all; and of those that stay.
    virtual SolvedLoops solved_loops(const Model&, const std::set<std::string>& asked,
                                     const std::set<std::string>& kept) = 0;

    // -- results (the model is complete)
    virtual Expr kinetic_energy(const Model&) = 0;
    virtual Expr potential_energy(const Model&) = 0;                       // gravity, springs, potential()
    virtual std::vector<std::vector<Expr>> mass_matrix(const Model&) = 0;  // nu x nu, symmetric
    virtual std::vector<Expr> right_side(const Model&) = 0;                // f of M u' = f
    virtual std::vector<Expr> generalized_forces(const Model&) = 0;        // loads and gravity
    virtual std::vector<Expr> kinematic_equations(const Model&) = 0;       // q'
    virtual Vec3<Expr> momentum(const Model&, BodyIndex B, const FrameOnBody& in) = 0;
    virtual Vec3<Expr> angular_momentum(const Model&, BodyIndex B, const FrameOnBody& in) = 0;  // about B's mass centre
    // [name, value] of the base inertial parameters; and Y of M u' - f + loads = Y pi, nu rows, in acceleration symbols
    virtual std::vector<std::pair<std::string, Expr>> base_parameters(const Model&) = 0;
    virtual std::vector<std::vector<Expr>> regressor(const Model&) = 0;
    // The derivative of a value that holds accelerations and multipliers, these being what the equations of motion give,
    // by a symbol that they may depend on; without accelerations and multipliers. ModelError
    // (scripts/pipeline/motion_slopes.hpp).
    virtual Expr motion_slope(const Model&, Expr value, Expr by) = 0;
    // The derivative of a value along the motion that the equations give, inputs held; without accelerations and
    // multipliers. ModelError (scripts/pipeline/motion_slopes.hpp).
    virtual Expr derivative_along(const Model&, Expr value) = 0;
    // force and moment on B at its hinge point, B's axes; hold acceleration symbols
    virtual std::pair<Vec3<Expr>, Vec3<Expr>> reaction(const Model&, const std::vector<FreedBody>&, BodyIndex B) = 0;

    // The equations at a state, in numbers; `model` may have other outputs than the one that was
    // described. ModelError (scripts/pipeline/linearize.hpp).
    virtual Linearization linearize(const Model&, const LinearizationPoint&) = 0;

    // About the initial state, in symbols. ModelError (scripts/pipeline/linear_equations.hpp).
    virtual LinearEquations linear_equations(const Model&, const std::vector<CoordinateIndex>&) = 0;

    // A steady motion. ModelError (scripts/pipeline/trim.hpp).
    virtual TrimmedState trim(const Model&, const TrimRequest&) = 0;

    // Refuses models that cannot be right (ModelError), such as a mass matrix that is singular at random states.
    virtual void validate(const Model&) = 0;
};

}  // namespace lag
