// How a run depends on parameters and initial values: S = dy/dk for each of them, k, carried beside the run, which stays as it is.
//
// In each step of the integrator, along the y(t) that it interpolates,
//     S' = (df/dy) S + df/dk,   f of y' = f(t, y, k) in the modes and flags of the step,
// by the method Radau IIA of fifth order (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section
// IV.8), in parts of the step that are halved until two halves agree with the whole.
//
// Where an event happens or a switch changes at g(t, y, k) = 0, the time t* of that depends on k too:
//     dt*/dk = -(g_y S + g_k)/(g_t + g_y f-),
//     S+ = r_y S + r_k + (r_y f- + r_t - f+) dt*/dk,   r what happens there, f- and f+ the rates before and after.
// Flags that events set to values depend on k as states do. What happens at once behind an event happens at its time.
//
// All derivatives are those of the compiled routines (RunnableModel::call_along): exact, contacts and impacts included.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "scripts/command/simulate/carried.hpp"
#include "scripts/command/simulate/model.hpp"
#include "scripts/command/simulate/radau.hpp"

namespace lag {

// What a run is differentiated by, with the slopes of its start.
struct SensitivityColumn {
    enum class Kind { parameter, input, initial };
    std::string name;
    Kind kind = Kind::initial;
    std::size_t place = 0;       // among the parameters or inputs
    std::vector<double> y = {};  // of the state at the start
    std::vector<double> flags = {};
};

class Sensitivities final : public Carried {
  public:
    // Compiled with slopes; `tolerance`: of S, relative.
    Sensitivities(RunnableModel& model, std::vector<SensitivityColumn> columns, double tolerance);

    void advance(double begin, double end, const StateAt& state_at, const std::vector<double>& weights) override;
    void pass_switches(double t, const std::vector<double>& y, const std::vector<std::size_t>& changed,
                       const std::vector<double>& before) override;
    void pass_event(std::size_t k, double t, const std::vector<double>& y, const std::vector<double>& w,
                    const std::vector<double>& modes) override;
    void end_events(double t, const std::vector<double>& y) override;
    // Of y, then of the outputs, for one column after the other.
    std::vector<double> row(double t, const std::vector<double>& y, const std::vector<double>& w) override;

    // The run goes on from where S and the slopes of the flags are these, by column; `has_begun`: it is no start.
    void begin_with(Eigen::MatrixXd S, Eigen::MatrixXd flags, bool has_begun);

    // -- results

    const Eigen::MatrixXd& of_state() const { return S_; }
    const Eigen::MatrixXd& of_flags() const { return flags_; }
    // Of the rates of y at (t, y), by column.
    Eigen::MatrixXd slopes_of_rates(double t, const std::vector<double>& y);
    // By column: errors that are none, times the errors allowed in y.
    const Eigen::VectorXd& rounding() const { return rounding_; }
    std::size_t count() const { return columns_.size(); }
    const std::vector<SensitivityColumn>& columns() const { return columns_; }
    // The rates of y where the run is.
    Eigen::VectorXd rates(double t, const std::vector<double>& y);
    // dt*/dk of event number i of the run, by column; 0 of those at the start.
    const std::vector<double>& of_event(std::size_t i) const { return event_times_[i]; }

  private:
    struct Direction {
        double t = 0;
        Eigen::VectorXd y;                          // of [q; u; s]
        const SensitivityColumn* column = nullptr;  // whose own effect it has, too
        const Eigen::MatrixXd* flags = nullptr;     // by column
    };
    std::vector<double> whole(const Eigen::VectorXd& y) const { return {y.data(), y.data() + y.size()}; }
    std::size_t number(const SensitivityColumn& column) const {
        return static_cast<std::size_t>(&column - columns_.data());
    }
    void put_slopes(Frame& slopes, double t, const Direction& along) const;
    Eigen::VectorXd rates_along(double t, const std::vector<double>& y, const Direction& along);
    double event_along(std::size_t k, double t, const std::vector<double>& y, const Direction& along);
    double switch_along(std::size_t k, double t, const std::vector<double>& y, const Direction& along);
    std::vector<double> slopes_of_histories(double t) const;
    Eigen::MatrixXd stepped(double t, double h, const Eigen::MatrixXd& S, const StateAt& state_at);
    void project(double t, const std::vector<double>& y);

    RunnableModel& model_;
    std::vector<SensitivityColumn> columns_;
    double tolerance_;
    Eigen::MatrixXd S_, flags_;                   // by column
    std::vector<std::vector<double>> constants_;  // slopes of c, by column
    Eigen::VectorXd largest_;                     // of each column so far, by the errors allowed in y
    Eigen::VectorXd rounding_;                    // see rounding()
    HalvedParts parts_;
    bool has_begun_ = false;
    bool in_events_ = false;
    std::vector<double> event_time_;                // of those that happen just now
    std::vector<std::vector<double>> event_times_;  // of all
};

}  // namespace lag
