// What every program of this folder needs to measure: trial numbers, and a clock.
#pragma once

#include <cstdint>
#include <ctime>

inline double uniform(std::uint64_t& state) {  // splitmix64, in (-1, 1)
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

inline double processor_time() {  // nanoseconds
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}
