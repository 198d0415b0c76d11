// Exact rational numbers and high-precision reals, from CLN. Every constant of a script stays exact until emission,
// where it is evaluated in `constant_digits` decimal digits and rounded to a double once.
#pragma once

#include <cln/float.h>
#include <cln/integer.h>
#include <cln/rational.h>
#include <cln/real.h>

#include <cstdint>
#include <string>

namespace lag {

using Rational = cln::cl_RA;

// Working precision of constant sub-expressions; 40 are promised, the rest are guard digits.
inline constexpr int constant_digits = 60;

// "3", "-1/2"
std::string to_string(const Rational& value);

// The rational that the text of a number literal denotes: "12", "0.1", ".5", "2.5e-3". Exponents beyond +-4000 are
// refused by the caller (the grammar); here they raise InternalError.
Rational parse_rational(const std::string& literal);

// Nearest double (ties to even), correctly rounded.
double nearest_double(const Rational& value);

// The exact value of a finite double.
Rational exact_rational(double value);

// Shortest decimal text that reads back as `value`: "0.1", "1.0e-7", always with a point or an exponent.
std::string shortest_decimal(double value);

std::uint64_t hash_of(const Rational& value);

}  // namespace lag
