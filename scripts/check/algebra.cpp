#include "scripts/check/algebra.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <unordered_map>

#include "scripts/check/polynomial.hpp"

namespace lag {

namespace {

constexpr long budget = 1'000'000;  // term operations for one check: a few seconds at most
constexpr long highest_multiple = 12;

struct Fraction {
    Polynomial numerator;
    Polynomial denominator = PolynomialRing::constant(1);
};

class Prover {
  public:
    explicit Prover(const Model& model) : model_(model), graph_(*model.graph), ring_(budget) {
        for (const auto& quaternion : quaternions(model)) {
            // e0^2 = 1 - e1^2 - e2^2 - e3^2
            Polynomial rest = PolynomialRing::constant(1);
            for (std::size_t k = 1; k < 4; ++k) {
                const Polynomial e = symbol_of(quaternion[k]);
                rest = ring_.add(rest, ring_.multiply(e, e), -1);
            }
            const Polynomial first = symbol_of(quaternion[0]);
            ring_.replace_square(first.begin()->first[0].first, rest);
        }
    }

    bool equal(Expr left, Expr right) {
        const std::array<Expr, 2> roots{left, right};
        for (const NodeId id : reachable(graph_, roots))
            if (!known_.contains(id)) known_.emplace(id, fraction_of(id));
        const Fraction difference = add(known_.at(left.id), known_.at(right.id), -1);
        return difference.numerator.empty();
    }

  private:
    Polynomial symbol_of(CoordinateIndex q) {
        const NodeId id = symbol(model_, q).id;
        if (!known_.contains(id)) known_.emplace(id, opaque("symbol " + std::to_string(id)));
        return known_.at(id).numerator;
    }

    Fraction opaque(const std::string& key) {
        const auto [place, fresh] = variables_.try_emplace(key, 0);
        if (fresh) place->second = ring_.new_variable();
        return {PolynomialRing::variable(place->second)};
    }

    static std::string key_of_fraction(const Fraction& f) {
        return fmt::format("{}/{}", key_of(f.numerator), key_of(f.denominator));
    }

    Fraction add(const Fraction& a, const Fraction& b, const Rational& sign) {
        if (a.denominator == b.denominator) return simple(ring_.add(a.numerator, b.numerator, sign), a.denominator);
        return simple(
            ring_.add(ring_.multiply(a.numerator, b.denominator), ring_.multiply(b.numerator, a.denominator), sign),
            ring_.multiply(a.denominator, b.denominator));
    }
    Fraction multiply(const Fraction& a, const Fraction& b) {
        return simple(ring_.multiply(a.numerator, b.numerator), ring_.multiply(a.denominator, b.denominator));
    }
    Fraction divide(const Fraction& a, const Fraction& b) {
        if (b.numerator.empty()) throw BudgetSpent{};  // a hidden division by zero: nothing can be proved
        return simple(ring_.multiply(a.numerator, b.denominator), ring_.multiply(a.denominator, b.numerator));
    }
    // A denominator of one term loses what all terms of the numerator share with it.
    Fraction simple(Polynomial numerator, Polynomial denominator) {
        if (numerator.empty()) return {};
        if (denominator.size() != 1) return {std::move(numerator), std::move(denominator)};
        Monomial common = denominator.begin()->first;
        const Rational scale = denominator.begin()->second;
        for (const auto& term : numerator) {
            ring_.spend(1);
            Monomial shared;
            for (const auto& [variable, power] : common)
                for (const auto& [other, other_power] : term.first)
                    if (other == variable) shared.emplace_back(variable, std::min(power, other_power));
            common = std::move(shared);
        }
        return {divided(numerator, common, scale), divided(denominator, common, scale)};
    }
    static Polynomial divided(const Polynomial& p, const Monomial& by, const Rational& scale) {
        Polynomial result;
        for (const auto& [monomial, coefficient] : p) {
            Monomial rest;
            for (const auto& [variable, power] : monomial) {
                std::uint32_t left = power;
                for (const auto& [other, other_power] : by)
                    if (other == variable) left -= other_power;
                if (left != 0) rest.emplace_back(variable, left);
            }
            result.emplace(std::move(rest), coefficient / scale);
        }
        return result;
    }

    struct SineCosine {
        Fraction sine, cosine;
    };

    // One term c * m of an angle: c = p/d, the variables are sin(m/d) and cos(m/d).
    std::optional<SineCosine> of_term(const Monomial& monomial, const Rational& coefficient) {
        const cln::cl_I multiple = cln::numerator(coefficient);
        if (cln::abs(multiple) > highest_multiple) return std::nullopt;
        const std::string key = key_of({{monomial, Rational(1) / cln::denominator(coefficient)}});
        const Fraction sine = opaque("sin " + key), cosine = opaque("cos " + key);
        ring_.replace_square(
            cosine.numerator.begin()->first[0].first,
            ring_.add(PolynomialRing::constant(1), ring_.multiply(sine.numerator, sine.numerator), -1));
        SineCosine sum{{}, {PolynomialRing::constant(1)}};
        const long count = cln::cl_I_to_long(cln::abs(multiple));
        for (long k = 0; k < count; ++k) sum = of_sum(sum, {sine, cosine});
        if (cln::minusp(multiple)) sum.sine = add({}, sum.sine, -1);
        return sum;
    }
    SineCosine of_sum(const SineCosine& a, const SineCosine& b) {
        return {add(multiply(a.sine, b.cosine), multiply(a.cosine, b.sine), 1),
                add(multiply(a.cosine, b.cosine), multiply(a.sine, b.sine), -1)};
    }
    SineCosine of_angle(const Fraction& angle) {
        const std::string key = key_of_fraction(angle);
        if (is_constant(angle.denominator)) {
            SineCosine sum{{}, {PolynomialRing::constant(1)}};
            bool possible = true;
            const Rational scale = angle.denominator.begin()->second;
            for (const auto& [monomial, coefficient] : angle.numerator) {
                const std::optional<SineCosine> term = of_term(monomial, coefficient / scale);
                possible = possible && term;
                if (possible) sum = of_sum(sum, *term);
            }
            if (possible) return sum;
        }
        return {opaque("sine of " + key), opaque("cosine of " + key)};
    }

    Fraction square_root(const Fraction& x) {
        const Fraction root = opaque("sqrt " + key_of_fraction(x));
        if (is_constant(x.denominator))
            ring_.replace_square(
                root.numerator.begin()->first[0].first,
                multiply(x, {PolynomialRing::constant(Rational(1) / x.denominator.begin()->second)}).numerator);
        return root;
    }

    Fraction fraction_of(NodeId id) {
        ring_.spend(1);
        const Node& node = graph_.node(id);
        const auto operand = [&](int k) -> const Fraction& { return known_.at(node.operand[k]); };
        switch (node.op) {
            case Op::constant:
                return {PolynomialRing::constant(graph_.constant_value(id))};
            case Op::pi:
            case Op::symbol:
                return opaque("symbol " + std::to_string(id));
            case Op::add:
                return add(operand(0), operand(1), 1);
            case Op::sub:
                return add(operand(0), operand(1), -1);
            case Op::neg:
                return add({}, operand(0), -1);
            case Op::mul:
                return multiply(operand(0), operand(1));
            case Op::div:
                return divide(operand(0), operand(1));
            case Op::sin:
                return of_angle(operand(0)).sine;
            case Op::cos:
                return of_angle(operand(0)).cosine;
            case Op::tan: {
                const SineCosine both = of_angle(operand(0));
                return divide(both.sine, both.cosine);
            }
            case Op::sqrt:
                return square_root(operand(0));
            default: {
                std::string key = name_of(node.op);
                if (node.op == Op::curve || node.op == Op::map) key += std::to_string(node.index);  // which table
                for (int k = 0; k < arity(node.op); ++k) key += fmt::format("({})", key_of_fraction(operand(k)));
                return opaque(key);
            }
        }
    }

    const Model& model_;
    Graph& graph_;
    PolynomialRing ring_;
    std::map<std::string, std::uint32_t> variables_;
    std::unordered_map<NodeId, Fraction> known_;
};

}  // namespace

bool proved_equal(const Model& model, std::span<const Expr> left, std::span<const Expr> right) {
    bool identical = true;
    for (std::size_t k = 0; k < left.size(); ++k) identical = identical && left[k] == right[k];
    if (identical) return true;
    try {
        Prover prover(model);
        for (std::size_t k = 0; k < left.size(); ++k)
            if (!prover.equal(left[k], right[k])) return false;
        return true;
    } catch (const BudgetSpent&) {
        return false;
    }
}

}  // namespace lag
