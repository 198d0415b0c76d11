#include "scripts/command/inverse/driven.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;
using Eigen::MatrixXd, Eigen::VectorXd;

VectorXd eigen(const Vector& values) {
    return VectorXd::Map(values.data(), at_index(values.size()));
}
Vector plain(const VectorXd& values) {
    return Vector(values.data(), values.data() + values.size());
}
std::string at_time(double t) {
    return fmt::format("at t = {}: ", rounded_decimal(t));
}
constexpr double negligible = 1e-9;  // a singular value, relative to the largest

}  // namespace

DrivenModel::DrivenModel(RunnableModel& model, std::vector<DrivenCoordinate> driven, std::vector<std::size_t> loads,
                         InputsAt inputs, Vector q)
    : model_(model),
      modes_(model, 1),
      driven_(std::move(driven)),
      loads_(std::move(loads)),
      values_(loads_.size(), 0.0),
      inputs_(std::move(inputs)),
      q_(std::move(q)),
      nq_(model.size(Size::nq)),
      nu_(model.size(Size::nu)),
      nphi_(model.size(Size::nphi)) {
    model_.histories = [this, others = model_.histories](double t, Vector& w) {
        if (others) others(t, w);
        for (std::size_t k = 0; k < loads_.size(); ++k) w[loads_[k]] = values_[k];
    };
}

Frame DrivenModel::rates(double t, const Vector& q, const VectorXd& u) {
    Vector y = q;
    y.insert(y.end(), u.data(), u.data() + u.size());
    modes_.take(t, y);
    Frame frame{{Slot::t, {t}}, {Slot::y, y}, {Slot::w, inputs_(t)}};
    model_.call(RoutineName::derivatives, frame);
    return frame;
}

VectorXd DrivenModel::qdot(double t, const Vector& q, const VectorXd& u) {
    return eigen(rates(t, q, u)[Slot::ydot]).head(at_index(nq_));
}

VectorXd DrivenModel::accelerations(double t, const VectorXd& u) {
    const Frame frame = rates(t, q_, u);
    const VectorXd result = eigen(frame[Slot::ydot]).segment(at_index(nq_), at_index(nu_));
    const int info = RunnableModel::info(frame);
    if (info != 0) throw ModelError(at_time(t) + model_.info_text(info));
    if (!result.allFinite()) throw ModelError(at_time(t) + "an acceleration is no finite number");
    return result;
}

DrivenModel::Kinematics DrivenModel::kinematics(double t, const Vector& q) {
    Kinematics result{MatrixXd(at_index(nq_), at_index(nu_)), {}};
    VectorXd u = VectorXd::Zero(at_index(nu_));
    result.n = qdot(t, q, u);
    for (Eigen::Index k = 0; k < u.size(); ++k) {
        u(k) = 1;
        result.N.col(k) = qdot(t, q, u) - result.n;
        u(k) = 0;
    }
    return result;
}

MatrixXd DrivenModel::matrix(RoutineName name, Slot argument, double t, std::size_t height) {
    Frame frame{{Slot::t, {t}}, {Slot::q, q_}, {Slot::w, inputs_(t)}};
    model_.call(name, frame);
    return MatrixXd::Map(frame[argument].data(), at_index(height), at_index(nu_));
}

MatrixXd DrivenModel::rows(double t, const Kinematics& kinematics) {
    MatrixXd A(at_index(nphi_ + driven_.size()), at_index(nu_));
    if (nphi_ > 0) A.topRows(at_index(nphi_)) = matrix(RoutineName::constraint_matrix, Slot::b, t, nphi_);
    for (std::size_t k = 0; k < driven_.size(); ++k)
        A.row(at_index(nphi_ + k)) = kinematics.N.row(at_index(driven_[k].coordinate));
    return A;
}

void DrivenModel::require_determined(double t, const MatrixXd& A) const {
    const SingularValues values = singular_value_decomposition(A);
    const Eigen::Index rank = values.rank(negligible);
    const auto name = [&](std::size_t k) { return model_.program().speeds[k].name; };
    if (rank < at_index(nu_)) {
        Eigen::Index most = 0;
        values.V.col(at_index(nu_) - 1).cwiseAbs().maxCoeff(&most);
        throw ModelError(fmt::format("{}the motion of '{}' neither is given nor follows from the constraints",
                                     at_time(t), name(static_cast<std::size_t>(most))),
                         "--motion gives a coordinate's motion: one for each freedom");
    }
    const Eigen::Index of_rows = nphi_ > 0 ? rank_of(A.topRows(at_index(nphi_)), negligible) : 0;
    if (at_index(driven_.size()) > at_index(nu_) - of_rows)
        throw ModelError(fmt::format("{}{} motions are given, but there are {} freedoms", at_time(t), driven_.size(),
                                     at_index(nu_) - of_rows),
                         "leave out motions that follow from others: their loads are not determined");
}

VectorXd DrivenModel::solved(double t, const MatrixXd& A, const VectorXd& right, const std::string& what) const {
    const VectorXd x = least_squares(A, right, negligible);
    if (!((A * x - right).cwiseAbs().maxCoeff() <= 1e-7 * (1 + right.cwiseAbs().maxCoeff())))
        throw ModelError(fmt::format("{}the {} that are given contradict the constraints", at_time(t), what));
    return x;
}

void DrivenModel::place(double t) {
    const Vector w = inputs_(t);
    const auto errors = [&](const Vector& q) {
        VectorXd e(at_index(nphi_ + driven_.size()));
        if (nphi_ > 0) {
            Frame frame{{Slot::t, {t}},
                        {Slot::q, q},
                        {Slot::u, Vector(nu_, 0.0)},
                        {Slot::s, model_.any_states()},
                        {Slot::w, w}};
            model_.call(RoutineName::constraints, frame);
            e.head(at_index(nphi_)) = eigen(frame[Slot::phi]);
        }
        for (std::size_t k = 0; k < driven_.size(); ++k)
            e(at_index(nphi_ + k)) = q[driven_[k].coordinate] - driven_[k].motion(t).value;
        return e;
    };
    VectorXd error = errors(q_);
    for (int count = 0; count < 60; ++count) {
        const Kinematics at = kinematics(t, q_);
        const VectorXd step = -least_squares(rows(t, at), error, negligible);
        double share = 1;
        Vector next;
        VectorXd there;
        for (int half = 0; half < 12; ++half, share /= 2) {
            next = plain(eigen(q_) + share * at.N * step);
            if (model_.has(RoutineName::normalize)) {
                Frame frame{{Slot::q, next}};
                model_.call(RoutineName::normalize, frame);
                next = frame[Slot::q];
            }
            there = errors(next);
            if (there.allFinite() && there.norm() <= (1 - share / 4) * error.norm()) break;
        }
        const bool done = step.cwiseAbs().maxCoeff() <= 1e-13 * (1 + eigen(q_).cwiseAbs().maxCoeff()) ||
                          (error.cwiseAbs().maxCoeff() <= 1e-13 && count > 0);
        if (done) break;
        if (!(there.norm() < error.norm())) break;  // as near as rounding lets it, or not at all
        q_ = next;
        error = there;
    }
    Eigen::Index worst = 0;
    if (error.size() > 0 && !(error.cwiseAbs().maxCoeff(&worst) <= 1e-9 * (1 + eigen(q_).cwiseAbs().maxCoeff()))) {
        const auto row = static_cast<std::size_t>(worst);
        throw ModelError(
            fmt::format("{}the constraints do not let the coordinates be where the motions put them: {}' is off by {}",
                        at_time(t),
                        row < nphi_
                            ? "constraint '" + model_.program().constraints[row].name
                            : "coordinate '" + model_.program().coordinates[driven_[row - nphi_].coordinate].name,
                        rounded_decimal(error(worst))),
            "a better guess of the other coordinates: initial(..) or --initial name=value");
    }
}

Vector DrivenModel::loads_on_coordinates(double t, const MatrixXd& A, const VectorXd& missing) {
    // M (u' - u'_0) = [-B^T, N_d^T] [dlambda; tau]
    const VectorXd load = matrix(RoutineName::mass_matrix, Slot::mm, t, nu_) * missing;
    const VectorXd x = least_squares(A.transpose(), load, negligible);
    return plain(x.tail(at_index(driven_.size())));
}

Vector DrivenModel::loads_of_inputs(double t, const VectorXd& u, const VectorXd& wanted) {
    std::ranges::fill(values_, 0.0);
    const VectorXd without = accelerations(t, u);
    MatrixXd D(wanted.size(), at_index(loads_.size()));
    for (std::size_t k = 0; k < loads_.size(); ++k) {
        values_[k] = 1;
        D.col(at_index(k)) = accelerations(t, u) - without;
        values_[k] = 0;
    }
    const VectorXd x = least_squares(D, wanted - without, negligible);
    values_ = plain(x);
    const double size = 1 + wanted.cwiseAbs().maxCoeff() + without.cwiseAbs().maxCoeff();
    if (rank_of(D, negligible) < D.cols() || !((accelerations(t, u) - wanted).cwiseAbs().maxCoeff() <= 1e-7 * size))
        throw ModelError(
            at_time(t) + "the inputs of --load cannot make this motion",
            "they enter loads linearly, act on the driven coordinates, one for each, and not on each other's");
    return values_;
}

InverseRow DrivenModel::at(double t) {
    std::ranges::fill(values_, 0.0);
    place(t);
    const Kinematics here = kinematics(t, q_);
    const MatrixXd A = rows(t, here);
    require_determined(t, A);
    VectorXd right(A.rows());
    if (nphi_ > 0) {
        Frame frame{{Slot::t, {t}},
                    {Slot::q, q_},
                    {Slot::u, Vector(nu_, 0.0)},
                    {Slot::s, model_.any_states()},
                    {Slot::w, inputs_(t)}};
        model_.call(RoutineName::constraints, frame);
        right.head(at_index(nphi_)) = -eigen(frame[Slot::phidot]);
    }
    for (std::size_t k = 0; k < driven_.size(); ++k)
        right(at_index(nphi_ + k)) = driven_[k].motion(t).rate - here.n(at_index(driven_[k].coordinate));
    const VectorXd u = solved(t, A, right, "speeds");
    const VectorXd without = accelerations(t, u);
    // d/dt of N u + n along the motion, u as it is
    const double h = 1e-5;
    const VectorXd rate = here.N * u + here.n;
    const VectorXd bend =
        (qdot(t + h, plain(eigen(q_) + h * rate), u) - qdot(t - h, plain(eigen(q_) - h * rate), u)) / (2 * h);
    if (nphi_ > 0) right.head(at_index(nphi_)) = A.topRows(at_index(nphi_)) * without;
    for (std::size_t k = 0; k < driven_.size(); ++k)
        right(at_index(nphi_ + k)) = driven_[k].motion(t).acceleration - bend(at_index(driven_[k].coordinate));
    const VectorXd udot = solved(t, A, right, "accelerations");
    InverseRow result;
    result.accelerations = plain(udot);
    result.loads = loads_.empty() ? loads_on_coordinates(t, A, udot - without) : loads_of_inputs(t, u, udot);
    Vector w = inputs_(t);
    for (std::size_t k = 0; k < loads_.size(); ++k) w[loads_[k]] = values_[k];
    result.row = row_at(model_, t, q_, plain(u), {}, w);
    // where the next row begins to look
    return result;
}

}  // namespace lag
