// Exact constants. CLN rounds double_approx correctly for floats; for rationals we go through an exactly rounded
// division of our own, because "rounded once" is part of the contract.
#include "core/rational.hpp"

#include <cln/integer_io.h>
#include <cln/malloc.h>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>

#include "core/errors.hpp"

namespace lag {

namespace {

std::string decimal(const cln::cl_I& value) {
    if (cln::integer_length(value) < 63) return std::to_string(cln::cl_I_to_long(value));
    const std::unique_ptr<char, decltype(cln::free_hook)> digits(cln::cl_decimal_string(cln::abs(value)),
                                                                 cln::free_hook);
    return (cln::minusp(value) ? "-" : "") + std::string(digits.get());
}

}  // namespace

// Without a stream: graphs find their constants by this text.
std::string to_string(const Rational& value) {
    const cln::cl_I below = cln::denominator(value);
    return decimal(cln::numerator(value)) + (below == 1 ? "" : "/" + decimal(below));
}

Rational parse_rational(const std::string& literal) {
    cln::cl_I digits = 0;
    long exponent = 0;
    std::size_t i = 0;
    bool after_point = false;
    std::string mantissa;
    for (; i < literal.size() && literal[i] != 'e' && literal[i] != 'E'; ++i) {
        if (literal[i] == '.') {
            after_point = true;
        } else if (literal[i] >= '0' && literal[i] <= '9') {
            mantissa += literal[i];
            if (after_point) --exponent;
        } else {
            throw InternalError(fmt::format("number literal '{}'", literal));
        }
    }
    if (mantissa.empty()) throw InternalError(fmt::format("number literal '{}'", literal));
    // read_integer in one go: digit-by-digit accumulation would be quadratic in long literals
    digits = cln::cl_I(mantissa.c_str());
    if (i < literal.size()) {
        const char* begin = literal.data() + i + 1;
        if (begin < literal.data() + literal.size() && *begin == '+') ++begin;
        long given = 0;
        const auto [end, error] = std::from_chars(begin, literal.data() + literal.size(), given);
        if (error != std::errc{} || given > 4000 || given < -4000)
            throw InternalError(fmt::format("exponent of number literal '{}'", literal));
        static_cast<void>(end);
        exponent += given;
    }
    const cln::cl_I scale = cln::expt_pos(cln::cl_I(10), static_cast<unsigned>(std::max<long>(1, std::labs(exponent))));
    if (exponent == 0) return digits;
    return exponent > 0 ? Rational(digits * scale) : Rational(digits) / Rational(scale);
}

double nearest_double(const Rational& value) {
    if (cln::zerop(value)) return 0.0;
    // 53 significant bits plus a guard: quotient of integers with an exact remainder, ties to even, subnormals by
    // shifting less.
    const bool negative = cln::minusp(value);
    const cln::cl_I num = cln::abs(cln::numerator(value));
    const cln::cl_I den = cln::denominator(value);
    long exponent = static_cast<long>(cln::integer_length(num)) - static_cast<long>(cln::integer_length(den));
    // scaled quotient in [2^53, 2^55)
    long shift = 54 - exponent;
    if (exponent < -1022) shift = std::min(shift, 1074L + 1);  // subnormal: fewer bits
    const cln::cl_I scaled_num = shift > 0 ? cln::ash(num, shift) : num;
    const cln::cl_I scaled_den = shift < 0 ? cln::ash(den, -shift) : den;
    const cln::cl_I_div_t division = cln::floor2(scaled_num, scaled_den);
    cln::cl_I quotient = division.quotient;
    bool inexact = !cln::zerop(division.remainder);
    long drop = std::max<long>(static_cast<long>(cln::integer_length(quotient)) - 53, 0);
    if (exponent < -1022) drop = std::max<long>(drop, shift - 1074);
    if (drop > 0) {
        const cln::cl_I kept = cln::ash(quotient, -drop);
        const cln::cl_I rest = quotient - cln::ash(kept, drop);
        const cln::cl_I half = cln::ash(cln::cl_I(1), drop - 1);
        bool up = rest > half || (rest == half && (inexact || cln::oddp(kept)));
        quotient = up ? kept + 1 : kept;
    }
    const double magnitude = std::ldexp(cln::double_approx(quotient), static_cast<int>(drop - shift));
    return negative ? -magnitude : magnitude;
}

Rational exact_rational(double value) {
    if (!std::isfinite(value)) throw InternalError("exact value of a double that is not finite");
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    const auto integer = static_cast<long long>(std::ldexp(mantissa, 53));
    const Rational whole = cln::cl_I(static_cast<long>(integer));
    const long power = exponent - 53;
    const cln::cl_I scale = cln::ash(cln::cl_I(1), std::labs(power));
    return power >= 0 ? whole * scale : whole / Rational(scale);
}

std::string shortest_decimal(double value) {
    char buffer[64];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    std::string text(buffer, result.ptr);
    if (text.find_first_of(".en") == std::string::npos) return text + ".0";
    if (const std::size_t e = text.find('e'); e != std::string::npos && text.find('.') == std::string::npos)
        text.insert(e, ".0");
    return text;
}

std::uint64_t hash_of(const Rational& value) {
    // FNV-1a over the decimal text, which is independent of CLN's representation
    std::uint64_t hash = 1469598103934665603ULL;
    for (const char c : to_string(value)) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash;
}

}  // namespace lag
