// The page of a run: `lag simulate --page`.
#pragma once

#include <string>
#include <vector>

#include "scripts/command/simulate/run.hpp"
#include "scripts/statements/body_shape.hpp"

namespace lag {

// `shown`: names of curves that are there from the beginning; empty: the first outputs, else coordinates.
std::string page_of_run(const Model& model, const std::vector<BodyShape>& shapes, const Program& program,
                        const std::vector<double>& p, const Simulation& simulation,
                        const std::vector<std::string>& shown);

}  // namespace lag
