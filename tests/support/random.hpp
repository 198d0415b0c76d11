// A random generator whose sequence is the same everywhere (splitmix64; Steele, Lea, Flood 2014). The distributions of
// <random> differ between libraries, so seeded tests use none of them.
#pragma once

#include <cstdint>
#include <vector>

namespace lag {

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    // in [0, 1)
    double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
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

  private:
    std::uint64_t state_;
};

}  // namespace lag
