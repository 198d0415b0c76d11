// How many mechanisms random tests draw.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

// Whether tests draw all that they can: LAG_ALL_DRAWS=1 in the environment.
inline bool all_draws() {
    const char* const given = std::getenv("LAG_ALL_DRAWS");
    return given != nullptr && std::string(given) != "" && std::string(given) != "0";
}

// `all` of them, or one in `part`. Seeds count from 1, and each kind has its seeds among the first ones.
inline std::uint64_t draws(std::uint64_t all, std::uint64_t part) {
    return all_draws() ? all : all / part;
}
