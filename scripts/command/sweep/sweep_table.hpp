// What a sweep writes: its table, what failed, and a picture.
#pragma once

#include <string>
#include <vector>

#include "scripts/command/sweep/journal.hpp"
#include "scripts/command/sweep/plan.hpp"

namespace lag {

// The result of a run as the journal has it: numbers, or why there are none.
std::string result_text(const std::vector<double>& numbers);
std::string failure_text(const std::string& reason);
bool is_failure(const std::string& result);
std::vector<double> numbers_in(const std::string& result);
std::string reason_in(const std::string& result);

// A row for each run: its number from 1, the values, the collected numbers, and why it failed.
std::string sweep_csv(const SweepPlan& plan, const std::vector<std::string>& collected, const SweepResults& results);
// Of one varied quantity curves over it, else how the collected numbers are distributed.
std::string sweep_picture(const std::string& title, const SweepPlan& plan, const std::vector<std::string>& collected,
                          const SweepResults& results);
// For each collected number a line: mean, deviation, least, 5 %, median, 95 %, greatest.
std::string sweep_summary(const std::vector<std::string>& collected, const SweepResults& results);

}  // namespace lag
