#include "tests/support/state_values.hpp"

#include <unordered_map>

#include "core/dense.hpp"
#include "core/errors.hpp"

namespace lag {

namespace {

using Names = std::unordered_map<std::string, Eigen::Index>;

template <class Table>
Names index_by_name(const Table& table) {
    Names index;
    for (std::size_t k = 0; k < table.size(); ++k) index.emplace(table[k].name, at_index(k));
    return index;
}

struct Tables {
    Names parameters, inputs, coordinates, speeds, states, accelerations;
    explicit Tables(const Model& m)
        : parameters(index_by_name(m.parameters)),
          inputs(index_by_name(m.inputs)),
          coordinates(index_by_name(m.coordinates)),
          speeds(index_by_name(m.speeds)),
          states(index_by_name(m.states)) {
        for (const auto& [name, k] : speeds) accelerations.emplace(name + "'", k);
    }
};

double symbol_value(const Tables& tables, const OracleState& state, const Eigen::VectorXd& udot, const Symbol& s) {
    switch (s.role) {
        case Role::parameter:
            return state.p(tables.parameters.at(s.name));
        case Role::time:
            return state.t;
        case Role::coordinate:
            return state.q(tables.coordinates.at(s.name));
        case Role::speed:
            return state.u(tables.speeds.at(s.name));
        case Role::state:
            return state.s(tables.states.at(s.name));
        case Role::input:
            return state.w(tables.inputs.at(s.name));
        case Role::acceleration:
            return udot(tables.accelerations.at(s.name));
        case Role::multiplier:
        case Role::external_result:
            return state.external.at(s.name);
        default:
            throw InternalError("test: symbol " + s.name + " of role " + name_of(s.role));
    }
}

}  // namespace

OracleState with_lines(const Model& model, OracleState state, const OracleResult& result) {
    for (std::size_t k = 0; k < model.line_loads.size(); ++k) {
        const std::string ends = "(" + model.line_loads[k].P.name + "," + model.line_loads[k].Q.name + ")";
        state.external["distance" + ends] = result.lines[k].distance;
        state.external["distance_rate" + ends] = result.lines[k].rate;
    }
    return state;
}

Evaluator<double> values_at(const Model& model, const OracleState& state, const Eigen::VectorXd& udot) {
    Graph& graph = *model.graph;
    return {graph,
            [tables = Tables(model), state, udot](const Symbol& s) { return symbol_value(tables, state, udot, s); },
            [&graph](Expr e) { return graph.constant_double(e); }};
}

Evaluator<Jet<double>> rates_at(const Model& model, const OracleState& state, const Eigen::VectorXd& qdot,
                                const Eigen::VectorXd& udot) {
    Graph& graph = *model.graph;
    const auto jet = [tables = Tables(model), state, qdot, udot](const Symbol& s) {
        const double value = symbol_value(tables, state, udot, s);
        if (s.role == Role::coordinate) return Jet<double>(value, qdot(tables.coordinates.at(s.name)));
        if (s.role == Role::speed) return Jet<double>(value, udot(tables.speeds.at(s.name)));
        if (s.role == Role::time) return Jet<double>(value, 1);
        if (s.role == Role::input) {
            const auto prime = tables.inputs.find(s.name + "'");
            return Jet<double>(value, prime == tables.inputs.end() ? 0 : state.w(prime->second));
        }
        return Jet<double>(value);
    };
    return {graph, jet, [&graph](Expr e) { return Jet<double>(graph.constant_double(e)); }};
}

Eigen::VectorXd values_of(const std::vector<Expr>& list, Evaluator<double>& value) {
    Eigen::VectorXd v(at_index(list.size()));
    for (std::size_t k = 0; k < list.size(); ++k) v(at_index(k)) = value(list[k]);
    return v;
}

Eigen::Vector3d values_of(const Vec3<Expr>& v, Evaluator<double>& value) {
    return {value(v[0]), value(v[1]), value(v[2])};
}

Eigen::Matrix3d values_of(const Mat3<Expr>& m, Evaluator<double>& value) {
    Eigen::Matrix3d result;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result(at_index(i), at_index(j)) = value(m(i, j));
    return result;
}

}  // namespace lag
