// Random numbers for tests, the same everywhere (core/random_numbers.hpp). The distributions of <random> differ between
// libraries, so seeded tests use none of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random_numbers.hpp"

namespace lag {

class Random : public RandomNumbers {
  public:
    using RandomNumbers::RandomNumbers;

    double between(double low, double high) { return low + (high - low) * unit(); }
    // in low..high, both included
    int integer(int low, int high) {
        return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(double probability) { return unit() < probability; }
    template <class T>
    const T& pick(const std::vector<T>& from) {
        return from[bits() % from.size()];
    }
};

}  // namespace lag
