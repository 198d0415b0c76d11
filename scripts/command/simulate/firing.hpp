// The events of a model during a run (scripts/README.md): which of them happen where a step of the integrator ended, one
// after the other in declared order, each applied by m_event.
//
// An event waits for its function on one side of zero. After its own event, and wherever the function is within the
// location tolerance of zero, it is disarmed until the function has left zero by more, or another event has turned the
// function's rate to its direction.
//
// The function of a contact's event is not negative while the mode holds that the event ends, and the mode may begin
// where it is zero, for good. So such an event waits on the positive side alone, and what falls below zero by more than
// the contacts' own tolerances happens from wherever it waited.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emitters/program/contact_events.hpp"
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
};

class EventFiring {
  public:
    // `inputs` may be empty where the model has no events. `interval`: what is called a short time. `follow` is called
    // behind every event: the next one's function reads the switches of the state that the event leaves.
    EventFiring(RunnableModel& model, InputsAt inputs, double interval, ModesFollow follow);

    std::size_t count() const { return waiting_.size(); }
    // At the start: true where events happen there at once; y and the model's flags change. `happened`: of a run that
    // goes on, what at_zero() said where it ended; empty: none.
    bool start(double t, std::vector<double>& y, const std::vector<double>& happened);
    // Of each event that waits until its function has left zero, because it has just happened, the largest |g| so far;
    // of all others 0. Events of contacts wait for nothing that their modes and functions do not say.
    std::vector<double> at_zero() const;
    // Of each event a function that is zero where something is to be done.
    void root_functions(double t, const std::vector<double>& y, double* values);
    // The time of the next event that waits for a time alone, or by when a function must have been looked at again; at
    // most `limit`.
    double next_time(double t, const std::vector<double>& y, double limit);
    // After a step, or after something else has changed: `found` says where root_functions changed their sign, null
    // where none did. True: events have happened; y and the flags have changed.
    // ModelError where events follow one another without end, or a row is switched on where it is broken.
    bool pass(double t, std::vector<double>& y, const int* found);

    // Of a step: the first time at which a gap that is open at both of its ends is below zero, if one is. `state_at`: y
    // between the ends.
    std::optional<double> first_dip(double begin, double end,
                                    const std::function<std::vector<double>(double)>& state_at);

    // After the projection behind events: what of sticking, sliding and normal forces is zero up to rounding now.
    void rest(double t, const std::vector<double>& y);

    const std::vector<FiredEvent>& fired() const { return fired_; }
    bool stopped() const { return stopped_; }  // by an event with stop = true
    double energy_changed() const { return energy_changed_; }

  private:
    struct Waiting {
        bool is_armed = false;
        double side = 0;         // of zero, where it is armed
        double scale = 0;        // the largest |g| so far
        bool turned = false;     // disarmed by its own event, which sent it back
        double look_again = -1;  // time by when
        double zero = 0;         // of the gap of a contact: not above 0
    };
    struct Values {
        std::vector<double> g, gdot;
    };
    Values values(double t, const std::vector<double>& y);
    struct Place {
        double t = 0;
        Values v;
    };
    using Look = std::function<Place(double t)>;
    double gap(std::size_t k, const Place& place) const { return place.v.g[k] - waiting_[k].zero; }
    bool is_open_gap(std::size_t k) const { return waiting_[k].is_armed && ends_[k] == ContactEnd::open; }
    bool is_below(const Place& place, bool beyond_rounding) const;
    bool may_dip(const Place& a, const Place& b) const;
    bool is_as_expected(const Place& a, const Place& middle, const Place& b) const;
    std::optional<double> dip_between(const Look& look, const Place& a, const Place& b, int halvings) const;
    double tolerance(std::size_t k) const;  // of the location of its zero
    ContactEnd of_contact(std::size_t k) const { return ends_[k]; }
    double rounding(std::size_t k) const;  // of a contact's event: what is no more than that
    // Behind its event: the projection onto the constraints may have moved it.
    bool is_still_at_zero(std::size_t k, const Values& v) const { return std::abs(v.g[k]) <= 1e3 * tolerance(k); }
    void wait(std::size_t k, double g);
    void wait_for_return(std::size_t k, const Values& v);
    bool knows_rate(std::size_t k, const Values& v) const { return v.gdot[k] != 0; }
    bool goes_its_way(std::size_t k, double rate) const;
    bool has_crossed(std::size_t k, const Values& v, const int* found) const;
    bool arrives(std::size_t k, const Values& v) const;
    bool apply_all(double t, std::vector<double>& y, std::vector<bool> due, Values v);
    void apply(std::size_t k, double t, std::vector<double>& y);
    void require_rows(double t, const std::vector<double>& y, const std::vector<double>& flags_before, std::size_t k);
    void wait_anew(double t, const std::vector<double>& y, const std::vector<bool>& happened);
    void take_sides(const Values& v, double t);
    void take_side(std::size_t k, const Values& v, double t);
    void wait_behind_event(std::size_t k, double t, const std::vector<double>& y, const Values& v);
    std::vector<double> soon(double t, const std::vector<double>& y, double later);
    double rate(std::size_t k, double t, const std::vector<double>& y, const Values& v);
    double time_back(std::size_t k, double t, const std::vector<double>& y, const Values& v);
    double energy(double t, const std::vector<double>& y);
    [[noreturn]] void refuse_endless(double t, const std::string& why) const;

    RunnableModel& model_;
    InputsAt inputs_;
    double interval_;
    ModesFollow follow_;
    std::vector<Waiting> waiting_;
    std::vector<ContactEnd> ends_;
    double touch_;  // gaps and rates that count as none
    std::vector<FiredEvent> fired_;
    bool stopped_ = false;
    double energy_changed_ = 0;
};

}  // namespace lag
