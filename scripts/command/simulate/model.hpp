// A model whose routines can be called at once: its emitted C++ compiled behind the scenes, or, where there is no
// compiler, its expressions evaluated node by node (some hundred times slower, the same numbers up to the rounding of
// other orders of operations).
//
// Procedures (emitters/procedures) are called in the same way: call(RoutineName::partition, frame). Those that a run
// needs (SwitchedProgram) are compiled too, all others are interpreted, with the same bits. What a routine has besides
// its signature, such as `modes`, goes through the procedures that call it and need not be given.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emitters/procedures/run_procedure.hpp"
#include "emitters/program/program.hpp"
#include "scripts/command/processes/processes.hpp"
#include "scripts/command/simulate/frame.hpp"
#include "scripts/command/simulate/switches.hpp"

namespace lag {

constexpr std::size_t routine_names = static_cast<std::size_t>(RoutineName::switches) + 1;
constexpr double assembly_tolerance = 1e-12;

// With constraints = multipliers: no speed is solved out.
Model in_all_speeds(Model model);

class RunnableModel {
  public:
    RunnableModel(const RunnableModel&) = delete;
    RunnableModel& operator=(const RunnableModel&) = delete;
    virtual ~RunnableModel() = default;

    const Program& program() const { return program_; }
    // A procedure is there where everything is that it calls.
    bool has(RoutineName routine) const;
    // s of what no state enters: the energies.
    std::vector<double> any_states() const { return std::vector<double>(program_.states.size(), 0.0); }
    std::size_t size(Size size) const { return program_.size(to_string(size)).value; }
    // Takes what goes in from the frame, puts what comes out into it. `c` and `modes` need not be there. InternalError
    // where something else is missing.
    void call(RoutineName routine, Frame& frame);
    // The same with slopes along one direction: those of what goes in, absent ones 0, give those of what comes out; modes
    // and flags stay as they are. `slopes` must hold those of `c` where they are not 0 (slopes_of_constants).
    // InternalError where the model was compiled without.
    void call_along(RoutineName routine, Frame& frame, Frame& slopes);
    virtual bool has_slopes() const { return false; }
    std::vector<double> slopes_of_constants(const std::vector<double>& slopes_of_parameters);
    // A routine by the elements of its arguments, in their order, for procedures that are run elsewhere.
    void call(RoutineName routine, const procedures::Pointers& arguments) { run(routine, arguments); }
    // A procedure of the events by the elements of its arguments, in the order of event_procedure().
    void call(EventProcedure procedure, const procedures::Pointers& arguments);
    const procedures::Procedure& event_procedure(EventProcedure procedure) const {
        return *interpreter_.procedure(to_string(procedure));
    }
    // What these procedures ask of the program around them: "set_inputs" (procedures::host_routine).
    using Host = std::function<void(const std::string& routine, const procedures::Pointers& arguments)>;
    Host host;
    bool interprets_events = false;  // though their procedures may be compiled; not to be changed during a run
    const std::vector<double>& constants() const { return c_; }  // what depends on parameters alone
    // The same, but a procedure is interpreted, though it may be compiled too.
    void interpret(RoutineName procedure, Frame& frame);
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
    void put_resting_inputs(std::vector<double>& w) const;
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
    // "the mass matrix is singular at speed q'": what info of the routine says (Program::info_text).
    std::string info_text(int info, std::optional<RoutineName> routine = {}) const;

  protected:
    explicit RunnableModel(SwitchedProgram switched);
    virtual void take_parameters(const std::vector<double>& p) = 0;
    // The elements of each of the routine's arguments, in their order, without those that are local to it.
    using Elements = procedures::Pointers;
    virtual void run(RoutineName routine, const Elements& arguments) = 0;
    virtual void run_along(RoutineName routine, const Elements& arguments, const Elements& slopes);
    virtual bool compiles(RoutineName) const { return false; }
    using Wrapped = void (*)(double* const* arguments);  // compiled
    virtual Wrapped compiled(EventProcedure) const { return nullptr; }
    const std::vector<Argument>& arguments_of_procedure(RoutineName name) const { return entry(name).arguments; }
    // The row of a cut hinge that stands still at q with its axis reversed: its error is 2, where every other row holds.
    std::string reversed_hinge(double t, const std::vector<double>& q, const std::vector<double>& s,
                               const std::vector<double>& w, double tolerance);
    Program program_;
    mutable procedures::Interpreter interpreter_;
    std::vector<double> c_;  // what depends on parameters alone; empty where `setup` is not called

  private:
    // How a routine is called: its arguments, and where each stands in a frame.
    struct Entry {
        bool is_known = false, is_there = false, is_procedure = false;
        std::vector<Argument> arguments;
        std::vector<Slot> slots;
        std::vector<std::size_t> elements;
        Elements passed;  // of the call under way
    };
    Entry& entry(RoutineName routine) const;
    Entry make_entry(RoutineName routine) const;
    const Elements& elements(RoutineName routine, Entry& called, Frame& frame);
    bool has_all_of(const std::string& name) const;  // of a procedure, what it calls too
    void put_histories(Frame& frame) const;

    std::vector<Switch> switches_;
    std::vector<bool> events_at_known_times_;
    std::string complaint_;
    std::vector<double> parameters_;
    mutable std::vector<Entry> entries_;  // by RoutineName, made when they are asked for
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

// `sources`: what the model's external routines are defined in. `optimization`: the compiler's; the numbers are the same. ModelError when
// the compiler refuses. `slopes`: every routine along a direction, too.
std::unique_ptr<RunnableModel> compiled_model(SwitchedProgram lowered, const std::vector<std::string>& sources,
                                              const std::string& optimization = "-O0", bool slopes = false);
bool has_compiler();
std::unique_ptr<RunnableModel> evaluated_model(SwitchedProgram lowered);

}  // namespace lag
