// Sparse multivariate polynomials with exact rational coefficients, reduced on the fly by relations v^2 = polynomial
// (cos(a)^2 = 1 - sin(a)^2, sqrt(x)^2 = x, the unit length of Euler parameters). Each relation has its own variable, so
// the reduced form is unique, and a polynomial is zero exactly when it has no terms.
//
// All work is paid from a budget of term operations, those with long coefficients for more: algebra that would not end
// raises BudgetSpent instead.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/rational.hpp"

namespace lag {

struct BudgetSpent {};

// Powers by variable, ascending variables, no zero exponents.
using Monomial = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Polynomial = std::map<Monomial, Rational>;

class PolynomialRing {
  public:
    explicit PolynomialRing(long budget) : budget_(budget) {}

    std::uint32_t new_variable() { return variables_++; }
    void replace_square(std::uint32_t variable, Polynomial by) { squares_[variable] = std::move(by); }

    static Polynomial constant(const Rational& value);
    static Polynomial variable(std::uint32_t v) { return {{Monomial{{v, 1}}, Rational(1)}}; }
    Polynomial add(const Polynomial& a, const Polynomial& b, const Rational& factor_of_b = 1);
    Polynomial multiply(const Polynomial& a, const Polynomial& b);
    void spend(long operations);

  private:
    void add_reduced(Polynomial& sum, const Monomial& monomial, const Rational& coefficient);
    long budget_;
    std::uint32_t variables_ = 0;
    std::map<std::uint32_t, Polynomial> squares_;
};

bool is_constant(const Polynomial& p);
std::string key_of(const Polynomial& p);  // unique text

}  // namespace lag
