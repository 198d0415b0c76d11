// Arithmetic in finite fields of about 2^61 elements, in which identities are tested (structural_zero.hpp): symbols get
// random elements, sine and cosine lie on the circle s^2 + c^2 = 1.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/hash.hpp"
#include "core/rational.hpp"

namespace lag {

class FiniteField {
  public:
    // The largest primes below 2^61 with p = 23 mod 24 and p = 1 or 4 mod 5: a square root of a square s is
    // s^((p+1)/4), itself a square, and 2, 3 and 5, which hinge axes bring along, are squares. Several, because whether
    // a constant such as 1 - sqrt(2) is one differs from field to field.
    static constexpr std::array<std::uint64_t, 8> primes = {
        2305843009213692671ULL, 2305843009213690871ULL, 2305843009213690799ULL, 2305843009213690511ULL,
        2305843009213689479ULL, 2305843009213688159ULL, 2305843009213687871ULL, 2305843009213686431ULL};

    using Element = std::uint64_t;  // below p
    using Value = std::optional<Element>;

    // `p`: one of `primes`.
    explicit FiniteField(std::uint64_t p) : p_(p), c_((Element{1} << 61U) - p) {}
    Element add(Element a, Element b) const { return a + b < p_ ? a + b : a + b - p_; }
    Element negative(Element a) const { return a == 0 ? 0 : p_ - a; }
    Element sub(Element a, Element b) const { return add(a, negative(b)); }
    // p = 2^61 - c with a small c, so that x 2^61 + y is x c + y.
    Element mul(Element a, Element b) const {
        const Wide product = static_cast<Wide>(a) * b;
        const Wide folded = (product >> 61U) * c_ + (static_cast<Element>(product) & low_bits);
        const Element rest = static_cast<Element>(folded >> 61U) * c_ + (static_cast<Element>(folded) & low_bits);
        return rest < p_ ? rest : rest - p_;
    }
    Element power(Element base, std::uint64_t exponent) const {
        Element result = 1;
        for (; exponent > 0; exponent >>= 1, base = mul(base, base))
            if ((exponent & 1) != 0) result = mul(result, base);
        return result;
    }
    Value quotient(Element a, Element b) const {  // none by zero
        if (b == 0) return std::nullopt;
        if (b == 1) return a;
        return mul(a, power(b, p_ - 2));
    }
    Value root(Element a) const {  // the one of the two that is itself a square; none where `a` is no square
        const Element r = power(a, (p_ + 1) / 4);
        if (mul(r, r) != a) return std::nullopt;
        return r;
    }
    Value of(const Rational& value) const {
        const auto part = [&](const cln::cl_I& n) {
            const cln::cl_I rest = cln::mod(n, cln::cl_I(static_cast<unsigned long>(p_)));
            return static_cast<Element>(cln::cl_I_to_ulong(rest));
        };
        return quotient(part(cln::numerator(value)), part(cln::denominator(value)));
    }
    // Any element, as the words say.
    Element random(std::uint64_t a, std::uint64_t b, std::uint64_t c = 0) const {
        return mix(mix(mix(a + p_) ^ b) + c + 0x9e3779b97f4a7c15ULL) % p_;
    }
    // 2 t/(1 + t^2) and (1 - t^2)/(1 + t^2) with one random t for each angle. The angle 0 is t = 0, and -a is -t: sine
    // is odd, cosine even.
    Value sine(Element angle) const { return on_circle(angle, true); }
    Value cosine(Element angle) const { return on_circle(angle, false); }

  private:
    __extension__ using Wide = unsigned __int128;
    Value on_circle(Element angle, bool sine) const {
        const Element opposite = negative(angle);
        Element t = 0;
        if (angle != 0) t = angle < opposite ? random(1000, angle) : negative(random(1000, opposite));
        const Element square = mul(t, t), below = add(1, square);
        return quotient(sine ? add(t, t) : sub(1, square), below);
    }
    static constexpr Element low_bits = (Element{1} << 61U) - 1;
    Element p_, c_;
};

}  // namespace lag
