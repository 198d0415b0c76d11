#include "lagrange/kinematics/time_derivative.hpp"

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
    const auto declared = [&](const std::string& name) {
        return std::any_of(model.inputs.begin(), model.inputs.end(), [&](const Input& w) { return w.name == name; });
    };
    const std::array<Expr, 1> roots{e};
    for (const Expr& w : symbols_in(graph, roots, bit(Role::input))) {
        const std::string name = graph.symbol_of(w.id).name;
        if (!declared(name + "'"))
            throw ModelError("the time derivative of input '" + name + "' is needed here, but it is no input itself",
                             "an input that moves a hinge or stands in a constraint gets its derivatives as inputs");
        differentiate.seed(w, graph.symbol(name + "'", Role::input));
    }
    return differentiate(e);
}

}  // namespace lag
