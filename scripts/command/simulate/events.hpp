// The modes of a model's switches during a run: what they are at a state, when those of time change next, and what
// becomes of them at a change.
#pragma once

#include <string>
#include <vector>

#include "scripts/command/simulate/model.hpp"

namespace lag {

// What to do about a load that jumps with the sign of a speed. `statement`: Switch::friction.
std::string friction_advice(const std::string& statement);

class SwitchModes {
  public:
    // `interval`: times between which switches of time that are not linear are looked for, 64 times within each.
    SwitchModes(RunnableModel& model, double interval) : model_(model), interval_(interval) {}

    bool empty() const { return model_.switches().empty(); }
    std::size_t state_switches() const;  // those that the integrator looks for

    // As the comparisons are at a state, and where a function is zero, as they will be a moment later.
    void take(double t, const std::vector<double>& y);
    // How long, at present rates, each table stays in its segment: beyond, its polynomial means nothing.
    double time_in_segments(double t, const std::vector<double>& y);
    // Until the next take() tables are looked up as they are, their segments free.
    void follow_tables();

    // The time of the next change of a switch of time, at most `limit`.
    double next_time(double t, const std::vector<double>& y, double limit);
    // Takes the sides after the time `t` that next_time() gave. False: it was none, nothing changes.
    bool pass_time(double t, const std::vector<double>& y);

    // Of each switch of state a function that is zero where its mode ends.
    void root_functions(double t, const std::vector<double>& y, double* values);
    // After a change of signs of these functions (+1 rises, -1 falls, 0). Switches that changed their mode, by number.
    // ModelError where both sides of a switch drive the state back to it.
    std::vector<std::size_t> pass_roots(double t, const std::vector<double>& y, const std::vector<int>& directions);
    // A switch whose function was zero and is not any more, or that was stepped over, takes its side. True: one did.
    bool correct(double t, const std::vector<double>& y);
    bool rests_on_zero() const;  // some function of state is zero for a while

  private:
    struct Values {
        std::vector<double> g, gdot;
    };
    Values values(double t, const std::vector<double>& y, const std::vector<double>& rates);
    std::vector<double> rates(double t, const std::vector<double>& y);
    double wanted_mode(std::size_t k, const Values& v) const;
    bool has_left(std::size_t k, const Values& v) const;
    double distance_to_end(std::size_t k, double g) const;
    bool is_in_upper_half(std::size_t k, double g) const;
    void pass_end(std::size_t k, double direction);
    double known_time(std::size_t k, double t, const Values& v) const;
    // Modes of all switches but `kept` at this state, from inside out.
    bool settle(double t, const std::vector<double>& y, const std::vector<bool>& kept);
    void look_ahead(double t, const std::vector<double>& y, const std::vector<bool>& kept);
    void refuse_sliding(std::size_t k, double before, double after, double t, const std::vector<double>& y);

    RunnableModel& model_;
    double interval_;
};

}  // namespace lag
