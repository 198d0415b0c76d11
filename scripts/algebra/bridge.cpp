// Scalars <-> graph nodes. lower() is deterministic whatever GiNaC's order and form: operands are sorted by a
// structural hash that is blind to the sign of every sub-expression (canonical), and every sum is built so that its
// first term is positive, the sign pulled out. raise() gives references for everything that is not small.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/calculus.hpp"
#include "core/hash.hpp"
#include "scripts/algebra/algebra.hpp"
#include "scripts/algebra/guard.hpp"

namespace lag {

using GiNaC::ex;
using GiNaC::ex_to;
using GiNaC::is_exactly_a;
using GiNaC::numeric;

namespace {

constexpr std::size_t largest_settled_tree = 4000;
constexpr int deepest_settled_tree = 60;
constexpr int deepest_unfolded_tree = 400;
constexpr long largest_exponent = 10'000;
constexpr std::size_t largest_graph = 8'000'000;

std::uint64_t combine(std::uint64_t a, std::uint64_t b) {
    return mix(a * 0x9e3779b97f4a7c15ULL + b + 0x632be59bd9b4e019ULL);
}
bool is_odd_function(const std::string& f) {
    return f == "sin" || f == "tan" || f == "asin" || f == "atan" || f == "sinh" || f == "tanh";
}
bool is_even_function(const std::string& f) {
    return f == "cos" || f == "cosh";
}

Rational exact(const ex& e) {
    const numeric& n = ex_to<numeric>(e);
    if (!n.is_real()) throw ModelError("a value that is not real");
    return cln::rational(cln::the<cln::cl_R>(n.to_cl_N()));
}

}  // namespace

// -- the canonical sign and hash

Algebra::Canonical Algebra::canonical(const Scalar& e) {
    if (e.nops() == 0) return canonical_rule(e);
    if (const auto known = canonical_memo_.find(e); known != canonical_memo_.end()) return known->second;
    const Canonical result = canonical_rule(e);
    canonical_memo_.emplace(e, result);
    return result;
}

Algebra::Canonical Algebra::canonical_rule(const Scalar& e) {
    if (is_exactly_a<numeric>(e)) {
        const Rational value = exact(e);
        return {cln::minusp(value) ? -1 : 1, combine(1, hash_of(Rational(cln::abs(value))))};
    }
    if (is_exactly_a<GiNaC::constant>(e)) return {1, hash_text("%pi")};
    if (is_reference(e)) return {1, combine(2, graph_->node(referred(e)).hash)};
    if (GiNaC::is_a<GiNaC::symbol>(e)) return {1, combine(3, hash_text(name_of(e)))};
    if (is_exactly_a<GiNaC::add>(e)) return canonical_sum(e);
    if (is_exactly_a<GiNaC::mul>(e)) return canonical_product(e);
    if (is_exactly_a<GiNaC::power>(e)) {
        const Canonical base = canonical(e.op(0)), exponent = canonical(e.op(1));
        std::uint64_t hash = combine(combine(6, base.hash), exponent.sign < 0 ? mix(exponent.hash) : exponent.hash);
        if (!is_integer(e.op(1))) return {1, combine(hash, base.sign < 0 ? 1 : 0)};
        return {ex_to<numeric>(e.op(1)).is_even() ? 1 : base.sign, hash};
    }
    if (is_exactly_a<GiNaC::function>(e)) return canonical_function(e);
    throw ModelError("an expression that has no place in a model");
}

Algebra::Canonical Algebra::canonical_sum(const Scalar& e) {
    std::vector<Canonical> terms;
    for (std::size_t i = 0; i < e.nops(); ++i) terms.push_back(canonical(e.op(i)));
    std::sort(terms.begin(), terms.end(), [](const Canonical& a, const Canonical& b) {
        return std::tie(a.hash, a.sign) < std::tie(b.hash, b.sign);
    });
    // The sign of the first group of equal terms that does not cancel decides.
    int leading = 0;
    for (std::size_t i = 0; i < terms.size() && leading == 0;) {
        std::size_t j = i;
        for (; j < terms.size() && terms[j].hash == terms[i].hash; ++j) leading += terms[j].sign;
        i = j;
    }
    const int sign = leading < 0 ? -1 : 1;
    for (Canonical& term : terms) term.sign *= sign;
    std::sort(terms.begin(), terms.end(), [](const Canonical& a, const Canonical& b) {
        return std::tie(a.hash, a.sign) < std::tie(b.hash, b.sign);
    });
    std::uint64_t hash = 4;
    for (const Canonical& term : terms) hash = combine(combine(hash, term.hash), term.sign < 0 ? 1 : 0);
    return {sign, hash};
}

Algebra::Canonical Algebra::canonical_product(const Scalar& e) {
    int sign = 1;
    std::vector<std::uint64_t> hashes;
    for (std::size_t i = 0; i < e.nops(); ++i) {
        const Canonical factor = canonical(e.op(i));
        sign *= factor.sign;
        // GiNaC writes -x as a product with -1, and moves that -1 into sums as its own order has it: it must not count.
        const bool unit = is_exactly_a<numeric>(e.op(i)) && cln::abs(exact(e.op(i))) == 1;
        if (!unit) hashes.push_back(factor.hash);
    }
    if (hashes.size() == 1) return {sign, hashes[0]};
    std::sort(hashes.begin(), hashes.end());
    std::uint64_t hash = 5;
    for (const std::uint64_t h : hashes) hash = combine(hash, h);
    return {sign, hash};
}

Algebra::Canonical Algebra::canonical_function(const Scalar& e) {
    const std::string name = ex_to<GiNaC::function>(e).get_name();
    const Canonical first = canonical(e.op(0));
    const std::uint64_t hash = combine(combine(7, hash_text(name)), first.hash);
    if (is_odd_function(name)) return {first.sign, hash};
    if (is_even_function(name)) return {1, hash};
    std::uint64_t signed_hash = combine(hash, first.sign < 0 ? 1 : 0);
    for (std::size_t i = 1; i < e.nops(); ++i) {
        const Canonical argument = canonical(e.op(i));
        signed_hash = combine(combine(signed_hash, argument.hash), argument.sign < 0 ? 1 : 0);
    }
    return {1, signed_hash};
}

// -- scalar -> graph

Expr Algebra::lower(const Scalar& e) {
    if (is_exactly_a<numeric>(e)) return graph_->constant(exact(e));
    if (const auto known = lower_memo_.find(e); known != lower_memo_.end()) return known->second;
    if (graph_->size() > largest_graph) throw ModelError("the script's expressions need too much memory");
    const Expr result = lower_rule(e);
    lower_memo_.emplace(e, result);
    return result;
}

Expr Algebra::lower_rule(const Scalar& e) {
    if (is_exactly_a<GiNaC::constant>(e)) return graph_->pi();
    if (is_reference(e)) return lower_reference(e);
    if (GiNaC::is_a<GiNaC::symbol>(e)) return resolve_(name_of(e));
    if (is_exactly_a<GiNaC::add>(e)) return lower_sum(e);
    if (is_exactly_a<GiNaC::mul>(e)) return lower_product(e);
    if (is_exactly_a<GiNaC::power>(e)) return lower_power(e.op(0), e.op(1));
    if (is_exactly_a<GiNaC::function>(e)) return lower_function(e);
    throw ModelError("an expression that has no place in a model");
}

Expr Algebra::lower_reference(const Scalar& e) {
    return resolve_again(referred(e));
}

Expr Algebra::resolve_again(Expr e) {
    if (e.graph == nullptr) return graph_->integer(0);
    const std::vector<Expr> roots{e};
    Substitution substitution(*graph_);
    bool changed = false;
    constexpr auto motions =
        static_cast<Dependence>(bit(Role::coordinate) | bit(Role::speed) | bit(Role::acceleration));
    const auto roles = static_cast<Dependence>(bit(Role::undeclared) | (resolves_motions_ ? motions : 0));
    if ((graph_->node(e).dependence & roles) == 0) return e;
    for (const Expr s : symbols_in(*graph_, roots, roles)) {
        const Expr now = resolve_(std::string(graph_->symbol_of(s).name));
        if (now == s) continue;
        substitution.replace(s, now);
        changed = true;
    }
    return changed ? substitution(e) : e;
}

Expr Algebra::lower_sum(const Scalar& e) {
    std::vector<std::pair<Canonical, ex>> terms;
    for (std::size_t i = 0; i < e.nops(); ++i) terms.emplace_back(canonical(e.op(i)), e.op(i));
    std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first.hash, a.first.sign) < std::tie(b.first.hash, b.first.sign);
    });
    const bool negative = canonical(e).sign < 0;
    Expr sum = graph_->integer(0);
    for (const auto& [order, term] : terms) {
        const Expr lowered = lower(term);
        sum = negative ? graph_->sub(sum, lowered) : graph_->add(sum, lowered);
    }
    return negative ? graph_->neg(sum) : sum;
}

Expr Algebra::division(Expr numerator, Expr denominator) {
    if (denominator.is_zero()) throw AtPole("division by zero");
    return graph_->div(numerator, denominator);
}

Expr Algebra::lower_product(const Scalar& e) {
    std::vector<std::pair<std::uint64_t, ex>> above, below;
    Expr coefficient = graph_->integer(1);
    for (std::size_t i = 0; i < e.nops(); ++i) {
        const ex& factor = e.op(i);
        if (is_exactly_a<numeric>(factor)) {
            coefficient = graph_->mul(coefficient, lower(factor));
        } else if (is_exactly_a<GiNaC::power>(factor) && is_exactly_a<numeric>(factor.op(1)) &&
                   ex_to<numeric>(factor.op(1)).is_negative()) {
            const ex inverse = GiNaC::pow(factor.op(0), -factor.op(1));
            below.emplace_back(canonical(inverse).hash, inverse);
        } else {
            above.emplace_back(canonical(factor).hash, factor);
        }
    }
    const auto product = [&](std::vector<std::pair<std::uint64_t, ex>>& factors) {
        std::sort(factors.begin(), factors.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        Expr result = graph_->integer(1);
        for (const auto& [order, factor] : factors) result = graph_->mul(result, lower(factor));
        return result;
    };
    const Expr numerator = product(above), denominator = product(below);
    return graph_->mul(coefficient, division(numerator, denominator));
}

Expr Algebra::lower_power(const Scalar& base, const Scalar& exponent) {
    if (is_exactly_a<numeric>(exponent) && ex_to<numeric>(exponent).is_negative())
        return division(graph_->integer(1), lower(GiNaC::pow(base, -exponent)));
    if (is_integer(exponent)) {
        const Rational n = exact(exponent);
        if (n > largest_exponent) throw ModelError("an exponent beyond " + std::to_string(largest_exponent));
        return graph_->power(lower(base), cln::cl_I_to_long(cln::the<cln::cl_I>(n)));
    }
    const Expr lowered = lower(base);
    return graph_->power(lowered, lower(exponent));
}

Expr Algebra::lower_function(const Scalar& e) {
    static const std::map<std::string, Op> ops = {{"sin", Op::sin},   {"cos", Op::cos},   {"tan", Op::tan},
                                                  {"asin", Op::asin}, {"acos", Op::acos}, {"atan", Op::atan},
                                                  {"sinh", Op::sinh}, {"cosh", Op::cosh}, {"tanh", Op::tanh},
                                                  {"exp", Op::exp},   {"log", Op::log},   {"atan2", Op::atan2}};
    const auto op = ops.find(ex_to<GiNaC::function>(e).get_name());
    if (op == ops.end()) throw ModelError("a function that has no place in a model");
    const Expr first = lower(e.op(0));
    if (op->second == Op::atan2) return graph_->binary(Op::atan2, first, lower(e.op(1)));
    return graph_->unary(op->second, first);
}

// -- graph -> scalar

Scalar Algebra::reference(Expr e) {
    auto place = references_.find(e.id);
    if (place == references_.end())
        place = references_.emplace(e.id, ex(GiNaC::realsymbol("$" + std::to_string(e.id)))).first;
    return place->second;
}

Expr Algebra::referred(const Scalar& symbol) const {
    const std::string& name = ex_to<GiNaC::symbol>(symbol).get_name();
    return graph_->expr(static_cast<NodeId>(std::stoul(name.substr(1))));
}

namespace {

bool is_opaque(Op op) {
    return op == Op::abs || op == Op::min || op == Op::max || op == Op::floor || op == Op::mod || op == Op::select ||
           op == Op::curve || op == Op::map || is_condition(op);
}

}  // namespace

std::size_t unfolded_size(const Graph& graph, NodeId root, std::size_t limit) {
    std::vector<NodeId> stack{root};
    std::size_t size = 0;
    while (!stack.empty() && size <= limit) {
        const Node& node = graph.node(stack.back());
        stack.pop_back();
        ++size;
        if (is_opaque(node.op)) continue;
        for (int k = 0; k < arity(node.op); ++k) stack.push_back(node.operand[k]);
    }
    return size;
}

Scalar Algebra::raise(Expr e) {
    const Node node = graph_->node(e);
    switch (node.op) {
        case Op::constant:
            return number(graph_->constant_value(e.id));
        case Op::pi:
            return pi();
        case Op::neg:
            return -raise(graph_->expr(node.operand[0]));
        case Op::symbol: {
            const Symbol s = graph_->symbol_of(e);
            return s.role == Role::undeclared || resolve_(s.name) == e ? symbol(s.name) : reference(e);
        }
        case Op::mul:
            if (graph_->node(node.operand[0]).op == Op::constant)
                return raise(graph_->expr(node.operand[0])) * raise(graph_->expr(node.operand[1]));
            if (graph_->node(node.operand[1]).op == Op::constant)
                return raise(graph_->expr(node.operand[1])) * raise(graph_->expr(node.operand[0]));
            break;
        default:
            break;
    }
    constexpr std::size_t tiny = 12;
    if (!is_opaque(node.op) && unfolded_size(*graph_, e.id, tiny) <= tiny) return unfold_node(e.id);
    return reference(e);
}

Scalar Algebra::unfold_sum(NodeId id) {
    GiNaC::exvector terms;
    std::vector<std::pair<NodeId, int>> stack{{id, 1}};
    while (!stack.empty()) {
        const auto [term, sign] = stack.back();
        stack.pop_back();
        const Node node = graph_->node(term);
        if (node.op == Op::neg) {
            stack.emplace_back(node.operand[0], -sign);
        } else if (node.op == Op::add || node.op == Op::sub) {
            stack.emplace_back(node.operand[0], sign);
            stack.emplace_back(node.operand[1], node.op == Op::sub ? -sign : sign);
        } else {
            terms.push_back(sign * unfold_node(term));
        }
    }
    return ex(GiNaC::add(terms));
}

Scalar Algebra::unfold_node(NodeId id) {
    const Node node = graph_->node(id);
    if (node.op == Op::constant || node.op == Op::pi || node.op == Op::symbol) return raise(graph_->expr(id));
    if (is_opaque(node.op)) return reference(graph_->expr(id));
    if (const auto known = unfold_memo_.find(id); known != unfold_memo_.end()) return known->second;
    const auto operand = [&](int k) { return unfold_node(node.operand[k]); };
    const Scalar result = [&]() -> ex {
        switch (node.op) {
            case Op::add:
            case Op::sub:
            case Op::neg:
                return unfold_sum(id);
            case Op::mul:
                return operand(0) * operand(1);
            case Op::div:
                return divide(operand(0), operand(1));
            case Op::pow:
                return power(operand(0), operand(1));
            case Op::atan2:
                return apply("atan2", operand(0), operand(1));
            default:
                return apply(lag::name_of(node.op), operand(0));
        }
    }();
    unfold_memo_.emplace(id, result);
    return result;
}

namespace {

// Depth of the tree when sums count as one level: what the recursion of unfold_node needs.
struct Shape {
    double size = 0;
    int depth = 0;
};

bool is_sum(Op op) {
    return op == Op::add || op == Op::sub || op == Op::neg;
}

Shape shape_below(const Graph& graph, Expr root) {
    std::map<NodeId, Shape> shapes;
    const std::vector<Expr> roots{root};
    for (const NodeId id : reachable(graph, roots)) {
        const Node& node = graph.node(id);
        Shape shape{1, 1};
        if (!is_opaque(node.op))
            for (int k = 0; k < arity(node.op); ++k) {
                const Shape& below = shapes.at(node.operand[k]);
                const bool same_sum = is_sum(node.op) && is_sum(graph.node(node.operand[k]).op);
                shape.size += below.size;
                shape.depth = std::max(shape.depth, below.depth + (same_sum ? 0 : 1));
            }
        shapes[id] = shape;
    }
    return shapes.at(root.id);
}

}  // namespace

Scalar Algebra::unfold(const Scalar& e) {
    if (!has_references(e)) return e;
    if (is_reference(e)) {
        const Expr node = resolve_again(referred(e));
        const Shape shape = shape_below(*graph_, node);
        if (shape.size > static_cast<double>(largest_unfolded_tree) || shape.depth > deepest_unfolded_tree) {
            char size[32];
            std::snprintf(size, sizeof size, "%.2g", shape.size);
            throw ModelError(fmt::format("the expression is too large to write out ({} terms)", size),
                             "use it as a whole, or ask for one element");
        }
        return unfold_node(node.id);
    }
    GiNaC::exmap replaced;
    std::function<void(const ex&)> collect = [&](const ex& part) {
        if (is_reference(part)) {
            if (const ex unfolded = unfold(part); !unfolded.is_equal(part)) replaced[part] = unfolded;
        }
        for (std::size_t i = 0; i < part.nops(); ++i) collect(part.op(i));
    };
    collect(e);
    return guarded("expansion", [&] { return replaced_within(*this, e, replaced); });
}

namespace {

// Visits at most `limit` nodes; false when there are more, or when they are nested too deeply.
bool is_small(const ex& e, std::size_t& budget, int depth) {
    if (budget == 0 || depth == 0) return false;
    --budget;
    if (is_exactly_a<numeric>(e)) {
        const numeric& n = ex_to<numeric>(e);
        if (n.is_rational() &&
            static_cast<std::size_t>(std::max(n.numer().int_length(), n.denom().int_length())) > largest_integer_bits)
            throw ModelError("a number grows beyond 15000 digits");
        return true;
    }
    for (std::size_t i = 0; i < e.nops(); ++i)
        if (!is_small(e.op(i), budget, depth - 1)) return false;
    return true;
}

}  // namespace

Scalar Algebra::settle(const Scalar& e) {
    if (e.has_written()) return beside(settle(e.value()), [&] { return settle(e.written()); });
    if (e.nops() == 0 && !is_exactly_a<numeric>(e)) return e;
    std::size_t budget = largest_settled_tree;
    if (is_small(e, budget, deepest_settled_tree)) return e;
    return guarded("expression", [&] { return raise(lower(e)); });
}

}  // namespace lag
