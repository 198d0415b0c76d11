// Positions, and by jets velocities and accelerations: the oracle's only kinematics.
#include "tests/support/oracle_reading.hpp"

#include "core/errors.hpp"
#include "tests/support/long_dense.hpp"

namespace lag::oracle {

namespace {

M3 skew(const V3& a) {
    M3 m;
    m << 0, -a(2), a(1), a(2), 0, -a(0), -a(1), a(0), 0;
    return m;
}

// Maps components in the turned axes to components in the axes before the rotation.
Moving<M3> rotation_about(const V3& n, const NumberJet& angle) {
    const NumberJet c = cos(angle), s = sin(angle);
    const M3 nn = n * n.transpose(), across = M3::Identity() - nn;
    Moving<M3> R = Moving<M3>::fixed(nn);
    return R + c * Moving<M3>::fixed(across) + s * Moving<M3>::fixed(skew(n));
}

// Euler parameters, e0 the scalar part: body to hinge components.
Moving<M3> rotation_of(const std::array<NumberJet, 4>& e) {
    const auto two = [](const NumberJet& x) { return x + x; };
    std::array<std::array<NumberJet, 3>, 3> r;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) r[i][j] = two(e[i + 1] * e[j + 1]);
    for (std::size_t i = 0; i < 3; ++i) {
        r[i][i] = r[i][i] + two(e[0] * e[0]) - NumberJet(1);
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const NumberJet turned = two(e[0] * e[k + 1]);  // sign as in R v = ... + 2 e0 (e x v)
        r[j][i] = r[j][i] + turned;
        r[i][j] = r[i][j] - turned;
    }
    Moving<M3> R;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            R.v(at(i), at(j)) = r[i][j].v;
            R.d(at(i), at(j)) = r[i][j].d;
            R.dd(at(i), at(j)) = r[i][j].dd;
        }
    return R;
}

template <class Table>
std::unordered_map<std::string, Eigen::Index> index_by_name(const Table& table) {
    std::unordered_map<std::string, Eigen::Index> index;
    for (std::size_t k = 0; k < table.size(); ++k) index.emplace(table[k].name, at(k));
    return index;
}

}  // namespace

V3 axial(const M3& m) {
    return V3(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)) / 2;
}

V3 angular_velocity(const Moving<M3>& R) {
    return axial(R.d * R.v.transpose());
}
V3 angular_acceleration(const Moving<M3>& R) {
    return axial(R.dd * R.v.transpose() + R.d * R.d.transpose());
}
Moving<V3> carried(const Moving<V3>& origin, const Moving<M3>& R, const V3& at_body) {
    return origin + R * Moving<V3>::fixed(at_body);
}

V3 vector_of(const Vec3<Expr>& a, Evaluator<Number>& value) {
    return {value(a[0]), value(a[1]), value(a[2])};
}
M3 matrix_of(const Mat3<Expr>& a, Evaluator<Number>& value) {
    M3 m;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) m(at(i), at(j)) = value(a(i, j));
    return m;
}

NumberJet Reading::symbol_jet(const Symbol& s, const Drive& drive) {
    if (s.role == Role::coordinate) {
        const Eigen::Index k = coordinate.at(s.name);
        return NumberJet(q(k), drive.qd(k), drive.qdd(k));
    }
    if (s.role == Role::time) return NumberJet(static_cast<Number>(state.t), drive.time_runs ? 1 : 0);
    if (s.role == Role::input && drive.time_runs)
        return NumberJet(input_value(s.name), input_value(s.name + "'"), input_value(s.name + "''"));
    return NumberJet(symbol_value(s));
}

Number Reading::symbol_value(const Symbol& s) {
    switch (s.role) {
        case Role::parameter:
            return static_cast<Number>(state.p(parameter.at(s.name)));
        case Role::time:
            return static_cast<Number>(state.t);
        case Role::coordinate:
            return q(coordinate.at(s.name));
        case Role::speed:
            return u(speed.at(s.name));
        case Role::input:
            return static_cast<Number>(state.w(input.at(s.name)));
        case Role::state:
            return static_cast<Number>(state.s(state_place.at(s.name)));
        case Role::external_result:
            return external.at(s.name);
        default:
            throw InternalError("oracle: symbol " + s.name + " of role " + name_of(s.role));
    }
}

void Reading::read_numbers() {
    Evaluator<Number> value = values();
    for (const Body& body : model->bodies) {
        BodyNumbers n;
        n.location = vector_of(body.at, value);
        n.outboard = vector_of(body.outboard_at, value);
        n.cm = vector_of(body.cm, value);
        n.R_AH = matrix_of(body.orient, value).transpose();
        n.J = matrix_of(body.inertia, value);
        n.mass = value(body.mass);
        for (const Motion& motion : body.hinge.motions) n.axes.push_back(vector_of(motion.axis, value));
        numbers.push_back(n);
    }
    for (const Constraint& c : model->constraints) {
        BodyNumbers n;
        n.location = vector_of(c.cut.at, value);
        n.outboard = vector_of(c.cut.outboard_at, value);
        n.R_AH = matrix_of(c.cut.orient, value).transpose();
        for (const Motion& motion : c.cut.hinge.motions) n.axes.push_back(vector_of(motion.axis, value));
        cut_numbers.push_back(n);
    }
}

// Position of one hinge: its motions from inboard to outboard, then the Euler parameters.
Relative Reading::relative(const Hinge& hinge, const BodyNumbers& numbers_of, Evaluator<NumberJet>& value,
                           const Drive& drive) const {
    Relative r{Moving<M3>::fixed(numbers_of.R_AH), Moving<V3>::fixed(numbers_of.location)};
    for (std::size_t k = 0; k < hinge.motions.size(); ++k) {
        const NumberJet x = value(hinge.motions[k].value);
        const V3& n = numbers_of.axes[k];
        if (hinge.motions[k].kind == Motion::Kind::rotate)
            r.R = r.R * rotation_about(n, x);
        else
            r.h = r.h + r.R * (x * Moving<V3>::fixed(n));
    }
    if (hinge.euler_parameters) {
        std::array<NumberJet, 4> e;
        for (std::size_t k = 0; k < 4; ++k) {
            const Eigen::Index c = at(hinge.coordinates[k].value);
            e[k] = NumberJet(q(c), drive.qd(c), drive.qdd(c));
        }
        r.R = r.R * rotation_of(e);
    }
    return r;
}

// The hinge's quasi-velocities and their time derivatives, by definition.
std::pair<Vector, Vector> Reading::hinge_speeds(const Hinge& hinge, const Relative& r) const {
    const V3 w = axial(r.R.v.transpose() * r.R.d);
    const V3 wd = axial(r.R.d.transpose() * r.R.d + r.R.v.transpose() * r.R.dd);
    const V3 v = r.R.v.transpose() * r.h.d;
    const V3 vd = r.R.d.transpose() * r.h.d + r.R.v.transpose() * r.h.dd;
    Vector s(6), sd(6);
    s << w, v;
    sd << wd, vd;
    if (hinge.quasi == Quasi::spherical) return {s.head(3), sd.head(3)};
    if (hinge.quasi == Quasi::free) return {s, sd};
    const int k = hinge.planar_axis;  // planar: [v1, v2, r]
    Vector p(3), pd(3);
    p << v((k + 1) % 3), v((k + 2) % 3), w(k);
    pd << vd((k + 1) % 3), vd((k + 2) % 3), wd(k);
    return {p, pd};
}

Run Reading::run(const Drive& drive) {
    Evaluator<NumberJet> value = jets(drive);
    Run r;
    r.R.push_back(Moving<M3>::fixed(M3::Identity()));
    r.origin.push_back(Moving<V3>::fixed(V3::Zero()));
    r.hinge.push_back(Moving<V3>::fixed(V3::Zero()));
    r.reach.push_back(0);
    for (std::size_t b = 1; b < model->bodies.size(); ++b) {
        const std::size_t a = model->bodies[b].inboard.value;
        const Relative step = relative(b, value, drive);
        r.R.push_back(r.R[a] * step.R);
        r.hinge.push_back(r.origin[a] + r.R[a] * step.h);
        r.reach.push_back(r.reach[a] + step.h.v.norm() + numbers[b].outboard.norm());
        r.origin.push_back(carried(r.hinge[b], r.R[b], -numbers[b].outboard));
    }
    return r;
}

// A with A q'_hinge = [speeds; 0]: one column per coordinate, and for Euler parameters the row e . e' = 0.
Matrix Reading::quasi_matrix(std::size_t b) {
    const Hinge& hinge = model->bodies[b].hinge;
    const Eigen::Index n = at(hinge.coordinates.size());
    Matrix A = Matrix::Zero(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
        Drive drive{Vector::Zero(q.size()), Vector::Zero(q.size()), false};
        drive.qd(at(hinge.coordinates[static_cast<std::size_t>(k)].value)) = 1;
        Evaluator<NumberJet> value = jets(drive);
        A.col(k).head(at(hinge.speeds.size())) = hinge_speeds(hinge, relative(b, value, drive)).first;
    }
    if (hinge.euler_parameters)
        for (std::size_t k = 0; k < 4; ++k) A(n - 1, at(k)) = q(at(hinge.coordinates[k].value));
    return A;
}

// K and q' = K u; then q'' at u' = 0 from the derivative of A q' = [speeds; 0]:  A q'' = -(drift of the left side).
void Reading::read_speeds() {
    K = Matrix::Zero(q.size(), u.size());
    qddot_bias = Vector::Zero(q.size());
    for (std::size_t s = 0; s < model->speeds.size(); ++s)
        if (model->speeds[s].rate_of) K(at(model->speeds[s].rate_of->value), at(s)) = 1;
    std::vector<std::pair<std::size_t, Matrix>> inverses;
    for (std::size_t b = 1; b < model->bodies.size(); ++b) {
        const Hinge& hinge = model->bodies[b].hinge;
        if (hinge.quasi == Quasi::none) continue;
        const Matrix inverse = long_inverse(quasi_matrix(b));
        for (std::size_t c = 0; c < hinge.coordinates.size(); ++c)
            for (std::size_t s = 0; s < hinge.speeds.size(); ++s)
                K(at(hinge.coordinates[c].value), at(hinge.speeds[s].value)) = inverse(at(c), at(s));
        inverses.emplace_back(b, inverse);
    }
    qdot = K * u;
    const Drive drive{qdot, Vector::Zero(q.size()), false};
    Evaluator<NumberJet> value = jets(drive);
    for (const auto& [b, inverse] : inverses) {
        const Hinge& hinge = model->bodies[b].hinge;
        Vector drift = Vector::Zero(inverse.rows());
        drift.head(at(hinge.speeds.size())) = hinge_speeds(hinge, relative(b, value, drive)).second;
        if (hinge.euler_parameters)
            for (std::size_t k = 0; k < 4; ++k) {
                const Number ed = qdot(at(hinge.coordinates[k].value));
                drift(inverse.rows() - 1) += ed * ed;
            }
        const Vector qdd = -inverse * drift;
        for (std::size_t c = 0; c < hinge.coordinates.size(); ++c)
            qddot_bias(at(hinge.coordinates[c].value)) = qdd(at(c));
    }
}

Moving<V3> Reading::point_in(const Run& r, const PointOnBody& P, Evaluator<Number>& value) const {
    return carried(r.origin[P.body.value], r.R[P.body.value], vector_of(P.location, value));
}

Reading::Reading(const Model& m, const OracleState& s)
    : model(&m),
      state(s),
      parameter(index_by_name(m.parameters)),
      input(index_by_name(m.inputs)),
      coordinate(index_by_name(m.coordinates)),
      speed(index_by_name(m.speeds)),
      state_place(index_by_name(m.states)),
      q(s.q.cast<Number>()),
      u(s.u.cast<Number>()) {
    for (const auto& [name, value] : s.external) external[name] = static_cast<Number>(value);
    read_numbers();
    read_speeds();
    read_cut_hinges();
    for (Eigen::Index i = 0; i < u.size(); ++i) partial.push_back(run({K.col(i), Vector::Zero(q.size()), false}));
    actual = run({qdot, qddot_bias, true});
    read_loads();
}

Run Reading::motion_run(const Eigen::VectorXd& udot) const {
    // run() memoizes constants only; a copy keeps this const
    Reading copy = *this;
    return copy.run({qdot, qddot_bias + K * udot.cast<Number>(), true});
}

}  // namespace lag::oracle
