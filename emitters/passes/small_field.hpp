// The field of 65537 elements, in which products are sums of logarithms: fast enough to ask of many values at once
// whether a sum, a difference or a quotient may be known (resubstitute.cpp). Equal values are equal here too; different
// ones may be as well.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lag::small_field {

constexpr std::uint32_t p = 65537;
using Residue = std::uint32_t;  // below p
using Value = std::optional<Residue>;

inline Residue add(Residue a, Residue b) {
    return a + b < p ? a + b : a + b - p;
}
inline Residue negative(Residue a) {
    return a == 0 ? 0 : p - a;
}
inline Residue mul(Residue a, Residue b) {
    return static_cast<Residue>(std::uint64_t{a} * b % p);
}
// By the powers of 3, which reach every element but 0.
std::uint32_t logarithm(Residue a);  // of a # 0; below p - 1
Residue power_of_3(std::uint32_t exponent);
inline Value quotient(Residue a, Residue b) {
    if (b == 0) return std::nullopt;
    if (a == 0) return 0U;
    return power_of_3((logarithm(a) + (p - 1) - logarithm(b)) % (p - 1));
}

// A set of elements, together with their opposites.
class KnownResidues {
  public:
    KnownResidues() : residues_(2 * p / 64 + 1, 0), logarithms_(p / 64 + 1, 0) {}
    void insert(Residue a) {
        for (const Residue one : {a, negative(a)}) {
            set(residues_, one), set(residues_, one + p);
            if (one != 0) set(logarithms_, logarithm(one));
        }
    }
    // Whether a - b, a + b or a/b may be known; a and b are not 0, `log_a` and `log_b` their logarithms.
    bool may_have(Residue a, std::uint32_t log_a, Residue b, std::uint32_t log_b) const {
        return has(residues_, a + b) || has(residues_, a + p - b) || has(logarithms_, (log_a - log_b) & 0xffffU);
    }

  private:
    static void set(std::vector<std::uint64_t>& bits, std::uint32_t k) { bits[k / 64] |= std::uint64_t{1} << (k % 64); }
    static bool has(const std::vector<std::uint64_t>& bits, std::uint32_t k) {
        return (bits[k / 64] >> (k % 64) & 1U) != 0;
    }
    std::vector<std::uint64_t> residues_;  // each also p higher, so that sums need no remainder
    std::vector<std::uint64_t> logarithms_;
};

}  // namespace lag::small_field
