// What options of the command take: numbers as people write them, in a range, and nothing behind them. CLI11's own
// ranges let nan pass, read 010 as 8 and take 0x10.
#pragma once

#include <string>

namespace lag {

// Checks for CLI::Option::check: an empty text where `text` is fine, else what is wrong with it.
struct NumberBetween {
    double least = 0, greatest = 0;
    std::string operator()(const std::string& text) const;
};
struct FiniteNumber {
    std::string operator()(const std::string& text) const;
};
struct WholeNumberBetween {
    unsigned long long least = 0, greatest = 0;
    std::string operator()(const std::string& text) const;
};

}  // namespace lag
