// D'Alembert's principle: partial velocities from virtual runs, accelerations from the actual one.
#include "tests/support/oracle.hpp"

#include "tests/support/long_dense.hpp"
#include "tests/support/oracle_reading.hpp"

namespace lag {

using namespace oracle;

struct Oracle::Reading : oracle::Reading {
    using oracle::Reading::Reading;
};

namespace {

// Of the terms of a . b. The second part is what is left of them in other axes when a and b share no
// component in these.
Number magnitude(const V3& a, const V3& b) {
    return a.cwiseAbs().dot(b.cwiseAbs()) + 1e-3L * a.norm() * b.norm();
}

struct BodyRates {
    V3 v, w, a, alpha;  // of the mass centre; ground axes
    M3 J;               // about the mass centre, ground axes
    Number mass = 0;
    Number v_terms = 0;  // size of the terms of v, which may cancel: omega times the way from the ground origin
    V3 spin() const { return w.cross(J * w); }
};

BodyRates rates_of(const Run& r, std::size_t b, const BodyNumbers& n) {
    const Moving<V3> cm = carried(r.origin[b], r.R[b], n.cm);
    return {cm.d,
            angular_velocity(r.R[b]),
            cm.dd,
            angular_acceleration(r.R[b]),
            r.R[b].v * n.J * r.R[b].v.transpose(),
            n.mass,
            r.origin[b].d.norm() + angular_velocity(r.R[b]).norm() * (r.reach[b] + n.cm.norm())};
}

// Sums in long double, rounded once into OracleResult.
struct Sums {
    Matrix M, M_magnitude;
    Vector f, forces, f_magnitude, force_magnitude;
};

void add_inertia(Sums& sums, const std::vector<Run>& partial, const Run& actual, std::size_t b, const BodyNumbers& n) {
    if (n.mass == 0 && n.J.isZero(0)) return;
    const BodyRates now = rates_of(actual, b, n);
    std::vector<BodyRates> by;
    for (const Run& r : partial) by.push_back(rates_of(r, b, n));
    for (std::size_t i = 0; i < by.size(); ++i) {
        sums.f(at(i)) -= n.mass * by[i].v.dot(now.a) + by[i].w.dot(now.J * now.alpha + now.spin());
        sums.f_magnitude(at(i)) += n.mass * (magnitude(by[i].v, now.a) + 1e-3L * by[i].v_terms * now.a.norm()) +
                                   magnitude(by[i].w, now.J * now.alpha) + magnitude(by[i].w, now.spin()) +
                                   1e-3L * by[i].w.norm() * now.w.norm() * (now.J * now.w).norm();
        for (std::size_t j = 0; j < by.size(); ++j) {
            sums.M(at(i), at(j)) += n.mass * by[i].v.dot(by[j].v) + by[i].w.dot(now.J * by[j].w);
            sums.M_magnitude(at(i), at(j)) +=
                n.mass * magnitude(by[i].v, by[j].v) + magnitude(by[i].w, now.J * by[j].w);
        }
    }
}

void add_applied(Sums& sums, const std::vector<Run>& partial, const Applied& load) {
    for (std::size_t i = 0; i < partial.size(); ++i) {
        const std::size_t b = load.body.value;
        const V3 v = carried(partial[i].origin[b], partial[i].R[b], load.at).d;
        const V3 w = angular_velocity(partial[i].R[b]);
        sums.forces(at(i)) += load.force.dot(v) + load.torque.dot(w);
        const Number v_terms = partial[i].origin[b].d.norm() + w.norm() * (partial[i].reach[b] + load.at.norm());
        sums.force_magnitude(at(i)) +=
            magnitude(load.force, v) + magnitude(load.torque, w) + 1e-3L * load.force.norm() * v_terms;
    }
}

double scaled_condition(const Matrix& M) {
    if (M.rows() == 0) return 1;
    const Vector diagonal = M.diagonal();
    if (!(diagonal.minCoeff() > 0)) return 0;
    const Vector scale = diagonal.cwiseSqrt().cwiseInverse();
    const Matrix scaled = scale.asDiagonal() * M * scale.asDiagonal();
    const Vector eigenvalues = long_symmetric_eigenvalues(scaled);
    return static_cast<double>(eigenvalues.minCoeff() / eigenvalues.maxCoeff());
}

void store(const Sums& sums, OracleResult& result) {
    result.M = sums.M.cast<double>();
    result.f = sums.f.cast<double>();
    result.generalized_forces = sums.forces.cast<double>();
    result.M_magnitude = sums.M_magnitude.cast<double>();
    result.f_magnitude = sums.f_magnitude.cast<double>();
    result.force_magnitude = sums.force_magnitude.cast<double>();
    result.condition = scaled_condition(sums.M);
    result.udot = result.f;
    if (sums.M.rows() > 0) result.udot = long_solve(sums.M, sums.f).cast<double>();
}

}  // namespace

Oracle::Oracle(const Model& model, const OracleState& state) : reading_(std::make_unique<Reading>(model, state)) {
    Reading& r = *reading_;
    const Eigen::Index nu = r.u.size();
    Sums sums{Matrix::Zero(nu, nu), Matrix::Zero(nu, nu), Vector::Zero(nu),
              Vector::Zero(nu),     Vector::Zero(nu),     Vector::Zero(nu)};
    Number kinetic = 0, potential = 0, potential_magnitude = 0;
    const auto store_energy = [&](Number part) {
        potential += part;
        potential_magnitude += std::abs(part);
    };
    Evaluator<Number> value = r.values();
    const V3 gravity = vector_of(model.gravity, value);
    for (std::size_t b = 1; b < r.numbers.size(); ++b) {
        const BodyNumbers& n = r.numbers[b];
        if (!model.bodies[b].elastic) add_inertia(sums, r.partial, r.actual, b, n);
        const BodyRates now = rates_of(r.actual, b, n);
        if (!model.bodies[b].elastic) kinetic += (n.mass * now.v.squaredNorm() + now.w.dot(now.J * now.w)) / 2;
        const V3 cm = carried(r.actual.origin[b], r.actual.R[b], n.cm).v;
        for (Eigen::Index c = 0; c < 3; ++c) store_energy(-n.mass * gravity(c) * cm(c));
    }
    r.read_energy();
    sums.M += r.energy_M, sums.M_magnitude += r.energy_M_magnitude;
    sums.f += r.energy_f, sums.f_magnitude += r.energy_f_magnitude;
    kinetic += r.kinetic_energy;
    r.elastic_M = r.elastic_M_magnitude = Matrix::Zero(nu, nu);
    r.elastic_f = r.elastic_f_magnitude = r.elastic_weight = Vector::Zero(nu);
    r.gravity_now = gravity;
    if (r.state.particles)
        r.read_particles();
    else
        r.read_elastic();
    sums.M += r.elastic_M, sums.M_magnitude += r.elastic_M_magnitude;
    sums.f += r.elastic_f, sums.f_magnitude += r.elastic_f_magnitude;
    kinetic += r.elastic_energy;
    sums.forces += r.elastic_weight, sums.force_magnitude += r.elastic_weight.cwiseAbs();
    for (const Applied& load : r.applied) add_applied(sums, r.partial, load);
    sums.forces += r.generalized_loads;
    sums.force_magnitude += r.generalized_magnitude;
    sums.f += sums.forces;
    sums.f_magnitude += sums.force_magnitude;
    for (std::size_t k = 0; k < model.line_loads.size(); ++k) {
        const LineLoad& load = model.line_loads[k];
        if (!load.spring) continue;
        const Number stretch = static_cast<Number>(r.lines[k].distance) - value(load.length);
        store_energy(value(load.stiffness) * stretch * stretch / 2);
    }
    for (const Potential& load : model.potentials) store_energy(value(load.value));
    store(sums, result_);
    result_.qdot = r.qdot.cast<double>();
    result_.kinetic = result_.kinetic_magnitude = static_cast<double>(kinetic);
    result_.potential = static_cast<double>(potential);
    result_.potential_magnitude = static_cast<double>(potential_magnitude);
    result_.lines = r.lines;
}

Oracle::~Oracle() = default;
Oracle::Oracle(Oracle&&) noexcept = default;

std::vector<BodyMotion> Oracle::motion(const Eigen::VectorXd& udot) const {
    const Run run = reading_->motion_run(udot);
    std::vector<BodyMotion> motions;
    for (std::size_t b = 0; b < run.R.size(); ++b) {
        const BodyNumbers& n = reading_->numbers[b];
        const BodyRates rates = rates_of(run, b, n);
        const Moving<V3> cm = carried(run.origin[b], run.R[b], n.cm);
        const auto d = [](const V3& x) -> Eigen::Vector3d { return x.cast<double>(); };
        BodyMotion m;
        m.R_NB = run.R[b].v.cast<double>();
        m.p = d(run.origin[b].v), m.v = d(run.origin[b].d), m.a = d(run.origin[b].dd);
        m.p_cm = d(cm.v), m.v_cm = d(cm.d), m.a_cm = d(cm.dd);
        m.p_hinge = d(run.hinge[b].v);
        m.w = d(rates.w), m.alpha = d(rates.alpha);
        m.momentum = d(rates.mass * rates.v), m.angular_momentum = d(rates.J * rates.w);
        motions.push_back(m);
    }
    return motions;
}

PointMotion Oracle::point(const PointOnBody& point, const Eigen::VectorXd& udot) const {
    const Run run = reading_->motion_run(udot);
    Evaluator<Number> value = reading_->values();
    const Moving<V3> P = reading_->point_in(run, point, value);
    return {P.v.cast<double>(), P.d.cast<double>(), P.dd.cast<double>()};
}

HingeReaction Oracle::reaction(BodyIndex body, const Eigen::VectorXd& udot) const {
    const Run run = reading_->motion_run(udot);
    const V3 hinge = run.hinge[body.value].v;
    V3 force = V3::Zero(), moment = V3::Zero();
    Number force_magnitude = 0, moment_magnitude = 0;
    const auto add = [&](const V3& F, const V3& T, const V3& from_hinge) {
        const V3 carried_moment = from_hinge.cross(F);
        force += F;
        moment += T + carried_moment;
        force_magnitude += F.cwiseAbs().sum();
        moment_magnitude += T.cwiseAbs().sum() + carried_moment.cwiseAbs().sum();
    };
    std::vector<bool> outboard(run.R.size(), false);
    outboard[body.value] = true;
    for (std::size_t b = body.value; b < run.R.size(); ++b) {
        if (b != body.value) outboard[b] = outboard[reading_->model->bodies[b].inboard.value];
        if (!outboard[b]) continue;
        const BodyNumbers& n = reading_->numbers[b];
        const BodyRates rates = rates_of(run, b, n);
        const V3 cm = carried(run.origin[b], run.R[b], n.cm).v;
        add(n.mass * rates.a, rates.J * rates.alpha + rates.spin(), cm - hinge);
    }
    for (const Applied& load : reading_->applied) {
        const std::size_t b = load.body.value;
        if (!outboard[b]) continue;
        add(-load.force, -load.torque, carried(run.origin[b], run.R[b], load.at).v - hinge);
    }
    const M3 R_BN = run.R[body.value].v.transpose();
    return {(R_BN * force).cast<double>(), (R_BN * moment).cast<double>(), static_cast<double>(force_magnitude),
            static_cast<double>(moment_magnitude)};
}

double Oracle::kinetic_rate(const Eigen::VectorXd& udot) const {
    const Run run = reading_->motion_run(udot);
    Number rate = 0;
    for (std::size_t b = 1; b < run.R.size(); ++b) {
        if (reading_->model->bodies[b].elastic) continue;
        const BodyRates r = rates_of(run, b, reading_->numbers[b]);
        rate += r.mass * r.v.dot(r.a) + r.w.dot(r.J * r.alpha);  // w . (w x J w) = 0
    }
    rate += reading_->energy_rate(udot.cast<Number>());
    rate += reading_->state.particles ? reading_->particles_energy_rate(udot.cast<Number>())
                                      : reading_->elastic_energy_rate(udot.cast<Number>());
    return static_cast<double>(rate);
}

double Oracle::applied_power() const {
    const Run& run = reading_->actual;
    Number power = 0;
    for (const Applied& load : reading_->applied) {
        const std::size_t b = load.body.value;
        power +=
            load.force.dot(carried(run.origin[b], run.R[b], load.at).d) + load.torque.dot(angular_velocity(run.R[b]));
    }
    return static_cast<double>(power);
}

OracleState zero_state(const Model& model) {
    OracleState state;
    state.q = Eigen::VectorXd::Zero(at(model.coordinates.size()));
    state.u = Eigen::VectorXd::Zero(at(model.speeds.size()));
    state.w = Eigen::VectorXd::Zero(at(model.inputs.size()));
    state.p = Eigen::VectorXd::Zero(at(model.parameters.size()));
    state.s = Eigen::VectorXd::Zero(at(model.states.size()));
    for (std::size_t k = 0; k < model.parameters.size(); ++k)
        state.p(at(k)) = model.graph->constant_double(model.parameters[k].default_value);
    for (const auto& quaternion : quaternions(model)) state.q(at(quaternion[0].value)) = 1;
    return state;
}

}  // namespace lag
