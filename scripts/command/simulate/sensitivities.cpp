#include "scripts/command/simulate/sensitivities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/dense.hpp"
#include "core/errors.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Vector = std::vector<double>;

VectorXd vector_of(const Vector& values) {
    return Eigen::Map<const VectorXd>(values.data(), at_index(values.size()));
}

}  // namespace

Sensitivities::Sensitivities(RunnableModel& model, std::vector<SensitivityColumn> columns, double tolerance)
    : model_(model), columns_(std::move(columns)), tolerance_(std::max(tolerance, 1e-12)) {
    const std::size_t n = columns_.empty() ? 0 : columns_.front().y.size(), m = columns_.size();
    S_ = MatrixXd::Zero(at_index(n), at_index(m));
    flags_ = MatrixXd::Zero(at_index(model.flags.size()), at_index(m));
    for (std::size_t k = 0; k < m; ++k) {
        const SensitivityColumn& column = columns_[k];
        S_.col(at_index(k)) = vector_of(column.y);
        flags_.col(at_index(k)) = vector_of(column.flags);
        Vector of_parameters(model.parameters().size(), 0.0);
        const bool is_parameter = column.kind == SensitivityColumn::Kind::parameter;
        if (is_parameter) of_parameters[column.place] = 1;
        constants_.push_back(is_parameter ? model.slopes_of_constants(of_parameters) : Vector{});
    }
    // An error of S that changes the motion by less than that of the errors allowed in it, times the whole parameter, is
    // rounding: of a motion that does not depend on the parameter.
    constexpr double unseen = 1e-4;
    largest_ = rounding_ = VectorXd::Zero(at_index(m));
    for (std::size_t k = 0; k < m; ++k)
        if (columns_[k].kind == SensitivityColumn::Kind::parameter)
            if (const double value = std::abs(model.parameters()[columns_[k].place]); value > 0)
                rounding_[at_index(k)] = unseen / value;
    event_time_.assign(m, 0.0);
}

// By time, of inputs that files give.
Vector Sensitivities::slopes_of_histories(double t) const {
    Vector slopes(model_.program().inputs.size(), 0.0);
    if (!model_.histories) return slopes;
    const double h = 1e-6 * std::max(1.0, std::abs(t));
    Vector before = model_.resting_inputs(), after = before;
    model_.histories(t - h, before), model_.histories(t + h, after);
    for (std::size_t k = 0; k < slopes.size(); ++k) slopes[k] = (after[k] - before[k]) / (2 * h);
    return slopes;
}

// y as whole and in parts: routines take the one or the other.
void Sensitivities::put_slopes(Frame& slopes, double t, const Direction& along) const {
    const Vector y = whole(along.y);
    slopes = model_.frame_of(along.t, y);
    slopes[Slot::y] = y;
    Vector w = along.t != 0 ? slopes_of_histories(t) : Vector(model_.program().inputs.size(), 0.0);
    for (double& slope : w) slope *= along.t;
    if (along.column != nullptr) {
        const std::size_t k = number(*along.column);
        if (along.column->kind == SensitivityColumn::Kind::input) w[along.column->place] += 1;
        slopes[Slot::c] = constants_[k];
        const MatrixXd& flags = along.flags != nullptr ? *along.flags : flags_;
        for (Eigen::Index f = 0; f < flags.rows(); ++f)
            w[w.size() - static_cast<std::size_t>(flags.rows() - f)] += flags(f, at_index(k));
    }
    slopes[Slot::w] = std::move(w);
}

VectorXd Sensitivities::rates(double t, const Vector& y) {
    Frame frame{{Slot::t, {t}}, {Slot::y, y}, {Slot::w, model_.resting_inputs()}};
    model_.call(RoutineName::derivatives, frame);
    return vector_of(frame[Slot::ydot]);
}

VectorXd Sensitivities::rates_along(double t, const Vector& y, const Direction& along) {
    Frame frame{{Slot::t, {t}}, {Slot::y, y}, {Slot::w, model_.resting_inputs()}}, slopes;
    put_slopes(slopes, t, along);
    model_.call_along(RoutineName::derivatives, frame, slopes);
    return vector_of(slopes[Slot::ydot]);
}

double Sensitivities::event_along(std::size_t k, double t, const Vector& y, const Direction& along) {
    Frame frame = model_.frame_of(t, y), slopes;
    frame[Slot::w] = model_.resting_inputs();
    put_slopes(slopes, t, along);
    model_.call_along(RoutineName::events, frame, slopes);
    return slopes[Slot::g][k];
}

double Sensitivities::switch_along(std::size_t k, double t, const Vector& y, const Direction& along) {
    Frame frame{{Slot::t, {t}}, {Slot::y, y}, {Slot::rates, Vector(y.size(), 0.0)}, {Slot::w, model_.resting_inputs()}},
        slopes;
    put_slopes(slopes, t, along);
    model_.call_along(RoutineName::switches, frame, slopes);
    return slopes[Slot::g][k];
}

MatrixXd Sensitivities::slopes_of_rates(double t, const Vector& y) {
    MatrixXd slopes = MatrixXd::Zero(S_.rows(), S_.cols());
    for (const SensitivityColumn& column : columns_) {
        const Eigen::Index k = at_index(number(column));
        const bool has_slope =
            column.kind != SensitivityColumn::Kind::initial || !S_.col(k).isZero(0) || !flags_.col(k).isZero(0);
        if (has_slope) slopes.col(k) = rates_along(t, y, {0, S_.col(k), &column});
    }
    return slopes;
}

void Sensitivities::begin_with(MatrixXd S, MatrixXd flags, bool has_begun) {
    S_ = std::move(S), flags_ = std::move(flags);
    has_begun_ = has_begun, in_events_ = false;
    parts_.forget();
}

// S at t + h.
MatrixXd Sensitivities::stepped(double t, double h, const MatrixXd& S, const StateAt& state_at) {
    const Eigen::Index n = S.rows(), m = S.cols();
    const RadauMethod& method = radau_method();
    MatrixXd system = MatrixXd::Identity(3 * n, 3 * n), right(3 * n, m);
    for (std::size_t i = 0; i < 3; ++i) {
        const double at = t + method.c[i] * h;
        const Vector y = state_at(at);
        MatrixXd A(n, n);
        for (Eigen::Index k = 0; k < n; ++k) A.col(k) = rates_along(at, y, {0, VectorXd::Unit(n, k)});
        const Eigen::Index row = at_index(i) * n;
        for (std::size_t j = 0; j < 3; ++j) system.block(row, at_index(j) * n, n, n) -= h * method.a[i][j] * A;
        right.middleRows(row, n) = A * S;
        for (const SensitivityColumn& column : columns_)
            if (column.kind != SensitivityColumn::Kind::initial || !flags_.col(at_index(number(column))).isZero(0))
                right.block(row, at_index(number(column)), n, 1) += rates_along(at, y, {0, VectorXd::Zero(n), &column});
    }
    const MatrixXd slopes = solve_square(system, right);
    MatrixXd end = S;
    for (std::size_t j = 0; j < 3; ++j) end += h * method.a[2][j] * slopes.middleRows(at_index(j) * n, n);
    return end;
}

void Sensitivities::advance(double begin, double end, const StateAt& state_at, const Vector& weights) {
    has_begun_ = true;
    const Eigen::Index n = S_.rows(), m = S_.cols();
    if (n == 0 || m == 0 || !(end > begin)) return;
    const VectorXd weight = vector_of(weights);
    const auto sizes = [&](const MatrixXd& S) {
        return VectorXd((weight.asDiagonal() * S).cwiseAbs().colwise().maxCoeff().transpose());
    };
    parts_.pass(
        begin, end, S_, largest_, [&](double t, double h, const MatrixXd& S) { return stepped(t, h, S, state_at); },
        [&](const MatrixXd&, const MatrixXd& once, const MatrixXd& twice, VectorXd& largest) {
            largest = largest.cwiseMax(sizes(twice));
            const VectorXd error = sizes(twice - once) / 31;
            double worst = twice.allFinite() ? 0 : std::numeric_limits<double>::infinity();
            for (Eigen::Index k = 0; k < m; ++k)
                if (largest[k] > 0) worst = std::max(worst, error[k] / std::max(tolerance_ * largest[k], rounding_[k]));
            return worst;
        });
    project(end, state_at(end));
}

// Onto the constraints, linearized: the derivative of the steps that bring the state onto them, where it is on them.
void Sensitivities::project(double t, const Vector& y) {
    const bool assembles = model_.has(RoutineName::assembly_step),
               normalizes = model_.has(RoutineName::normalize) && !assembles,
               projects = model_.has(RoutineName::project_speeds);
    if (!assembles && !normalizes && !projects) return;
    const Eigen::Index nq = at_index(model_.size(Size::nq)), nu = at_index(model_.size(Size::nu));
    for (const SensitivityColumn& column : columns_) {
        const Eigen::Index k = at_index(number(column));
        const auto call = [&](RoutineName routine, Slot result) -> std::optional<VectorXd> {
            Frame frame = model_.frame_of(t, y), slopes;
            frame[Slot::w] = model_.resting_inputs(), frame[Slot::guess] = frame[Slot::q];
            put_slopes(slopes, t, {0, S_.col(k), &column});
            slopes[Slot::guess] = slopes[Slot::q];
            model_.call_along(routine, frame, slopes);
            const VectorXd found = vector_of(slopes[result]);
            if (RunnableModel::info(frame) != 0 || !found.allFinite()) return std::nullopt;
            return found;
        };
        if (assembles || normalizes)
            if (const auto q =
                    assembles ? call(RoutineName::assembly_step, Slot::next) : call(RoutineName::normalize, Slot::q))
                S_.col(k).head(nq) = *q;
        if (projects)
            if (const auto u = call(RoutineName::project_speeds, Slot::u)) S_.col(k).segment(nq, nu) = *u;
    }
}

void Sensitivities::pass_switches(double t, const Vector& y, const std::vector<std::size_t>& changed,
                                  const Vector& before) {
    const Vector after = std::exchange(model_.modes, before);
    const VectorXd f = rates(t, y);
    VectorXd time = VectorXd::Zero(S_.cols());
    for (const std::size_t k : changed) {
        const Switch& one = model_.switches()[k];
        if (one.is_kink || one.is_discrete) continue;
        const double rate = switch_along(k, t, y, {1, f});
        if (!(std::abs(rate) > 0)) continue;
        for (const SensitivityColumn& column : columns_) {
            const Eigen::Index c = at_index(number(column));
            time[c] = -switch_along(k, t, y, {0, S_.col(c), &column}) / rate;
        }
        break;
    }
    model_.modes = after;
    S_ += (f - rates(t, y)) * time.transpose();
    parts_.forget();
}

void Sensitivities::pass_event(std::size_t k, double t, const Vector& y, const Vector& w, const Vector& modes) {
    const Vector modes_after = std::exchange(model_.modes, modes), flags_after = model_.flags;
    std::copy(w.end() - static_cast<std::ptrdiff_t>(flags_after.size()), w.end(), model_.flags.begin());
    if (!in_events_) {
        in_events_ = true;
        event_time_.assign(columns_.size(), 0.0);
        if (has_begun_) {
            const VectorXd f = rates(t, y);
            const double rate = event_along(k, t, y, {1, f});
            for (const SensitivityColumn& column : columns_) {
                const std::size_t c = number(column);
                const double change = event_along(k, t, y, {0, S_.col(at_index(c)), &column});
                if (change != 0) event_time_[c] = -change / rate;
                if (!std::isfinite(event_time_[c]))
                    throw ModelError(
                        fmt::format("event '{}' only touches its zero: the run has no derivative by '{}' from there on",
                                    model_.program().events[k].row.name, column.name));
                S_.col(at_index(c)) += f * event_time_[c];
            }
        }
    }
    event_times_.push_back(event_time_);
    MatrixXd S = S_, flags = flags_;
    const auto nq = static_cast<Eigen::Index>(model_.size(Size::nq)), nu = at_index(model_.size(Size::nu)),
               ns = S.rows() - nq - nu;
    for (const SensitivityColumn& column : columns_) {
        const Eigen::Index c = at_index(number(column));
        Frame frame = model_.frame_of(t, y), slopes;
        frame[Slot::w] = w, frame[Slot::k] = {static_cast<double>(k) + 1};
        put_slopes(slopes, t, {event_time_[number(column)], S_.col(c), &column});
        model_.call_along(RoutineName::event, frame, slopes);
        S.col(c).head(nq) = vector_of(slopes[Slot::q]).head(nq);
        S.col(c).segment(nq, nu) = vector_of(slopes[Slot::u]).head(nu);
        S.col(c).tail(ns) = vector_of(slopes[Slot::s]).head(ns);
        flags.col(c) = vector_of(slopes[Slot::w]).tail(flags.rows());
    }
    S_ = std::move(S), flags_ = std::move(flags);
    model_.modes = modes_after, model_.flags = flags_after;
}

void Sensitivities::end_events(double t, const Vector& y) {
    if (!std::exchange(in_events_, false)) return;
    S_ -= rates(t, y) * vector_of(event_time_).transpose();
    project(t, y);
    parts_.forget();
}

Vector Sensitivities::row(double t, const Vector& y, const Vector& w) {
    Vector all;
    for (const SensitivityColumn& column : columns_) {
        const Eigen::Index c = at_index(number(column));
        all.insert(all.end(), S_.col(c).data(), S_.col(c).data() + S_.rows());
        if (model_.size(Size::no) == 0) continue;
        Frame frame = model_.frame_of(t, y), slopes;
        frame[Slot::w] = w;
        put_slopes(slopes, t, {0, S_.col(c), &column});
        model_.call_along(RoutineName::outputs, frame, slopes);
        const Vector& o = slopes[Slot::o];
        all.insert(all.end(), o.begin(), o.begin() + static_cast<std::ptrdiff_t>(model_.size(Size::no)));
    }
    return all;
}

}  // namespace lag
