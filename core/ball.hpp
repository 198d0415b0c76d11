// Numbers that know what they are worth: an exact rational, or a float with a bound on its error. What is said about
// them (less, equal, whole part) is true, or Undecided is raised: more digits may decide.
//
// Source: "midpoint-radius" arithmetic, e.g. J. van der Hoeven, Ball arithmetic, 2009; the radius is kept as its binary
// logarithm, so that no size of number leaves its range.
//
// A number of which 960 decimal digits behind the point vanish counts as zero; nothing else is guessed.
#pragma once

#include <limits>
#include <optional>

#include "core/errors.hpp"
#include "core/graph.hpp"
#include "core/real.hpp"

namespace lag {

// More digits may help.
struct Undecided {};

// The number is too large to be formed, whatever its digits: says nothing about whether there is a value.
class BeyondRange : public ModelError {
  public:
    explicit BeyondRange(const std::string& what) : ModelError(what) {}
};

// The divisor of a quotient, or what a logarithm is taken of, vanishes in all digits: it is zero, or closer to zero
// than they tell.
class Vanishing : public ModelError {
  public:
    explicit Vanishing(const std::string& what) : ModelError(what) {}
};

inline constexpr int vanishing_digits = 960;

class Ball {
  public:
    Ball() : exact_(Rational(0)) {}
    explicit Ball(const Rational& value) : exact_(value) {}
    // A float that is wrong by 2^log2_radius at most.
    Ball(cln::cl_F middle, double log2_radius);
    static Ball pi();

    bool is_exact() const { return exact_.has_value(); }
    const Rational& exact() const { return *exact_; }
    cln::cl_F middle() const;        // in the digits in force
    double log2_radius() const;      // -infinity: exact
    double log2_size() const;        // of the middle, -infinity: zero
    double log2_length() const;      // bits of numerator or denominator of an exact number; 0 for a float
    bool is_surely_nonzero() const;  // never raises
    int sign() const;                // -1, 0, 1; Undecided
    cln::cl_I floor() const;         // Undecided
    friend bool overlap(const Ball& a, const Ball& b);  // could both be the same number? Never raises.

  private:
    std::optional<Rational> exact_;
    cln::cl_F middle_;
    double radius_ = -std::numeric_limits<double>::infinity();
};

Ball operator+(const Ball& a, const Ball& b);
Ball operator-(const Ball& a, const Ball& b);
Ball operator-(const Ball& a);
Ball operator*(const Ball& a, const Ball& b);
Ball operator/(const Ball& a, const Ball& b);
bool operator<(const Ball& a, const Ball& b);
bool operator==(const Ball& a, const Ball& b);

// The value of one operation of the graph, conditions (0 or 1) and selections excepted. ModelError where it has none.
Ball apply(Op op, const Ball& a);
Ball apply(Op op, const Ball& a, const Ball& b);

}  // namespace lag
