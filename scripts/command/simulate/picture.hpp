// Curves as a self-contained SVG picture: panels one below the other, axes with round numbers, a legend.
#pragma once

#include <string>
#include <vector>

namespace lag {

struct Curve {
    std::string name, unit;
    std::vector<double> values;  // as many as there are times
};

// Curves in a plane; x and y have equal lengths.
struct PlaneCurve {
    std::string name;
    std::vector<double> x, y;
};
struct Panel {
    std::string x_label, y_label;
    std::vector<PlaneCurve> curves;
    bool marks_start = false;  // a ring at each curve's first point
};
std::string picture(const std::string& title, const std::vector<Panel>& panels);

// Over time, one panel for each unit. Deterministic text; numbers that are not finite leave a gap. `times` ascend.
std::string picture(const std::string& title, const std::vector<double>& times, const std::vector<Curve>& curves);

}  // namespace lag
