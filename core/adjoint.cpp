#include "core/adjoint.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace lag {

namespace {

// Nodes below `e` that lead to a symbol, ascending.
std::vector<NodeId> on_the_way(const Graph& graph, Expr e, std::span<const Expr> symbols) {
    const std::array<Expr, 1> roots{e};
    std::vector<NodeId> found;
    for (const NodeId id : reachable(graph, roots)) {
        const Node& node = graph.node(id);
        bool leads = std::ranges::find(symbols, id, &Expr::id) != symbols.end();
        for (int k = 0; k < arity(node.op) && !leads; ++k) leads = std::ranges::binary_search(found, node.operand[k]);
        if (leads) found.push_back(id);
    }
    return found;
}

// What operand k gets of `bar`, the derivative of the result by the node: bar d(node)/d(operand k), the
// other operands fixed.
Expr share_of(Graph& graph, NodeId id, int k, Expr bar, Quotients quotients) {
    const Node node = graph.node(id);
    const auto operand = [&](int i) { return graph.expr(node.operand[i]); };
    const Expr y = graph.expr(id), one = graph.integer(1), zero = graph.integer(0);
    switch (node.op) {
        case Op::add:
            return bar;
        case Op::sub:
            return k == 0 ? bar : -bar;
        case Op::neg:
            return -bar;
        case Op::mul:
            return bar * operand(1 - k);
        case Op::div: {
            const Expr share = quotient(graph, bar, operand(1), quotients);
            return k == 0 ? share : -(share * y);
        }
        case Op::atan2: {
            const Expr square = operand(0) * operand(0) + operand(1) * operand(1);
            const Expr share = quotient(graph, bar, square, quotients);
            return k == 0 ? share * operand(1) : -(share * operand(0));
        }
        case Op::pow:
            if (k == 0) return bar * (operand(1) * graph.power(operand(0), operand(1) - one));
            return bar * (y * graph.unary(Op::log, operand(0)));
        case Op::min: {
            const Expr second = graph.binary(Op::less, operand(1), operand(0));
            return graph.select(second, k == 0 ? zero : bar, k == 0 ? bar : zero);
        }
        case Op::max: {
            const Expr second = graph.binary(Op::less, operand(0), operand(1));
            return graph.select(second, k == 0 ? zero : bar, k == 0 ? bar : zero);
        }
        case Op::mod:
            return k == 0 ? bar : -(graph.unary(Op::floor, operand(0) / operand(1)) * bar);
        case Op::select:
            if (k == 0) return zero;
            return graph.select(operand(0), k == 1 ? bar : zero, k == 2 ? bar : zero);
        case Op::curve:
        case Op::map:
            return graph.lookup_slope(id, k) * bar;
        case Op::lane_sum:  // the same in all lanes
            return bar;
        case Op::lane_repeat:
            return graph.lane_fold(bar, node.index, graph.lanes_of(operand(0)));
        case Op::lane_fold:
            return graph.lane_repeat(bar, graph.lanes_of(operand(0)));
        default: {  // functions of one argument, and conditions, which are piecewise constant
            if (is_condition(node.op)) return zero;
            Differentiator derivative(graph, quotients);
            derivative.seed(operand(0), bar);
            return derivative(y);
        }
    }
}

// The derivatives of the result by nodes. What a scalar gets from lane values is summed over the lanes, once for all
// lane values that read it. What a lane value gets through its single lanes is gathered.
class Adjoints {
  public:
    explicit Adjoints(Graph& graph) : graph_(graph) {}

    void add(NodeId operand, NodeId user, Expr share) {
        const bool is_spread = graph_.is_lane_value(graph_.expr(user)) && !graph_.is_lane_value(graph_.expr(operand));
        add_to(is_spread ? from_lanes_[operand] : own_, is_spread ? graph_.lanes_of(graph_.expr(user)) : operand,
               share);
    }
    // To a scalar, from single lanes of what is gathered.
    void add_scalar(NodeId operand, Expr share) { add_to(own_, operand, share); }
    void add_in_lane(NodeId operand, std::size_t lane, Expr share) {
        std::vector<Expr>& members = in_lanes_[operand];
        members.resize(graph_.lanes_of(graph_.expr(operand)), graph_.integer(0));
        members[lane] = members[lane] + share;
    }
    Expr of(NodeId id) {
        const auto own = own_.find(id);
        Expr sum = own == own_.end() ? graph_.integer(0) : own->second;
        if (const auto found = from_lanes_.find(id); found != from_lanes_.end())
            for (const auto& [lanes, share] : found->second) sum = sum + graph_.lane_sum(share, lanes);
        if (const auto found = in_lanes_.find(id); found != in_lanes_.end())
            sum = sum + graph_.lane_gather(found->second);
        return sum;
    }

  private:
    static void add_to(std::map<std::size_t, Expr>& sums, std::size_t key, Expr share) {
        const auto [place, is_new] = sums.emplace(key, share);
        if (!is_new) place->second = place->second + share;
    }

    Graph& graph_;
    std::map<std::size_t, Expr> own_;
    std::map<NodeId, std::map<std::size_t, Expr>> from_lanes_;  // by how many lanes
    std::map<NodeId, std::vector<Expr>> in_lanes_;              // by lane
};

// y = c p + s q with c, s the cosine and the sine of one angle, signs included.
struct Turned {
    Expr angle, cosine, sine, p, q;
};
std::optional<Turned> turned(Graph& graph, NodeId id) {
    const Node node = graph.node(id);
    if (node.op != Op::add && node.op != Op::sub) return std::nullopt;
    Turned found;
    for (int k = 0; k < 2; ++k) {
        const Node product = graph.node(node.operand[k]);
        if (product.op != Op::mul) return std::nullopt;
        for (int i = 0; i < 2; ++i) {
            const Expr function = graph.expr(product.operand[i]), other = graph.expr(product.operand[1 - i]);
            const Op op = graph.node(function).op;
            if (op != Op::sin && op != Op::cos) continue;
            (op == Op::cos ? found.cosine : found.sine) = function;
            (op == Op::cos ? found.p : found.q) = k == 1 && node.op == Op::sub ? -other : other;
            break;
        }
    }
    if (found.cosine.graph == nullptr || found.sine.graph == nullptr) return std::nullopt;
    found.angle = graph.expr(graph.node(found.cosine).operand[0]);
    return found.angle.id == graph.node(found.sine).operand[0] ? std::optional(found) : std::nullopt;
}

// Whether sine, cosine or the products are differentiated by themselves.
bool are_passed_over(const Graph& graph, NodeId id, const Turned& y, std::span<const Expr> symbols) {
    const std::array<NodeId, 4> between{y.sine.id, y.cosine.id, graph.node(id).operand[0], graph.node(id).operand[1]};
    return std::ranges::any_of(symbols,
                               [&](const Expr& e) { return std::ranges::find(between, e.id) != between.end(); });
}

// What turns by an angle has the derivative c q - s p, which mostly is another component of what turns: known, and not formed from the
// derivatives by sine and cosine. False: it is not there.
bool add_turned(Graph& graph, NodeId id, Expr bar, const std::vector<NodeId>& known, const std::vector<NodeId>& way,
                std::span<const Expr> symbols, Adjoints& adjoint) {
    const std::optional<Turned> y = turned(graph, id);
    if (!y || are_passed_over(graph, id, *y, symbols) || !std::ranges::binary_search(way, y->angle.id)) return false;
    const Expr slope = y->cosine * y->q - y->sine * y->p;
    const Expr core = graph.node(slope).op == Op::neg ? graph.expr(graph.node(slope).operand[0]) : slope;
    if (!std::ranges::binary_search(known, core.id)) return false;
    adjoint.add(y->angle.id, id, bar * slope);
    for (const auto& [operand, factor] : {std::pair(y->p, y->cosine), std::pair(y->q, y->sine)}) {
        const bool is_negated = graph.node(operand).op == Op::neg;
        const Expr core_of = is_negated ? graph.expr(graph.node(operand).operand[0]) : operand;
        if (!std::ranges::binary_search(way, core_of.id)) continue;
        adjoint.add(core_of.id, id, is_negated ? -(bar * factor) : bar * factor);
    }
    return true;
}

// To what was gathered: each scalar gets what the result gets in its lanes.
void add_gathered(Graph& graph, NodeId id, Expr bar, const std::vector<NodeId>& way, Adjoints& adjoint) {
    const auto leads = [&](NodeId operand) { return std::ranges::binary_search(way, operand); };
    std::vector<Expr> rest;  // of the lanes that were not set
    for (std::size_t lane = 0; lane < graph.lanes_of(graph.expr(id)); ++lane)
        rest.push_back(graph.lane_member(bar, lane));
    std::vector<bool> is_set(rest.size(), false);
    for (; graph.node(id).op == Op::lane_set; id = graph.node(id).operand[0]) {
        const std::size_t lane = LanePlace::of(graph.node(id).index).lane;
        if (is_set[lane]) continue;
        if (const NodeId scalar = graph.node(id).operand[1]; leads(scalar)) adjoint.add_scalar(scalar, rest[lane]);
        is_set[lane] = true, rest[lane] = graph.integer(0);
    }
    if (!leads(id)) return;
    for (std::size_t lane = 0; lane < rest.size(); ++lane) {
        if (is_set[lane]) continue;
        if (graph.is_lane_value(graph.expr(id)))
            adjoint.add_in_lane(id, lane, rest[lane]);
        else
            adjoint.add_scalar(id, rest[lane]);
    }
}

}  // namespace

std::vector<Expr> gradient(Graph& graph, Expr e, std::span<const Expr> symbols, Quotients quotients) {
    Adjoints adjoint(graph);
    const std::vector<NodeId> way = on_the_way(graph, e, symbols);
    const std::vector<NodeId> below = reachable(graph, std::array<Expr, 1>{e});  // ascending
    if (!way.empty()) adjoint.add(e.id, e.id, graph.integer(1));
    for (auto id = way.rbegin(); id != way.rend(); ++id) {
        const Expr known = adjoint.of(*id);
        if (known.is_zero()) continue;
        const Node node = graph.node(*id);
        if (node.op == Op::lane_member) {
            adjoint.add_in_lane(node.operand[0], node.index, known);
            continue;
        }
        if (node.op == Op::lane_set) {
            add_gathered(graph, *id, known, way, adjoint);
            continue;
        }
        if (add_turned(graph, *id, known, below, way, symbols, adjoint)) continue;
        for (int k = 0; k < arity(node.op); ++k)
            if (std::ranges::binary_search(way, node.operand[k]))
                adjoint.add(node.operand[k], *id, share_of(graph, *id, k, known, quotients));
    }
    std::vector<Expr> result;
    for (const Expr& symbol : symbols) result.push_back(adjoint.of(symbol.id));
    return result;
}

}  // namespace lag
