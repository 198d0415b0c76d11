#include "lagrange/kinematics/energy_loads.hpp"

#include <algorithm>
#include <optional>

#include "core/calculus.hpp"

namespace lag {

namespace {

std::vector<NodeId> symbols_of(const Model& model, const std::vector<BodyIndex>& bodies) {
    std::vector<NodeId> symbols;
    const auto add_coordinates = [&](const Hinge& hinge) {
        for (const CoordinateIndex q : hinge.coordinates) symbols.push_back(symbol(model, q).id);
    };
    for (const BodyIndex b : bodies) {
        add_coordinates(model.body(b).hinge);
        for (const SpeedIndex u : model.body(b).hinge.speeds) symbols.push_back(symbol(model, u).id);
    }
    for (const Constraint& constraint : model.constraints)
        if (std::ranges::count(bodies, constraint.cut.A) > 0 || std::ranges::count(bodies, constraint.cut.B) > 0)
            add_coordinates(constraint.cut.hinge);
    return symbols;
}

// On the rate of this coordinate; nothing where that is no speed.
std::optional<HingeLoad> load_on_rate(const Model& model, CoordinateIndex q, Expr value) {
    for (std::size_t u = 0; u < model.speeds.size(); ++u)
        if (model.speeds[u].rate_of == q) return HingeLoad{SpeedIndex(u), value};
    for (const Constraint& constraint : model.constraints)
        if (std::ranges::count(constraint.cut.hinge.coordinates, q) > 0) return HingeLoad{SpeedIndex{}, value, q};
    return std::nullopt;
}

}  // namespace

std::vector<std::pair<CoordinateIndex, Expr>> potential_slopes(const Model& model, const Potential& potential) {
    if (potential.slopes) return *potential.slopes;
    std::vector<std::pair<CoordinateIndex, Expr>> slopes;
    for (std::size_t q = 0; q < model.coordinates.size(); ++q) {
        const Expr slope = partial_derivative(potential.value, symbol(model, CoordinateIndex(q)));
        if (!slope.is_zero()) slopes.emplace_back(CoordinateIndex(q), slope);
    }
    return slopes;
}

Model with_energies_as_loads(Model model, const std::vector<BodyIndex>& bodies) {
    const std::vector<NodeId> own = symbols_of(model, bodies);
    const auto holds_own = [&](Expr value) {
        const std::vector<Expr> held =
            symbols_in(*model.graph, std::vector<Expr>{value}, bit(Role::coordinate) | bit(Role::speed));
        return std::ranges::any_of(held, [&](const Expr& e) { return std::ranges::count(own, e.id) > 0; });
    };
    std::erase_if(model.potentials, [&](const Potential& potential) {
        if (!holds_own(potential.value)) return false;
        std::vector<HingeLoad> loads;
        for (const auto& [q, slope] : potential_slopes(model, potential)) {
            const std::optional<HingeLoad> load = load_on_rate(model, q, -slope);
            if (!load) return false;
            loads.push_back(*load);
        }
        model.hinge_loads.insert(model.hinge_loads.end(), loads.begin(), loads.end());
        return true;
    });
    std::erase_if(model.dissipations, [&](const Dissipation& dissipation) {
        if (!holds_own(dissipation.value)) return false;
        for (std::size_t u = 0; u < model.speeds.size(); ++u) {
            const Expr slope = partial_derivative(dissipation.value, symbol(model, SpeedIndex(u)));
            if (!slope.is_zero()) model.hinge_loads.push_back({SpeedIndex(u), -slope});
        }
        return true;
    });
    return model;
}

}  // namespace lag
