#include "scripts/language/exact_forms.hpp"

#include <algorithm>

#include "core/constants.hpp"

namespace lag {

Scalar shortened(Algebra& algebra, const Scalar& e) {
    try {
        return algebra.ratsimp(e);
    } catch (const ModelError&) {
        return algebra.settle(e);
    }
}

bool is_zero(Algebra& algebra, const Scalar& e) {
    return algebra.surely_equal(e, Scalar(0)) || vanishes_everywhere(algebra.graph(), algebra.lower(e));
}

bool contains(Algebra& algebra, const Scalar& e, const std::string& name) {
    return std::ranges::count(algebra.names_in(e), name) > 0;
}

}  // namespace lag
