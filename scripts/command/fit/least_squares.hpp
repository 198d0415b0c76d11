// Nonlinear least squares with bounds, by the method of K. Levenberg (Quart. Appl. Math. 2 (1944) 164-168) and
// D. W. Marquardt (J. SIAM 11 (1963) 431-441): Eigen's, which is MINPACK's. Directions that the residuals do not feel stay
// as they are. Derivatives are central differences where they are not given.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lag {

struct LeastSquaresProblem {
    // Nothing where they cannot be computed there.
    std::function<std::optional<Eigen::VectorXd>(const Eigen::VectorXd& p)> residuals;
    Eigen::VectorXd start, low, high;  // bounds may be infinite
    Eigen::VectorXd scale;             // the size of each unknown, positive
    // Of the residuals, a column for each unknown; nothing where differences are to be taken. May be empty.
    std::function<std::optional<Eigen::MatrixXd>(const Eigen::VectorXd& p)> jacobian = {};
    std::function<bool()> goes_on = {};  // false: the search ends with the best p so far. May be empty
};

struct LeastSquaresSolution {
    Eigen::VectorXd p, residuals;
    Eigen::MatrixXd jacobian;       // at p
    std::vector<bool> is_at_bound;  // and pressed against it
    int steps = 0;
    bool has_converged = false;
};

// ModelError where there are no residuals at the start. `report` is told each step: number and sum of squares.
LeastSquaresSolution solved_least_squares(const LeastSquaresProblem& problem, int most_steps,
                                          const std::function<void(int step, double sum)>& report);

// How well the residuals tell the unknowns, all of one variance.
struct Confidence {
    double deviation_of_residuals = 0;
    Eigen::VectorXd deviation;    // of each unknown; infinite where the residuals do not tell it
    Eigen::MatrixXd correlation;  // of those that are told
    Eigen::MatrixXd untold;       // directions that are not told, a column each, scaled by the sizes
    double quantile = 0;          // Student's, 97.5 %, for these degrees of freedom
};
Confidence confidence_of(const LeastSquaresProblem& problem, const LeastSquaresSolution& solution);

}  // namespace lag
