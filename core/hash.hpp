// Fixed hashes: the same on every machine and in every process, because emitted code is ordered by them.
#pragma once

#include <cstdint>
#include <string>

namespace lag {

// splitmix64's finalizer
constexpr std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// FNV-1a, mixed
inline std::uint64_t hash_text(const std::string& text) {
    std::uint64_t hash = 1469598103934665603ULL;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return mix(hash);
}

}  // namespace lag
