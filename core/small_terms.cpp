#include "core/small_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/calculus.hpp"
#include "core/errors.hpp"

namespace lag {

namespace {

constexpr int spare = 2;  // orders formed beyond those kept: what large factors and small divisors take away

std::string without_primes(std::string name) {
    while (!name.empty() && name.back() == '\'') name.pop_back();
    return name;
}

}  // namespace

SmallTerms::SmallTerms(const Model& model)
    : graph_(*model.graph), small_(model.small), limit_(model.small.drop_from + spare) {}

int SmallTerms::order_of(const Symbol& symbol) const {
    const auto find = [&](const Symbol& declared) {
        const auto found = small_.orders.find(declared);
        return found == small_.orders.end() ? 0 : found->second;
    };
    if (symbol.role == Role::acceleration) return find({symbol.name.substr(0, symbol.name.size() - 1), Role::speed});
    if (symbol.role == Role::input) return find({without_primes(symbol.name), Role::input});
    return find(symbol);
}

Expr SmallTerms::below(Expr e, int order) {
    e = graph_.own(e);
    for (const NodeId id : reachable(graph_, std::array{e}))  // operands first: no recursion
        if (!is_condition(graph_.node(id).op)) series(id);
    const Series& s = series(e.id);
    if (s.known < order)
        refuse(fmt::format("terms of order {} are not known, because too many orders are divided off", order - 1));
    Expr result{&graph_, 0};
    for (int k = s.lowest; k < std::min(order, s.end()); ++k) result = result + term(s, k);
    return result;
}

void SmallTerms::refuse(const std::string& why) const {
    throw ModelError("small quantities: " + why, "name fewer quantities in small(..) and large(..)");
}

Expr SmallTerms::term(const Series& s, int order) const {
    if (order < s.lowest || order >= s.end()) return {&graph_, 0};
    return s.terms[static_cast<std::size_t>(order - s.lowest)];
}

Expr SmallTerms::total(const Series& s) {
    Expr result{&graph_, 0};
    for (int k = s.lowest; k < std::min(small_.drop_from, s.end()); ++k) result = result + term(s, k);
    return result;
}

// No zeros at either end, nothing beyond the limit.
SmallTerms::Series SmallTerms::clipped(Series s) const {
    s.known = std::min(s.known, limit_);
    while (!s.terms.empty() && (s.end() > s.known || s.terms.back().is_zero())) s.terms.pop_back();
    const auto first = std::ranges::find_if(s.terms, [](const Expr& e) { return !e.is_zero(); });
    s.lowest += static_cast<int>(first - s.terms.begin());
    s.terms.erase(s.terms.begin(), first);
    if (s.terms.empty()) s.lowest = s.known;
    return s;
}

const SmallTerms::Series& SmallTerms::series(NodeId id) {
    const auto known = memo_.find(id);
    if (known != memo_.end()) return known->second;
    return memo_.emplace(id, formed(id)).first->second;
}

SmallTerms::Series SmallTerms::formed(NodeId id) {
    const Node node = graph_.node(id);
    const Expr self{&graph_, id};
    if (node.op == Op::symbol) {
        return clipped({order_of(graph_.symbol_of(id)), {self}, everything});
    }
    if (arity(node.op) == 0 || node.dependence == 0) return clipped({0, {self}, everything});
    const auto operand = [&](int k) -> const Series& { return series(node.operand[k]); };
    switch (node.op) {
        case Op::add:
            return sum(operand(0), operand(1), +1);
        case Op::sub:
            return sum(operand(0), operand(1), -1);
        case Op::neg:
            return sum({0, {}, everything}, operand(0), -1);
        case Op::mul:
            return product(operand(0), operand(1));
        case Op::div:
            return quotient(operand(0), operand(1));
        case Op::sqrt:
            return root(operand(0));
        case Op::atan2:
            return arc_of(operand(0), operand(1));
        case Op::abs: {
            const Series negative = sum({0, {}, everything}, operand(0), -1);
            return chosen(graph_.binary(Op::less, total(operand(0)), graph_.integer(0)), negative, operand(0));
        }
        case Op::min:
        case Op::max: {
            const Expr less = graph_.binary(Op::less, total(operand(0)), total(operand(1)));
            return node.op == Op::min ? chosen(less, operand(0), operand(1)) : chosen(less, operand(1), operand(0));
        }
        case Op::select:
            return chosen({&graph_, node.operand[0]}, operand(1), operand(2));
        case Op::floor:
        case Op::mod: {
            std::vector<Expr> values;
            for (int k = 0; k < arity(node.op); ++k) values.push_back(total(operand(k)));
            return constant(graph_.rebuilt(graph_, id, values));
        }
        default: {
            std::vector<Series> operands;
            for (int k = 0; k < arity(node.op); ++k) operands.push_back(operand(k));
            return developed(id, operands);
        }
    }
}

SmallTerms::Series SmallTerms::sum(const Series& a, const Series& b, int sign) {
    Series result{std::min(a.lowest, b.lowest), {}, std::min(a.known, b.known)};
    for (int k = result.lowest; k < std::min(std::max(a.end(), b.end()), limit_); ++k)
        result.terms.push_back(sign > 0 ? term(a, k) + term(b, k) : term(a, k) - term(b, k));
    return clipped(std::move(result));
}

SmallTerms::Series SmallTerms::product(const Series& a, const Series& b) {
    Series result{a.lowest + b.lowest, {}, std::min(a.known + b.lowest, b.known + a.lowest)};
    if (a.is_zero() || b.is_zero()) return clipped(std::move(result));
    const int end = std::min({a.end() + b.end() - 1, result.known, limit_});
    for (int k = result.lowest; k < end; ++k) {
        Expr value{&graph_, 0};
        for (int i = a.lowest; i < a.end(); ++i) value = value + term(a, i) * term(b, k - i);
        result.terms.push_back(value);
    }
    return clipped(std::move(result));
}

SmallTerms::Series SmallTerms::quotient(const Series& a, const Series& b) {
    if (b.is_zero()) refuse("a division by a quantity whose terms are all dropped");
    Series result{a.lowest - b.lowest, {}, 0};
    result.known = result.lowest + std::min(a.known - a.lowest, b.known - b.lowest);
    if (a.is_zero()) return clipped(std::move(result));
    const Expr first = b.terms.front();
    for (int k = result.lowest; k < std::min(result.known, limit_); ++k) {
        Expr rest = term(a, k + b.lowest);
        for (int i = result.lowest; i < k; ++i)
            rest = rest - term(b, b.lowest + k - i) * result.terms[static_cast<std::size_t>(i - result.lowest)];
        result.terms.push_back(rest.is_zero() || first.is_one() ? rest : rest / first);
    }
    return clipped(std::move(result));
}

SmallTerms::Series SmallTerms::root(const Series& a) {
    if (a.is_zero()) return clipped({0, {}, (a.known + 1) / 2});
    if (a.lowest % 2 != 0) refuse("the root of a small quantity has no whole order");
    Series result{a.lowest / 2, {}, a.known - a.lowest / 2};
    const Expr first = sqrt(a.terms.front());
    result.terms.push_back(first);
    for (int n = 1; result.lowest + n < std::min(result.known, limit_); ++n) {
        Expr rest = term(a, a.lowest + n);
        for (int k = 1; k < n; ++k)
            rest = rest - result.terms[static_cast<std::size_t>(k)] * result.terms[static_cast<std::size_t>(n - k)];
        result.terms.push_back(rest.is_zero() ? rest : rest / (2 * first));
    }
    return clipped(std::move(result));
}

// The angle depends on the ratio alone. Where y is smaller than x, it is about the direction of x > 0.
SmallTerms::Series SmallTerms::arc_of(Series y, Series x) {
    if (x.is_zero() && y.is_zero()) refuse("atan2 of two quantities whose terms are all dropped");
    const int scale = std::min(y.is_zero() ? x.lowest : y.lowest, x.is_zero() ? y.lowest : x.lowest);
    for (Series* s : {&y, &x}) s->lowest -= scale, s->known -= scale;
    if (y.is_zero() || y.lowest > 0) {
        const Series ratio = quotient(y, x);
        const Expr angle = graph_.symbol("small angle", Role::undeclared);
        return developed(graph_.unary(Op::atan, angle).id, {ratio});
    }
    const Expr a = graph_.symbol("small angle", Role::undeclared), b = graph_.symbol("beside it", Role::undeclared);
    return developed(graph_.binary(Op::atan2, a, b).id, {y, x});
}

SmallTerms::Series SmallTerms::chosen(Expr condition, const Series& a, const Series& b) {
    // a condition on dropped terms is taken on what is kept
    Substitution kept(graph_);
    std::vector<Expr> compared;
    for (const NodeId id : reachable(graph_, std::array{condition})) {
        const Node node = graph_.node(id);
        if (node.op != Op::less && node.op != Op::less_equal && node.op != Op::equal) continue;
        const Expr left = total(series(node.operand[0])), right = total(series(node.operand[1]));
        kept.replace({&graph_, id}, graph_.binary(node.op, left, right));
    }
    condition = kept(condition);
    Series result{std::min(a.lowest, b.lowest), {}, std::min(a.known, b.known)};
    for (int k = result.lowest; k < std::min(std::max(a.end(), b.end()), limit_); ++k)
        result.terms.push_back(graph_.select(condition, term(a, k), term(b, k)));
    return clipped(std::move(result));
}

// Taylor's series about the terms of order 0.
SmallTerms::Series SmallTerms::developed(NodeId id, const std::vector<Series>& operands) {
    std::vector<Expr> dummies, centre;
    std::vector<Series> rest;
    int known = limit_;
    for (std::size_t k = 0; k < operands.size(); ++k) {
        const Series& s = operands[k];
        if (!s.is_zero() && s.lowest < 0)
            refuse(fmt::format("the argument of {} is large", name_of(graph_.node(id).op)));
        dummies.push_back(graph_.symbol("argument " + std::to_string(k + 1), Role::undeclared));
        centre.push_back(term(s, 0));
        Series beyond = s;
        if (!beyond.is_zero() && beyond.lowest == 0) beyond.terms.front() = Expr{&graph_, 0};
        rest.push_back(clipped(std::move(beyond)));
        known = std::min(known, s.known);
    }
    // by orders of derivatives: (partial derivative, product of the small parts over factorials)
    struct Part {
        Expr slope;
        Series factor;
        std::size_t from = 0;  // derivatives by this operand and later ones
        int times = 0;         // by that operand so far
    };
    std::vector<Part> parts{{graph_.rebuilt(graph_, id, dummies), constant(graph_.integer(1)), 0, 0}};
    Series result{0, {}, known};
    for (int order = 0; order < limit_ && !parts.empty(); ++order) {
        std::vector<Part> next;
        for (const Part& part : parts) {
            Substitution at_centre(graph_);
            for (std::size_t k = 0; k < dummies.size(); ++k) at_centre.replace(dummies[k], centre[k]);
            result = sum(result, product(constant(at_centre(part.slope)), part.factor), +1);
            for (std::size_t k = part.from; k < dummies.size(); ++k) {
                const int times = k == part.from ? part.times + 1 : 1;
                Series factor = product(part.factor, rest[k]);
                factor = product(factor, constant(graph_.rational(1, times)));
                if (!factor.is_zero())
                    next.push_back({partial_derivative(part.slope, dummies[k]), std::move(factor), k, times});
            }
        }
        parts = std::move(next);
    }
    result.known = std::min(result.known, known);
    return clipped(std::move(result));
}

}  // namespace lag
