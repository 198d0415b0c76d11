// Products of sines and cosines, or of their hyperbolic kin, as sums of single ones.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "scripts/algebra/algebra.hpp"

namespace lag {

// 1, an even function (cos, cosh) or an odd one (sin, sinh) of an argument.
struct Wave {
    enum class Kind { one, even, odd };
    Kind kind = Kind::one;
    GiNaC::ex argument = 0;
};

class Waves {
  public:
    // `counts`: the arguments whose functions are reduced.
    Waves(Algebra& algebra, bool circular, std::function<bool(const GiNaC::ex&)> counts)
        : algebra_(algebra), circular_(circular), counts_(std::move(counts)) {}

    // What the functions of this kind among the factors make, as a sum of coefficient times wave; `rest` gets the others.
    std::vector<std::pair<GiNaC::ex, Wave>> reduced(const std::vector<GiNaC::ex>& factors,
                                                    std::vector<GiNaC::ex>& rest) const;
    GiNaC::ex written(const Wave& wave) const;

  private:
    using Sum = std::vector<std::pair<GiNaC::ex, Wave>>;
    void add(Sum& sum, const GiNaC::ex& c, Wave::Kind kind, const GiNaC::ex& argument) const;
    void add_product(Sum& sum, const GiNaC::ex& c, const Wave& a, const Wave& b) const;

    Algebra& algebra_;
    bool circular_;
    std::function<bool(const GiNaC::ex&)> counts_;
};

}  // namespace lag
