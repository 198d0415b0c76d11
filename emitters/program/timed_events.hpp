// Which events of a program wait for a time that is known beforehand.
#pragma once

#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// By event: its function holds time, parameters and flags alone, is linear in time, and its rate is known.
std::vector<bool> timed_events(const Program& program);

}  // namespace lag
