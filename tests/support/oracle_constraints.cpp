#include "tests/support/oracle_constraints.hpp"

#include <algorithm>
#include <cmath>

#include "core/trial_size.hpp"
#include "tests/support/long_dense.hpp"
#include "tests/support/oracle_reading.hpp"
#include "tests/support/random_model.hpp"

namespace lag {

using namespace oracle;

namespace {

// Everything a row has at one state. `B` and `B_size` by speed.
struct Row {
    std::size_t constraint = 0;
    Number phi = 0, phidot = 0, gamma = 0, phi_size = 0, phidot_size = 0, gamma_size = 0;
    Vector B, B_size;
};

BodyIndex nearest_common(const Model& model, BodyIndex a, BodyIndex b) {
    // an inboard body has the smaller index
    while (a.value != b.value) (a.value > b.value ? a : b) = model.bodies[std::max(a.value, b.value)].inboard;
    return a;
}

Moving<V3> separation(const Reading& r, const Run& run, const Constraint& loop, Evaluator<Number>& value) {
    const Moving<M3>& R = run.R[nearest_common(*r.model, loop.P.body, loop.Q.body).value];
    const Moving<M3> R_CN{R.v.transpose(), R.d.transpose(), R.dd.transpose()};
    return R_CN * (r.point_in(run, loop.Q, value) - r.point_in(run, loop.P, value));
}

// How large lengths, velocities and accelerations of the loop's points are before they cancel.
struct Sizes {
    Number length = 0, velocity = 0, acceleration = 0;
};

Sizes sizes_of(const Reading& r, const Run& run, const Constraint& loop, Evaluator<Number>& value) {
    Sizes s;
    for (const PointOnBody* point : {&loop.P, &loop.Q})
        s.length += run.reach[point->body.value] + vector_of(point->location, value).norm();
    Number v = 0, w = 0, a = 0, alpha = 0;
    for (std::size_t b = 0; b < r.numbers.size(); ++b) {
        v = std::max(v, run.origin[b].d.norm());
        w = std::max(w, angular_velocity(run.R[b]).norm());
        a = std::max(a, run.origin[b].dd.norm());
        alpha = std::max(alpha, angular_acceleration(run.R[b]).norm());
    }
    s.velocity = v + w * s.length;
    s.acceleration = a + alpha * s.length + w * s.velocity;
    return s;
}

void add_loop(std::vector<Row>& rows, Reading& r, std::size_t c) {
    const Constraint& loop = r.model->constraints[c];
    Evaluator<Number> value = r.values();
    const Moving<V3> now = separation(r, r.actual, loop, value);
    const Sizes size = sizes_of(r, r.actual, loop, value);
    const Vector none = Vector::Zero(r.u.size());
    std::vector<Row> three(3, Row{c, 0, 0, 0, size.length, size.velocity, size.acceleration, none, none});
    for (std::size_t k = 0; k < 3; ++k) {
        three[k].phi = now.v(at(k));
        three[k].phidot = now.d(at(k));
        three[k].gamma = -now.dd(at(k));
    }
    for (std::size_t i = 0; i < r.partial.size(); ++i) {
        const Moving<V3> virtual_motion = separation(r, r.partial[i], loop, value);
        const Number part = sizes_of(r, r.partial[i], loop, value).velocity;
        for (std::size_t k = 0; k < 3; ++k) {
            three[k].B(at(i)) = virtual_motion.d(at(k));
            three[k].B_size(at(i)) = part;
            three[k].phidot_size += part * std::abs(r.u(at(i)));
        }
    }
    rows.insert(rows.end(), three.begin(), three.end());
}

void add_cut_hinge(std::vector<Row>& rows, Reading& r, std::size_t c) {
    const CutHinge& cut = r.model->constraints[c].cut;
    Evaluator<Number> value = r.values();
    // its points as a loop's
    Constraint ends;
    ends.P = {"", cut.A, cut.at}, ends.Q = {"", cut.B, cut.outboard_at};
    const Sizes size = sizes_of(r, r.actual, ends, value);
    const CutReading reading = r.read_cut_rows(c);
    for (Eigen::Index k = 0; k < reading.phi.size(); ++k) {
        Row row{c, reading.phi(k), reading.phidot(k), reading.gamma(k), 1 + size.length, 0, 0, {}, {}};
        row.phidot_size = size.velocity + reading.rate;
        row.gamma_size = size.acceleration + reading.acceleration;
        row.B = reading.B.row(k).transpose();
        row.B_size = Vector::Zero(r.u.size());
        for (std::size_t i = 0; i < r.partial.size(); ++i) {
            const Sizes part = sizes_of(r, r.partial[i], ends, value);
            row.B_size(at(i)) = part.velocity + row.B.cwiseAbs().maxCoeff();
        }
        rows.push_back(row);
    }
}

Row position_row(Reading& r, std::size_t c) {
    const Expr value = r.model->constraints[c].value;
    const NumberJet now = r.jets({r.qdot, r.qddot_bias, true})(value);
    Row row{c, now.v, now.d, -now.dd, 0, 0, 0, Vector::Zero(r.u.size()), {}};
    for (Eigen::Index i = 0; i < r.u.size(); ++i)
        row.B(i) = r.jets({r.K.col(i), Vector::Zero(r.q.size()), false})(value).d;
    return row;
}

Row speed_row(Reading& r, std::size_t c) {
    const Expr value = r.model->constraints[c].value;
    const auto at_speeds = [&](const Vector& u) {
        return Evaluator<Number>(
            *r.model->graph,
            [&r, &u](const Symbol& s) { return s.role == Role::speed ? u(r.speed.at(s.name)) : r.symbol_value(s); },
            [&r](Expr e) { return r.constant(e); })(value);
    };
    const NumberJet now = r.jets({r.qdot, r.qddot_bias, true})(value);  // speeds stand still: u' = 0
    Row row{c, 0, now.v, -now.d, 0, 0, 0, Vector::Zero(r.u.size()), {}};
    const Number at_rest = at_speeds(Vector::Zero(r.u.size()));
    for (Eigen::Index i = 0; i < r.u.size(); ++i) row.B(i) = at_speeds(Vector::Unit(r.u.size(), i)) - at_rest;
    return row;
}

// Conditions are sums of a few terms of the size of their values and rates.
void set_sizes(Row& row, const Reading& r) {
    const Number q = 1 + r.q.cwiseAbs().maxCoeff(), rate = 1 + r.qdot.norm() + r.u.norm();
    row.phi_size = q * q;
    row.phidot_size = q * rate;
    row.gamma_size = q * rate * rate + r.qddot_bias.norm();
    row.B_size = Vector::Constant(r.u.size(), q) + row.B.cwiseAbs();
}

ConstraintReading assembled(const std::vector<Row>& rows, Eigen::Index nu) {
    const Eigen::Index m = at(rows.size());
    ConstraintReading all;
    all.phi = all.phidot = all.gamma = all.phi_size = all.phidot_size = all.gamma_size = Eigen::VectorXd::Zero(m);
    all.B = all.B_size = Eigen::MatrixXd::Zero(m, nu);
    for (Eigen::Index k = 0; k < m; ++k) {
        const Row& row = rows[static_cast<std::size_t>(k)];
        all.constraint.push_back(row.constraint);
        all.phi(k) = static_cast<double>(row.phi);
        all.phidot(k) = static_cast<double>(row.phidot);
        all.gamma(k) = static_cast<double>(row.gamma);
        all.phi_size(k) = static_cast<double>(row.phi_size);
        all.phidot_size(k) = static_cast<double>(row.phidot_size);
        all.gamma_size(k) = static_cast<double>(row.gamma_size);
        all.B.row(k) = row.B.cast<double>().transpose();
        all.B_size.row(k) = row.B_size.cast<double>().transpose();
    }
    return all;
}

Matrix unit_rows(Matrix B) {
    for (Eigen::Index k = 0; k < B.rows(); ++k)
        if (B.row(k).norm() > 0) B.row(k).normalize();
    return B;
}

// The shortest x with B x = b, in the sense of least squares where there is none.
Eigen::VectorXd shortest(const Eigen::MatrixXd& B, const Eigen::VectorXd& b) {
    if (B.rows() == 0) return Eigen::VectorXd::Zero(B.cols());
    return LongSingularValues(B.cast<Number>(), 1e-9L).solve(b.cast<Number>()).cast<double>();
}

// The same with elastic displacements as small as they are: bodies move before they bend.
Eigen::VectorXd shortest_way(const Model& model, const Eigen::MatrixXd& B, const Eigen::VectorXd& b) {
    Eigen::VectorXd size(B.cols());
    for (Eigen::Index u = 0; u < size.size(); ++u) size(u) = trial_size(model, SpeedIndex(static_cast<std::size_t>(u)));
    return size.cwiseProduct(shortest(B * size.asDiagonal(), b));
}

void renormalize(const Model& model, OracleState& state) {
    for (const auto& quaternion : quaternions(model)) state.q.segment(at(quaternion[0].value), 4).normalize();
}

}  // namespace

ConstraintReading ConstraintReading::only(const std::vector<Eigen::Index>& rows) const {
    ConstraintReading some;
    const Eigen::Index m = at(rows.size());
    some.phi = some.phidot = some.gamma = some.phi_size = some.phidot_size = some.gamma_size = Eigen::VectorXd::Zero(m);
    some.B = some.B_size = Eigen::MatrixXd::Zero(m, B.cols());
    for (Eigen::Index k = 0; k < m; ++k) {
        const Eigen::Index from = rows[static_cast<std::size_t>(k)];
        some.constraint.push_back(constraint[static_cast<std::size_t>(from)]);
        some.phi(k) = phi(from), some.phidot(k) = phidot(from), some.gamma(k) = gamma(from);
        some.phi_size(k) = phi_size(from), some.phidot_size(k) = phidot_size(from);
        some.gamma_size(k) = gamma_size(from);
        some.B.row(k) = B.row(from), some.B_size.row(k) = B_size.row(from);
    }
    return some;
}

ConstraintReading read_constraints(const Model& model, const OracleState& state) {
    Reading r(model, state);
    std::vector<Row> rows;
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        if (model.constraints[c].kind == Constraint::Kind::loop) {
            add_loop(rows, r, c);
            continue;
        }
        if (model.constraints[c].kind == Constraint::Kind::hinge) {
            add_cut_hinge(rows, r, c);
            continue;
        }
        rows.push_back(model.constraints[c].kind == Constraint::Kind::position ? position_row(r, c) : speed_row(r, c));
        set_sizes(rows.back(), r);
    }
    return assembled(rows, r.u.size());
}

std::vector<Eigen::Index> moving_rows(const Model& model) {
    Eigen::VectorXd largest;
    std::vector<std::size_t> constraint;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const ConstraintReading reading = read_constraints(model, random_state(model, seed));
        constraint = reading.constraint;
        if (reading.B.cols() == 0 || reading.B.rows() == 0) return {};
        const Eigen::VectorXd here =
            (reading.B.array().abs() / (1e-300 + reading.B_size.array())).matrix().rowwise().maxCoeff();
        largest = largest.size() == 0 ? here : Eigen::VectorXd(largest.cwiseMax(here));
    }
    std::vector<Eigen::Index> rows;
    for (Eigen::Index k = 0; k < largest.size(); ++k)
        if (largest(k) > 1e-13 ||
            model.constraints[constraint[static_cast<std::size_t>(k)]].kind == Constraint::Kind::hinge)
            rows.push_back(k);
    return rows;
}

ConstrainedMotion constrained_motion(const Eigen::MatrixXd& M, const Eigen::VectorXd& f, const Eigen::MatrixXd& B,
                                     const Eigen::VectorXd& gamma) {
    const Eigen::Index n = M.rows(), m = B.rows();
    // speeds s = u / scale: unit diagonal of the scaled M (massless speeds keep their unit)
    const Vector scale =
        M.diagonal().cast<Number>().unaryExpr([](Number d) { return d > Number(0) ? 1 / std::sqrt(d) : Number(1); });
    const Matrix Ms = scale.asDiagonal() * M.cast<Number>() * scale.asDiagonal();
    const Vector fs = scale.asDiagonal() * f.cast<Number>();
    const Matrix Bs = B.cast<Number>() * scale.asDiagonal();
    Vector particular = Vector::Zero(n);
    Matrix free = Matrix::Identity(n, n);
    ConstrainedMotion motion;
    motion.restraint = motion.inertia = 1;
    if (m > 0) {
        const LongSingularValues svd(Bs, 1e-9L);
        particular = svd.solve(gamma.cast<Number>());
        free = svd.V().rightCols(n - svd.rank());
        motion.restraint = m > n ? 0 : static_cast<double>(LongSingularValues(unit_rows(Bs), 0).values().minCoeff());
    }
    Vector s = particular;
    if (free.cols() > 0) {
        const Matrix reduced = free.transpose() * Ms * free;
        s += free * long_solve(reduced, free.transpose() * (fs - Ms * particular));
        motion.inertia = static_cast<double>(long_symmetric_eigenvalues(reduced).minCoeff());
    }
    motion.udot = (scale.asDiagonal() * s).eval().cast<double>();
    motion.lambda = Eigen::VectorXd::Zero(m);
    if (m > 0) {
        const Matrix transposed = Bs.transpose();
        motion.lambda = LongSingularValues(transposed, 1e-9L).solve(fs - Ms * s).cast<double>();
    }
    return motion;
}

namespace {

// Moves the coordinates of cut hinges to where the tree's motion has taken their bodies. Whether they are there: near
// their own singularity angles are thrown far away, and come back in many steps.
bool follow_cut_hinges(const Model& model, OracleState& state) {
    const Number close = 1e-11L;
    bool there = true;
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        const CutHinge& cut = model.constraints[c].cut;
        if (cut.hinge.coordinates.empty()) continue;
        Vector way;
        for (int step = 0; step < 4; ++step) {
            Reading r(model, state);
            way = r.cut_correction(c);
            for (Eigen::Index k = 0; k < way.size(); ++k)
                state.q(at(cut.hinge.coordinates[static_cast<std::size_t>(k)].value)) += static_cast<double>(way(k));
            renormalize(model, state);
        }
        there = there && way.norm() <= close * (1 + state.q.norm());  // a NaN is not
    }
    return there;
}

}  // namespace

bool make_consistent(const Model& model, OracleState& state) {
    const double close = 1e-14;
    for (int step = 0; step < 60; ++step) {
        const bool followed = follow_cut_hinges(model, state);
        const ConstraintReading now = read_constraints(model, state);
        const double error = now.phi.size() == 0 ? 0 : (now.phi.array().abs() / now.phi_size.array().max(1)).maxCoeff();
        if (!std::isfinite(error)) return false;
        if (error < close && followed) {
            state.u -= shortest_way(model, now.B, now.phidot);
            return read_constraints(model, state).phidot.lpNorm<Eigen::Infinity>() < 1e-10 * (1 + state.u.norm());
        }
        std::vector<Eigen::Index> of_position;
        for (std::size_t k = 0; k < now.constraint.size(); ++k)
            if (model.constraints[now.constraint[k]].kind != Constraint::Kind::speed) of_position.push_back(at(k));
        const ConstraintReading position = now.only(of_position);
        Eigen::VectorXd way = -shortest_way(model, position.B, position.phi);
        if (way.norm() > 0.4) way *= 0.4 / way.norm();
        const Reading r(model, state);
        state.q += (r.K * way.cast<Number>()).cast<double>();
        renormalize(model, state);
    }
    return false;
}

}  // namespace lag
