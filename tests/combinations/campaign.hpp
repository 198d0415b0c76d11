// Many scripts one after the other; a failing one is made smaller and shown.
#pragma once

#include <cstdint>

#include "tests/combinations/examination.hpp"

namespace lag::combinations {

struct Campaign {
    std::uint64_t seed = 1;
    int models = 0;        // 0: as many as there is time for
    double seconds = 600;  // the last models may take longer
    int together = 6;      // models in one compiler call; after them comes one with events, by main programs
    bool programs = false, modes = false;  // those with events alone, by programs or by routines
    double patience = 240;                 // seconds for making one failing script smaller
};

// The number of different failures. Everything is said on standard output.
int run(const Campaign& campaign, const Options& options);

}  // namespace lag::combinations
