// Two ways to get a routine's results as doubles, both apart from the emitted text: evaluate the expressions that
// `lower` made, or carry out the statements that `optimize` made.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// Values of every symbol, by role and name, as a routine's caller would give them.
struct State {
    double t = 0;
    std::vector<double> q, u, udot, w, p;
};

State random_values(const Program& program, std::uint64_t seed);

// Results by argument name; info is one of them.
using Results = std::map<std::string, std::vector<double>>;

Results evaluate(const Program& lowered, const std::string& routine, const State& state);
Results carry_out(const Program& optimized, const std::string& routine, const State& state);

// Largest |a - b| / (1 + |b|) over all results; infinite where the names or sizes differ, or one is not finite.
double difference(const Results& a, const Results& b);

}  // namespace lag
