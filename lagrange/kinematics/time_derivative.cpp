#include "lagrange/kinematics/time_derivative.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/lanes.hpp"
#include "lagrange/kinematics/lane_values.hpp"

namespace lag {

namespace {

// An input by its prime, a flag by zero, one in lanes by the rates of its members.
Expr rate_of_input(const Model& model, Expr w) {
    Graph& graph = *model.graph;
    if (w.is_zero()) return w;  // in a lane whose limb lacks it
    if (graph.node(w).op == Op::neg) return -rate_of_input(model, graph.expr(graph.node(w).operand[0]));
    const std::string name = graph.symbol_of(w).name;
    if (graph.is_lane_value(w)) {
        std::vector<Expr> rates;
        for (const Expr& member : graph.lane_members(w.id)) rates.push_back(rate_of_input(model, member));
        return LaneValues(graph).joined(std::move(rates));
    }
    if (is_flag(model, name)) return graph.integer(0);
    if (std::ranges::count(model.inputs, name + "'", &Input::name) == 0)
        throw ModelError(
            fmt::format("the time derivative of input '{}' is needed here, but it is no input itself", name),
            "an input that moves a hinge or stands in a constraint gets its derivatives as inputs",
            {Subject::Kind::input, name});
    return graph.symbol(name + "'", Role::input);
}

}  // namespace

Expr time_derivative(const Model& model, const Kinematics& kinematics, Expr e, Accelerations accelerations) {
    Graph& graph = *model.graph;
    if (e.graph == nullptr) return {};
    Differentiator differentiate(graph);
    differentiate.seed(time_symbol(model), graph.integer(1));
    for (std::size_t k = 0; k < kinematics.coordinate_rates.size(); ++k)
        differentiate.seed(symbol(model, CoordinateIndex(k)), kinematics.coordinate_rates[k]);
    if (accelerations == Accelerations::symbols)
        for (std::size_t k = 0; k < model.speeds.size(); ++k)
            differentiate.seed(symbol(model, SpeedIndex(k)), acceleration_symbol(model, SpeedIndex(k)));
    const std::array<Expr, 1> roots{e};
    const std::vector<Expr> states = symbols_in(graph, roots, bit(Role::state));
    for (std::size_t k = 0; k < model.states.size(); ++k) {
        const Expr own = symbol(model, StateIndex(k));
        if (model.states[k].rate.graph == nullptr && std::ranges::find(states, own) != states.end())
            throw ModelError(fmt::format("the rate of state '{}' is not known here", model.states[k].name),
                             "a rate cannot hold its own state's derivative",
                             {Subject::Kind::state, model.states[k].name});
        differentiate.seed(own, model.states[k].rate);
    }
    for (const Expr& w : symbols_in(graph, roots, bit(Role::input))) differentiate.seed(w, rate_of_input(model, w));
    return differentiate(e);
}

}  // namespace lag
