// Values of constant expressions: evaluated in `constant_digits` digits, remembered, rounded to a double once.
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/graph.hpp"
#include "core/real.hpp"

namespace lag {

cln::cl_R Graph::constant_real(Expr e) {
    if (!is_constant_expression(e)) throw InternalError("value of an expression that is not constant");
    Evaluator<Real> value(
        *this, [](const Symbol& s) -> Real { throw InternalError("symbol " + s.name + " in a constant"); },
        [this](Expr leaf) { return node(leaf).op == Op::pi ? Real::pi() : Real(constant_value(leaf.id)); });
    return value(e).value;
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
