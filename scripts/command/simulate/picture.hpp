// Curves over time as a self-contained SVG picture: one panel for each unit, axes with round numbers, a legend.
#pragma once

#include <string>
#include <vector>

namespace lag {

struct Curve {
    std::string name, unit;
    std::vector<double> values;  // as many as there are times
};

// Deterministic text; numbers that are not finite leave a gap. `times` ascend.
std::string picture(const std::string& title, const std::vector<double>& times, const std::vector<Curve>& curves);

}  // namespace lag
