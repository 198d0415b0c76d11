// The factors of a term that compare finds: their texts and their numbers at a state.
#pragma once

#include <string>
#include <utility>

#include "scripts/command/compare/found_sum.hpp"

namespace lag {

// "n2*q2": the parameter and the coordinate; "3*q2", "3/2*q2": the number. "q2": "" and the name.
std::pair<std::string, std::string> parts_of_multiple(const std::string& name);
std::string factor_text(const TermFactor& factor);
double value_of(const TermFactor& factor, const CompareState& names);

}  // namespace lag
