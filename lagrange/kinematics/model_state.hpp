// Where a model stands, in numbers.
#pragma once

#include <vector>

namespace lag {

struct ModelState {
    double t = 0;
    std::vector<double> q, w;  // coordinates, inputs in the order of the model
    std::vector<double> s;     // states
};

}  // namespace lag
