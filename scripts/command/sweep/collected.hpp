// Single numbers of a run, over its rows: max(roll), min(z), final(x), initial(x), mean(z), rms(z), range(z),
// time_of_max(z), time_of_min(z), max(abs(roll)).
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "scripts/command/simulate/run.hpp"

namespace lag {

struct CollectedNumber {
    std::string text;  // as it was given: the name of its column
    std::string measure, column;
    bool is_absolute = false;
};

// WrongCommand for a measure or a column that is unknown.
CollectedNumber collected_number(const std::string& text, const Program& program);
// Means are over time, by trapezoids.
double value_of(const CollectedNumber& number, const Program& program, const Simulation& simulation);
// All columns of a run's table; and one of them.
std::vector<std::string> columns_of(const Program& program);
std::vector<double> column_of(const std::string& name, const Program& program, const Simulation& simulation);

}  // namespace lag
