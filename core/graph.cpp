// Hash-consing and the normal form. The folding rules look at most one level deep on each side: anything deeper is the
// business of the passes in emitters/, which count before they rewrite.
#include "core/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

#include "core/errors.hpp"
#include "core/hash.hpp"

namespace lag {

namespace {

std::uint64_t combine(std::uint64_t a, std::uint64_t b) {
    return mix(a * 0x9e3779b97f4a7c15ULL + b + 0x7f4a7c15ULL);
}

bool is_integer(const Rational& value) {
    return cln::denominator(value) == 1;
}

bool commutes(Op op) {
    return op == Op::add || op == Op::mul || op == Op::min || op == Op::max || op == Op::equal ||
           op == Op::logical_and || op == Op::logical_or;
}

}  // namespace

struct Graph::Tables {
    struct Key {
        Op op;
        std::uint32_t index;
        NodeId a, b, c;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& k) const {
            return combine(combine((static_cast<std::uint64_t>(k.op) << 32) + k.index, k.a),
                           (static_cast<std::uint64_t>(k.b) << 32) + k.c);
        }
    };
    std::unordered_map<Key, NodeId, KeyHash> nodes;
    std::vector<Rational> constants;
    std::map<std::string, std::uint32_t> constant_index;  // by decimal text
    std::unordered_map<long, NodeId> small_constants;
    std::vector<Symbol> symbols;
    std::map<std::pair<std::string, Role>, std::uint32_t> symbol_index;
    std::unordered_map<NodeId, cln::cl_R> reals;  // values of constant expressions
    std::vector<Lookup> lookups;
    std::vector<std::uint64_t> table_hashes;  // of each lookup's table
    std::map<NodeId, std::vector<Expr>> lane_members;
};

Graph::Graph() : tables_(std::make_unique<Tables>()) {
    nodes_.reserve(1024);
    constant(Rational(0));  // id 0
    constant(Rational(1));  // id 1
}

Graph::~Graph() = default;

Expr Graph::intern(Op op, std::uint32_t index, NodeId a, NodeId b, NodeId c, std::uint64_t hash,
                   Dependence dependence) {
    const auto [place, is_new] =
        tables_->nodes.emplace(Tables::Key{op, index, a, b, c}, static_cast<NodeId>(nodes_.size()));
    if (is_new) {
        if (nodes_.size() >= 200'000'000) throw ModelError("the expression graph has grown beyond 200 million nodes");
        nodes_.push_back(Node{op, 0, dependence, index, {a, b, c}, hash});
        if ((dependence & in_lanes) != 0) nodes_.back().lanes = static_cast<std::uint8_t>(lanes_of_made(nodes_.back()));
    }
    return {this, place->second};
}

std::size_t Graph::lanes_of_made(const Node& node) const {
    if (node.op == Op::symbol) return tables_->symbols[node.index].lanes;
    if (node.op == Op::lane_repeat) return node.index;
    if (node.op == Op::lane_fold) return LaneFold::of(node.index).into;
    if (node.op == Op::lane_set) return LanePlace::of(node.index).lanes;
    std::size_t lanes = 0;
    for (const NodeId id : node.operand) lanes = std::max<std::size_t>(lanes, nodes_[id].lanes);
    return lanes;
}

Expr Graph::make(Op op, Expr a, Expr b, Expr c) {
    const int n = arity(op);
    // in as many lanes as the one that has most
    const std::size_t lanes = std::max({lanes_of(a), lanes_of(b), lanes_of(c)});
    std::array<Expr, 3> operands{lane_repeat(a, lanes), lane_repeat(b, lanes), lane_repeat(c, lanes)};
    // Equal hashes of different nodes would make the order depend on ids: break such (astronomically rare) ties by id
    // all the same, ids being deterministic for a given script.
    const auto rank = [&](const Expr& e) { return std::pair(node(e).hash, e.id); };
    if (commutes(op) && rank(operands[1]) < rank(operands[0])) std::swap(operands[0], operands[1]);
    std::uint64_t hash = mix(static_cast<std::uint64_t>(op) + 0x51ULL);
    Dependence dependence = 0;
    for (int k = 0; k < n; ++k) {
        const Node& operand = node(operands[static_cast<std::size_t>(k)]);
        hash = combine(hash, operand.hash);
        dependence = static_cast<Dependence>(dependence | operand.dependence);
    }
    const auto id = [&](std::size_t k) { return k < static_cast<std::size_t>(n) ? operands[k].id : 0; };
    return intern(op, 0, id(0), id(1), id(2), hash, dependence);
}

// Arithmetic on exact numbers may double their length at every step: it ends here, while a step is still short.
Expr Graph::constant(const Rational& value) {
    constexpr std::size_t most_bits = 200'000;
    if (cln::integer_length(cln::numerator(value)) > most_bits ||
        cln::integer_length(cln::denominator(value)) > most_bits)
        throw ModelError("an exact number grows beyond 60000 digits");
    const bool small = is_integer(value) && cln::abs(value) < 1000;
    const long key = small ? cln::cl_I_to_long(cln::the<cln::cl_I>(value)) : 0;
    if (small)
        if (const auto known = tables_->small_constants.find(key); known != tables_->small_constants.end())
            return {this, known->second};
    const auto [place, is_new] =
        tables_->constant_index.emplace(to_string(value), static_cast<std::uint32_t>(tables_->constants.size()));
    if (is_new) tables_->constants.push_back(value);
    const std::uint64_t hash = combine(mix(static_cast<std::uint64_t>(Op::constant) + 0x51ULL), hash_of(value));
    const Expr e = intern(Op::constant, place->second, 0, 0, 0, hash, 0);
    if (small) tables_->small_constants.emplace(key, e.id);
    return e;
}

Expr Graph::pi() {
    return intern(Op::pi, 0, 0, 0, 0, hash_text("%pi"), 0);
}

Expr Graph::symbol(const std::string& name, Role role) {
    const auto [place, is_new] =
        tables_->symbol_index.emplace(std::pair(name, role), static_cast<std::uint32_t>(tables_->symbols.size()));
    if (is_new) tables_->symbols.push_back({name, role, 0});
    return intern(Op::symbol, place->second, 0, 0, 0, combine(hash_text(name), static_cast<std::uint64_t>(role)),
                  bit(role));
}

Expr Graph::lane_symbol(const std::string& name, Role role, const std::vector<Expr>& members) {
    const auto [place, is_new] =
        tables_->symbol_index.emplace(std::pair(name, role), static_cast<std::uint32_t>(tables_->symbols.size()));
    if (is_new) tables_->symbols.push_back({name, role, members.size()});
    const Expr e = intern(Op::symbol, place->second, 0, 0, 0,
                          combine(hash_text(name), static_cast<std::uint64_t>(role)), bit(role) | in_lanes);
    const auto [known, is_first] = tables_->lane_members.emplace(e.id, members);
    for (const Expr& member : members)
        if (is_lane_value(own(member)))
            throw InternalError(fmt::format("a member of the lane symbol {} has lanes itself", name));
    if (!is_lane_value(e) || (!is_first && known->second != members))
        throw InternalError(fmt::format("the lane symbol {} has other members already", name));
    return e;
}

const std::vector<Expr>& Graph::lane_members(NodeId id) const {
    return tables_->lane_members.at(id);
}

Expr Graph::make_of_lanes(Op op, Expr a, std::size_t index, Dependence dependence, Expr b) {
    const std::uint64_t of_index = op == Op::lane_sum ? 0 : index;
    std::uint64_t hash = combine(mix(static_cast<std::uint64_t>(op) + 0x51ULL + of_index), node(a).hash);
    if (arity(op) == 2) hash = combine(hash, node(b).hash);
    return intern(op, static_cast<std::uint32_t>(index), a.id, arity(op) == 2 ? b.id : 0, 0, hash, dependence);
}

const Rational& Graph::constant_value(NodeId id) const {
    return tables_->constants[nodes_[id].index];
}
const Symbol& Graph::symbol_of(NodeId id) const {
    return tables_->symbols[nodes_[id].index];
}
const Lookup& Graph::lookup_of(NodeId id) const {
    return tables_->lookups[nodes_[id].index];
}
const Lookup& Graph::numbered_lookup(std::uint32_t number) const {
    return tables_->lookups[number];
}

// -- the normal form
// ------------------------------------------------------------------------------------------------------

namespace {

bool is_op(const Graph& g, Expr e, Op op) {
    return g.node(e).op == op;
}
bool is_rational(const Graph& g, Expr e) {
    return is_op(g, e, Op::constant);
}
Expr operand(Graph& g, Expr e, int k) {
    return g.expr(g.node(e).operand[k]);
}

// e = coefficient * core with a rational coefficient; products keep constants first.
struct Term {
    Rational coefficient;
    Expr core;
};
Term term_of(Graph& g, Expr e) {
    Rational sign = 1;
    if (is_op(g, e, Op::neg)) {
        sign = -1;
        e = operand(g, e, 0);
    }
    if (is_op(g, e, Op::mul) && is_rational(g, operand(g, e, 0)))
        return {sign * g.constant_value(operand(g, e, 0).id), operand(g, e, 1)};
    if (is_op(g, e, Op::mul) && is_rational(g, operand(g, e, 1)))
        return {sign * g.constant_value(operand(g, e, 1).id), operand(g, e, 0)};
    return {sign, e};
}

bool squares_of_sine_and_cosine(Graph& g, Expr a, Expr b) {
    const auto square_of = [&](Expr e, Op op) -> std::optional<NodeId> {
        if (!is_op(g, e, Op::mul) || !(operand(g, e, 0) == operand(g, e, 1))) return std::nullopt;
        const Expr f = operand(g, e, 0);
        return is_op(g, f, op) ? std::optional(g.node(f).operand[0]) : std::nullopt;
    };
    const auto s = square_of(a, Op::sin), c = square_of(b, Op::cos);
    if (s && c) return *s == *c;
    const auto s2 = square_of(b, Op::sin), c2 = square_of(a, Op::cos);
    return s2 && c2 && *s2 == *c2;
}

}  // namespace

bool Graph::vanishes(Expr difference) {
    // A sum of constants without rational value, such as sqrt(2)/2 - 1/sqrt(2): zero if it is so in all the
    // digits we keep.
    const Node n = node(difference);  // a copy: evaluation may add nodes
    if (n.dependence != 0 || n.op == Op::constant || n.op == Op::pi) return false;
    if (n.op != Op::add && n.op != Op::sub) return false;
    return cln::zerop(constant_real(difference));
}

Expr Graph::add(Expr a, Expr b) {
    a = own(a), b = own(b);
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    if (is_rational(*this, a) && is_rational(*this, b)) return constant(constant_value(a.id) + constant_value(b.id));
    const bool na = is_op(*this, a, Op::neg), nb = is_op(*this, b, Op::neg);
    if (na && nb) return neg(add(operand(*this, a, 0), operand(*this, b, 0)));
    if (na) return sub(b, operand(*this, a, 0));
    if (nb) return sub(a, operand(*this, b, 0));
    if (is_rational(*this, a) && cln::minusp(constant_value(a.id))) return sub(b, constant(-constant_value(a.id)));
    if (is_rational(*this, b) && cln::minusp(constant_value(b.id))) return sub(a, constant(-constant_value(b.id)));
    const Term ta = term_of(*this, a), tb = term_of(*this, b);
    if (ta.core == tb.core) return mul(constant(ta.coefficient + tb.coefficient), ta.core);
    if (is_op(*this, a, Op::sub) && operand(*this, a, 1) == b) return operand(*this, a, 0);  // (x - b) + b
    if (is_op(*this, b, Op::sub) && operand(*this, b, 1) == a) return operand(*this, b, 0);
    if (squares_of_sine_and_cosine(*this, a, b)) return integer(1);
    const Expr sum = make(Op::add, a, b);
    return vanishes(sum) ? Expr{this, 0} : sum;
}

Expr Graph::sub(Expr a, Expr b) {
    a = own(a), b = own(b);
    if (b.is_zero()) return a;
    if (a.is_zero()) return neg(b);
    if (a == b) return {this, 0};
    if (is_rational(*this, a) && is_rational(*this, b)) return constant(constant_value(a.id) - constant_value(b.id));
    const bool na = is_op(*this, a, Op::neg), nb = is_op(*this, b, Op::neg);
    if (nb) return add(a, operand(*this, b, 0));
    if (na) return neg(add(operand(*this, a, 0), b));
    if (is_rational(*this, b) && cln::minusp(constant_value(b.id))) return add(a, constant(-constant_value(b.id)));
    if (is_rational(*this, a) && cln::minusp(constant_value(a.id))) return neg(add(constant(-constant_value(a.id)), b));
    const Term ta = term_of(*this, a), tb = term_of(*this, b);
    if (ta.core == tb.core) return mul(constant(ta.coefficient - tb.coefficient), ta.core);
    if (is_op(*this, a, Op::add)) {  // (x + b) - b
        if (operand(*this, a, 0) == b) return operand(*this, a, 1);
        if (operand(*this, a, 1) == b) return operand(*this, a, 0);
    }
    if (is_op(*this, b, Op::add)) {  // a - (a + x)
        if (operand(*this, b, 0) == a) return neg(operand(*this, b, 1));
        if (operand(*this, b, 1) == a) return neg(operand(*this, b, 0));
    }
    if (is_op(*this, b, Op::sub) && operand(*this, b, 0) == a) return operand(*this, b, 1);       // a - (a - x)
    if (is_op(*this, a, Op::sub) && operand(*this, a, 0) == b) return neg(operand(*this, a, 1));  // (b - x) - b
    if (a.is_one() && is_op(*this, b, Op::mul) && operand(*this, b, 0) == operand(*this, b, 1)) {
        const Expr f = operand(*this, b, 0);  // 1 - sin^2, 1 - cos^2
        if (is_op(*this, f, Op::sin)) return power(unary(Op::cos, operand(*this, f, 0)), 2);
        if (is_op(*this, f, Op::cos)) return power(unary(Op::sin, operand(*this, f, 0)), 2);
    }
    const bool swapped = std::pair(node(b).hash, b.id) < std::pair(node(a).hash, a.id);
    const Expr difference = swapped ? make(Op::sub, b, a) : make(Op::sub, a, b);
    if (vanishes(difference)) return {this, 0};
    return swapped ? neg(difference) : difference;
}

Expr Graph::neg(Expr a) {
    a = own(a);
    if (a.is_zero()) return a;
    if (is_rational(*this, a)) return constant(-constant_value(a.id));
    if (is_op(*this, a, Op::neg)) return operand(*this, a, 0);
    return make(Op::neg, a);
}

Expr Graph::mul(Expr a, Expr b) {
    a = own(a), b = own(b);
    if (a.is_zero() || b.is_zero()) return {this, 0};
    if (a.is_one()) return b;
    if (b.is_one()) return a;
    const bool ra = is_rational(*this, a), rb = is_rational(*this, b);
    if (ra && rb) return constant(constant_value(a.id) * constant_value(b.id));
    if (rb) std::swap(a, b);
    if (ra || rb) {
        const Rational value = constant_value(a.id);
        if (cln::minusp(value)) return neg(mul(constant(-value), b));
        const Term t = term_of(*this, b);
        if (t.coefficient != 1) return mul(constant(value * t.coefficient), t.core);
        return make(Op::mul, a, b);
    }
    if (is_op(*this, a, Op::neg)) return neg(mul(operand(*this, a, 0), b));
    if (is_op(*this, b, Op::neg)) return neg(mul(a, operand(*this, b, 0)));
    const Term ta = term_of(*this, a), tb = term_of(*this, b);
    if (ta.coefficient != 1 || tb.coefficient != 1)
        return mul(constant(ta.coefficient * tb.coefficient), mul(ta.core, tb.core));
    if (a == b && is_op(*this, a, Op::sqrt)) return operand(*this, a, 0);
    const auto cancels = [&](Expr x, Expr y) { return is_op(*this, x, Op::div) && operand(*this, x, 1) == y; };
    if (cancels(a, b)) return operand(*this, a, 0);  // (n / y) * y
    if (cancels(b, a)) return operand(*this, b, 0);
    return make(Op::mul, a, b);
}

Expr Graph::div(Expr a, Expr b) {
    if (b.is_zero()) throw DivisionByZero();
    a = own(a), b = own(b);
    if (a.is_zero()) return a;
    if (b.is_one()) return a;
    if (a == b) return integer(1);
    if (is_rational(*this, b)) return mul(constant(Rational(1) / constant_value(b.id)), a);
    if (is_op(*this, b, Op::neg)) return neg(div(a, operand(*this, b, 0)));
    if (is_op(*this, a, Op::neg)) return neg(div(operand(*this, a, 0), b));
    const Term ta = term_of(*this, a), tb = term_of(*this, b);
    if (tb.coefficient != 1) return mul(constant(ta.coefficient / tb.coefficient), div(ta.core, tb.core));
    if (ta.coefficient != 1 && !is_rational(*this, a)) return mul(constant(ta.coefficient), div(ta.core, b));
    if (is_op(*this, a, Op::mul)) {  // (x * b) / b
        if (operand(*this, a, 0) == b) return operand(*this, a, 1);
        if (operand(*this, a, 1) == b) return operand(*this, a, 0);
    }
    if (is_op(*this, b, Op::div) && operand(*this, b, 0).is_one()) return mul(a, operand(*this, b, 1));  // a / (1/x)
    if (is_op(*this, b, Op::sqrt) && operand(*this, b, 0) == a) return b;                                // x / sqrt(x)
    return make(Op::div, a, b);
}

Expr Graph::power(Expr base, long exponent) {
    if (exponent < 0) return div(integer(1), power(base, -exponent));
    Expr result = integer(1), square = base;
    for (unsigned long bits = static_cast<unsigned long>(exponent); bits != 0; bits >>= 1U) {
        if ((bits & 1U) != 0) result = mul(result, square);
        if (bits > 1) square = mul(square, square);
    }
    return result;
}

Expr Graph::power(Expr base, Expr exponent) {
    base = own(base), exponent = own(exponent);
    if (is_rational(*this, exponent)) {
        const Rational value = constant_value(exponent.id);
        const Rational twice = 2 * value;
        if (is_integer(twice) && cln::abs(twice) <= 2048) {
            const long halves = cln::cl_I_to_long(cln::the<cln::cl_I>(twice));
            if (halves % 2 == 0) return power(base, halves / 2);
            const Expr root = unary(Op::sqrt, base);
            const long whole = (halves - (halves > 0 ? 1 : -1)) / 2;
            return halves > 0 ? mul(power(base, whole), root) : div(power(base, whole), root);
        }
    }
    if (base.is_one()) return base;
    return make(Op::pow, base, exponent);
}

namespace {

// sin of (rational multiple of pi): exact for multiples of pi/6 and pi/4. `turn` = angle / pi reduced to [0, 2).
std::optional<Expr> sine_of_turn(Graph& g, Rational turn) {
    turn = turn - 2 * cln::floor1(turn / 2);
    Rational sign = 1;
    if (turn >= 1) {
        turn = turn - 1;
        sign = -1;
    }
    if (turn > Rational(1) / 2) turn = 1 - turn;
    const Rational twelfths = turn * 12;
    if (!is_integer(twelfths)) return std::nullopt;
    const Expr s = g.constant(sign);
    switch (cln::cl_I_to_int(cln::the<cln::cl_I>(twelfths))) {
        case 0:
            return g.integer(0);
        case 2:
            return s * g.rational(1, 2);
        case 3:
            return s * (g.rational(1, 2) * g.unary(Op::sqrt, g.integer(2)));
        case 4:
            return s * (g.rational(1, 2) * g.unary(Op::sqrt, g.integer(3)));
        case 6:
            return s;
        default:
            return std::nullopt;
    }
}

// angle / pi when the expression is a rational multiple of pi
std::optional<Rational> turn_of(Graph& g, Expr e) {
    if (g.node(e).dependence != 0) return std::nullopt;
    const Term t = term_of(g, e);
    if (is_op(g, t.core, Op::pi)) return t.coefficient;
    if (t.core.is_zero()) return Rational(0);
    if (is_op(g, t.core, Op::div) && is_op(g, operand(g, t.core, 0), Op::pi) && is_rational(g, operand(g, t.core, 1)))
        return t.coefficient / g.constant_value(operand(g, t.core, 1).id);
    return std::nullopt;
}

}  // namespace

Expr Graph::unary(Op op, Expr a) {
    a = own(a);
    const bool rational = is_rational(*this, a);
    const bool negated = is_op(*this, a, Op::neg) || (rational && cln::minusp(constant_value(a.id)));
    switch (op) {
        case Op::sin:
            if (a.is_zero()) return a;
            if (const auto turn = turn_of(*this, a))
                if (const auto value = sine_of_turn(*this, *turn)) return *value;
            if (negated) return neg(unary(op, neg(a)));
            break;
        case Op::cos:
            if (a.is_zero()) return integer(1);
            if (const auto turn = turn_of(*this, a))
                if (const auto value = sine_of_turn(*this, *turn + Rational(1) / 2)) return *value;
            if (negated) return unary(op, neg(a));
            break;
        case Op::tan:
            if (const auto turn = turn_of(*this, a)) {
                const auto s = sine_of_turn(*this, *turn), c = sine_of_turn(*this, *turn + Rational(1) / 2);
                if (s && c && !c->is_zero()) return div(*s, *c);
            }
            [[fallthrough]];
        case Op::asin:
        case Op::atan:
        case Op::sinh:
        case Op::tanh:
            if (a.is_zero()) return a;
            if (negated) return neg(unary(op, neg(a)));
            break;
        case Op::cosh:
            if (a.is_zero()) return integer(1);
            if (negated) return unary(op, neg(a));
            break;
        case Op::exp:
            if (a.is_zero()) return integer(1);
            break;
        case Op::log:
            if (a.is_one()) return {this, 0};
            break;
        case Op::acos:
            if (a.is_one()) return {this, 0};
            break;
        case Op::sqrt:
            if (rational && !negated) {
                Rational root;
                if (cln::sqrtp(constant_value(a.id), &root)) return constant(root);
            }
            break;
        case Op::abs:
            if (rational) return constant(cln::abs(constant_value(a.id)));
            if (negated) return unary(op, neg(a));
            if (is_op(*this, a, Op::abs) || is_op(*this, a, Op::sqrt)) return a;
            break;
        case Op::floor:
            if (rational) return constant(cln::floor1(constant_value(a.id)));
            break;
        default:
            throw InternalError(std::string("unary ") + name_of(op));
    }
    return make(op, a);
}

Expr Graph::binary(Op op, Expr a, Expr b) {
    a = own(a), b = own(b);
    const bool both = is_rational(*this, a) && is_rational(*this, b);
    const auto truth = [&](bool value) { return integer(value ? 1 : 0); };
    switch (op) {
        case Op::pow:
            return power(a, b);
        case Op::min:
            if (a == b) return a;
            if (both) return constant_value(b.id) < constant_value(a.id) ? b : a;
            break;
        case Op::max:
            if (a == b) return a;
            if (both) return constant_value(a.id) < constant_value(b.id) ? b : a;
            break;
        case Op::mod:
            if (both && !b.is_zero()) {
                const Rational x = constant_value(a.id), y = constant_value(b.id);
                return constant(x - y * cln::floor1(x / y));
            }
            break;
        case Op::less:
            if (a == b) return truth(false);
            if (both) return truth(constant_value(a.id) < constant_value(b.id));
            break;
        case Op::less_equal:
            if (a == b) return truth(true);
            if (both) return truth(constant_value(a.id) <= constant_value(b.id));
            break;
        case Op::equal:
            if (a == b) return truth(true);
            if (both) return truth(false);
            break;
        case Op::logical_and:
            if (a.is_zero() || b.is_zero()) return truth(false);
            if (a.is_one()) return b;
            if (b.is_one() || a == b) return a;
            break;
        case Op::logical_or:
            if (a.is_one() || b.is_one()) return truth(true);
            if (a.is_zero()) return b;
            if (b.is_zero() || a == b) return a;
            break;
        case Op::atan2:
            if (a.is_zero() && is_rational(*this, b) && cln::plusp(constant_value(b.id))) return a;
            break;
        default:
            throw InternalError(std::string("binary ") + name_of(op));
    }
    return make(op, a, b);
}

Expr Graph::logical_not(Expr a) {
    a = own(a);
    if (is_rational(*this, a)) return integer(a.is_zero() ? 1 : 0);
    if (is_op(*this, a, Op::logical_not)) return operand(*this, a, 0);
    return make(Op::logical_not, a);
}

Expr Graph::select(Expr condition, Expr if_true, Expr if_false) {
    condition = own(condition), if_true = own(if_true), if_false = own(if_false);
    if (is_rational(*this, condition)) return condition.is_zero() ? if_false : if_true;
    if (if_true == if_false) return if_true;
    return make(Op::select, condition, if_true, if_false);
}

// Equal tables are one table, whoever made them: tables are few, their numbers many.
std::uint32_t Graph::lookup_number(const Lookup& lookup) {
    std::vector<Lookup>& known = tables_->lookups;
    const auto orders_agree = [&](const Lookup& other) {
        return other.orders[0] == lookup.orders[0] && other.orders[1] == lookup.orders[1];
    };
    std::size_t same = known.size();  // another lookup of this table
    for (std::size_t k = 0; k < known.size(); ++k) {
        if (known[k].table != lookup.table && !(*known[k].table == *lookup.table)) continue;
        if (orders_agree(known[k])) return static_cast<std::uint32_t>(k);
        same = k;
    }
    std::vector<std::uint64_t>& hashes = tables_->table_hashes;
    hashes.push_back(same < known.size() ? hashes[same] : hash_of(*lookup.table));
    known.push_back({same < known.size() ? known[same].table : lookup.table, {lookup.orders[0], lookup.orders[1]}});
    return static_cast<std::uint32_t>(known.size() - 1);
}

Expr Graph::lookup(const Lookup& lookup, std::span<const Expr> arguments) {
    const PointTable& table = *lookup.table;
    if (lookup.orders[0] > table.degree || lookup.orders[1] > table.degree) return {this, 0};
    const auto is_number = [&](Expr e) { return is_rational(*this, e); };
    if (std::ranges::all_of(arguments, is_number)) {
        std::array<Rational, 2> numbers;
        for (std::size_t k = 0; k < arguments.size(); ++k) numbers[k] = constant_value(arguments[k].id);
        const auto itself = [](const Rational& number) { return number; };
        return constant(LookupValue<Rational, decltype(itself)>(lookup, itself)(numbers.data()));
    }
    const std::uint32_t number = lookup_number(lookup);
    const Op op = arguments.size() == 1 ? Op::curve : Op::map;
    std::uint64_t hash = combine(mix(static_cast<std::uint64_t>(op) + 0x51ULL), tables_->table_hashes[number]);
    hash = combine(hash, 4 * lookup.orders[0] + lookup.orders[1]);
    Dependence dependence = 0;
    for (const Expr& argument : arguments) {
        hash = combine(hash, node(argument).hash);
        dependence = static_cast<Dependence>(dependence | node(argument).dependence);
    }
    return intern(op, number, arguments[0].id, arguments.size() > 1 ? arguments[1].id : 0, 0, hash, dependence);
}

}  // namespace lag
