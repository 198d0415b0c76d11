#include "emitters/program/timed_events.hpp"

#include <algorithm>
#include <set>

#include "core/calculus.hpp"

namespace lag {

namespace {

constexpr Dependence known = bit(Role::time) | bit(Role::parameter) | bit(Role::input);

bool holds_input(const Graph& graph, Expr e, const std::set<std::string>& flags) {
    const std::vector<Expr> roots{e};
    return std::ranges::any_of(reachable(graph, roots), [&](NodeId id) {
        if (graph.node(id).op != Op::symbol) return false;
        const Symbol& symbol = graph.symbol_of(id);
        return symbol.role == Role::input && !flags.contains(symbol.name);
    });
}

bool is_linear_in_time(Graph& graph, Expr e, const std::string& time) {
    Differentiator rate(graph);
    rate.seed(graph.symbol(time, Role::time), graph.integer(1));
    return (graph.node(rate(e)).dependence & bit(Role::time)) == 0;
}

std::string name_of_time(const Graph& graph, Expr e) {
    const std::vector<Expr> roots{e};
    for (const NodeId id : reachable(graph, roots))
        if (graph.node(id).op == Op::symbol && graph.symbol_of(id).role == Role::time) return graph.symbol_of(id).name;
    return {};
}

}  // namespace

std::vector<bool> timed_events(const Program& program) {
    std::vector<bool> timed(program.events.size(), false);
    const Routine* const events = program.find(RoutineName::events);
    if (events == nullptr || events->graph == nullptr) return timed;
    Graph& graph = *events->graph;
    std::set<std::string> flags;
    for (const TableRow& flag : program.flags) flags.insert(flag.name);
    const auto is_of = [&](const ResultExpression& result, const char* name) {
        return events->arguments[result.place.argument].name == name;
    };
    std::vector<bool> has_rate(program.events.size(), false);  // of inputs and multipliers it is not given
    for (const ResultExpression& result : events->results)
        if (is_of(result, "gdot")) has_rate[result.place.element] = !result.value.is_zero();
    for (const ResultExpression& result : events->results) {
        if (!is_of(result, "g") || !has_rate[result.place.element]) continue;
        const Dependence holds = graph.node(result.value).dependence;
        if ((holds & ~known) != 0 || (holds & bit(Role::time)) == 0) continue;
        timed[result.place.element] = !holds_input(graph, result.value, flags) &&
                                      is_linear_in_time(graph, result.value, name_of_time(graph, result.value));
    }
    return timed;
}

}  // namespace lag
