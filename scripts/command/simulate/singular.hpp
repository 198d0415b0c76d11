// Whether a simulation that cannot go on has come near a singular position: where rows of B depend on each other that
// do not at the start. A mechanism locks there, or has more than one way to go on.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "scripts/command/simulate/model.hpp"

namespace lag {

struct MechanismPlace {
    double t = 0;
    std::vector<double> q, s, w;
};

// In words, with the names of the rows; "" where `now` is no such position, or where the start is one too. B comes from
// differences of phidot, which is linear in the speeds: with dependent speeds solved out there is nothing to see.
std::string singular_position(RunnableModel& model, const MechanismPlace& start, const MechanismPlace& now);

// The smallest singular value of a matrix of rows, as part of that at another place; rows and columns in the sizes that
// they have there. `start` has full rank.
double regularity(Eigen::MatrixXd start, Eigen::MatrixXd now);

}  // namespace lag
