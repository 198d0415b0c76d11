#include "scripts/command/fit/least_squares.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "core/dense.hpp"
#include "core/errors.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double unfelt = 2e-5;  // of the largest singular value: less is lost in the differences of runs

VectorXd within(const LeastSquaresProblem& problem, const VectorXd& p) {
    return p.cwiseMax(problem.low).cwiseMin(problem.high);
}

MatrixXd jacobian_at(const LeastSquaresProblem& problem, const VectorXd& p, const VectorXd& r) {
    if (problem.jacobian)
        if (std::optional<MatrixXd> given = problem.jacobian(p)) return *std::move(given);
    MatrixXd J(r.size(), p.size());
    for (Eigen::Index k = 0; k < p.size(); ++k) {
        const double h = 1e-4 * std::max(std::abs(p[k]), 0.01 * problem.scale[k]);
        VectorXd above = p, below = p;
        above[k] = std::min(p[k] + h, problem.high[k]), below[k] = std::max(p[k] - h, problem.low[k]);
        std::optional<VectorXd> upper = problem.residuals(above), lower = problem.residuals(below);
        if (!upper) upper = r, above = p;
        if (!lower) lower = r, below = p;
        const double width = above[k] - below[k];
        if (width > 0) {
            J.col(k) = (*upper - *lower) / width;
        } else {
            J.col(k).setZero();
        }
    }
    return J;
}

// Of 97.5 %; infinite without a degree of freedom.
double student_quantile(double freedom) {
    if (freedom < 1) return std::numeric_limits<double>::infinity();
    return boost::math::quantile(boost::math::students_t(freedom), 0.975);
}

}  // namespace

LeastSquaresSolution solved_least_squares(const LeastSquaresProblem& problem, int most_steps,
                                          const std::function<void(int, double)>& report) {
    LeastSquaresSolution solution;
    solution.p = within(problem, problem.start);
    const std::optional<VectorXd> first = problem.residuals(solution.p);
    if (!first) throw ModelError("the model cannot be run with the first values", "give other bounds or another start");
    solution.residuals = *first;
    const Eigen::Index n = solution.p.size();
    solution.jacobian = MatrixXd::Zero(first->size(), n);
    solution.is_at_bound.assign(static_cast<std::size_t>(n), false);
    double damping = 1e-3;
    const auto is_over = [&] { return problem.goes_on && !problem.goes_on(); };
    while (true) {
        MatrixXd J = jacobian_at(problem, solution.p, solution.residuals);
        if (is_over()) return solution;  // its differences are of runs that were ended
        solution.jacobian = std::move(J);
        const VectorXd slope = solution.jacobian.transpose() * solution.residuals;
        VectorXd size(n);  // of the scaled unknowns' columns; 0: held by a bound, or not felt
        solution.is_at_bound.assign(static_cast<std::size_t>(n), false);
        for (Eigen::Index k = 0; k < n; ++k) {
            const bool held =
                (solution.p[k] <= problem.low[k] && slope[k] > 0) || (solution.p[k] >= problem.high[k] && slope[k] < 0);
            solution.is_at_bound[static_cast<std::size_t>(k)] = held;
            size[k] = held ? 0 : problem.scale[k];
        }
        const SingularValues svd = singular_value_decomposition(solution.jacobian * size.asDiagonal());
        const double before = solution.residuals.squaredNorm();
        bool is_better = false, is_small = true;
        for (int tries = 0; tries < 12 && !is_better; ++tries) {
            VectorXd step = VectorXd::Zero(n);
            const double largest = svd.values.size() > 0 ? svd.values[0] : 0;
            for (Eigen::Index k = 0; k < svd.values.size(); ++k) {
                const double s = svd.values[k];
                if (!(s > unfelt * largest)) continue;
                step -=
                    svd.V.col(k) * (s / (s * s + damping * largest * largest) * svd.U.col(k).dot(solution.residuals));
            }
            const VectorXd next = within(problem, solution.p + size.asDiagonal() * step);
            const VectorXd change = (next - solution.p).cwiseQuotient(problem.scale);
            is_small = !(change.cwiseAbs().maxCoeff() > 1e-9);
            if (is_small) break;
            const std::optional<VectorXd> r = problem.residuals(next);
            if (!r && is_over()) return solution;
            if (r && r->squaredNorm() <= before) {
                is_better = true;
                is_small = before - r->squaredNorm() <= 1e-13 * before && change.cwiseAbs().maxCoeff() < 1e-5;
                solution.p = next, solution.residuals = *r;
                damping = std::max(damping / 10, 1e-15);
            } else {
                damping = std::max(damping, 1e-8) * 10;
            }
        }
        if (is_better) report(++solution.steps, solution.residuals.squaredNorm());
        // no step leads lower, as far as rounding tells, or hardly any does
        solution.has_converged = is_small || !is_better;
        if (solution.has_converged || solution.steps >= most_steps) break;
    }
    if (MatrixXd J = jacobian_at(problem, solution.p, solution.residuals); !is_over()) solution.jacobian = std::move(J);
    return solution;
}

Confidence confidence_of(const LeastSquaresProblem& problem, const LeastSquaresSolution& solution) {
    const Eigen::Index n = solution.p.size(), rows = solution.residuals.size();
    VectorXd size = problem.scale;
    for (Eigen::Index k = 0; k < n; ++k)
        if (solution.is_at_bound[static_cast<std::size_t>(k)]) size[k] = 0;
    const SingularValues svd = singular_value_decomposition(solution.jacobian * size.asDiagonal());
    const double largest = svd.values.size() > 0 ? svd.values[0] : 0;
    MatrixXd covariance = MatrixXd::Zero(n, n);
    std::vector<Eigen::Index> untold;
    Eigen::Index told = 0;
    for (Eigen::Index k = 0; k < n; ++k) {
        const bool feels = k < svd.values.size() && svd.values[k] > unfelt * largest && largest > 0;
        if (feels) {
            covariance += svd.V.col(k) * svd.V.col(k).transpose() / (svd.values[k] * svd.values[k]);
            ++told;
            continue;
        }
        double free_part = 0;  // of a direction that only bounds hold it is nothing
        for (Eigen::Index j = 0; j < n; ++j)
            if (size[j] > 0) free_part = std::max(free_part, std::abs(svd.V(j, k)));
        if (free_part > 1e-6) untold.push_back(k);
    }
    Confidence confidence;
    const double freedom = static_cast<double>(rows - told);
    confidence.deviation_of_residuals = freedom > 0 ? std::sqrt(solution.residuals.squaredNorm() / freedom) : 0;
    confidence.quantile = student_quantile(freedom);
    confidence.deviation = VectorXd::Zero(n);
    confidence.correlation = MatrixXd::Identity(n, n);
    confidence.untold.resize(n, static_cast<Eigen::Index>(untold.size()));
    for (std::size_t k = 0; k < untold.size(); ++k)
        confidence.untold.col(static_cast<Eigen::Index>(k)) = size.asDiagonal() * svd.V.col(untold[k]);
    for (Eigen::Index k = 0; k < n; ++k) {
        const double spread = std::sqrt(covariance(k, k));
        confidence.deviation[k] = confidence.deviation_of_residuals * size[k] * spread;
        for (const Eigen::Index direction : untold)
            if (std::abs(svd.V(k, direction)) > 1e-4) confidence.deviation[k] = std::numeric_limits<double>::infinity();
        for (Eigen::Index j = 0; j < n; ++j) {
            const double both = spread * std::sqrt(covariance(j, j));
            if (j != k && both > 0) confidence.correlation(k, j) = covariance(k, j) / both;
        }
    }
    return confidence;
}

}  // namespace lag
