// Derivatives of a function of which only values are known, by differences, with an estimate of their errors.
//
// By each argument: central differences D(h) = (f(x + h) - f(x - h))/(2 h) and, without their error of second order,
//     E(h) = (16 D(h/4) - D(h))/15 = f'(x) + O(h^4),
// h from 2^-9 |x| (2^-9 where |x| < 1) downwards by factors of 4. The error of E(h) is taken as |E(h) - E(4 h)|, which is
// nearer to that of E(4 h), rounding of f, and at a kink half the difference of the slopes of both sides. The step with
// the least error is kept. Where the error of a good derivative has begun to grow, shorter steps only find rounding (W. H.
// Press et al., Numerical Recipes, 2007, section 5.7), unless they agree on another slope.
#pragma once

#include <functional>
#include <vector>

namespace lag {

using VectorFunction = std::function<std::vector<double>(const std::vector<double>&)>;

struct DifferenceQuotients {
    std::vector<double> slopes, errors;  // of each result by one argument
};

// d f/d x[argument]. NaN where a result is no finite number beside x, however near.
DifferenceQuotients difference_quotients(const VectorFunction& f, const std::vector<double>& x, std::size_t argument);

}  // namespace lag
