// The error of a row that no speed changes, as a number at one place.
#pragma once

#include <cstdint>
#include <string>

#include "core/model.hpp"

namespace lag {

struct UnmovedError {
    double value = 0, amount = 0;  // the error and its magnitude; 0 where it has no value
    std::string place;             // "t = 0.5, w = -1.2": of what the error holds
};

// Time, inputs, coordinates and speeds drawn by `seed`, Euler parameters of unit length; parameters within `off` of
// their defaults. 60 digits.
UnmovedError unmoved_error(const Model& model, Expr error, std::uint64_t seed, double off);

}  // namespace lag
