// A model whose routines can be called at once: its emitted C++ compiled behind the scenes, or, where there is no
// compiler, its expressions evaluated node by node (some hundred times slower, the same numbers up to the rounding of
// other orders of operations).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "scripts/command/processes.hpp"
#include "scripts/command/simulate/switches.hpp"

namespace lag {

// Arguments of routines by their names in the interface: t, q, u, y, w, ydot, info, ... A scalar is a vector of one.
using Frame = std::map<std::string, std::vector<double>>;

constexpr double assembly_tolerance = 1e-12;

class RunnableModel {
  public:
    RunnableModel(const RunnableModel&) = delete;
    RunnableModel& operator=(const RunnableModel&) = delete;
    virtual ~RunnableModel() = default;

    const Program& program() const { return program_; }
    bool has(RoutineName routine) const { return program_.find(routine) != nullptr; }
    // s of what no state enters: the energies.
    std::vector<double> any_states() const { return std::vector<double>(program_.states.size(), 0.0); }
    std::size_t size(const std::string& extent) const { return program_.size(extent).value; }
    // Takes what goes in from the frame, puts what comes out into it. `c` and `modes` need not be there.
    virtual void call(RoutineName routine, Frame& frame) = 0;
    void use_parameters(const std::vector<double>& p) {
        parameters_ = p;
        take_parameters(p);
    }
    const std::vector<double>& parameters() const { return parameters_; }  // in use

    const std::vector<Switch>& switches() const { return switches_; }
    bool knows_power() const;  // `derivatives` gives it
    // On which side of each switch the right side is taken, in use from now on.
    std::vector<double> modes;
    // Of the model; only events change them.
    std::vector<double> flags;
    // By name, in place of the defaults, wherever those are taken.
    std::map<std::string, double> other_parameters;
    double start_time = 0;  // of a run
    // Puts the inputs that files give into w, wherever a routine is called with a time; may be empty.
    std::function<void(double t, std::vector<double>& w)> histories;
    // w of routines in which the inputs stand themselves: zeros, then the flags.
    std::vector<double> resting_inputs() const;
    void put_flags(std::vector<double>& w) const;
    Frame frame_of(double t, const std::vector<double>& y) const;  // t, and y as q, u and s
    // Its function holds time and flags alone and is linear in time.
    bool event_is_at_known_time(std::size_t k) const { return events_at_known_times_[k]; }

    // The nearest coordinates on the constraints (assembly of the emitted code, emitters/README.md); false where there
    // are none within 100 steps. Unit Euler parameters.
    // `complaint()` says why.
    bool assemble(double t, std::vector<double>& q, const std::vector<double>& s, const std::vector<double>& w,
                  double tolerance);
    bool project_speeds(double t, const std::vector<double>& q, std::vector<double>& u, const std::vector<double>& s,
                        const std::vector<double>& w);
    // Largest |phi| and |phidot|; 0 without constraints.
    std::pair<double, double> constraint_errors(double t, const std::vector<double>& q, const std::vector<double>& u,
                                                const std::vector<double>& s, const std::vector<double>& w);
    const std::string& complaint() const { return complaint_; }
    // info of the last call that had one
    static int info(const Frame& frame);
    // "speed q'", "constraint loop.x": what a failing pivot stands for
    std::string pivot_name(int info) const;

  protected:
    void put_histories(Frame& frame) const;
    explicit RunnableModel(SwitchedProgram switched)
        : modes(switched.switches.size(), 0.0),
          flags(switched.program.flags.size(), 0.0),
          program_(std::move(switched.program)),
          switches_(std::move(switched.switches)),
          events_at_known_times_(std::move(switched.events_at_known_times)) {}
    virtual void take_parameters(const std::vector<double>& p) = 0;
    const std::vector<double>& given(const Frame& frame, RoutineName routine, const Argument& argument) const;
    std::string reversed_hinge(const std::vector<double>& phi, double tolerance) const;
    Program program_;
    std::vector<Switch> switches_;
    std::vector<bool> events_at_known_times_;
    std::string complaint_;

  private:
    std::vector<double> parameters_;
};

// While it lives, the model's parameters are a little others, by `relative` of their values and in turn up and down.
class ShiftedParameters {
  public:
    ShiftedParameters(RunnableModel& model, double relative);
    ~ShiftedParameters();
    ShiftedParameters(const ShiftedParameters&) = delete;
    ShiftedParameters& operator=(const ShiftedParameters&) = delete;

  private:
    RunnableModel& model_;
    std::vector<double> before_;  // empty: as they were
};

// `sources`: what the model's external routines are defined in. ModelError when the compiler refuses.
std::unique_ptr<RunnableModel> compiled_model(SwitchedProgram lowered, const std::vector<std::string>& sources);
bool has_compiler();
std::unique_ptr<RunnableModel> evaluated_model(SwitchedProgram lowered);

}  // namespace lag
