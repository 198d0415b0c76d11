// The page of a run: of `lag simulate --page`, and of a motion that another program has written (`lag page`).
#pragma once

#include <string>
#include <vector>

#include "scripts/command/page/page.hpp"
#include "scripts/command/simulate/run.hpp"

namespace lag {

// `shown`: names of curves that are there from the beginning; empty: the first outputs, else coordinates.
std::string page_of_run(const Model& model, const std::vector<BodyShape>& shapes, const Program& program,
                        const std::vector<double>& p, const Simulation& simulation,
                        const std::vector<std::string>& shown);

// A table of numbers with a head of names, as `lag simulate` writes it.
struct MotionTable {
    std::vector<std::string> names;
    std::vector<std::vector<double>> rows;
};
// ModelError that names file and line where it is no such table.
MotionTable motion_table(const std::string& file);
// Columns by name: t and every coordinate; speeds, states and inputs where they are, else 0; all others become curves.
// ModelError where a coordinate is missing or t does not ascend.
std::string page_of_table(const Model& model, const std::vector<BodyShape>& shapes, const MotionTable& table,
                          const std::string& file, const std::vector<std::string>& shown);

}  // namespace lag
