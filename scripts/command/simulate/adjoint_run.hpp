// The derivatives of one number at the end of a run, o(t_end, y, k), by many quantities k: by the adjoint equation
//     l' = -(df/dy)^T l,   do/dk = do/dk|y + l(0)^T dy/dk(0) + integral of l^T df/dk,   l(t_end) = do/dy,
// backward along the run, which is recorded: y(t) within each step of the integrator, and what happens between steps as
// the linear map S+ = J S- + b of sensitivities.hpp, by which l- = J^T l+ and do/dk gains l+^T b. Flags that events set to
// values are states that rest. Steps are those of Radau's method as for sensitivities, halved likewise.
#pragma once

#include <Eigen/Core>
#include <variant>
#include <vector>

#include "scripts/command/simulate/sensitivities.hpp"

namespace lag {

class AdjointRun final : public Carried {
  public:
    // As of Sensitivities: with the slopes of the start.
    AdjointRun(RunnableModel& model, std::vector<SensitivityColumn> quantities, double tolerance);

    void advance(double begin, double end, const StateAt& state_at, const std::vector<double>& weights) override;
    void pass_switches(double t, const std::vector<double>& y, const std::vector<std::size_t>& changed,
                       const std::vector<double>& before) override;
    void pass_event(std::size_t k, double t, const std::vector<double>& y, const std::vector<double>& w,
                    const std::vector<double>& modes) override;
    void end_events(double t, const std::vector<double>& y) override;
    std::vector<double> row(double, const std::vector<double>&, const std::vector<double>&) override { return {}; }

    // By quantity, where the run has ended. `place`: of y, then of the outputs.
    std::vector<double> gradient(std::size_t place, double t, const std::vector<double>& y,
                                 const std::vector<double>& w);

  private:
    struct Step {
        double begin = 0, end = 0;
        Eigen::MatrixXd states;  // at the nodes of the interpolation
        Eigen::VectorXd weights;
        std::vector<double> modes, flags;
        std::vector<double> state_at(double t) const;
    };
    using Jump = Eigen::MatrixXd;  // of [y; flags] by [y; flags; quantities]
    // l of [y; flags], and what do/dk has so far.
    struct Adjoint {
        Eigen::VectorXd of_y, of_rest;  // rest: flags, then quantities
    };
    void begin_jump();
    void begin_with_identity();  // maps_: each column by itself
    void end_jump();
    Adjoint stepped(const Step& step, double t, double h, const Adjoint& from);
    void go_back(const Step& step, Adjoint& adjoint);
    void go_back(const Jump& jump, Adjoint& adjoint) const;

    RunnableModel& model_;
    std::vector<SensitivityColumn> quantities_;
    double tolerance_;
    Sensitivities maps_;  // columns: y, flags, quantities
    Eigen::Index ny_ = 0, nf_ = 0, m_ = 0;
    bool has_begun_ = false, jumps_ = false;
    std::vector<std::variant<Step, Jump>> tape_;
    struct Sizes {
        double of_y = 0;
        Eigen::VectorXd of_rest;
    };
    Sizes largest_;  // so far
    HalvedParts parts_;
};

}  // namespace lag
