// Integration and equilibrium of a runnable model.
//
// y = [q; u] by CVODE's variable-order backward differences (SUNDIALS), which take stiff vehicles and smooth pendulums
// alike. On models with constraints or Euler parameters every step is projected back (CVODE's projection), so that the
// errors of q and u stay at the assembly's tolerance.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scripts/command_simulate_model.hpp"

namespace lag {

// w at time t.
using InputsAt = std::function<std::vector<double>(double t)>;

struct SimulationSettings {
    double end = 0, step = 0;  // rows at 0, step, 2 step, ..., end
    double tolerance = 1e-8;   // relative; absolute a hundredth of it, in SI units and rad
    InputsAt inputs;
};

struct SimulatedRow {
    double t = 0;
    std::vector<double> q, u, outputs;
    double kinetic = 0, potential = 0;
    double phi = 0, phidot = 0;  // largest constraint errors
};

struct Simulation {
    std::vector<SimulatedRow> rows;
    std::string ended;         // empty: it reached the end; else why it did not
    bool interrupted = false;  // asked to stop
    long steps = 0;            // the integrator's own
};

constexpr double assembly_tolerance = 1e-12;

// `go_on` is asked now and then, with the time reached; false stops.
Simulation simulate(RunnableModel& model, std::vector<double> q, std::vector<double> u,
                    const SimulationSettings& settings, const std::function<bool(double t)>& go_on);

// -- command_simulate_equilibrium.cpp

struct Equilibrium {
    std::vector<double> q;
    double residual = 0;  // largest |udot| at rest
    bool stable = true;   // no small motion grows (at rest, by the linearized accelerations)
    std::string failed;   // empty: found
};
// A state near q in which the model rests at time 0: it is let fall, stopped whenever its kinetic energy has passed a
// maximum, until hardly anything moves, then Newton's method. Ends in stable equilibria as far as there are any on the
// way.
Equilibrium find_equilibrium(RunnableModel& model, std::vector<double> q, const InputsAt& inputs,
                             const std::function<bool(double t)>& go_on);

// -- for both
class Integrator {
  public:
    Integrator(RunnableModel& model, const std::vector<double>& y, double tolerance, InputsAt inputs);
    ~Integrator();
    Integrator(const Integrator&) = delete;
    Integrator& operator=(const Integrator&) = delete;
    // To time t exactly, in at most 500 steps: false when it has not come there yet. ModelError when it cannot go on.
    bool advance_to(double t);
    void one_step(double limit);                 // one of its own steps, not beyond `limit`
    void restart(const std::vector<double>& y);  // at the time reached
    double time() const;
    std::vector<double> state() const;
    long steps() const;

  private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace lag
