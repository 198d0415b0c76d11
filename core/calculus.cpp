#include "core/calculus.hpp"

#include <array>
#include <optional>

#include "core/errors.hpp"
#include "core/graph_walk.hpp"
#include "core/structural_zero.hpp"

namespace lag {

namespace {

// Nodes that `known` lacks; without those that depend on none of `roles`, if there are roles.
std::vector<NodeId> unknown_below(const Graph& graph, Expr root, const std::unordered_map<NodeId, Expr>& known,
                                  std::optional<Dependence> roles) {
    std::unordered_set<NodeId> seen;
    return nodes_below(graph, std::array{root}, [&](NodeId id) {
        if (roles && (graph.node(id).dependence & *roles) == 0) return false;
        return !known.contains(id) && seen.insert(id).second;
    });
}

}  // namespace

Expr quotient(Graph& graph, Expr a, Expr b, Quotients quotients) {
    if (quotients == Quotients::divided || a.is_zero()) return graph.div(a, b);
    return graph.mul(a, graph.div(graph.integer(1), b));
}

void Differentiator::seed(Expr symbol, Expr derivative) {
    graph_->require_own(symbol);
    memo_[symbol.id] = graph_->own(derivative);
    roles_ |= graph_->node(symbol.id).dependence;
}

Expr Differentiator::operator()(Expr e) {
    for (const NodeId id : unknown_below(*graph_, e, memo_, roles_)) {
        const Expr derivative = rule(id);
        if (lanes_apart_ && !derivative.is_zero() && gets_from_scalar(id)) with_scalars_.insert(id);
        memo_.emplace(id, derivative);
    }
    return known(e.id);
}

Expr Differentiator::known(NodeId id) const {
    const auto found = memo_.find(id);
    return found == memo_.end() ? Expr{graph_, 0} : found->second;
}

// Of a lane value.
bool Differentiator::gets_from_scalar(NodeId id) const {
    const Node& node = graph_->node(id);
    if (!graph_->is_lane_value(graph_->expr(id))) return false;
    for (int k = 0; k < arity(node.op); ++k) {
        const NodeId operand = node.operand[k];
        const bool is_scalar = !graph_->is_lane_value(graph_->expr(operand));
        if (with_scalars_.contains(operand) || (is_scalar && !known(operand).is_zero())) return true;
    }
    return false;
}

Expr Differentiator::rule(NodeId id) {
    const Node node = graph_->node(id);
    Graph& g = *graph_;
    const Expr y = g.expr(id);
    if (arity(node.op) == 0) return {graph_, 0};
    const Expr a = g.expr(node.operand[0]), b = g.expr(node.operand[1]), c = g.expr(node.operand[2]);
    const Expr da = known(node.operand[0]);
    const Expr db = arity(node.op) > 1 ? known(node.operand[1]) : Expr{graph_, 0};
    if (node.op != Op::select && da.is_zero() && db.is_zero()) return {graph_, 0};
    const Expr one = g.integer(1);
    switch (node.op) {
        case Op::add:
            return da + db;
        case Op::sub:
            return da - db;
        case Op::neg:
            return -da;
        case Op::mul:
            return da * b + a * db;
        case Op::div:
            // d(1/b) = -r^2 db with r = 1/b: r^2 does not depend on the direction
            if (da.is_zero() && quotients_ == Quotients::by_reciprocal) return -(over(y, b) * db);
            return over(da - y * db, b);
        case Op::sqrt:
            return over(da, 2 * y);
        case Op::sin:
            return cos(a) * da;
        case Op::cos:
            return -(sin(a) * da);
        case Op::tan:
            return (one + y * y) * da;
        case Op::asin:
            return over(da, sqrt(one - a * a));
        case Op::acos:
            return -over(da, sqrt(one - a * a));
        case Op::atan:
            return over(da, one + a * a);
        case Op::atan2: {
            const Expr square = a * a + b * b, turned = da * b - a * db;
            const std::array<Expr, 1> too_much{square - one};
            return StructuralZeros(g, {})(too_much).front() ? turned : over(turned, square);
        }
        case Op::sinh:
            return g.unary(Op::cosh, a) * da;
        case Op::cosh:
            return g.unary(Op::sinh, a) * da;
        case Op::tanh:
            return (one - y * y) * da;
        case Op::exp:
            return y * da;
        case Op::log:
            return over(da, a);
        case Op::pow:
            if (db.is_zero()) return b * g.power(a, b - one) * da;
            return y * (db * g.unary(Op::log, a) + over(b * da, a));
        case Op::abs:
            return g.select(g.binary(Op::less, a, g.integer(0)), -da, da);
        case Op::min:
            return g.select(g.binary(Op::less, b, a), db, da);
        case Op::max:
            return g.select(g.binary(Op::less, a, b), db, da);
        case Op::floor:
            return {graph_, 0};
        case Op::mod:
            return da - g.unary(Op::floor, a / b) * db;
        case Op::select:
            return g.select(a, db, known(node.operand[2]));
        case Op::curve:
            return g.lookup_slope(id, 0) * da;
        case Op::map: {
            const Expr along_x = da.is_zero() ? da : g.lookup_slope(id, 0) * da;
            return db.is_zero() ? along_x : along_x + g.lookup_slope(id, 1) * db;
        }
        case Op::lane_sum:
            if (lanes_apart_) {
                lanes_met_ = lanes_met_ || (!da.is_zero() && with_scalars_.contains(node.operand[0]));
                return da;
            }
            return da.is_zero() ? da : g.lane_sum(da, node.index);
        case Op::lane_member:
            lanes_met_ = lanes_met_ || (lanes_apart_ && !da.is_zero());
            return g.lane_member(da, node.index);
        case Op::lane_repeat:
            lanes_met_ = lanes_met_ || (lanes_apart_ && !da.is_zero());
            return g.lane_repeat(da, node.index);
        case Op::lane_fold:
            lanes_met_ = lanes_met_ || (lanes_apart_ && !da.is_zero());
            return da.is_zero() ? da : g.lane_fold(da, LaneFold::of(node.index).lanes, LaneFold::of(node.index).into);
        case Op::lane_set: {
            lanes_met_ = lanes_met_ || (lanes_apart_ && !(da.is_zero() && db.is_zero()));
            const LanePlace place = LanePlace::of(node.index);
            return g.lane_set(da, place.lanes, place.lane, db);
        }
        default:
            static_cast<void>(c);
            return {graph_, 0};  // conditions are piecewise constant
    }
}

Expr partial_derivative(Expr e, Expr symbol) {
    Graph* graph = symbol.graph;
    if (graph == nullptr) return {};
    Differentiator differentiate(*graph);
    differentiate.seed(symbol, graph->integer(1));
    return differentiate(e);
}

void Substitution::replace(Expr node, Expr by) {
    graph_->require_own(node);
    memo_[node.id] = graph_->own(by);
    const Dependence roles = graph_->node(node.id).dependence;
    if (roles == 0) roles_.reset();  // a constant may stand anywhere
    if (roles_) *roles_ |= roles;
}

Expr Substitution::operator()(Expr e) {
    for (const NodeId id : unknown_below(*graph_, e, memo_, roles_)) {
        const Node node = graph_->node(id);
        std::array<Expr, 3> operands;
        bool changed = false;
        for (int k = 0; k < arity(node.op); ++k) {
            const Expr operand = known(node.operand[k]);
            operands[static_cast<std::size_t>(k)] = operand;
            changed = changed || operand.id != node.operand[k];
        }
        memo_.emplace(id, changed ? graph_->rebuilt(*graph_, id, operands) : graph_->expr(id));
    }
    return known(e.id);
}

Expr Substitution::known(NodeId id) const {
    const auto found = memo_.find(id);
    return found == memo_.end() ? graph_->expr(id) : found->second;
}

}  // namespace lag
