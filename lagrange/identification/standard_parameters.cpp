#include "lagrange/identification/standard_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lagrange/dynamics/partials.hpp"
#include "lagrange/dynamics/recursion.hpp"
#include "lagrange/identification/hinge_steps.hpp"

namespace lag {

namespace {

bool is_declared(const Model& model, const std::string& name) {
    const auto named = [&](const auto& table) {
        return std::any_of(table.begin(), table.end(), [&](const auto& entry) { return entry.name == name; });
    };
    return named(model.parameters) || named(model.inputs) || named(model.coordinates) || named(model.speeds) ||
           named(model.outputs) || named(model.bodies) || named(model.points) || named(model.frames);
}

class StandardParameters {
  public:
    StandardParameters(const Model& model, const Kinematics& k, GeneralValues& general)
        : model_(model), k_(k), general_(general), inertias_(link_inertias(model, k)) {}

    std::vector<StandardParameter> list() {
        for (std::size_t b = 1; b < model_.bodies.size(); ++b)
            if (!is_massless(model_.bodies[b])) append(b);
        return std::move(list_);
    }

  private:
    void append(std::size_t b) {
        const InertialVector values = inertial_vector(inertias_[k_.link_of_body[b]]);
        const std::vector<std::size_t> transverse = transverse_moments(k_.spin[b]);
        for (std::size_t k = 0; k < inertial_count; ++k) {
            if (general_.vanishes(values[k])) continue;
            std::vector<std::size_t> components{k};
            if (std::ranges::count(transverse, k) > 0) components = transverse;
            if (components.front() != k) continue;
            list_.push_back({BodyIndex(b), std::move(components), name_of_component(b, k), unit_of(k), values[k]});
        }
    }
    // Of a body in non-spinning axes, which is symmetric about that of its spin: they are equal.
    static std::vector<std::size_t> transverse_moments(const Rotation& spin) {
        if (spin.kind != Rotation::Kind::elementary) return {};
        constexpr std::array<std::size_t, 3> moment_about{1, 9, 0};
        const std::size_t a = moment_about[(spin.axis + 1) % 3], b = moment_about[(spin.axis + 2) % 3];
        return {std::min(a, b), std::max(a, b)};
    }
    std::string name_of_component(std::size_t b, std::size_t component) const {
        std::string name = fmt::format("{}_{}", model_.bodies[b].name, inertial_names[component]);
        while (is_declared(model_, name)) name += "_base";
        return name;
    }
    static std::string unit_of(std::size_t component) {
        constexpr std::size_t mass = 8;
        if (component == mass) return "kg";
        return component >= 5 && component < mass ? "kg*m" : "kg*m^2";
    }

    const Model& model_;
    const Kinematics& k_;
    GeneralValues& general_;
    std::vector<Inertia> inertias_;
    std::vector<StandardParameter> list_;
};

}  // namespace

std::vector<StandardParameter> standard_parameters(const Model& model, const Kinematics& k, GeneralValues& general) {
    return StandardParameters(model, k, general).list();
}

// The inertia wrench of a unit of the parameter, projected on the link's partial velocities.
std::vector<std::vector<Expr>> standard_columns(const Model& model, const Kinematics& k,
                                                const std::vector<StandardParameter>& standard) {
    Graph& graph = *model.graph;
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(k);
    const std::vector<LinkAcceleration> acceleration =
        link_accelerations(model, k, omega, Accelerations::symbols, -model.gravity);
    const Partials partials = compute_partials(model, k);
    std::vector<std::vector<Expr>> columns;
    for (const StandardParameter& parameter : standard) {
        const std::size_t l = k.link_of_body[parameter.body.value];
        std::vector<Inertia> inertias(k.links.size());
        for (const std::size_t component : parameter.components)
            inertias[l] = inertias[l] + unit_inertia(graph, component);
        const Wrench wrench = inertia_wrenches(inertias, omega, acceleration)[l];
        std::vector<Expr> column(model.speeds.size(), Expr{&graph, 0});
        for (const SpeedColumn& partial : partials.of_link[l])
            column[partial.speed.value] = dot(partial.w, wrench.moment) + dot(partial.v, wrench.force);
        columns.push_back(std::move(column));
    }
    return columns;
}

}  // namespace lag
