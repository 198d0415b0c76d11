#include "scripts/command/fit/least_squares.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/NonLinearOptimization>

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

// Which unknowns stand at a bound that the sum of squares presses them against.
std::vector<bool> held_by_bounds(const LeastSquaresProblem& problem, const VectorXd& p, const VectorXd& slope) {
    std::vector<bool> held;
    for (Eigen::Index k = 0; k < p.size(); ++k)
        held.push_back((p[k] <= problem.low[k] && slope[k] > 0) || (p[k] >= problem.high[k] && slope[k] < 0));
    return held;
}

// The problem as Eigen's search asks for it, in the unknowns y = p / scale. What the search knows nothing of is done
// here: y is moved into the bounds wherever residuals are taken, an unknown that a bound holds has a zero column, and
// directions that are not felt are taken out of the Jacobian. One more row for each unknown, with the residual 0 and a
// small slope, then keeps these directions where they are.
class ScaledProblem {
  public:
    ScaledProblem(const LeastSquaresProblem& problem, const VectorXd& first) : problem_(problem), r_(first) {}

    int inputs() const { return static_cast<int>(problem_.scale.size()); }
    int values() const { return static_cast<int>(r_.size() + problem_.scale.size()); }
    VectorXd p_at(const VectorXd& y) const { return within(problem_, y.cwiseProduct(problem_.scale)); }
    bool is_over() const { return problem_.goes_on && !problem_.goes_on(); }
    const MatrixXd& jacobian() const { return J_; }
    const std::vector<bool>& is_at_bound() const { return is_at_bound_; }

    // -- as Eigen calls them; below 0: the search ends

    int operator()(const VectorXd& y, VectorXd& values) {
        const std::optional<VectorXd> r = problem_.residuals(p_at(y));
        if ((!r && is_over()) || ++tries_ > most_tries) return -1;
        values.setZero();
        if (r) {
            values.head(r->size()) = *r;
        } else {
            values.setConstant(1e3 * (1 + r_.norm()));  // a shorter step is tried
        }
        return 0;
    }
    int df(const VectorXd& y, MatrixXd& jacobian) {
        const VectorXd p = p_at(y);
        MatrixXd J = jacobian_at(problem_, p, r_);
        if (is_over()) return -1;  // its differences are of runs that were ended
        J_ = std::move(J), tries_ = 0;
        is_at_bound_ = held_by_bounds(problem_, p, J_.transpose() * r_);
        VectorXd size = problem_.scale;
        for (std::size_t k = 0; k < is_at_bound_.size(); ++k)
            if (is_at_bound_[k]) size[at_index(k)] = 0;
        const MatrixXd scaled = J_ * size.asDiagonal();
        const SymmetricEigenvalues squares = symmetric_eigenvalues(scaled.transpose() * scaled);
        const double largest = std::sqrt(std::max(squares.values.maxCoeff(), 0.0));
        const VectorXd felt = (squares.values.array() > std::pow(unfelt * largest, 2)).cast<double>();
        jacobian.topRows(r_.size()) = scaled * squares.vectors * felt.asDiagonal() * squares.vectors.transpose();
        jacobian.bottomRows(p.size()) = MatrixXd::Identity(p.size(), p.size()) * (1e-7 * largest);
        return 0;
    }
    void take(const VectorXd& values) { r_ = values.head(r_.size()); }

  private:
    static constexpr int most_tries = 12;  // of the length of one step

    const LeastSquaresProblem& problem_;
    VectorXd r_;  // where the search stands
    MatrixXd J_;
    std::vector<bool> is_at_bound_;
    int tries_ = 0;
};

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
    ScaledProblem scaled(problem, *first);
    Eigen::LevenbergMarquardt<ScaledProblem> search(scaled);
    search.parameters.factor = 1;  // the first step changes the unknowns by no more than their sizes
    search.parameters.ftol = 1e-13, search.parameters.xtol = 1e-9;
    search.parameters.maxfev = std::numeric_limits<int>::max();
    search.useExternalScaling = true;
    search.diag = VectorXd::Ones(n);
    VectorXd y = solution.p.cwiseQuotient(problem.scale);
    using namespace Eigen::LevenbergMarquardtSpace;
    for (Status status = search.minimizeInit(y); status == NotStarted || status == Running;) {
        if (solution.steps >= most_steps) break;
        const double before = search.fnorm;
        status = search.minimizeOneStep(y);
        if (scaled.jacobian().size() > 0)
            solution.jacobian = scaled.jacobian(), solution.is_at_bound = scaled.is_at_bound();
        if (search.fnorm < before) {
            solution.p = scaled.p_at(y), solution.residuals = search.fvec.head(first->size());
            y = solution.p.cwiseQuotient(problem.scale);
            scaled.take(search.fvec);
            report(++solution.steps, solution.residuals.squaredNorm());
        }
        if (status == UserAsked && scaled.is_over()) return solution;
        // no step leads lower, as far as rounding tells, or hardly any does
        solution.has_converged = status != Running;
    }
    if (MatrixXd J = jacobian_at(problem, solution.p, solution.residuals); !scaled.is_over())
        solution.jacobian = std::move(J);
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
