// Pass: graph -> n-ary code, with everything that depends on parameters alone cut off into free leaves.
// Free leaves that meet in one sum or product are merged by the constructors of Code, so that (p1 x) p2 becomes (p1 p2)
// x as soon as a flattening pass has found p1 x to be used nowhere else.

#include <array>

#include "core/errors.hpp"
#include "core/lanes.hpp"
#include "emitters/passes/passes.hpp"

namespace lag {

namespace {

// Operands before users, from the first root on. Not by ascending ids: these follow the order in which a compiler
// evaluates f(a) + f(b), and the emitted text would follow the compiler.
std::vector<NodeId> operands_first(const Graph& graph, std::span<const Expr> roots) {
    std::vector<NodeId> order, open;
    std::vector<bool> seen(graph.size(), false);
    for (const Expr& root : roots) {
        open.push_back(root.id);
        while (!open.empty()) {
            const NodeId id = open.back();
            const Node& node = graph.node(id);
            bool ready = true;
            for (int k = 0; k < arity(node.op) && !seen[id]; ++k) {
                if (seen[node.operand[k]]) continue;
                open.push_back(node.operand[k]);
                ready = false;
            }
            if (!ready) continue;
            open.pop_back();
            if (!seen[id]) order.push_back(id);
            seen[id] = true;
        }
    }
    return order;
}

class Conversion {
  public:
    Conversion(Graph& graph, std::span<const Expr> roots, Dependence free_roles, std::shared_ptr<Graph> free_graph)
        : graph_(graph), free_roles_(free_roles), code_(free_graph), free_(*free_graph) {
        live_ = operands_first(graph, roots);
        image_.resize(graph.size());
        if (&graph != &free_) imported_.resize(graph.size(), 0);
    }

    Code run(std::span<const Expr> roots, const NodeLabels& labels) {
        for (const NodeId id : live_) convert(id, labels);
        for (const Expr& root : roots) code_.roots.push_back(image_[root.id]);
        return std::move(code_);
    }

  private:
    bool is_free(const Node& node) const { return (node.dependence & ~(free_roles_ | in_lanes)) == 0; }
    Expr imported(NodeId id) { return Expr{&free_, imported_.empty() ? id : imported_[id]}; }

    void import(NodeId id) {
        if (imported_.empty()) return;
        const Node node = graph_.node(id);
        if (node.op == Op::constant) {
            imported_[id] = free_.constant(graph_.constant_value(id)).id;
        } else if (node.op == Op::pi) {
            imported_[id] = free_.pi().id;
        } else if (node.op == Op::symbol) {
            imported_[id] = GraphCopy(graph_, free_)(graph_.expr(id)).id;
        } else {
            std::array<Expr, 3> operands;
            for (int k = 0; k < arity(node.op); ++k) operands[static_cast<std::size_t>(k)] = imported(node.operand[k]);
            imported_[id] = free_.rebuilt(graph_, id, {operands.data(), static_cast<std::size_t>(arity(node.op))}).id;
        }
    }

    void convert(NodeId id, const NodeLabels& labels) {
        const Node node = graph_.node(id);
        if (is_free(node)) {
            import(id);
            // truth values are no numbers: a condition on parameters stays a condition, its operands are free
            const bool is_truth = is_condition(node.op) && graph_.node(id).op != Op::constant;
            if (!is_truth) {
                image_[id] = code_.free(imported(id));
                return;
            }
        }
        image_[id] = item_of(node, id);
        if (const SignedLabel* label = labels.find(id)) code_.label(image_[id], *label);
    }

    // What lane_set, of scalars alone, is in that lane.
    NodeId lane_of(NodeId id, std::size_t lane) const {
        for (; graph_.node(id).op == Op::lane_set; id = graph_.node(id).operand[0])
            if (LanePlace::of(graph_.node(id).index).lane == lane) return graph_.node(id).operand[1];
        return id;
    }

    Item item_of(const Node& node, NodeId id) {
        const auto operand = [&](int k) { return image_[node.operand[k]]; };
        Items items;
        switch (node.op) {
            case Op::symbol:
                return code_.symbol(graph_.symbol_of(id));
            case Op::neg:
                return {operand(0).id, !operand(0).minus};
            case Op::add:
            case Op::sub:
                return code_.sum({operand(0), {operand(1).id, operand(1).minus != (node.op == Op::sub)}});
            case Op::mul:
            case Op::div:
                return code_.product({{operand(0).id, false}, {operand(1).id, node.op == Op::div}},
                                     operand(0).minus != operand(1).minus);
            case Op::equal: {  // compilers warn of == between reals
                const std::array<Item, 2> forward{operand(0), operand(1)};
                const std::array<Item, 2> backward{forward[1], forward[0]};
                const std::array<Item, 2> both{code_.function(Op::less_equal, forward),
                                               code_.function(Op::less_equal, backward)};
                return code_.function(Op::logical_and, both);
            }
            case Op::lane_set: {
                const std::size_t lanes = LanePlace::of(node.index).lanes;
                for (std::size_t lane = 0; lane < lanes; ++lane) items.push_back(image_[lane_of(id, lane)]);
                return code_.function(node.op, span_of(items), static_cast<std::uint32_t>(lanes));
            }
            case Op::curve:
            case Op::map:
                for (int k = 0; k < arity(node.op); ++k) items.push_back(operand(k));
                return code_.function(node.op, span_of(items), free_.lookup_number(graph_.lookup_of(id)));
            default:
                for (int k = 0; k < arity(node.op); ++k) items.push_back(operand(k));
                return code_.function(node.op, span_of(items), changes_lanes(node.op) ? node.index : 0);
        }
    }

    Graph& graph_;
    Dependence free_roles_;
    Code code_;
    Graph& free_;
    std::vector<NodeId> live_;
    std::vector<Item> image_;
    std::vector<NodeId> imported_;  // empty: the graph is the free graph itself
};

}  // namespace

Code code_of(Graph& graph, std::span<const Expr> roots, Dependence free_roles, const std::shared_ptr<Graph>& free_graph,
             const NodeLabels& labels) {
    return Conversion(graph, roots, free_roles, free_graph).run(roots, labels);
}

}  // namespace lag
