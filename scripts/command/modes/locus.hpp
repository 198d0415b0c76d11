// How the eigenvalues of a model's steady motions move as one quantity is varied.
#pragma once

#include <complex>
#include <functional>
#include <string>
#include <vector>

namespace lag {

// All eigenvalues of the steady motion at one value, with every motion that the conditions allow.
using EigenvaluesAt = std::function<std::vector<std::complex<double>>(double value)>;

struct Locus {
    std::vector<double> values;                               // ascending or descending
    std::vector<std::vector<std::complex<double>>> branches;  // by branch, then by value
};

// Where a branch begins or ceases to grow, of a conjugate pair the one with a positive imaginary part.
struct StabilityChange {
    double value = 0;                 // bisected
    std::complex<double> eigenvalue;  // there
    bool grows_after = false;
    bool located = true;  // false: `value` lies only in the middle of two steps
};

// Branches are followed from value to value: each goes on where the last two of its points lead to. Where branches bend or
// meet, values are added until no branch strays from the chord between two of its points by more than 1/500 of what the
// real or the imaginary parts span; where there is no steady motion at an added value, the chord stays.
Locus followed(const std::vector<double>& values, const EigenvaluesAt& eigenvalues);

// In the order of the values. What grows by less than 1e-8 of the largest eigenvalue counts as neither growing nor dying
// away, so that an undamped oscillation does not flicker.
std::vector<StabilityChange> stability_changes(const Locus& locus, const EigenvaluesAt& eigenvalues);

// Whether something grows at that value of the locus.
bool grows(const Locus& locus, std::size_t value);

}  // namespace lag
