#include "lagrange/kinematics/time_derivative.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/calculus.hpp"
#include "core/errors.hpp"

namespace lag {

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
    const auto declared = [&](const std::string& name) {
        return std::any_of(model.inputs.begin(), model.inputs.end(), [&](const Input& w) { return w.name == name; });
    };
    for (const Expr& w : symbols_in(graph, roots, bit(Role::input))) {
        const std::string name = graph.symbol_of(w).name;
        if (is_flag(model, name)) continue;  // its rate is 0
        if (!declared(name + "'"))
            throw ModelError(
                fmt::format("the time derivative of input '{}' is needed here, but it is no input itself", name),
                "an input that moves a hinge or stands in a constraint gets its derivatives as inputs",
                {Subject::Kind::input, name});
        differentiate.seed(w, graph.symbol(name + "'", Role::input));
    }
    return differentiate(e);
}

}  // namespace lag
