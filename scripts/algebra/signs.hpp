// What is known of the sign of an expression.
#pragma once

namespace lag {

// A set of signs: which ones an expression may have.
using Signs = unsigned;
namespace sign {
inline constexpr Signs negative = 1, zero = 2, positive = 4, any = negative | zero | positive;
}

// Of -e.
constexpr Signs opposite(Signs signs) {
    return (signs & sign::zero) | ((signs & sign::negative) != 0 ? sign::positive : 0) |
           ((signs & sign::positive) != 0 ? sign::negative : 0);
}

}  // namespace lag
