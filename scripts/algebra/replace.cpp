// Replaces parts of an expression, with a limit on the numbers that powers become.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scripts/algebra/algebra.hpp"
#include "scripts/algebra/guard.hpp"

namespace lag {

using GiNaC::ex;

namespace {

// By how much the digits of a number may grow that takes the place of a name in e.
double growth_of(const ex& e) {
    double most = 1;
    if (GiNaC::is_exactly_a<GiNaC::power>(e)) {
        if (!GiNaC::is_exactly_a<GiNaC::numeric>(e.op(1))) return std::numeric_limits<double>::infinity();
        const double exponent = std::fabs(GiNaC::ex_to<GiNaC::numeric>(e.op(1)).to_double());
        return std::max(exponent, 1.0) * growth_of(e.op(0));
    }
    for (std::size_t i = 0; i < e.nops(); ++i) most = std::max(most, growth_of(e.op(i)));
    return most;
}

class Replacement : public GiNaC::map_function {
  public:
    Replacement(Algebra& algebra, const GiNaC::exmap& by) : algebra_(algebra), by_(by) {}
    ex operator()(const ex& e) override {
        if (const auto found = by_.find(e); found != by_.end()) return found->second;
        if (e.nops() == 0) return e;
        if (!GiNaC::is_exactly_a<GiNaC::power>(e)) return e.map(*this);
        const ex base = (*this)(e.op(0)), exponent = (*this)(e.op(1));
        if (base.is_equal(e.op(0)) && exponent.is_equal(e.op(1))) return e;
        return algebra_.power(base, exponent);
    }

  private:
    Algebra& algebra_;
    const GiNaC::exmap& by_;
};

}  // namespace

Scalar replaced_within(Algebra& algebra, const ex& e, const GiNaC::exmap& by) {
    constexpr double harmless = 100;
    if (growth_of(e) <= harmless) return e.subs(by, GiNaC::subs_options::no_pattern);
    return Replacement(algebra, by)(e);
}

}  // namespace lag
