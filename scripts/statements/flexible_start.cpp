// Beams without geometric stiffening that turn fast when the motion starts.
#include <fmt/format.h>

#include <cmath>

#include "core/calculus.hpp"
#include "core/dense.hpp"
#include "core/number_text.hpp"
#include "scripts/statements/defaults.hpp"
#include "scripts/statements/flexible.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/warnings.hpp"

namespace lag {

namespace {

// Of the beam clamped at its inboard end, rad/s.
std::optional<double> first_frequency(const Model& model, const FlexibleForm& form) {
    const ElasticBody& elastic = *model.body(form.body).elastic;
    std::vector<Expr> e;
    for (const CoordinateIndex q : elastic.coordinates) e.push_back(symbol(model, q));
    const FlexibleData data = beam_data(*model.graph, *form.beam, elastic.coordinates, elastic.speeds, e);
    const std::size_t n = e.size();
    Eigen::MatrixXd M(n, n), K(n, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            const auto mass = value_at_defaults(model, data.body.Me[i][j]),
                       stiffness = value_at_defaults(model, data.stiffness[i][j]);
            if (!mass || !stiffness) return std::nullopt;
            M(at_index(i), at_index(j)) = *mass, K(at_index(i), at_index(j)) = *stiffness;
        }
    // the largest root of M v = k K v
    const auto flexibility = solve_positive_definite(K, M);
    const auto roots = flexibility ? eigenvalues_of(*flexibility) : std::nullopt;
    if (!roots) return std::nullopt;
    double largest = 0;
    for (const std::complex<double> root : *roots) largest = std::max(largest, root.real());
    return largest > 0 ? std::optional(1 / std::sqrt(largest)) : std::nullopt;
}

// How fast the body turns at t = 0.
std::optional<double> speed_of_turning(Call& call, BodyIndex b) {
    const Model& model = call.description().model();
    Graph& graph = *model.graph;
    Substitution start(graph);
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        start.replace(symbol(model, CoordinateIndex(k)), model.coordinates[k].initial_value);
    for (std::size_t k = 0; k < model.speeds.size(); ++k)
        start.replace(symbol(model, SpeedIndex(k)), model.speeds[k].initial_value);
    start.replace(graph.symbol("t", Role::time), graph.integer(0));
    double square = 0;
    for (const Expr omega : call.description().mechanics().angular_velocity(model, b, ground, axes_of(model, b)).c) {
        const auto value = value_at_defaults(model, start(graph.own(omega)));
        if (!value) return std::nullopt;
        square += *value * *value;
    }
    return std::sqrt(square);
}

}  // namespace

void note_fast_soft_beams(Call& call) {
    const Model& model = call.description().model();
    for (const FlexibleForm& form : call.description().flexible_forms) {
        if (!form.beam || form.stiffening || model.body(form.body).elastic == nullptr) continue;
        const std::string& name = model.body(form.body).name;
        const auto frequency = first_frequency(model, form), speed = speed_of_turning(call, form.body);
        if (!frequency || !speed || !(*speed > *frequency / 3)) continue;
        if (!call.description().warned_of.insert("stiffening of " + name).second) continue;
        call.interpreter.note(
            call.node,
            fmt::format("body '{}' turns at {} rad/s when the motion starts, which is more than a third of its first "
                        "frequency, {} rad/s, and it has stiffening = false: it bends too far, or away",
                        name, rounded_decimal(*speed), rounded_decimal(*frequency)));
    }
}

}  // namespace lag
