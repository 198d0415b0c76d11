// Code: the body of one routine as a list of n-ary operations, the form on which the passes work.
//
//   graph nodes (binary, exact) -> Code (n-ary sums and products) -> passes -> statements
//
// A node is a sum of signed items, a product of factors and divisors, a function of signed operands, a symbol the
// routine reads, or a `free` leaf: an expression that costs the routine nothing, because it is a number or was computed
// beforehand (an element of c). Free expressions live in one graph for the whole program, so that equal ones are found
// across routines. Signs stand on the references, never on the nodes. Nodes are hash-consed and topologically ordered:
// items have smaller ids. Products are distributed over sums by passes/conjugates.cpp alone.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph.hpp"
#include "lagrange/dynamics/node_label.hpp"

namespace lag {

using CodeId = std::uint32_t;

// A reference to a node. `minus` means: subtracted (in a sum), divisor (in a product), negated (operand, root, result).
struct Item {
    CodeId id = 0;
    bool minus = false;
    friend auto operator<=>(const Item&, const Item&) = default;
};

using Items = boost::container::small_vector<Item, 8>;  // most sums and products are short: no allocation
inline std::span<const Item> span_of(const Items& items) {
    return {items.data(), items.size()};
}

enum class CodeKind : std::uint8_t { free, symbol, sum, product, function };

struct CodeNode {
    CodeKind kind = CodeKind::free;
    Op op = Op::constant;       // of a function
    std::uint8_t lanes = 0;     // of a lane value (core/lanes.hpp): how many; 0: a scalar
    std::uint32_t payload = 0;  // free: node, curve and map: lookup of the free graph; symbol: index into the symbols
    std::uint32_t first = 0, count = 0;
};

class Code {
  public:
    explicit Code(std::shared_ptr<Graph> free_graph);

    Item free(Expr value);  // value in the free graph
    Item symbol(const Symbol& symbol);
    // Merges free items, cancels opposite ones; like items x + x become 2 x.
    Item sum(const Items& items);
    // Merges free items into one coefficient, cancels x / x. The product's sign goes to the result.
    Item product(const Items& items, bool negative = false);
    // `lookup`: of a curve or a map, its number in the free graph. Op::lane_set has all lanes as operands; their number.
    // Sums, repetitions and members of what is in no lanes any more become what they are of a scalar.
    Item function(Op op, std::span<const Item> operands, std::uint32_t lookup = 0);

    std::size_t size() const { return nodes_.size(); }
    const CodeNode& node(CodeId id) const { return nodes_[id]; }
    std::span<const Item> items(CodeId id) const { return {pool_.data() + nodes_[id].first, nodes_[id].count}; }
    const Symbol& symbol_of(CodeId id) const { return symbols_[nodes_[id].payload]; }
    Expr free_value(CodeId id) const { return Expr{free_graph_.get(), nodes_[id].payload}; }
    bool is_free(CodeId id) const { return nodes_[id].kind == CodeKind::free; }
    bool is_lookup(CodeId id) const {
        return nodes_[id].kind == CodeKind::function && (nodes_[id].op == Op::curve || nodes_[id].op == Op::map);
    }
    const Lookup& lookup_of(CodeId id) const { return free_graph_->numbered_lookup(nodes_[id].payload); }
    Graph& free_graph() const { return *free_graph_; }
    const std::shared_ptr<Graph>& shared_free_graph() const { return free_graph_; }

    // What the item is. Of several labels of a node the first one without a sign stays, else the first.
    void label(const Item& item, const SignedLabel& label);
    const SignedLabel* label_of(CodeId id) const;  // or null

    std::vector<Item> roots;  // results and conditions of checks, in the routine's order

  private:
    std::size_t lanes_of_made(CodeKind kind, Op op, std::uint32_t payload, std::span<const Item> items) const;
    Item intern(CodeKind kind, Op op, std::uint32_t payload, std::span<const Item> items);
    void grow_table();

    std::shared_ptr<Graph> free_graph_;
    std::vector<CodeNode> nodes_;
    std::vector<Item> pool_;
    std::vector<Symbol> symbols_;
    std::unordered_map<std::string, std::uint32_t> symbol_numbers_;
    std::vector<std::uint64_t> hashes_;  // by node
    std::vector<CodeId> table_;          // open addressing; 1 + id, 0 where empty; its size is a power of two
    // Copies of a code have it together, until one of them gets a label.
    std::shared_ptr<std::unordered_map<CodeId, SignedLabel>> labels_;
    Expr zero_, one_;
};

// How often each node is referred to by live nodes and by roots; 0 for dead ones.
std::vector<std::uint32_t> count_uses(const Code& code);

// Adds the operations of one node, without those below it.
void add_own_operations(const Code& code, CodeId id, OperationCount& count);

// By node: how many lanes it has; 0 for a scalar.
std::vector<std::size_t> lanes_of_values(const Code& code);

// Operations of the live nodes. Those on lane values count once, a sum over n lanes n - 1 additions.
OperationCount count_operations(const Code& code);

// How many computed values wait for a later use, on average over the live nodes in their order: what decides between
// equal counts, because a value that does not fit a register travels through memory.
double average_live_values(const Code& code);

}  // namespace lag
