#include "lagrange/constraints/consistent_states.hpp"

#include <algorithm>
#include <cmath>

#include "core/dense.hpp"
#include "lagrange/constraints/row_numbers.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr int most_steps = 80;
constexpr double assembled = 1e-10;  // rad; rounding is below 1e-12 unless the model stands 100 lengths from its origin
constexpr double exact_below = 1e-14;
constexpr double smallest_part = 0.05;  // of a walk

// min |B x + phi|^2 + damping |x|^2
VectorXd damped_step(const MatrixXd& B, const VectorXd& phi, double damping) {
    const Eigen::Index m = B.rows(), n = B.cols();
    MatrixXd A(m + n, n);
    A << B, std::sqrt(damping) * MatrixXd::Identity(n, n);
    VectorXd right = VectorXd::Zero(m + n);
    right.head(m) = -phi;
    return least_squares(A, right);
}

}  // namespace

std::optional<ModelState> brought_onto(const RowNumbers& numbers, const std::vector<std::size_t>& which,
                                       const ModelState& start) {
    if (which.empty()) return start;
    ModelState state = start;
    RowValues here = numbers.at(state, which);
    if (!here.finite) return std::nullopt;
    const VectorXd& sizes = numbers.trial_sizes();
    double gain = 1e-3;
    for (int count = 0; count < most_steps; ++count) {
        const double error = here.phi.norm();
        if (error < exact_below) break;
        const VectorXd step = sizes.cwiseProduct(damped_step(here.slopes * sizes.asDiagonal(), here.phi, gain * error));
        if (!step.allFinite()) break;
        ModelState next = numbers.moved(state, step);
        RowValues there = numbers.at(next, which);
        const bool better = there.finite && there.phi.norm() < error;
        if (!better && error < assembled) break;  // rounding
        gain = better ? std::max(gain / 8, 1e-6) : gain * 8;
        if (!better && gain * error > 1e8) break;
        if (!better) continue;
        state = std::move(next);
        here = std::move(there);
    }
    if (here.phi.lpNorm<Eigen::Infinity>() > assembled) return std::nullopt;
    return state;
}

std::optional<ModelState> walked(const RowNumbers& numbers, const std::vector<std::size_t>& which,
                                 const ModelState& from, double size, std::uint64_t seed) {
    RandomNumbers random(seed);
    VectorXd way = numbers.random_step(random, 1);
    const RowValues here = numbers.at(from, which);
    if (!which.empty() && here.finite) {
        const VectorXd& sizes = numbers.trial_sizes();
        way -= sizes.cwiseProduct(least_squares(here.slopes * sizes.asDiagonal(), here.slopes * way, 1e-6));
    }
    const double largest = way.size() == 0 ? 0 : way.lpNorm<Eigen::Infinity>();
    way *= largest > 1e-6 ? size / largest : 0;
    std::optional<ModelState> moved_on;
    for (double part = 1; part > smallest_part && !moved_on; part /= 2) {
        moved_on = brought_onto(numbers, which, numbers.moved(from, part * way));
        // what ends far away is assembled otherwise
        if (moved_on && numbers.distance(from, *moved_on) > 2 * part * size) moved_on.reset();
    }
    const ModelState& here_now = moved_on ? *moved_on : from;
    const double later = size * (1.5 + random.next());
    std::vector<double> other(from.w.size());
    for (double& w : other) w = size * numbers.length() * random.next();
    std::vector<double> states(from.s.size());
    for (double& s : states) s = size * numbers.length() * random.next();
    for (double part = 1; part > smallest_part; part /= 2) {
        ModelState start = here_now;
        start.t += part * later;
        for (std::size_t k = 0; k < other.size(); ++k) start.w[k] += part * other[k];
        for (std::size_t k = 0; k < states.size(); ++k) start.s[k] += part * states[k];
        if (auto state = brought_onto(numbers, which, start)) return state;
    }
    return moved_on;
}

std::optional<ModelState> find_consistent(const RowNumbers& numbers, const std::vector<std::size_t>& which) {
    if (auto state = brought_onto(numbers, which, numbers.initial())) return state;
    RandomNumbers random(1);
    for (const double size : {0.05, 0.2, 0.5, 1.0, 1.5}) {
        const ModelState near = numbers.moved(numbers.initial(), numbers.random_step(random, size));
        if (auto state = brought_onto(numbers, which, near)) return state;
    }
    for (int k = 0; k < random_starts; ++k)
        if (auto state = brought_onto(numbers, which, numbers.anywhere(random))) return state;
    return std::nullopt;
}

}  // namespace lag
