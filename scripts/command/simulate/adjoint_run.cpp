#include "scripts/command/simulate/adjoint_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/dense.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Vector = std::vector<double>;

// Chebyshev's points: the integrator's polynomials have at most degree 12.
constexpr std::size_t nodes = 13;
double node(std::size_t k, double begin, double end) {
    const double x = -std::cos(std::numbers::pi * static_cast<double>(k) / (nodes - 1));
    return k + 1 == nodes ? end : begin + (end - begin) * (1 + x) / 2;
}

// y, flags, quantities: each by itself.
std::vector<SensitivityColumn> columns_of_maps(const RunnableModel& model,
                                               const std::vector<SensitivityColumn>& quantities) {
    const std::size_t n = model.size(Size::nq) + model.size(Size::nu) + model.program().states.size(),
                      nf = model.flags.size();
    std::vector<SensitivityColumn> columns(n + nf);
    columns.insert(columns.end(), quantities.begin(), quantities.end());
    for (SensitivityColumn& column : columns) column.y.assign(n, 0.0), column.flags.assign(nf, 0.0);
    for (std::size_t k = 0; k < n; ++k) columns[k].y[k] = 1;
    for (std::size_t f = 0; f < nf; ++f) columns[n + f].flags[f] = 1;
    return columns;
}

}  // namespace

AdjointRun::AdjointRun(RunnableModel& model, std::vector<SensitivityColumn> quantities, double tolerance)
    : model_(model),
      quantities_(std::move(quantities)),
      tolerance_(std::max(tolerance, 1e-12)),
      maps_(model, columns_of_maps(model, quantities_), tolerance),
      ny_(maps_.of_state().rows()),
      nf_(at_index(model.flags.size())),
      m_(at_index(quantities_.size())) {}

// By barycentric interpolation (J.-P. Berrut, L. N. Trefethen, SIAM Review 46, 2004, section 5).
Vector AdjointRun::Step::state_at(double t) const {
    VectorXd sum = VectorXd::Zero(states.rows());
    double of_weights = 0;
    for (std::size_t k = 0; k < nodes; ++k) {
        const double distance = t - node(k, begin, end);
        if (distance == 0) {
            sum = states.col(at_index(k)), of_weights = 1;
            break;
        }
        const double weight = (k % 2 == 0 ? 1 : -1) * (k == 0 || k + 1 == nodes ? 0.5 : 1) / distance;
        sum += weight * states.col(at_index(k)), of_weights += weight;
    }
    sum /= of_weights;
    return {sum.data(), sum.data() + sum.size()};
}

void AdjointRun::advance(double begin, double end, const StateAt& state_at, const Vector& weights) {
    has_begun_ = true;
    if (!(end > begin)) return;
    Step step{begin,
              end,
              MatrixXd(ny_, at_index(nodes)),
              Eigen::Map<const VectorXd>(weights.data(), at_index(weights.size())),
              model_.modes,
              model_.flags};
    for (std::size_t k = 0; k < nodes; ++k) {
        const Vector y = state_at(node(k, begin, end));
        step.states.col(at_index(k)) = Eigen::Map<const VectorXd>(y.data(), at_index(y.size()));
    }
    tape_.emplace_back(std::move(step));
}

void AdjointRun::begin_jump() {
    if (!std::exchange(jumps_, true)) begin_with_identity();
}

void AdjointRun::begin_with_identity() {
    MatrixXd S = MatrixXd::Zero(ny_, ny_ + nf_ + m_), flags = MatrixXd::Zero(nf_, ny_ + nf_ + m_);
    S.leftCols(ny_).setIdentity();
    flags.middleCols(ny_, nf_).setIdentity();
    maps_.begin_with(std::move(S), std::move(flags), has_begun_);
}

void AdjointRun::end_jump() {
    jumps_ = false;
    Jump jump(ny_ + nf_, ny_ + nf_ + m_);
    jump << maps_.of_state(), maps_.of_flags();
    tape_.emplace_back(std::move(jump));
}

void AdjointRun::pass_switches(double t, const Vector& y, const std::vector<std::size_t>& changed,
                               const Vector& before) {
    begin_jump();
    maps_.pass_switches(t, y, changed, before);
    end_jump();
}

void AdjointRun::pass_event(std::size_t k, double t, const Vector& y, const Vector& w, const Vector& modes) {
    begin_jump();
    maps_.pass_event(k, t, y, w, modes);
}

void AdjointRun::end_events(double t, const Vector& y) {
    if (!jumps_) return;
    maps_.end_events(t, y);
    end_jump();
}

void AdjointRun::go_back(const Jump& jump, Adjoint& adjoint) const {
    VectorXd after(ny_ + nf_);
    after << adjoint.of_y, adjoint.of_rest.head(nf_);
    const VectorXd before = jump.transpose() * after;
    adjoint.of_y = before.head(ny_);
    adjoint.of_rest.head(nf_) = before.segment(ny_, nf_);
    adjoint.of_rest.tail(m_) += before.tail(m_);
}

// From t + h to t.
AdjointRun::Adjoint AdjointRun::stepped(const Step& step, double t, double h, const Adjoint& from) {
    const RadauMethod& method = radau_method();
    MatrixXd system = MatrixXd::Identity(3 * ny_, 3 * ny_), right(3 * ny_, 1);
    std::array<MatrixXd, 3> slopes;
    for (std::size_t i = 0; i < 3; ++i) {
        const double at = t + (1 - method.c[i]) * h;
        slopes[i] = maps_.slopes_of_rates(at, step.state_at(at)).transpose();
        right.middleRows(at_index(i) * ny_, ny_) = from.of_y;
    }
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            system.block(at_index(i) * ny_, at_index(j) * ny_, ny_, ny_) -= h * method.a[i][j] * slopes[j].topRows(ny_);
    const VectorXd stages = solve_square(system, right);
    Adjoint to = from;
    for (std::size_t j = 0; j < 3; ++j) {
        const VectorXd change = h * method.a[2][j] * slopes[j] * stages.segment(at_index(j) * ny_, ny_);
        to.of_y += change.head(ny_);
        to.of_rest += change.tail(nf_ + m_);
    }
    return to;
}

void AdjointRun::go_back(const Step& step, Adjoint& adjoint) {
    model_.modes = step.modes, model_.flags = step.flags;
    const auto size_of = [&](const VectorXd& of_y) { return of_y.cwiseQuotient(step.weights).cwiseAbs().maxCoeff(); };
    parts_.pass(
        step.end, step.begin, adjoint, largest_,
        [&](double t, double h, const Adjoint& from) { return stepped(step, t - h, h, from); },
        [&](const Adjoint& before, const Adjoint& once, const Adjoint& twice, Sizes& largest) {
            largest.of_y = std::max(largest.of_y, size_of(twice.of_y));
            const double size = largest.of_y;
            double worst = twice.of_y.allFinite() ? 0 : std::numeric_limits<double>::infinity();
            if (size > 0) worst = std::max(worst, size_of(twice.of_y - once.of_y) / 31 / (tolerance_ * size));
            const VectorXd gained = (twice.of_rest - before.of_rest).cwiseAbs();
            largest.of_rest = largest.of_rest.cwiseMax(twice.of_rest.cwiseAbs()).cwiseMax(gained);
            for (Eigen::Index k = 0; k < gained.size(); ++k)
                if (largest.of_rest[k] > 0)
                    worst = std::max(worst,
                                     std::abs(twice.of_rest[k] - once.of_rest[k]) / 31 /
                                         std::max(tolerance_ * largest.of_rest[k], size * maps_.rounding()[ny_ + k]));
            return worst;
        });
}

Vector AdjointRun::gradient(std::size_t place, double t, const Vector& y, const Vector& w) {
    begin_with_identity();
    const Vector row = maps_.row(t, y, w);
    const std::size_t of_each = row.size() / static_cast<std::size_t>(ny_ + nf_ + m_);
    VectorXd slopes(ny_ + nf_ + m_);
    for (Eigen::Index k = 0; k < slopes.size(); ++k) slopes[k] = row[static_cast<std::size_t>(k) * of_each + place];
    Adjoint adjoint{slopes.head(ny_), slopes.tail(nf_ + m_)};
    largest_ = {0, VectorXd::Zero(nf_ + m_)};
    parts_.forget();
    const Vector modes = model_.modes, flags = model_.flags;
    for (auto at = tape_.rbegin(); at != tape_.rend(); ++at) {
        if (auto* const step = std::get_if<Step>(&*at)) {
            go_back(*step, adjoint);
        } else {
            go_back(std::get<Jump>(*at), adjoint);
            parts_.forget();
        }
    }
    model_.modes = modes, model_.flags = flags;
    Vector gradient;
    for (Eigen::Index k = 0; k < m_; ++k) {
        const SensitivityColumn& quantity = quantities_[static_cast<std::size_t>(k)];
        double sum = adjoint.of_rest[nf_ + k];
        for (Eigen::Index i = 0; i < ny_; ++i) sum += adjoint.of_y[i] * quantity.y[static_cast<std::size_t>(i)];
        for (Eigen::Index f = 0; f < nf_; ++f) sum += adjoint.of_rest[f] * quantity.flags[static_cast<std::size_t>(f)];
        gradient.push_back(sum);
    }
    return gradient;
}

}  // namespace lag
