// A number that counts what is done with it.
#pragma once

#include "sparse_ldl/operation_count.hpp"

namespace lag_test {

struct Counted {
    double value = 0;
    static inline lag::LdlOperationCount done = {};
    Counted operator+(const Counted& other) const { return ++done.add, Counted{value + other.value}; }
    Counted operator-(const Counted& other) const { return ++done.add, Counted{value - other.value}; }
    Counted operator*(const Counted& other) const { return ++done.mul, Counted{value * other.value}; }
    Counted operator-() const { return {-value}; }
};

}  // namespace lag_test
