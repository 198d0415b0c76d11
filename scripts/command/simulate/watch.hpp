// Watches a run while it goes on: whether it has taken as many steps and as much time as it may, and whether its motion seems
// to diverge.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <string>
#include <utility>

#include "scripts/command/simulate/run.hpp"

namespace lag {

// Of the wall clock, since this was made.
class WallLimit {
  public:
    explicit WallLimit(double seconds) : seconds_(seconds) {}  // 0: none
    bool has_passed() const;
    std::string text() const;

  private:
    double seconds_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

class RunWatch {
  public:
    RunWatch(const SimulationSettings& settings, const std::function<bool(double)>& go_on, Simulation& simulation)
        : settings_(settings), go_on_(go_on), simulation_(simulation) {}

    // How many steps the integrator may take before goes_on() is to be asked.
    int next_steps(long steps) const;
    // After some steps: false where the run ends there; the simulation says why.
    bool goes_on(double t, long steps);
    // After a row.
    void look_at(const SimulatedRow& row);

  private:
    void look_at_pace(double t, long steps);

    const SimulationSettings& settings_;
    const std::function<bool(double)>& go_on_;
    Simulation& simulation_;
    long steps_looked_at_ = 0;
    double time_looked_at_ = -1, first_energy_ = 0;
    int rows_ = 0;                                    // that had energy
    std::deque<std::pair<double, double>> energies_;  // by time, of the second half of it
    bool warned_of_pace_ = false, warned_of_energy_ = false;
};

}  // namespace lag
