// Facts that a script assumes, and the signs that follow from them: by sums, products, powers and functions whose sign
// that of their argument decides. What these rules do not see is any sign.
#include "scripts/algebra/signs.hpp"

#include "scripts/algebra/algebra.hpp"
#include "scripts/algebra/guard.hpp"

namespace lag {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

namespace {

Signs sum_of(Signs a, Signs b) {
    Signs result = 0;
    for (const Signs x : {sign::negative, sign::zero, sign::positive})
        for (const Signs y : {sign::negative, sign::zero, sign::positive}) {
            if ((a & x) == 0 || (b & y) == 0) continue;
            result |= x == sign::zero ? y : y == sign::zero || x == y ? x : sign::any;
        }
    return result;
}

Signs product_of(Signs a, Signs b) {
    Signs result = 0;
    for (const Signs x : {sign::negative, sign::zero, sign::positive})
        for (const Signs y : {sign::negative, sign::zero, sign::positive})
            if ((a & x) != 0 && (b & y) != 0)
                result |= x == sign::zero || y == sign::zero ? sign::zero : x == y ? sign::positive : sign::negative;
    return result;
}

}  // namespace

void Algebra::assume_signs(const Scalar& e, unsigned signs) {
    facts_.emplace_back(expand(e.value()), signs);
}

Signs Algebra::signs_of(const Scalar& e) {
    if (is_constant(e)) {
        const cln::cl_R value = constant_value(e);
        return cln::zerop(value) || lower(e).is_zero() ? sign::zero
               : cln::minusp(value)                    ? sign::negative
                                                       : sign::positive;
    }
    Signs found = signs_by_form(e);
    if (found == 0 || (found & (found - 1)) == 0 || facts_.empty()) return found;
    // e is a fact and a number, or two facts and a number: a > c follows from a > b and b > c
    constexpr std::size_t most_pairs_of = 30;
    const ex expanded = e.value().expand();
    std::vector<std::pair<ex, Signs>> facts;
    for (const auto& [fact, signs] : facts_)
        facts.emplace_back(fact, signs), facts.emplace_back(-fact, opposite(signs));
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const ex rest = (expanded - facts[i].first).expand();
        if (is_constant(rest)) found &= sum_of(facts[i].second, signs_of(rest));
        for (std::size_t j = 0; j < i && facts_.size() <= most_pairs_of; ++j)
            if (const ex both = (rest - facts[j].first).expand(); is_constant(both))
                found &= sum_of(sum_of(facts[i].second, facts[j].second), signs_of(both));
    }
    return found;
}

Signs Algebra::signs_by_form(const Scalar& e) {
    if (is_exactly_a<GiNaC::add>(e)) {
        Signs signs = sign::zero;
        for (std::size_t i = 0; i < e.nops(); ++i) signs = sum_of(signs, signs_of(e.op(i)));
        return signs;
    }
    if (is_exactly_a<GiNaC::mul>(e)) {
        Signs signs = sign::positive;
        for (std::size_t i = 0; i < e.nops(); ++i) signs = product_of(signs, signs_of(e.op(i)));
        return signs;
    }
    if (is_exactly_a<GiNaC::power>(e)) {
        const Signs base = signs_of(e.op(0));
        const bool inverse = e.op(1).info(GiNaC::info_flags::negative);
        const Signs of_zero = (base & sign::zero) != 0 && !inverse ? sign::zero : 0;  // 1/0 has no value
        if (e.op(1).info(GiNaC::info_flags::even))
            return (base & (sign::negative | sign::positive) ? sign::positive : 0) | of_zero;
        if (is_integer(e.op(1))) return (base & ~sign::zero) | of_zero;
        return sign::positive | of_zero;  // where it has a value
    }
    if (is_exactly_a<GiNaC::function>(e)) {
        const std::string f = ex_to<GiNaC::function>(e).get_name();
        if (f == "exp" || f == "cosh") return sign::positive;
        if (f == "sinh" || f == "tanh" || f == "atan" || f == "asin") return signs_of(e.op(0));
        return sign::any;
    }
    if (is_reference(e)) {
        const Node& node = graph_->node(lower(e).id);
        if (node.op == Op::abs) return sign::positive | sign::zero;
    }
    return sign::any;
}

// The square root of a product whose squares have bases of known sign: those come out. Empty: nothing comes out.
std::optional<Scalar> Algebra::root_by_signs(const Scalar& square) {
    if (facts_.empty()) return std::nullopt;
    ex outside = 1, inside = 1;
    const auto take = [&](const ex& factor) {
        if (is_exactly_a<GiNaC::power>(factor) && factor.op(1).info(GiNaC::info_flags::even)) {
            const ex root = GiNaC::pow(factor.op(0), factor.op(1) / 2);
            const Signs signs = signs_of(root);
            if ((signs & sign::negative) == 0) return void(outside *= root);
            if ((signs & sign::positive) == 0) return void(outside *= -root);
        }
        inside *= factor;
    };
    if (is_exactly_a<GiNaC::mul>(square))
        for (std::size_t i = 0; i < square.nops(); ++i) take(square.op(i));
    else
        take(square);
    if (outside.is_equal(1)) return std::nullopt;
    return Scalar(outside * power(inside, ex(1) / 2).value());
}

}  // namespace lag
