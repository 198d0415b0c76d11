#include "emitters/passes/code_values.hpp"

#include <cmath>

#include "core/random_numbers.hpp"

namespace lag {

namespace {

// What the walks below need of a number.
class ExactNumbers {
  public:
    using Value = FiniteField::Value;
    explicit ExactNumbers(const FiniteField& field) : f_(field) {}
    Value constant(const Rational& c) const { return f_.of(c); }
    Value random(std::uint64_t tag, std::uint64_t hash) const { return f_.random(tag, hash); }
    Value add(Value a, Value b) const { return a && b ? Value(f_.add(*a, *b)) : std::nullopt; }
    Value sub(Value a, Value b) const { return a && b ? Value(f_.sub(*a, *b)) : std::nullopt; }
    Value mul(Value a, Value b) const { return a && b ? Value(f_.mul(*a, *b)) : std::nullopt; }
    Value div(Value a, Value b) const { return a && b ? f_.quotient(*a, *b) : std::nullopt; }
    Value sine(Value a) const { return a ? f_.sine(*a) : std::nullopt; }
    Value cosine(Value a) const { return a ? f_.cosine(*a) : std::nullopt; }
    Value function(std::uint64_t tag, std::span<const Value> operands) const {
        std::uint64_t hash = tag;
        for (const Value& operand : operands) {
            if (!operand) return std::nullopt;
            hash = f_.random(hash, *operand, tag);
        }
        return hash % FiniteField::primes.back();
    }

  private:
    FiniteField f_;
};

class SmallNumbers {
  public:
    using Value = small_field::Value;
    explicit SmallNumbers(std::uint64_t place) : place_(place) {}
    static Value constant(const Rational& c) {
        return small_field::quotient(part(cln::numerator(c)), part(cln::denominator(c)));
    }
    Value random(std::uint64_t tag, std::uint64_t hash) const { return element(mix(hash + tag)); }
    static Value add(Value a, Value b) { return a && b ? Value(small_field::add(*a, *b)) : std::nullopt; }
    static Value sub(Value a, Value b) { return b ? add(a, small_field::negative(*b)) : std::nullopt; }
    static Value mul(Value a, Value b) { return a && b ? Value(small_field::mul(*a, *b)) : std::nullopt; }
    static Value div(Value a, Value b) { return a && b ? small_field::quotient(*a, *b) : std::nullopt; }
    Value sine(Value a) const { return on_circle(a, true); }
    Value cosine(Value a) const { return on_circle(a, false); }
    Value function(std::uint64_t tag, std::span<const Value> operands) const {
        std::uint64_t hash = tag;
        for (const Value& operand : operands) {
            if (!operand) return std::nullopt;
            hash = mix(hash + *operand);
        }
        return element(hash);
    }

  private:
    static small_field::Residue part(const cln::cl_I& n) {
        return static_cast<small_field::Residue>(
            cln::cl_I_to_ulong(cln::mod(n, cln::cl_I(static_cast<unsigned long>(small_field::p)))));
    }
    small_field::Residue element(std::uint64_t hash) const {
        return static_cast<small_field::Residue>(mix(hash ^ mix(place_ + 1)) % small_field::p);
    }
    // As FiniteField::sine and cosine.
    Value on_circle(Value angle, bool sine) const {
        if (!angle) return std::nullopt;
        const small_field::Residue opposite = small_field::negative(*angle);
        small_field::Residue t = 0;
        if (*angle != 0)
            t = *angle < opposite ? element(1000 + *angle) : small_field::negative(element(1000 + opposite));
        const small_field::Residue square = small_field::mul(t, t), below = small_field::add(1, square);
        return small_field::quotient(sine ? small_field::add(t, t) : small_field::add(1, small_field::negative(square)),
                                     below);
    }

    std::uint64_t place_;
};

class PlainNumbers {
  public:
    using Value = double;
    explicit PlainNumbers(std::uint64_t place) : place_(place) {}
    static Value constant(const Rational& c) { return nearest_double(c); }
    Value random(std::uint64_t tag, std::uint64_t hash) const {
        return 0.5 + RandomNumbers(mix(hash + tag) ^ place_).unit();
    }
    static Value add(Value a, Value b) { return a + b; }
    static Value sub(Value a, Value b) { return a - b; }
    static Value mul(Value a, Value b) { return a * b; }
    static Value div(Value a, Value b) { return a / b; }
    static Value sine(Value a) { return std::sin(a); }
    static Value cosine(Value a) { return std::cos(a); }
    Value function(std::uint64_t tag, std::span<const Value> operands) const {
        if (tag == static_cast<std::uint64_t>(Op::sqrt)) return std::sqrt(std::abs(operands.front()));
        return random(tag, operands.size());
    }

  private:
    std::uint64_t place_;
};

template <class Numbers>
class CodeEvaluation {
  public:
    using Value = typename Numbers::Value;
    CodeEvaluation(Numbers numbers, const Code& code) : numbers_(std::move(numbers)), code_(code) {}

    std::vector<Value> run() {
        evaluate_free();
        values_.resize(code_.size());
        for (CodeId id = 0; id < code_.size(); ++id) values_[id] = value_of(id);
        return std::move(values_);
    }

  private:
    void evaluate_free() {
        Graph& graph = code_.free_graph();
        std::vector<Expr> free;
        for (CodeId id = 0; id < code_.size(); ++id)
            if (code_.is_free(id)) free.push_back(code_.free_value(id));
        free_.resize(graph.size());
        for (const NodeId id : reachable(graph, free)) free_[id] = value_of_node(graph, id);
    }

    Value value_of_node(Graph& graph, NodeId id) const {
        const Node& node = graph.node(id);
        const auto x = [&](int k) { return free_[node.operand[k]]; };
        switch (node.op) {
            case Op::constant:
                return numbers_.constant(graph.constant_value(id));
            case Op::pi:
            case Op::symbol:
                return numbers_.random(static_cast<std::uint64_t>(node.op), node.hash);
            case Op::add:
                return numbers_.add(x(0), x(1));
            case Op::sub:
                return numbers_.sub(x(0), x(1));
            case Op::neg:
                return numbers_.sub(numbers_.constant(0), x(0));
            case Op::mul:
                return numbers_.mul(x(0), x(1));
            case Op::div:
                return numbers_.div(x(0), x(1));
            case Op::sin:
                return numbers_.sine(x(0));
            case Op::cos:
                return numbers_.cosine(x(0));
            default:
                break;
        }
        std::vector<Value> operands;
        for (int k = 0; k < arity(node.op); ++k) operands.push_back(x(k));
        return numbers_.function(tag_of(node.op, node.index), operands);
    }

    // What distinguishes functions; look-ups and what changes lanes by their number.
    static std::uint64_t tag_of(Op op, std::uint32_t number) {
        const bool is_numbered = op == Op::curve || op == Op::map || changes_lanes(op);
        return static_cast<std::uint64_t>(op) + (is_numbered ? 64 * (std::uint64_t{number} + 1) : 0);
    }

    Value value_of(CodeId id) const {
        const CodeNode& node = code_.node(id);
        const auto items = code_.items(id);
        const auto seen = [&](const Item& item) {
            return item.minus ? numbers_.sub(numbers_.constant(0), values_[item.id]) : values_[item.id];
        };
        switch (node.kind) {
            case CodeKind::free:
                return free_[code_.free_value(id).id];
            case CodeKind::symbol:
                return numbers_.random(static_cast<std::uint64_t>(code_.symbol_of(id).role),
                                       hash_text(code_.symbol_of(id).name));
            case CodeKind::sum: {
                Value sum = numbers_.constant(0);
                for (const Item& item : items) sum = numbers_.add(sum, seen(item));
                return sum;
            }
            case CodeKind::product: {
                Value product = numbers_.constant(1);
                for (const Item& item : items)
                    product =
                        item.minus ? numbers_.div(product, values_[item.id]) : numbers_.mul(product, values_[item.id]);
                return product;
            }
            case CodeKind::function:
                break;
        }
        if (node.op == Op::sin || node.op == Op::cos) {
            const Value angle = seen(items.front());
            return node.op == Op::sin ? numbers_.sine(angle) : numbers_.cosine(angle);
        }
        std::vector<Value> operands;
        for (const Item& item : items) operands.push_back(seen(item));
        return numbers_.function(tag_of(node.op, node.payload), operands);
    }

    Numbers numbers_;
    const Code& code_;
    std::vector<Value> free_;    // by node of the free graph
    std::vector<Value> values_;  // by node of the code
};

}  // namespace

std::vector<FiniteField::Value> values_in(const FiniteField& field, const Code& code) {
    return CodeEvaluation(ExactNumbers(field), code).run();
}

std::vector<small_field::Value> small_values(std::uint64_t place, const Code& code) {
    return CodeEvaluation(SmallNumbers(place), code).run();
}

std::vector<double> numbers_at(std::uint64_t place, const Code& code) {
    return CodeEvaluation(PlainNumbers(place), code).run();
}

}  // namespace lag
