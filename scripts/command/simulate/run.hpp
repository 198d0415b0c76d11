// Integration and equilibrium of a runnable model.
//
// y = [q; u; s] by CVODE's variable-order backward differences (SUNDIALS), which take stiff vehicles and smooth pendulums
// alike. On models with constraints or Euler parameters every step is projected back (CVODE's projection), so that the
// errors of q and u stay at the assembly's tolerance.
//
// Jumps and kinks of the right side are switches (switches.hpp). The integrator stops where one
// changes: at known times exactly, elsewhere where root finding puts it. It begins anew on the other side.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scripts/command/simulate/firing.hpp"
#include "scripts/command/simulate/model.hpp"
#include "scripts/command/simulate/rest_solver.hpp"

namespace lag {

enum class IntegrationMethod { bdf, adams, rk4, partition, ida, ida1 };

struct SimulatedRow;
struct ResidualForm;
class Carried;

struct SimulationSettings {
    double end = 0, step = 0;                     // rows at start, start + step, ..., end
    double tolerance = 1e-8;                      // relative
    std::map<std::string, double> absolute = {};  // by coordinate, speed or state; "" for all others; else scaled
    InputsAt inputs;
    double start = 0;
    IntegrationMethod method = IntegrationMethod::bdf;
    double fixed_step = 0;                                         // of rk4, at most
    std::shared_ptr<const ResidualForm> residual = {};             // of ida and ida1
    std::function<double(double t, double limit)> next_bend = {};  // where inputs from files bend; may be empty
    // Of inputs from files, which jump where these bend: those of the piece after t, until another call; nothing: as the
    // time says. Empty where no slope stands in the model.
    std::function<void(std::optional<double> t)> hold_slopes = {};
    std::vector<double> happened = {};  // of a run that goes on: Simulation::at_zero where it ended
    std::vector<double> times = {};     // of the rows after the start, ascending, the last one `end`; empty: by `step`
    long most_steps = 0;                // of the integrator, then the run ends; 0: as many as it takes
    std::function<void(const std::string&)> warn = {};         // of a motion that seems to diverge; may be empty
    std::function<void(const SimulatedRow&)> after_step = {};  // of bdf and adams: each; may be empty
    Carried* carried = nullptr;                                // by bdf and adams, along the run; null: nothing
    // Asked after steps, with the events so far: when the run ends, for a time that is not before them. May be empty.
    std::function<std::optional<double>(const std::vector<FiredEvent>&)> ends = {};
    std::size_t rows() const;                                         // after the start
    double time_of(std::size_t row) const;                            // row 1 is the first one after the start
    double shortest_piece = std::numeric_limits<double>::infinity();  // between two bends
    bool slopes_jump_at(double t) const;                              // up to rounding of the time
};

struct SimulatedRow {
    double t = 0;
    std::vector<double> q, u, s, w, outputs;
    double kinetic = 0, potential = 0;
    double work = 0;                  // of the loads and drives since the start, with what events changed of the energy
    double phi = 0, phidot = 0;       // largest constraint errors
    std::vector<double> slopes = {};  // Carried::row
};

// A choice of the coordinates that are integrated (partition.hpp), at the start or after a step.
struct PartitionChange {
    double t = 0, growth_before = 0,
           growth_after = 0;               // of m_partition, in roots of energies; before: of the choice until then
    std::vector<std::size_t> independent;  // coordinates, ascending, from 0
};

struct Simulation {
    std::vector<SimulatedRow> rows;
    std::vector<FiredEvent> events;
    std::vector<double> at_zero;  // by event, at the end (EventFiring::at_zero); empty: the method knows no events
    bool stopped = false;         // by an event, at the last row
    std::string ended;            // empty: it reached the end; else why it did not
    double reached = 0;           // the time it came to
    bool interrupted = false;     // asked to stop
    long steps = 0;               // the integrator's own
    long switched = 0;            // how often it began anew on the other side of a switch
    bool knows_work = false;
    std::vector<PartitionChange> partitions = {};  // of the method partition: the first and each change
};

// Rows up to where it could not go on. `go_on` is asked now and then, with the time reached; false stops. Where it, or
// settings.most_steps, stops the run, the last row is that of the time reached.
Simulation simulate(RunnableModel& model, std::vector<double> q, std::vector<double> u, std::vector<double> s,
                    const SimulationSettings& settings, const std::function<bool(double t)>& go_on);

// -- rows.cpp

// What a row holds, but for its work.
SimulatedRow row_at(RunnableModel& model, double t, std::vector<double> q, std::vector<double> u, std::vector<double> s,
                    const std::vector<double>& w);

// -- prescribed.cpp

// Rows of a mechanism whose every motion is prescribed and that has no states. ModelError where it has events.
Simulation simulate_prescribed(RunnableModel& model, const SimulationSettings& settings,
                               const std::function<bool(double t)>& go_on);

// -- fixed_steps.cpp

// By Runge's and Kutta's method of fourth order with steps of one length, of at most settings.fixed_step, that end at
// the rows. The state is put back onto the constraints after every step. ModelError for a model with events.
Simulation simulate_in_fixed_steps(RunnableModel& model, std::vector<double> q, std::vector<double> u,
                                   std::vector<double> s, const SimulationSettings& settings,
                                   const std::function<bool(double t)>& go_on);

// -- equilibrium.cpp

struct Equilibrium {
    std::vector<double> q, s;
    double residual = 0;  // largest |udot| at rest, of states |sdot|
    // No small motion grows (at rest, by the linearized accelerations and rates of states); nothing: not known.
    std::optional<bool> stable = true;
    std::vector<double> flags;            // with contacts: of the model at rest, friction apart
    std::vector<std::string> held, free;  // coordinates that were held, and those that nothing but friction holds
    std::string failed;                   // empty: found
};
// What a search for rest has at hand.
struct RestSearch {
    RestSolver* solver = nullptr;
    std::vector<std::size_t> held = {};  // coordinates, from 0, that keep their values
};
// Coordinates near q, and states near s, with which the model rests at time 0, by the solver; downhill, so that it ends in
// a stable equilibrium as far as there is one on the way. With contacts the model's flags follow.
Equilibrium find_equilibrium(RunnableModel& model, std::vector<double> q, std::vector<double> s, const InputsAt& inputs,
                             const RestSearch& search, const std::function<bool(double t)>& go_on);

// -- for both

struct IntegratorSettings {
    double tolerance = 1e-8;
    std::map<std::string, double> absolute = {};
    double interval = 1;             // what is called a short time
    InputsAt inputs_at_events = {};  // empty: no events happen
    double start = 0;
    std::shared_ptr<const ResidualForm> residual = {};  // IDA steps by it; null: CVODE
    bool adams = false;  // its formulas instead of backward differences; not with constraints or Euler parameters
    const SimulationSettings* run = nullptr;  // whose inputs from files bend; null: there are none
};

class Integrator {
  public:
    Integrator(RunnableModel& model, const std::vector<double>& y, const IntegratorSettings& settings);
    ~Integrator();
    Integrator(const Integrator&) = delete;
    Integrator& operator=(const Integrator&) = delete;
    // To time t exactly, in at most so many steps and not across more than one switch or event: false when it has not come
    // there yet. ModelError when it cannot go on.
    bool advance_to(double t, int most_steps = 500);
    double time() const;
    std::vector<double> state() const;
    double work() const;  // of the loads and drives; 0 where the model does not know it
    long steps() const;
    long switched() const;
    EventFiring& events();

  private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace lag
