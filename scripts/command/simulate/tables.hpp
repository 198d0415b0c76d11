// How far a step may go where a model reads long tables (core/point_table.hpp): so far that no segment is passed
// without a look into it. A pulse between two break points is seen, however short it is.
//
// A break point at which the curve goes on as it came (within a straight line) is none; where the curve is continuous
// the integrator need not begin anew, its own error tells it.
#pragma once

#include <vector>

#include "core/point_table.hpp"
#include "scripts/command/simulate/model.hpp"

namespace lag {

// The break points of an axis at which the polynomial changes, ascending.
std::vector<double> corners(const PointTable& table, std::size_t axis);

// Arguments of tables at one moment.
struct TablePlaces {
    std::vector<double> a, adot;
};

class TableSteps {
  public:
    // `interval`: a 64th of it is the longest step where an argument is not linear in time. `time_stands`: the
    // arguments of time alone rest.
    TableSteps(RunnableModel& model, double interval, bool time_stands);

    bool empty() const { return watched_.empty(); }
    bool needs_rates() const { return needs_rates_; }
    // The arguments, and their rates where y has these.
    TablePlaces places(double t, const std::vector<double>& y, const std::vector<double>& rates) const;
    // From there: to the middle of the next segment at most, as long as the rates stay.
    double longest_step(const TablePlaces& here) const;
    // Some segment lies between these places as a whole: the rates did not stay.
    bool have_skipped(const TablePlaces& before, const TablePlaces& after) const;

  private:
    RunnableModel& model_;
    double interval_;
    std::vector<std::size_t> watched_;  // of the model's table arguments, by number
    bool needs_rates_ = false;
};

}  // namespace lag
