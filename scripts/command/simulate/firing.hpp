// The events of a model during a run (docs/language/events.md): which of them happen where a step of the integrator ended, one
// after the other in declared order, each applied by m_event. What an event waits for and what is due is said by the
// procedures that main programs have too (emitters/procedures/texts: watch.lag, start_events.lag and the others), compiled
// with the model or interpreted, with the same bits. This class calls them and records what happened.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "scripts/command/simulate/model.hpp"

namespace lag {

// w at time t, flags as they are.
using InputsAt = std::function<std::vector<double>(double t)>;
// Takes the modes of the model's switches (events.hpp) as they are at a state, with the flags as they are.
using ModesFollow = std::function<void(double t, const std::vector<double>& y)>;

struct FiredEvent {
    double t = 0;
    std::size_t event = 0;
    std::vector<double> impulses;  // of the constraint rows
    double energy_before = 0, energy_after = 0;
    int law = 0;  // of the impact of contacts and stops, from 1; 0: there is none (docs/language/contacts.md)
};

class EventFiring {
  public:
    // `inputs` may be empty where the model has no events. `interval`: what is called a short time. `follow` is called
    // after every event: the next one's function reads the switches of the state that the event leaves.
    EventFiring(RunnableModel& model, InputsAt inputs, double interval, ModesFollow follow);
    ~EventFiring();
    EventFiring(const EventFiring&) = delete;
    EventFiring& operator=(const EventFiring&) = delete;

    std::size_t count() const { return count_; }
    bool has_contacts() const { return has_contacts_; }
    // At the start: true where events happen there at once; y and the model's flags change. `happened`: of a run that
    // goes on, what at_zero() said where it ended; empty: none.
    bool start(double t, std::vector<double>& y, const std::vector<double>& happened);
    // Of each event that waits until its function has left zero, because it has just happened, the largest |g| so far;
    // of all others 0. Events of contacts wait for nothing that their modes and functions do not say.
    std::vector<double> at_zero();
    // Of each event a function that is zero where something is to be done.
    void root_functions(double t, const std::vector<double>& y, double* values);
    // The time of the next event that waits for a time alone, or by when a function must have been looked at again; at
    // most `limit`.
    double next_time(double t, const std::vector<double>& y, double limit);
    // After a step, or after something else has changed: `found` says where root_functions changed their sign, null
    // where none did. True: events have happened; y and the flags have changed.
    // ModelError where events follow one another without end, or a row is switched on where it is broken.
    bool pass(double t, std::vector<double>& y, const int* found);
    // The same where a floor, a road or a belt may have a step or a kink. ModelError where a gap has jumped below zero.
    bool pass_switch(double t, std::vector<double>& y);

    // Of a step: the first time at which a gap that is open at both of its ends is below zero, if one is. `state_at`: y
    // between the ends.
    std::optional<double> first_dip(double begin, double end,
                                    const std::function<std::vector<double>(double)>& state_at);

    // Is told of each event after it has happened: its number, the time, and y, w and modes as they were before it. May
    // be empty.
    std::function<void(std::size_t event, double t, const std::vector<double>& y, const std::vector<double>& w,
                       const std::vector<double>& modes)>
        watch = {};

    // After the projection that follows events: what of sticking, sliding and normal forces is zero up to rounding now.
    void rest(double t, const std::vector<double>& y);

    const std::vector<FiredEvent>& fired() const { return fired_; }
    bool stopped() const { return report_.stops != 0; }  // by an event with stop = true
    double energy_changed() const { return energy_changed_; }

  private:
    void take_flags();  // as a procedure has left them
    // What a procedure is given besides t, y, w, c and modes.
    using More = std::initializer_list<std::pair<std::string_view, double*>>;
    void run(EventProcedure procedure, double t, std::vector<double>& y, const More& more);
    void run_at(EventProcedure procedure, double t, const std::vector<double>& y, const More& more);  // y stays
    void call(const std::string& routine, const procedures::Pointers& given);
    bool apply_all(double t, std::vector<double>& y);
    [[noreturn]] void refuse(int failure, double t, const std::vector<double>& y);
    [[noreturn]] void refuse_endless(double t, const std::string& why) const;

    RunnableModel& model_;
    InputsAt inputs_;
    double interval_;
    ModesFollow follow_;
    std::size_t count_;
    bool has_contacts_ = false;
    struct Report {  // event_report.lag
        double failing = 0, of_event = 0, of_row = 0, of_info = 0, by = 0, stops = 0;
    };
    Report report_;  // of the last call
    procedures::Pointers given_;
    std::vector<double> w_, c_, y_;
    const std::function<std::vector<double>(double)>* state_at_ = nullptr;  // of the step that is looked at
    std::vector<FiredEvent> fired_;
    double energy_changed_ = 0;
};

}  // namespace lag
