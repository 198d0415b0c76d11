#include "scripts/statements/defaults.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/model_index.hpp"

namespace lag {

std::optional<double> value_at_defaults(const Model& model, Expr e) {
    Graph& graph = *model.graph;
    e = graph.own(e);
    if (e.is_zero() || e.is_one()) return e.is_one() ? 1 : 0;  // most entries of axes and rotations
    if ((graph.node(e).dependence & static_cast<Dependence>(~only_parameters)) != 0) return std::nullopt;
    const ModelIndex index(model);
    try {
        Evaluator<double> value(
            graph,
            [&](const Symbol& s) {
                if (const auto p = index.parameter(s.name))
                    return graph.constant_double(model.parameter(*p).default_value);
                throw ModelError(fmt::format("no parameter '{}'", s.name));
            },
            [&](Expr constant) { return graph.constant_double(constant); });
        const double result = graph.is_constant_expression(e) ? graph.constant_double(e) : value(e);
        if (std::isfinite(result)) return result;
    } catch (const ModelError&) {
        // no real value at the defaults: nothing to compare with
    }
    return std::nullopt;
}

std::string shown_value(const Model& model, Expr e, double value) {
    Graph& graph = *model.graph;
    const std::string text = to_string(graph, e, 120);
    if (graph.is_constant_expression(e)) return text;
    std::string decimal = shortest_decimal(value);
    if (decimal.size() > 2 && decimal.substr(decimal.size() - 2) == ".0") decimal.resize(decimal.size() - 2);
    return fmt::format("{} = {} at the default parameter values", text, decimal);
}

}  // namespace lag
