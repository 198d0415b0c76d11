// The names and factors of terms that compare finds: their texts and their numbers at a state.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scripts/command/compare/side.hpp"

namespace lag {

// Names by what stands in terms: angles under sines and cosines, the others in products. All in the model's order.
struct TermNames {
    // angles may be multiples: "n2*q2", "3*q2"
    std::vector<std::string> angles, lengths, rates, accelerations;  // lengths: inputs and states as well
    std::vector<std::string> parameters;                             // those that may be changed
    std::vector<std::string> reciprocals = {};                       // what stands below the line
};

// A sum of names with whole factors: q1 + q2, 2*q1, q1 + n2*q2.
using LinearForm = std::vector<std::pair<std::string, int>>;
struct TermFactor {
    enum class Kind { power, sine, cosine } kind = Kind::power;
    LinearForm of;
    int exponent = 1;
};

// "n2*q2": the parameter and the coordinate; "3*q2", "3/2*q2": the number. "q2": "" and the name.
std::pair<std::string, std::string> parts_of_multiple(const std::string& name);
std::string factor_text(const TermFactor& factor);
double value_of(const TermFactor& factor, const CompareState& names);

}  // namespace lag
