// The terms that a sum may have: products of powers, rates and accelerations with sines and cosines.
#pragma once

#include <cstddef>
#include <vector>

#include "scripts/command/compare/term_factor.hpp"

namespace lag {

struct Candidate {
    std::vector<TermFactor> factors;
    double cost = 0;
};
// Of these names, simple ones first; no more than `most`.
std::vector<Candidate> candidates(const TermNames& names, std::size_t most);

}  // namespace lag
