// Where a run starts: the script's initial state and what the command line gives, moved onto the constraints.
//
// The start does not depend on how the constraints are treated: with `constraints = eliminate` the state is moved in
// every speed too, as with multipliers, and the independent ones are taken from it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"
#include "scripts/command/simulate/model.hpp"

namespace lag {

struct ChangedValue {
    std::string name, unit;
    double given = 0, start = 0;
};

struct StartState {
    std::vector<double> q, u, s;        // of the run's model
    std::vector<ChangedValue> changed;  // by assembly: coordinates, then speeds, dependent ones too
};

// "coordinate or speed", of models with states "coordinate, speed or state".
std::string kinds_in_y(const Program& program);

// Default parameters of the run's model, which it uses from now on.
std::vector<double> use_defaults(RunnableModel& runner);

// The flags as they are at the start.
void take_first_flags(RunnableModel& runner, const std::vector<double>& p);

// `given`: name and value, in place of the script's; `w`: inputs at time 0. ModelError where no state on the
// constraints is found near, or a name is unknown.
StartState start_state(const Model& model, RunnableModel& runner,
                       const std::vector<std::pair<std::string, double>>& given, const std::vector<double>& w);
// The same, but nothing is moved: a guess.
StartState initial_state(const Model& model, RunnableModel& runner,
                         const std::vector<std::pair<std::string, double>>& given);

// What a main program makes of the script's initial state before its run, at the default parameters and with inputs 0:
// what the script holds stays, and dry friction holds nothing. Nothing where there is no state, or the script gives none.
std::vector<ChangedValue> moved_initial_state(const Model& model, const Program& program);

// "  phi' = 50 becomes 44.8224 rad/s", a line for each.
std::string text_of(const std::vector<ChangedValue>& changed);
// "initial(.., hold = [phi, phi']) keeps these": what of the changed values the script had given, of each kind the first;
// "" where there is none, something is held already, or no freedom is left that could be held.
std::string advice_on_hold(const Model& model, const Program& program, const std::vector<ChangedValue>& changed);
std::string moved_start_text(const Model& model, const Program& program);  // of moved_initial_state

}  // namespace lag
