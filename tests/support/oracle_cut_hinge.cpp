// Cut hinges by full closure of the pose: where the tree puts B in A, and where the hinge's motions would put it. Both
// by jets; the coordinates' rates and accelerations make the two move alike along the hinge's free axes, and what no
// rate of theirs can make alike is constrained.

#include "tests/support/long_dense.hpp"
#include "tests/support/oracle_reading.hpp"

namespace lag::oracle {

namespace {

using V6 = Eigen::Matrix<Number, 6, 1>;

// How a pose moves: rotation first, then the hinge point's place, all in A's axes.
struct PoseMotion {
    M3 R;
    V3 h;
    V6 rate, acceleration;
};

PoseMotion motion_of(const Moving<M3>& R, const Moving<V3>& h) {
    PoseMotion m{R.v, h.v, {}, {}};
    m.rate << angular_velocity(R), h.d;
    m.acceleration << angular_acceleration(R), h.dd;
    return m;
}

class Closure {
  public:
    Closure(Reading& r, std::size_t c) : r_(r), cut_(r.model->constraints[c].cut), numbers_(r.cut_numbers[c]) {}

    // As the tree moves B's hinge point and axes in A.
    PoseMotion by_tree(const Run& run) const {
        const std::size_t a = cut_.A.value, b = cut_.B.value;
        const Moving<M3> R_AN{run.R[a].v.transpose(), run.R[a].d.transpose(), run.R[a].dd.transpose()};
        return motion_of(R_AN * run.R[b], R_AN * (carried(run.origin[b], run.R[b], numbers_.outboard) - run.origin[a]));
    }
    PoseMotion by_hinge(const Drive& drive) const {
        Evaluator<NumberJet> value = r_.jets(drive);
        const Relative pose = r_.relative(cut_.hinge, numbers_, value, drive);
        return motion_of(pose.R, pose.h);
    }
    // rate = J own': one column per coordinate
    Matrix jacobian() const {
        Matrix J = Matrix::Zero(6, count());
        for (Eigen::Index k = 0; k < count(); ++k) {
            Drive drive{Vector::Zero(r_.q.size()), Vector::Zero(r_.q.size()), false};
            drive.qd(own(k)) = 1;
            J.col(k) = by_hinge(drive).rate;
        }
        return J;
    }
    Eigen::Index count() const { return at(cut_.hinge.coordinates.size()); }
    Eigen::Index own(Eigen::Index k) const { return at(cut_.hinge.coordinates[static_cast<std::size_t>(k)].value); }
    bool quaternion() const { return cut_.hinge.euler_parameters; }
    // Euler parameters keep their length: e . e' = 0 is one row more
    Vector length_row() const {
        Vector row = Vector::Zero(count());
        for (Eigen::Index k = 0; k < 4; ++k) row(k) = r_.q(own(k));
        return row;
    }
    // Axes of the free rotations, then of the free translations, in A's axes; every direction for Euler parameters.
    std::array<Matrix, 2> free_axes() const {
        const Drive still{Vector::Zero(r_.q.size()), Vector::Zero(r_.q.size()), false};
        Evaluator<NumberJet> value = r_.jets(still);
        std::array<std::vector<V3>, 2> found;
        Hinge inner = cut_.hinge;
        inner.euler_parameters = false;
        inner.motions.clear();
        for (std::size_t k = 0; k < cut_.hinge.motions.size(); ++k) {
            const Motion& motion = cut_.hinge.motions[k];
            const V3 axis = r_.relative(inner, numbers_, value, still).R.v * numbers_.axes[k];
            if (motion.coordinate) found[motion.kind == Motion::Kind::rotate ? 0 : 1].push_back(axis);
            inner.motions.push_back(motion);
        }
        if (quaternion()) found[0] = {V3::UnitX(), V3::UnitY(), V3::UnitZ()};
        std::array<Matrix, 2> axes;
        for (std::size_t i = 0; i < 2; ++i) {
            axes[i] = Matrix::Zero(at(found[i].size()), 3);
            for (std::size_t k = 0; k < found[i].size(); ++k) axes[i].row(at(k)) = found[i][k].transpose();
        }
        return axes;
    }
    // own' or own'' for what the tree does more than the hinge without them; `length`: of the row e . e' or e . e''.
    // The turning about the axes of the free rotations and the way along those of the free translations give them: so
    // is a load on a coordinate understood where the constraint's reaction could carry a part of it, as on a screw.
    Vector own_motion(const Matrix& J, const V6& difference, Number length) const {
        const auto [turning, sliding] = free_axes();
        const Eigen::Index rotations = turning.rows(), rows = rotations + sliding.rows();
        Matrix A = Matrix::Zero(rows + 1, count());
        Vector b = Vector::Zero(rows + 1);
        A.topRows(rotations) = turning * J.topRows(3);
        b.head(rotations) = turning * difference.head(3);
        A.middleRows(rotations, sliding.rows()) = sliding * J.bottomRows(3);
        b.segment(rotations, sliding.rows()) = sliding * difference.tail(3);
        if (quaternion()) {
            A.row(rows) = length_row().transpose();
            b(rows) = length;
        }
        return long_least_squares(A, b);
    }
    V6 mismatch() const {
        Run run = r_.run({Vector::Zero(r_.q.size()), Vector::Zero(r_.q.size()), false});
        const PoseMotion tree = by_tree(run);
        const PoseMotion hinge = by_hinge({Vector::Zero(r_.q.size()), Vector::Zero(r_.q.size()), false});
        V6 error;
        error << axial(tree.R * hinge.R.transpose()), tree.h - hinge.h;
        return error;
    }

  private:
    Reading& r_;
    const CutHinge& cut_;
    const BodyNumbers& numbers_;
};

}  // namespace

void Reading::read_cut_hinges() {
    for (std::size_t c = 0; c < model->constraints.size(); ++c) {
        if (model->constraints[c].kind != Constraint::Kind::hinge) continue;
        const Closure closure(*this, c);
        if (closure.count() == 0) continue;
        const Matrix J = closure.jacobian();
        for (Eigen::Index i = 0; i < u.size(); ++i) {
            const Drive drive{K.col(i), Vector::Zero(q.size()), false};
            const Vector own =
                closure.own_motion(J, closure.by_tree(run(drive)).rate - closure.by_hinge(drive).rate, 0);
            for (Eigen::Index k = 0; k < own.size(); ++k) K(closure.own(k), i) = own(k);
        }
        const Drive rates{qdot, Vector::Zero(q.size()), true};
        const Vector own = closure.own_motion(J, closure.by_tree(run(rates)).rate - closure.by_hinge(rates).rate, 0);
        for (Eigen::Index k = 0; k < own.size(); ++k) qdot(closure.own(k)) = own(k);
        const Drive moving{qdot, qddot_bias, true};
        const Number length = closure.quaternion() ? -own.head(4).squaredNorm() : Number(0);
        const Vector second = closure.own_motion(
            J, closure.by_tree(run(moving)).acceleration - closure.by_hinge(moving).acceleration, length);
        for (Eigen::Index k = 0; k < second.size(); ++k) qddot_bias(closure.own(k)) = second(k);
    }
}

CutReading Reading::read_cut_rows(std::size_t c) {
    const Closure closure(*this, c);
    Matrix J = closure.jacobian();
    if (closure.quaternion()) {
        const Vector e = closure.length_row().normalized();
        J = (J * (Matrix::Identity(e.size(), e.size()) - e * e.transpose())).eval();
    }
    Matrix free = Matrix::Identity(6, 6);
    Eigen::Index rank = 0;
    if (J.cols() > 0) {
        const LongSingularValues svd(J, 1e-9L);
        rank = svd.rank();
        free = svd.U();
    }
    const Matrix N = free.rightCols(6 - rank).transpose();
    CutReading rows;
    rows.phi = N * closure.mismatch();
    const Drive now{qdot, qddot_bias, true};
    const PoseMotion tree = closure.by_tree(actual), hinge = closure.by_hinge(now);
    rows.phidot = N * (tree.rate - hinge.rate);
    rows.gamma = -N * (tree.acceleration - hinge.acceleration);
    rows.B = Matrix::Zero(N.rows(), u.size());
    rows.rate = (tree.rate.cwiseAbs() + hinge.rate.cwiseAbs()).maxCoeff();
    rows.acceleration = (tree.acceleration.cwiseAbs() + hinge.acceleration.cwiseAbs()).maxCoeff();
    for (std::size_t i = 0; i < partial.size(); ++i)
        rows.B.col(at(i)) = N * (closure.by_tree(partial[i]).rate -
                                 closure.by_hinge({K.col(at(i)), Vector::Zero(q.size()), false}).rate);
    return rows;
}

Vector Reading::cut_correction(std::size_t c) {
    const Closure closure(*this, c);
    if (closure.count() == 0) return Vector();
    return closure.own_motion(closure.jacobian(), closure.mismatch(), 0);
}

}  // namespace lag::oracle
