// One step of an integrator of variable step and order, as a run asks for it: CVODE of y' = f(t, y), IDA of the residual
// r(t, y, y', lambda) = 0. Both are SUNDIALS's (A. C. Hindmarsh et al., "SUNDIALS: suite of nonlinear and
// differential/algebraic equation solvers", ACM Trans. Math. Software 31, 2005).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scripts/command/simulate/model.hpp"

namespace lag {

// What the run answers. Numbers of success: 0 fine, 1 try a smaller step, -1 give up.
struct StepFunctions {
    std::size_t roots = 0;                                                         // how many functions root() gives
    double tolerance = 1e-8;                                                       // relative, of multipliers
    std::function<int(double t, const double* y, double* ydot)> derivatives;       // of CVODE
    std::function<int(double t, const double* y, double* values)> root;            // may be empty
    std::function<int(const double* y, double* weights)> weights;                  // 1 over the errors allowed
    std::function<int(double t, const double* y, double* correction)> projection;  // of CVODE; may be empty
};

enum class StepEnd {
    done,
    root,
    error_test,   // the steps became too small
    convergence,  // the implicit equations could not be solved
    too_accurate,
    ill_input,
    projection,
    other
};

class Steps {
  public:
    virtual ~Steps() = default;
    // From here on, anew.
    virtual void begin(double t, const std::vector<double>& y) = 0;
    // One step, not beyond `limit`; t and y follow.
    virtual StepEnd step(double limit, double& t, std::vector<double>& y) = 0;
    // The k-th derivative of y within the last step; empty: t is not within it.
    virtual std::vector<double> at(double t, int k) = 0;
    virtual std::vector<int> root_info() = 0;
    virtual long taken() const = 0;  // since begin
    virtual double now() const = 0;
    virtual double next_step() const = 0;
    virtual std::vector<double> weights_now() = 0;  // of y; empty: not known
    // The integrator's own last words, with its number.
    std::string report;
    int flag = 0;
};

std::unique_ptr<Steps> cvode_steps(StepFunctions functions, bool adams, double t, const std::vector<double>& y);

// -- steps_ida.cpp

// By the model's routines `residual` and `residual_jacobian`, whose entries stand at `entries`: row and column, of
// [y; ydot; lambda; ..]. The rows of the multipliers are those of speeds (index 2) or of accelerations (index 1); with
// index 2 the multipliers are kept out of the test of errors.
struct ResidualForm {
    int index = 2;
    std::vector<std::pair<std::size_t, std::size_t>> entries;
};
std::unique_ptr<Steps> ida_steps(StepFunctions functions, RunnableModel& model, const ResidualForm& form, double t,
                                 const std::vector<double>& y);

}  // namespace lag
