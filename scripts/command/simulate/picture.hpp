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
// A point with a few words beside it; left out where another label stands.
struct PlaneLabel {
    double x = 0, y = 0;
    std::string text;
};
enum class ZeroLine { none, across, upright };  // a dark line at y = 0; at x = 0
struct Panel {
    std::string x_label, y_label;
    std::vector<PlaneCurve> curves;
    bool marks_start = false;  // a ring at each curve's first point
    ZeroLine zero = ZeroLine::none;
    std::vector<PlaneLabel> labels = {};
};
std::string picture(const std::string& title, const std::vector<Panel>& panels);

// About so many round numbers from low to high.
std::vector<double> round_numbers(double low, double high, int count);

// Over time, one panel for each unit. Deterministic text; numbers that are not finite leave a gap. `times` ascend.
std::string picture(const std::string& title, const std::vector<double>& times, const std::vector<Curve>& curves);

}  // namespace lag
