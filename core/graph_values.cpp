// Values of constant expressions: evaluated in `constant_digits` digits, remembered, rounded to a double once.
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/graph.hpp"
#include "core/real.hpp"

namespace lag {

// Digits are lost where numbers cancel (sqrt(10^100 + 1) - 10^50) and where a large angle is reduced (sin(10^100)). So
// the expression is evaluated with twice the digits until two values agree; what vanishes in the most digits is zero.
cln::cl_R Graph::constant_real(Expr e) {
    if (!is_constant_expression(e)) throw InternalError("value of an expression that is not constant");
    constexpr int most_digits = 16 * constant_digits;
    const auto value_in = [&](int digits) -> cln::cl_R {
        const RealPrecision precision(digits);
        Evaluator<Real> value(
            *this, [](const Symbol& s) -> Real { throw InternalError("symbol " + s.name + " in a constant"); },
            [this](Expr leaf) { return node(leaf).op == Op::pi ? Real::pi() : Real(constant_value(leaf.id)); });
        return value(e).value;
    };
    cln::cl_R coarse = value_in(constant_digits);
    const cln::cl_R agreement = cln::expt(cln::cl_I(10), -(constant_digits - 12));
    for (int digits = 2 * constant_digits; digits <= most_digits; digits *= 2) {
        const cln::cl_R fine = value_in(digits);
        if (cln::abs(fine - coarse) <= agreement * cln::abs(fine)) return fine;
        coarse = fine;
    }
    return cln::cl_I(0);
}

double Graph::constant_double(Expr e) {
    const Node& n = node(e);
    if (n.op == Op::constant) {
        const Rational value = constant_value(e.id);
        if (cln::abs(value) > cln::expt(cln::cl_I(2), 1023)) throw ModelError("a constant beyond the range of doubles");
        return nearest_double(value);
    }
    return nearest_double(Real(constant_real(e)));
}

}  // namespace lag
