// Inside the oracle: one model read at one state. oracle_reading.cpp turns positions into motion, oracle_loads.cpp
// turns the loads into forces on bodies, oracle.cpp puts both into d'Alembert's principle, oracle_constraints.cpp reads
// the constraints, oracle_cut_hinge.cpp cut hinges, oracle_energy.cpp kinetic energies, oracle_elastic.cpp flexible bodies and oracle_particles.cpp the same as particles, oracle_events.cpp jumps. Only these include this.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/evaluate.hpp"
#include "tests/support/jet.hpp"
#include "tests/support/oracle.hpp"

namespace lag::oracle {

using Number = long double;
using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
using V3 = Eigen::Matrix<Number, 3, 1>;
using M3 = Eigen::Matrix<Number, 3, 3>;
using NumberJet = Jet<Number>;

inline Eigen::Index at(std::size_t i) {
    return static_cast<Eigen::Index>(i);
}

// The model's constants of one body at the given parameters.
struct BodyNumbers {
    V3 location = V3::Zero(), outboard = V3::Zero(), cm = V3::Zero();
    M3 R_AH = M3::Zero(), J = M3::Zero();  // hinge axes to inboard axes; inertia about the mass centre, body axes
    Number mass = 0;
    std::vector<V3> axes;  // of the motions
};

// How the coordinates move in one jet run. With `time_runs` false, time and inputs stand still: virtual motion.
struct Drive {
    Vector qd, qdd;
    bool time_runs = true;
};

struct Run {
    std::vector<Moving<M3>> R;              // body to ground
    std::vector<Moving<V3>> origin, hinge;  // ground components
    std::vector<Number> reach;              // length of the path from the ground origin to the body's origin
};

struct Relative {
    Moving<M3> R;  // body to inboard
    Moving<V3> h;  // hinge point from the inboard body's origin, inboard axes
};

struct Applied {
    BodyIndex body;
    V3 at;             // in body axes
    V3 force, torque;  // ground axes
};

V3 axial(const M3& m);  // the vector of the skew part
V3 angular_velocity(const Moving<M3>& R);
V3 angular_acceleration(const Moving<M3>& R);
Moving<V3> carried(const Moving<V3>& origin, const Moving<M3>& R, const V3& at_body);
V3 vector_of(const Vec3<Expr>& a, Evaluator<Number>& value);
M3 matrix_of(const Mat3<Expr>& a, Evaluator<Number>& value);

// The rows of one cut hinge, as many as it restrains motions; their directions are any that span them.
struct CutReading {
    Vector phi, phidot, gamma;
    Matrix B;
    Number rate = 0, acceleration = 0;  // the largest component before the differences are taken
};

// One model at one state.
struct Reading {
    const Model* model;
    OracleState state;
    std::unordered_map<std::string, Eigen::Index> parameter, input, coordinate, speed, state_place;
    std::map<std::string, Number> external;
    std::unordered_map<NodeId, Number> leaves;  // constants of the graph
    std::vector<BodyNumbers> numbers;
    std::vector<BodyNumbers> cut_numbers;  // by constraint; without meaning for others than cut hinges
    Vector q, u, qdot, qddot_bias;         // q'' = qddot_bias + K u'
    Matrix K;                              // q' = K u, and of cut hinges what moves by itself
    std::vector<Run> partial;              // one virtual run per speed
    Run actual;                            // at u' = 0
    std::vector<Applied> applied;
    std::vector<LineState> lines;
    Vector generalized_loads;      // hinge loads, potentials and dissipations alone
    Vector generalized_magnitude;  // their terms' magnitudes
    // Explicit kinetic energies: their part of M u' = f, and T
    Matrix energy_M, energy_M_magnitude;
    Vector energy_f, energy_f_magnitude;
    Number kinetic_energy = 0;
    // Flexible bodies: the same of them
    Matrix elastic_M, elastic_M_magnitude;
    Vector elastic_f, elastic_f_magnitude, elastic_weight;  // weight: of the elastic coordinates alone
    Number elastic_energy = 0;
    V3 gravity_now = V3::Zero();

    Reading(const Model& m, const OracleState& s);

    Number constant(Expr e) {
        const auto known = leaves.find(e.id);
        if (known != leaves.end()) return known->second;
        return leaves.emplace(e.id, static_cast<Number>(model->graph->constant_double(e))).first->second;
    }
    Number input_value(const std::string& name) const {
        const auto found = input.find(name);
        return found == input.end() ? 0 : static_cast<Number>(state.w(found->second));
    }
    NumberJet symbol_jet(const Symbol& s, const Drive& drive);
    Evaluator<NumberJet> jets(const Drive& drive) {
        return {*model->graph, [this, drive](const Symbol& s) { return symbol_jet(s, drive); },
                [this](Expr e) { return NumberJet(constant(e)); }};
    }
    Number symbol_value(const Symbol& s);
    Evaluator<Number> values() {
        return {*model->graph, [this](const Symbol& s) { return symbol_value(s); },
                [this](Expr e) { return constant(e); }};
    }

    void read_numbers();
    Relative relative(const Hinge& hinge, const BodyNumbers& n, Evaluator<NumberJet>& value, const Drive& drive) const;
    Relative relative(std::size_t b, Evaluator<NumberJet>& value, const Drive& drive) const {
        return relative(model->bodies[b].hinge, numbers[b], value, drive);
    }
    std::pair<Vector, Vector> hinge_speeds(const Hinge& hinge, const Relative& r) const;
    Run run(const Drive& drive);
    Matrix quasi_matrix(std::size_t b);
    void read_speeds();
    void read_cut_hinges();                   // rows of K, q' and q'' of their coordinates
    CutReading read_cut_rows(std::size_t c);  // of constraint c
    Vector cut_correction(std::size_t c);     // of the coordinates of constraint c, towards a closed pose
    Moving<V3> point_in(const Run& r, const PointOnBody& P, Evaluator<Number>& value) const;
    void read_lines(Evaluator<Number>& value);
    void read_loads();
    void read_line_loads(Evaluator<Number>& value);
    void read_generalized_loads(Evaluator<Number>& value);
    void read_energy();
    void read_elastic();
    Number elastic_energy_rate(const Vector& udot);
    void read_particles();  // the same from the state's particles; all their weight in elastic_weight
    Number particles_energy_rate(const Vector& udot);
    Number energy_rate(const Vector& udot);  // of the explicit kinetic energies, along the actual motion
    Run motion_run(const Eigen::VectorXd& udot) const;
};

}  // namespace lag::oracle
