// The oracle: an independent numeric reading of a Model, against which every formulation and every emitted file is
// tested. It shares no code with the product's equations, only the Model and the evaluator of its expressions.
//
// Position-level kinematics alone (at, orient, motions, Euler parameters, outboard_at) is written down; everything else
// follows by differentiation in time with jets and from d'Alembert's principle,
//     M_ij = sum over bodies of m v,i . v,j + w,i . J w,j          v,i w,i: partial velocities, one jet run per speed
//     f_i  = sum of loads . partials - sum of (m a . v,i + (J alpha + w x J w) . w,i)    with a, alpha at u' = 0.
// q' comes from the speeds by the definition of the quasi-velocities (a linear system in q', differentiated for q''),
// not from closed forms. Gravity is a force here. All arithmetic is in long double; results are rounded once.
// Constraints: oracle_constraints.hpp; M and f here are those of the tree without them.
#pragma once

#include <Eigen/Dense>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"
#include "tests/support/particles.hpp"

namespace lag {

struct OracleState {
    Eigen::VectorXd q, u, w, p;  // in the order of the model's tables; w includes the primes delta', delta''
    double t = 0;
    // Values of Role::external_result symbols. "distance(P,Q)" and "distance_rate(P,Q)" of the model's line loads need
    // no entry: the oracle supplies them.
    std::map<std::string, double> external;
    Eigen::VectorXd s = {};  // states
    // The flexible bodies as sums of particles: then the blocks of their kinetic energy are not read. Null: they are.
    std::shared_ptr<const std::vector<ParticleBody>> particles = nullptr;
};

// q, u, w zero (Euler parameters at the initial value), p at the defaults.
OracleState zero_state(const Model& model);

struct LineState {
    double distance = 0, rate = 0, value = 0;  // m, m/s, N (positive pushes apart)
};

struct OracleResult {
    Eigen::MatrixXd M;                   // nu x nu
    Eigen::VectorXd f;                   // M u' = f
    Eigen::VectorXd qdot, udot;          // udot = M^-1 f; meaningless where `condition` is tiny
    Eigen::VectorXd generalized_forces;  // all loads and gravity
    double condition = 0;  // smallest over largest eigenvalue of M scaled to a unit diagonal; 0 without speeds: 1
    double kinetic = 0;    // in full, prescribed motion included
    double potential = 0;  // gravity (zero at the ground origin), springs, potential()
    double kinetic_magnitude = 0, potential_magnitude = 0;  // sums of the terms' magnitudes
    // Magnitudes of the terms, component by component in ground axes (plus 1e-3 of the products of norms, for rows
    // whose terms vanish in these axes only): row i of M u' - f is a sum of terms whose magnitudes add up to
    // f_magnitude(i) + sum over j of M_magnitude(i,j) |u'_j|.
    Eigen::MatrixXd M_magnitude;
    Eigen::VectorXd f_magnitude, force_magnitude;
    std::vector<LineState> lines;  // one per line load of the model

    Eigen::VectorXd row_magnitudes(const Eigen::VectorXd& udot_at) const {
        return f_magnitude + M_magnitude * udot_at.cwiseAbs();
    }
};

// Where a body is and how it moves; all components in ground axes.
struct BodyMotion {
    Eigen::Matrix3d R_NB;                        // body to ground components
    Eigen::Vector3d p, v, a;                     // of the body's origin
    Eigen::Vector3d p_cm, v_cm, a_cm;            // of its mass centre
    Eigen::Vector3d p_hinge;                     // its hinge point
    Eigen::Vector3d w, alpha;                    // angular velocity and acceleration
    Eigen::Vector3d momentum, angular_momentum;  // m v_cm; J w about the mass centre
};

struct PointMotion {
    Eigen::Vector3d p, v, a;
};

// The resultant that acts on a body at its hinge point, in the body's axes, by Newton and Euler for the whole outboard
// tree: everything transmitted through the hinge, the hinge's own loads and drives included.
struct HingeReaction {
    Eigen::Vector3d force, moment;
    double force_magnitude = 0, moment_magnitude = 0;
};

// The rates of the states as the model states them, at these accelerations (the oracle's own, say) and multipliers:
// lambda by constraint and row, as ConstraintReading numbers them; nothing for models without.
Eigen::VectorXd oracle_state_rates(const Model& model, const OracleState& state, const Eigen::VectorXd& udot,
                                   const std::map<std::string, double>& multipliers = {});

class Oracle {
  public:
    Oracle(const Model& model, const OracleState& state);
    ~Oracle();
    Oracle(Oracle&&) noexcept;

    const OracleResult& result() const& { return result_; }
    OracleResult result() && { return std::move(result_); }  // of a temporary: no dangling reference
    // One entry per body, ground first.
    std::vector<BodyMotion> motion(const Eigen::VectorXd& udot) const;
    PointMotion point(const PointOnBody& point, const Eigen::VectorXd& udot) const;
    HingeReaction reaction(BodyIndex body, const Eigen::VectorXd& udot) const;
    // dT/dt, from the motion of the bodies; prescribed motion included
    double kinetic_rate(const Eigen::VectorXd& udot) const;
    // power of gravity, forces, torques and line loads on the actual motion of the bodies, prescribed motion included;
    // hinge loads, potential() and dissipation() act through the hinges and are not in it
    double applied_power() const;

  private:
    struct Reading;
    std::unique_ptr<Reading> reading_;
    OracleResult result_;
};

}  // namespace lag
