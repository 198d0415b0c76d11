#include "core/structural_zero.hpp"

#include <array>
#include <optional>

#include "core/errors.hpp"
#include "core/hash.hpp"

namespace lag {

namespace {

// The largest primes below 2^61 with p = 23 mod 24 and p = 1 or 4 mod 5: a square root of a square s is s^((p+1)/4),
// itself a square, and 2, 3 and 5, which hinge axes bring along, are squares. Several, because whether a constant such
// as 1 - sqrt(2) is one differs from field to field.
constexpr std::array<std::uint64_t, 8> primes = {2305843009213692671ULL, 2305843009213690871ULL, 2305843009213690799ULL,
                                                 2305843009213690511ULL, 2305843009213689479ULL, 2305843009213688159ULL,
                                                 2305843009213687871ULL, 2305843009213686431ULL};

class Field {
  public:
    explicit Field(std::uint64_t p) : p_(p) {}
    std::uint64_t add(std::uint64_t a, std::uint64_t b) const { return a + b < p_ ? a + b : a + b - p_; }
    std::uint64_t negative(std::uint64_t a) const { return a == 0 ? 0 : p_ - a; }
    std::uint64_t sub(std::uint64_t a, std::uint64_t b) const { return add(a, negative(b)); }
    std::uint64_t mul(std::uint64_t a, std::uint64_t b) const {
        return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % p_);
    }
    std::uint64_t power(std::uint64_t base, std::uint64_t exponent) const {
        std::uint64_t result = 1;
        for (; exponent > 0; exponent >>= 1, base = mul(base, base))
            if ((exponent & 1) != 0) result = mul(result, base);
        return result;
    }
    std::optional<std::uint64_t> quotient(std::uint64_t a, std::uint64_t b) const {
        if (b == 0) return std::nullopt;
        return mul(a, power(b, p_ - 2));
    }
    std::optional<std::uint64_t> root(std::uint64_t a) const {
        const std::uint64_t r = power(a, (p_ + 1) / 4);
        if (mul(r, r) != a) return std::nullopt;
        return r;
    }
    std::optional<std::uint64_t> of(const Rational& value) const {
        const auto part = [&](const cln::cl_I& n) {
            const cln::cl_I rest = cln::mod(n, cln::cl_I(static_cast<unsigned long>(p_)));
            return static_cast<std::uint64_t>(cln::cl_I_to_ulong(rest));
        };
        return quotient(part(cln::numerator(value)), part(cln::denominator(value)));
    }
    // Any element, as the words say.
    std::uint64_t random(std::uint64_t a, std::uint64_t b, std::uint64_t c = 0) const {
        return mix(mix(mix(a + p_) ^ b) + c + 0x9e3779b97f4a7c15ULL) % p_;
    }

  private:
    __extension__ using Wide = unsigned __int128;
    std::uint64_t p_;
};

// The value of each node in one field; none where a divisor is zero.
class FieldValues {
  public:
    FieldValues(Graph& graph, std::uint64_t prime, const std::unordered_set<NodeId>& holding)
        : graph_(graph), field_(prime), holding_(holding), values_(graph.size()) {}

    void fill(const std::vector<NodeId>& nodes) {
        for (const NodeId id : nodes) values_[id] = value_of(id);
    }
    // Not known counts as not zero.
    bool is_zero(Expr e) const { return values_[e.id] == std::uint64_t{0}; }

  private:
    using Value = std::optional<std::uint64_t>;

    Value value_of(NodeId id) {
        const Node& node = graph_.node(id);
        std::array<std::uint64_t, 3> x{};
        for (int k = 0; k < arity(node.op); ++k) {
            const Value& operand = values_[node.operand[k]];
            if (!operand) return std::nullopt;
            x[static_cast<std::size_t>(k)] = *operand;
        }
        const auto tag = static_cast<std::uint64_t>(node.op);
        switch (node.op) {
            case Op::constant:
                return field_.of(graph_.constant_value(id));
            case Op::pi:
            case Op::symbol:
                return field_.random(tag, node.hash);
            case Op::add:
                return field_.add(x[0], x[1]);
            case Op::sub:
                return field_.sub(x[0], x[1]);
            case Op::neg:
                return field_.negative(x[0]);
            case Op::mul:
                return field_.mul(x[0], x[1]);
            case Op::div:
                return field_.quotient(x[0], x[1]);
            case Op::sqrt:
                if (const Value root = field_.root(x[0])) return root;
                return field_.random(tag, x[0]);
            case Op::sin:
                return circle(x[0], true);
            case Op::cos:
                return circle(x[0], false);
            case Op::tan: {
                const Value s = circle(x[0], true), c = circle(x[0], false);
                return s && c ? field_.quotient(*s, *c) : std::nullopt;
            }
            case Op::select:
                if (holding_.contains(node.operand[0])) return x[1];
                if (x[1] == x[2]) return x[1];
                return field_.random(tag ^ x[0], x[1], x[2]);
            case Op::curve:
            case Op::map:
                return field_.random(tag + 64 * (std::uint64_t{node.index} + 1), x[0], x[1]);
            default:
                return field_.random(tag, x[0], x[1]);
        }
    }
    // The angle 0 is t = 0, and -a is -t: sine is odd, cosine even.
    Value circle(std::uint64_t angle, bool sine) const {
        const std::uint64_t opposite = field_.negative(angle);
        std::uint64_t t = 0;
        if (angle != 0)
            t = angle < opposite ? field_.random(1000, angle) : field_.negative(field_.random(1000, opposite));
        const std::uint64_t square = field_.mul(t, t), below = field_.add(1, square);
        return field_.quotient(sine ? field_.add(t, t) : field_.sub(1, square), below);
    }

    Graph& graph_;
    Field field_;
    const std::unordered_set<NodeId>& holding_;
    std::vector<Value> values_;  // by node
};

}  // namespace

StructuralZeros::StructuralZeros(Graph& graph, const std::vector<Expr>& holding) : graph_(&graph) {
    for (const Expr& condition : holding) holding_.insert(condition.id);
}

std::vector<bool> StructuralZeros::operator()(std::span<const Expr> expressions) {
    const std::vector<NodeId> nodes = reachable(*graph_, expressions);
    std::vector<bool> zero(expressions.size(), true);
    for (const std::uint64_t prime : primes) {
        FieldValues values(*graph_, prime, holding_);
        values.fill(nodes);
        for (std::size_t k = 0; k < expressions.size(); ++k) zero[k] = zero[k] && values.is_zero(expressions[k]);
    }
    return zero;
}

}  // namespace lag
