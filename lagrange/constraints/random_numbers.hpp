// Numbers for trial states, the same on every machine (splitmix64; Steele, Lea and Flood 2014).
#pragma once

#include <cstdint>

namespace lag {

class RandomNumbers {
  public:
    explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}
    double next() {  // in (-1, 1)
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
    }

  private:
    std::uint64_t state_;
};

}  // namespace lag
