#include "core/model_values.hpp"

namespace lag {

ModelValues default_values(const Model& model) {
    ModelValues values;
    for (const Parameter& p : model.parameters) values.p.push_back(model.graph->constant_double(p.default_value));
    values.q.assign(model.coordinates.size(), 0.0);
    values.w.assign(model.inputs.size(), 0.0);
    return values;
}

Evaluator<double> evaluator_of(const Model& model, const ModelIndex& index, const ModelValues& values) {
    Graph& graph = *model.graph;
    const auto symbol = [&index, &values](const Symbol& s) {
        const auto entry = [&s](const std::vector<double>& table, std::size_t k) {
            if (k >= table.size()) refuse_unknown(s);
            return table[k];
        };
        switch (s.role) {
            case Role::time:
                return values.t;
            case Role::parameter:
                return entry(values.p, index.parameter(s).value);
            case Role::coordinate:
                return entry(values.q, index.coordinate(s).value);
            case Role::speed:
                return entry(values.u, index.speed(s).value);
            case Role::input:
                return entry(values.w, index.input(s).value);
            default:
                refuse_unknown(s);
        }
    };
    return Evaluator<double>(graph, symbol, [&graph](Expr constant) { return graph.constant_double(constant); });
}

}  // namespace lag
