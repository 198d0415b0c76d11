#include "core/structural_zero.hpp"

#include <array>
#include <optional>

#include "core/errors.hpp"
#include "core/finite_field.hpp"

namespace lag {

namespace {

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
                return field_.sine(x[0]);
            case Op::cos:
                return field_.cosine(x[0]);
            case Op::tan: {
                const Value s = field_.sine(x[0]), c = field_.cosine(x[0]);
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
    Graph& graph_;
    FiniteField field_;
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
    for (const std::uint64_t prime : FiniteField::primes) {
        FieldValues values(*graph_, prime, holding_);
        values.fill(nodes);
        for (std::size_t k = 0; k < expressions.size(); ++k) zero[k] = zero[k] && values.is_zero(expressions[k]);
    }
    return zero;
}

}  // namespace lag
