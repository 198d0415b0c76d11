#include "core/model_values.hpp"

#include "core/lanes.hpp"

namespace lag {

std::vector<double> first_inputs(const Model& model, const std::vector<double>& p) {
    std::vector<double> w(model.inputs.size(), 0.0);
    if (flag_count(model) == 0) return w;
    const ModelIndex index(model);
    ModelValues parameters;
    parameters.p = p;
    Evaluator<double> value = evaluator_of(model, index, parameters);
    for (std::size_t k = 0; k < w.size(); ++k)
        if (model.inputs[k].is_flag()) w[k] = value(model.graph->own(*model.inputs[k].first_value));
    return w;
}

ModelValues default_values(const Model& model) {
    ModelValues values;
    for (const Parameter& p : model.parameters) values.p.push_back(model.graph->constant_double(p.default_value));
    values.q.assign(model.coordinates.size(), 0.0);
    values.w = first_inputs(model, values.p);
    values.s.assign(model.states.size(), 0.0);
    return values;
}

namespace {

Evaluator<double> evaluator_in(Graph& graph, const ModelIndex& index, const ModelValues& values) {
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
            case Role::state:
                return entry(values.s, index.state(s.name).value().value);
            default:
                refuse_unknown(s);
        }
    };
    return Evaluator<double>(graph, symbol, [&graph](Expr constant) { return graph.constant_double(constant); });
}

}  // namespace

Evaluator<double> evaluator_of(const Model& model, const ModelIndex& index, const ModelValues& values) {
    return evaluator_in(*model.graph, index, values);
}

double value_of(const Model& model, Expr e, double t, const std::vector<double>& p) {
    const ModelIndex index(model);
    ModelValues values;
    values.t = t;
    values.p = p;
    return evaluator_of(model, index, values)(e);
}

ValuesInTime::ValuesInTime(const Model& model, const std::vector<Expr>& expressions)
    : index_(model), graph_(std::make_unique<Graph>()) {
    GraphCopy copy(*model.graph, *graph_);
    for (const Expr& e : expressions) expressions_.push_back(e.graph == nullptr ? e : copy(e));
}

double ValuesInTime::operator()(std::size_t k, double t, const std::vector<double>& p) const {
    ModelValues values;
    values.t = t;
    values.p = p;
    return evaluator_in(*graph_, index_, values)(expressions_.at(k));
}

}  // namespace lag
