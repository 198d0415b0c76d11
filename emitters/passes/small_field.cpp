#include "emitters/passes/small_field.hpp"

#include <array>

namespace lag::small_field {

namespace {

struct Tables {
    std::array<std::uint16_t, p> logarithm{};
    std::array<Residue, p - 1> power{};
    Tables() {
        Residue value = 1;
        for (std::uint32_t k = 0; k < p - 1; ++k) {
            power[k] = value, logarithm[value] = static_cast<std::uint16_t>(k);
            value = mul(value, 3);
        }
    }
};

const Tables& tables() {
    static const Tables made;
    return made;
}

}  // namespace

std::uint32_t logarithm(Residue a) {
    return tables().logarithm[a];
}

Residue power_of_3(std::uint32_t exponent) {
    return tables().power[exponent];
}

}  // namespace lag::small_field
