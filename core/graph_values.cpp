// Values of constant expressions: evaluated in as many digits as they need, rounded to a double once.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "core/ball_values.hpp"
#include "core/constants.hpp"
#include "core/errors.hpp"
#include "core/graph.hpp"
#include "core/hash.hpp"
#include "core/real.hpp"

namespace lag {

namespace {

constexpr int most_digits = 40'000;
constexpr double bits_per_digit = 3.3219280948873626;

[[noreturn]] void undecidable() {
    throw ModelError(fmt::format("a constant whose terms cancel beyond {} digits", most_digits));
}

}  // namespace

// Digits are lost where numbers cancel (sqrt(10^100 + 1) - 10^50) and where a large angle is reduced (sin(10^100)). So
// the expression is evaluated with more digits until the bound on its error is small enough.
cln::cl_R Graph::constant_real(Expr e) {
    if (!is_constant_expression(e)) throw InternalError("value of an expression that is not constant");
    constexpr double wanted = (constant_digits - 12) * bits_per_digit;
    double digits = constant_digits;
    while (digits <= most_digits) {
        const RealPrecision precision(static_cast<int>(digits));
        double missing = digits;  // more digits
        try {
            BallValues values(*this, [](const Symbol& s) -> Ball { throw InternalError("symbol " + s.name); });
            const Ball value = values(e);
            if (value.is_exact()) return value.exact();
            if (value.log2_radius() <= value.log2_size() - wanted) return value.middle();
            const double negligible = 2 * values.log2_least() - values.log2_most() - vanishing_digits * bits_per_digit;
            if (!value.is_surely_nonzero() && value.log2_radius() < negligible) return cln::cl_I(0);
            if (!value.is_surely_nonzero())
                missing = std::min(digits, (value.log2_radius() - negligible) / bits_per_digit + 10);
        } catch (const Undecided&) {
        }
        digits += std::max(missing, 10.0);
    }
    undecidable();
}

cln::cl_I constant_floor(Graph& graph, Expr e) {
    if (!graph.is_constant_expression(e)) throw InternalError("whole part of an expression that is not constant");
    for (int digits = constant_digits; digits <= most_digits; digits *= 2) {
        const RealPrecision precision(digits);
        try {
            BallValues values(graph, [](const Symbol& s) -> Ball { throw InternalError("symbol " + s.name); });
            return values(e).floor();
        } catch (const Undecided&) {
        }
    }
    undecidable();
}

namespace {

constexpr std::size_t largest_tried = 2000;  // nodes

bool is_larger_than(const Graph& graph, Expr e, std::size_t most) {
    std::unordered_set<NodeId> seen{e.id};
    std::vector<NodeId> open{e.id};
    while (!open.empty() && seen.size() <= most) {
        const Node& node = graph.node(open.back());
        open.pop_back();
        for (int k = 0; k < arity(node.op); ++k)
            if (seen.insert(node.operand[k]).second) open.push_back(node.operand[k]);
    }
    return seen.size() > most;
}

// Any number of four digits, of both signs, as the name and the point say.
Ball number_for(const Symbol& symbol, std::uint64_t point) {
    const std::uint64_t any = mix(hash_text(symbol.name) ^ mix(point + static_cast<std::uint64_t>(symbol.role)));
    return Ball(Rational(static_cast<long>(any % 8000) - 4000) / Rational(1001) + Rational(1) / Rational(7));
}

}  // namespace

bool vanishes_everywhere(Graph& graph, Expr e) {
    if (e.is_zero()) return true;
    if (graph.node(e).op == Op::symbol || is_larger_than(graph, e, largest_tried)) return false;
    constexpr int needed = 3;
    constexpr std::uint64_t points = 8;
    int zeros = 0;
    for (std::uint64_t point = 0; point < points && zeros < needed; ++point) {
        try {
            const RealPrecision precision(3 * constant_digits);
            BallValues values(graph, [&](const Symbol& s) { return number_for(s, point); });
            const Ball value = values(e);
            if (value.is_surely_nonzero()) return false;
            if (value.log2_radius() < values.log2_least() - constant_digits * bits_per_digit) ++zeros;
        } catch (const Undecided&) {
            return false;
        } catch (const ModelError&) {
            continue;  // no real value here
        }
    }
    return zeros == needed;
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
