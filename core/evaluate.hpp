// Numeric evaluation of graph expressions with any scalar type: doubles, high-precision CLN reals, jets in tests.
//
//   Evaluator<double> value(graph, value_of_symbol, [&](Expr c) { return graph.constant_double(c); });
//   double x = value(e);
//
// T needs + - * / unary -, operator< and operator==, and (found by argument-dependent lookup or in std) the functions
// that occur: sqrt sin cos tan asin acos atan atan2 sinh cosh tanh exp log pow abs floor. Truth values are T: constant
// 0 and 1. The evaluator remembers the value of every node it has met.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/graph.hpp"

namespace lag {

// For the function that gives a symbol's value, where it knows none: InternalError that names the symbol.
[[noreturn]] void refuse_unknown(const Symbol& symbol);

template <class T>
class Evaluator {
  public:
    // `symbol` gives the value of a symbol; `constant` the value of a constant leaf (Op::constant or Op::pi).
    Evaluator(Graph& graph, std::function<T(const Symbol&)> symbol, std::function<T(Expr)> constant)
        : graph_(&graph), symbol_(std::move(symbol)), constant_(std::move(constant)) {}

    T operator()(Expr e) {
        graph_->require_own(e);
        if (nodes_.size() <= e.id) nodes_.resize(e.id + 1);
        if (!is_known(e.id))
            for (const NodeId id : unknown_below(e.id)) {
                if (is_known(id)) continue;  // a symbol's value may have asked for it
                find(id);
            }
        return known(e.id);
    }

    // The nodes that have values, in the order in which they got them.
    const std::vector<NodeId>& order() const { return order_; }
    // Values of all nodes in the order of another evaluator that has met them in this graph: what is asked for then needs
    // no walk through the graph.
    void follow(const std::vector<NodeId>& order) {
        if (order.empty()) return;
        const NodeId last = *std::max_element(order.begin(), order.end());
        if (nodes_.size() <= last) nodes_.resize(last + 1);
        values_.reserve(order.size()), order_.reserve(order.size());
        for (const NodeId id : order)
            if (!is_known(id)) find(id);
    }

    // Forgets all values: the symbols have others now. Takes as long as what is forgotten, however large the graph is.
    void forget() {
        for (const NodeId id : order_) nodes_[id].place = 0;
        values_.clear(), order_.clear();
    }

  private:
    struct NodeMark {
        std::uint32_t place = 0;  // of its value, from 1
        std::uint32_t walk = 0;   // the walk that met it last
    };

    bool is_known(NodeId id) const { return nodes_[id].place != 0; }
    const T& known(NodeId id) const { return values_[nodes_[id].place - 1]; }

    // Its operands are known.
    void find(NodeId id) {
        values_.push_back(node_value(id));
        order_.push_back(id);
        nodes_[id].place = static_cast<std::uint32_t>(values_.size());
    }

    // Nodes at and below `root` without a value yet, ascending: operands stand before what is made of them. Stops at known
    // nodes so that repeated calls stay linear in all.
    std::vector<NodeId> unknown_below(NodeId root) {
        const std::uint32_t walk = ++walks_;
        std::vector<NodeId> found{root};
        for (std::size_t next = 0; next < found.size(); ++next) {
            const Node& node = graph_->node(found[next]);
            for (int k = 0; k < arity(node.op); ++k) {
                const NodeId operand = node.operand[k];
                if (is_known(operand) || nodes_[operand].walk == walk) continue;
                nodes_[operand].walk = walk;
                found.push_back(operand);
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    const T& truth(bool value) {
        std::optional<T>& known_truth = truth_.at(value ? 1 : 0);
        if (!known_truth) known_truth = constant_(graph_->integer(value ? 1 : 0));
        return *known_truth;
    }
    bool holds(NodeId id) { return !(known(id) == truth(false)); }

    T node_value(NodeId id) {
        using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::floor,
            std::log, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
        const Node node = graph_->node(id);
        if (arity(node.op) == 0)
            return node.op == Op::symbol ? symbol_(graph_->symbol_of(id)) : constant_(Expr{graph_, id});
        const auto value = [&](int k) -> const T& { return known(node.operand[k]); };
        switch (node.op) {
            case Op::add:
                return value(0) + value(1);
            case Op::sub:
                return value(0) - value(1);
            case Op::neg:
                return -value(0);
            case Op::mul:
                return value(0) * value(1);
            case Op::div:
                return value(0) / value(1);
            case Op::sqrt:
                return sqrt(value(0));
            case Op::sin:
                return sin(value(0));
            case Op::cos:
                return cos(value(0));
            case Op::tan:
                return tan(value(0));
            case Op::asin:
                return asin(value(0));
            case Op::acos:
                return acos(value(0));
            case Op::atan:
                return atan(value(0));
            case Op::atan2:
                return atan2(value(0), value(1));
            case Op::sinh:
                return sinh(value(0));
            case Op::cosh:
                return cosh(value(0));
            case Op::tanh:
                return tanh(value(0));
            case Op::exp:
                return exp(value(0));
            case Op::log:
                return log(value(0));
            case Op::pow:
                return pow(value(0), value(1));
            case Op::abs:
                return abs(value(0));
            case Op::floor:
                return floor(value(0));
            case Op::mod:
                return value(0) - value(1) * floor(value(0) / value(1));
            case Op::min:
                return value(1) < value(0) ? value(1) : value(0);
            case Op::max:
                return value(0) < value(1) ? value(1) : value(0);
            case Op::less:
                return truth(value(0) < value(1));
            case Op::less_equal:
                return truth(!(value(1) < value(0)));
            case Op::equal:
                return truth(value(0) == value(1));
            case Op::logical_and:
                return truth(holds(node.operand[0]) && holds(node.operand[1]));
            case Op::logical_or:
                return truth(holds(node.operand[0]) || holds(node.operand[1]));
            case Op::logical_not:
                return truth(!holds(node.operand[0]));
            case Op::select:
                return holds(node.operand[0]) ? value(1) : value(2);
            case Op::curve:
            case Op::map:
                return looked_up(id, node);
            default:
                throw InternalError(std::string("evaluation of ") + name_of(node.op));
        }
    }

    T looked_up(NodeId id, const Node& node) {
        const Lookup lookup = graph_->lookup_of(id);
        const auto constant = [&](const Rational& number) { return constant_(graph_->constant(number)); };
        std::vector<T> arguments;
        for (int k = 0; k < arity(node.op); ++k) arguments.push_back(known(node.operand[k]));
        return LookupValue<T, decltype(constant)>(lookup, constant)(arguments.data());
    }

    Graph* graph_;
    std::function<T(const Symbol&)> symbol_;
    std::function<T(Expr)> constant_;
    std::vector<T> values_;      // in the order of their evaluation
    std::vector<NodeId> order_;  // their nodes
    std::array<std::optional<T>, 2> truth_;
    std::vector<NodeMark> nodes_;  // by node
    std::uint32_t walks_ = 0;
};

}  // namespace lag
