#include "scripts/algebra/sizes.hpp"

#include <algorithm>
#include <cmath>

namespace lag {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

// Signs do not count: where GiNaC puts them in a product of sums differs from run to run.
std::size_t tree_size(const ex& e, std::size_t limit) {
    const auto is_sign = [](const ex& factor) { return factor.is_equal(-1); };
    const bool has_sign = is_exactly_a<GiNaC::mul>(e) && std::any_of(e.begin(), e.end(), is_sign);
    std::size_t size = has_sign && e.nops() == 2 ? 0 : 1;
    for (std::size_t i = 0; i < e.nops() && size <= limit; ++i)
        if (!has_sign || !is_sign(e.op(i))) size += tree_size(e.op(i), limit - size);
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
