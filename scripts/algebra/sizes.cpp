#include "scripts/algebra/sizes.hpp"

#include <algorithm>
#include <cmath>

namespace lag {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

std::size_t tree_size(const ex& e, std::size_t limit) {
    std::size_t size = 1;
    for (std::size_t i = 0; i < e.nops() && size <= limit; ++i) size += tree_size(e.op(i), limit - size);
    return size;
}

double expanded_terms(const ex& e) {
    double terms = 1;
    if (is_exactly_a<GiNaC::add>(e)) {
        terms = 0;
        for (std::size_t i = 0; i < e.nops(); ++i) terms += expanded_terms(e.op(i));
    } else if (is_exactly_a<GiNaC::mul>(e)) {
        for (std::size_t i = 0; i < e.nops(); ++i) terms *= expanded_terms(e.op(i));
    } else if (is_exactly_a<GiNaC::power>(e)) {
        const double base = expanded_terms(e.op(0));
        if (base > 1 && is_exactly_a<numeric>(e.op(1)) && ex_to<numeric>(e.op(1)).is_integer()) {
            // multinomial: C(n + k - 1, k - 1)
            const double n = std::abs(ex_to<numeric>(e.op(1)).to_double());
            terms = std::exp(std::lgamma(n + base) - std::lgamma(n + 1) - std::lgamma(base));
        }
    } else if (is_exactly_a<GiNaC::function>(e)) {
        for (std::size_t i = 0; i < e.nops(); ++i) terms = std::max(terms, expanded_terms(e.op(i)));
    }
    return terms;
}

}  // namespace lag
