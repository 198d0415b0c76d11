// Accelerations of a mechanism with values in lanes as the solution of R(x, U) = 0, for products with their derivatives:
// dU = -A^-1 dR with A = dR/dU, and v^T du' = -z^T dR with A z = v.
#pragma once

#include <functional>
#include <vector>

#include "core/calculus.hpp"

namespace lag {

class ImplicitAccelerations {
  public:
    // What these values, in symbols of U, become along a direction, U held.
    using Along = std::function<std::vector<Expr>(std::vector<Expr>)>;
    // z^T R, both z and U held as symbols; `known` puts them in place of these.
    struct Product {
        Expr value;
        Substitution known;
    };

    virtual ~ImplicitAccelerations() = default;

    // All that is differentiated.
    virtual std::vector<Expr> differentiated() const = 0;
    // For v by speed of the small mechanism; in forms of R that differ in operations.
    virtual std::vector<Product> products(const std::vector<Expr>& v) const = 0;
    // u' by speed of the small mechanism along a direction; in the same forms.
    virtual std::vector<std::vector<Expr>> slopes(const Along& along) const = 0;
    // Whether u' is to be differentiated itself, too.
    virtual bool is_differentiated_whole() const = 0;
};

}  // namespace lag
