// Contacts and dry friction in a run: their mode at the start, and what their failures are called.
#pragma once

#include <string>
#include <vector>

#include "scripts/command/simulate/model.hpp"

namespace lag {

// The flags of contacts, stops left out, that say whether they are closed: places among the flags, from 0.
std::vector<std::size_t> flags_of_closed(const Program& program);

// Of a start that is a guess, before the constraints hold: dry friction lets go what slides; contacts close where they
// hold. In w and in the model, by the procedure guess_modes, which main programs have too.
void guess_contact_modes(RunnableModel& model, double t, const std::vector<double>& y, std::vector<double>& w);

// The flags of contacts and dry friction at the state y, by m_modes, into the model, and the modes of its switches there. `w`: with the flags as they are.
// ModelError where no mode is consistent or several are.
void take_contact_modes(RunnableModel& model, double t, const std::vector<double>& y, std::vector<double> w);

// What `info` of a routine says at this state: the pivot that fails, or what is wrong with which contacts.
std::string failure_text(RunnableModel& model, double t, const std::vector<double>& y, int info);

}  // namespace lag
