// Random numbers that are the same on every machine: splitmix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014). Trial states, searches and test points are drawn from it, each from a
// fixed seed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hash.hpp"

namespace lag {

class RandomNumbers {
  public:
    explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        state_ += 0x9e3779b97f4a7c15ULL;
        return mix(state_);
    }
    double next() { return static_cast<double>(bits() >> 11) * 0x1p-52 - 1.0; }  // in [-1, 1)
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }        // in [0, 1)
    // 0 .. bound - 1
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(bits() % bound); }

  private:
    std::uint64_t state_;
};

}  // namespace lag
