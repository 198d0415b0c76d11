// The motion of one coordinate over time, with its first and second derivative.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "scripts/files/csv.hpp"

namespace lag {

struct MotionValue {
    double value = 0, rate = 0, acceleration = 0;
};
using CoordinateMotion = std::function<MotionValue(double t)>;

// Of time and parameters, differentiated in symbols. `p`: values of the model's parameters.
CoordinateMotion motion_of(const Model& model, Expr expression, const std::vector<double>& p);

// Through the rows of a column: the natural cubic spline. Where the file also has the column with one prime, the cubic
// through values and rates; with two, the fifth-order polynomial through values, rates and accelerations. ModelError where
// there are fewer than two rows, times do not grow, or a time lies outside of the rows.
CoordinateMotion motion_in(const CsvTable& table, const std::string& column);

}  // namespace lag
