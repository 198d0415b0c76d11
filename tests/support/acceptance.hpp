// Reads samples/acceptance/<name>.json: the numbers an independent reading of the same script gives at a few states.
#pragma once

#include <Eigen/Dense>
#include <map>
#include <string>
#include <vector>

namespace lag {

// One state: "q", "u", "w", "udot", "M" (row after row), "f", "qdot", "kinetic" (one element), ...
using AcceptanceState = std::map<std::string, std::vector<double>>;

std::vector<AcceptanceState> read_acceptance(const std::string& path);
// Empty where the state has no such entry.
Eigen::VectorXd vector_of(const AcceptanceState& state, const std::string& key);

Eigen::VectorXd as_vector(const std::vector<double>& list);

}  // namespace lag
