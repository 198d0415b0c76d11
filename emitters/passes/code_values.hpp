// Values of code at a random place, by which equal values are found whatever they are made of: exact ones in a finite
// field (core/finite_field.hpp), and plain numbers, which say how large the terms of a sum are.
//
// Sines and cosines lie on a circle; every other function, roots too, is a random number that depends on the function
// and its operands' values alone. So what is called equal is equal, but for a chance of 2^-61 times the degree of the
// expressions.
#pragma once

#include <optional>
#include <vector>

#include "core/finite_field.hpp"
#include "emitters/passes/small_field.hpp"
#include "emitters/program/code.hpp"

namespace lag {

// By node; none where a divisor is zero.
std::vector<FiniteField::Value> values_in(const FiniteField& field, const Code& code);

// By node, in the field of 65537 elements; none where a divisor is zero there, at the place numbered `place`.
std::vector<small_field::Value> small_values(std::uint64_t place, const Code& code);

// By node: at the place numbered `place`, where every symbol is between 1/2 and 3/2.
std::vector<double> numbers_at(std::uint64_t place, const Code& code);

}  // namespace lag
