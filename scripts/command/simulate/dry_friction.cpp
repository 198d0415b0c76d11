#include "scripts/command/simulate/dry_friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/calculus.hpp"

namespace lag {

namespace {

constexpr std::size_t longest = 60;  // of a limit that is printed

std::optional<std::size_t> speed_that_is(const Model& model, Expr g) {
    for (std::size_t k = 0; k < model.speeds.size(); ++k)
        if (model.graph->symbol(model.speeds[k].name, Role::speed) == g) return k;
    return std::nullopt;
}

// What a load loses where `mode` turns from -1 to +1. Terms without the mode are none of it, whatever they hold.
class Jump {
  public:
    Jump(Graph& graph, Expr mode) : graph_(graph), mode_(mode), before_(graph), after_(graph) {
        before_.replace(mode, graph.integer(-1));
        after_.replace(mode, graph.integer(1));
    }
    Expr operator()(Expr e) {
        if (!holds_mode(e)) return graph_.integer(0);
        const Node node = graph_.node(e);
        const auto operand = [&](int k) { return Expr{&graph_, node.operand[k]}; };
        switch (node.op) {
            case Op::neg:
                return -(*this)(operand(0));
            case Op::add:
                return (*this)(operand(0)) + (*this)(operand(1));
            case Op::sub:
                return (*this)(operand(0)) - (*this)(operand(1));
            case Op::mul:
                if (!holds_mode(operand(0))) return operand(0) * (*this)(operand(1));
                if (!holds_mode(operand(1))) return (*this)(operand(0)) * operand(1);
                [[fallthrough]];
            default:
                return before_(e) - after_(e);
        }
    }

  private:
    bool holds_mode(Expr e) {
        const std::vector<Expr> roots{e};
        return std::ranges::any_of(symbols_in(graph_, roots), [&](const Expr& s) { return s == mode_; });
    }

    Graph& graph_;
    Expr mode_;
    Substitution before_, after_;
};

// Half of the jump of all loads on this speed, positive where it acts against the motion.
Expr half_jump(const Model& model, std::size_t speed, Expr mode, const std::function<Expr(Expr)>& frozen) {
    Graph& graph = *model.graph;
    Jump jump(graph, mode);
    Expr sum = graph.integer(0);
    for (const HingeLoad& load : model.hinge_loads)
        if (!load.cut && load.speed.value == speed) sum = sum + jump(frozen(load.value));
    for (const Dissipation& term : model.dissipations) {
        Differentiator slope(graph);
        slope.seed(graph.symbol(model.speeds[speed].name, Role::speed), graph.integer(1));
        sum = sum - jump(frozen(slope(term.value)));
    }
    return sum / graph.integer(2);
}

// Nothing where it cannot stand in a script.
std::optional<std::string> text_of_limit(const Model& model, Expr limit) {
    Graph& graph = *model.graph;
    const std::vector<Expr> roots{limit};
    for (const Expr& s : symbols_in(graph, roots)) {
        const Symbol& symbol = graph.symbol_of(s);
        const bool is_input =
            std::ranges::any_of(model.inputs, [&](const Input& input) { return input.name == symbol.name; });
        if (symbol.role == Role::input && !is_input) return std::nullopt;  // another switch
    }
    std::string text = to_string(graph, limit, longest + 1);
    if (text.size() > longest || text == "0" || text.starts_with('-')) return std::nullopt;
    return text;
}

}  // namespace

std::string dry_friction_statement(const Model& model, Expr g, Expr mode, const std::function<Expr(Expr)>& frozen) {
    Graph& graph = *model.graph;
    if ((graph.node(g).dependence & bit(Role::speed)) == 0) return {};
    const std::optional<std::size_t> speed = speed_that_is(model, g);
    const std::optional<std::string> limit =
        speed ? text_of_limit(model, half_jump(model, *speed, mode, frozen)) : std::nullopt;
    if (!limit) return fmt::format("contact(NAME, GAP, friction = MU, tangent = {})$", to_string(graph, g, longest));
    const Speed& one = model.speeds[*speed];
    return fmt::format("hinge_friction({}, {})$", one.rate_of ? model.coordinates[one.rate_of->value].name : one.name,
                       *limit);
}

}  // namespace lag
