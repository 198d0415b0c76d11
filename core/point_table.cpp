#include "core/point_table.hpp"

#include "core/hash.hpp"

namespace lag {

std::uint64_t hash_of(const PointTable& table) {
    std::uint64_t hash = mix(table.degree);
    const auto add = [&](const std::vector<Rational>& numbers) {
        hash = mix(hash + numbers.size());
        for (const Rational& number : numbers) hash = mix(hash * 3 + hash_of(number));
    };
    for (const std::vector<Rational>& axis : table.starts) add(axis);
    add(table.coefficients);
    return hash;
}

}  // namespace lag
