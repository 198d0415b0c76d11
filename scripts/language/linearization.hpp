// The equations of motion linearized at a state, in numbers:
//     delta y' = A delta y + B delta w,      delta o = C delta y + D delta w,      y = [q; u; s]
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "core/graph.hpp"

namespace lag {

using Numbers = std::vector<std::vector<double>>;  // by row, then by column

struct LinearizationPoint {
    struct Given {
        Role role = Role::coordinate;  // coordinate, speed, state, input, parameter or time
        std::string name;
        Expr value;  // in parameters; of a parameter constant
    };
    // Others: parameters at their defaults, coordinates, speeds and states at their initial values, inputs and time zero.
    std::vector<Given> given;
    std::vector<std::string> inputs;  // the columns of B and D
};

struct Linearization {
    Numbers A, B, C, D;
    // Of A on the motions that the constraints allow; all of A without constraints and Euler parameters. Sorted by
    // real, then by imaginary part.
    std::vector<std::complex<double>> eigenvalues;
    bool constrained = false;
    std::string fastest;  // the speed or state with the largest rate there, and its value: 0 at an equilibrium or in
    double acceleration = 0;  // a steady motion
    // Rates and outputs that have another slope, or value, right beside the state: a comparison of equal numbers.
    std::vector<std::string> kinks;
};

}  // namespace lag
