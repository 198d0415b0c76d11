#include "lagrange/constraints/sample_states.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/calculus.hpp"
#include "core/evaluate.hpp"
#include "core/newton.hpp"
#include "core/random_numbers.hpp"

namespace lag {

namespace {

constexpr NewtonLimits<double> limits{.most_steps = 40,
                                      .closed = 1e-11,
                                      .independent = 1e-10,
                                      .passes_over_dependent_rows = true,
                                      .longest_step = 0.5,
                                      .shortens_long_steps = true};

class Sampler {
  public:
    Sampler(const Model& model, const Kinematics& k, const ConstraintRows& constraints)
        : model_(model), k_(k), graph_(*model.graph), constraints_(constraints) {
        Substitution at_rest(graph_);
        for (std::size_t u = 0; u < model.speeds.size(); ++u)
            at_rest.replace(symbol(model, SpeedIndex(u)), graph_.integer(0));
        for (const Expr& rate : k.coordinate_rates) rate_drift_.push_back(at_rest(rate));
    }

    std::vector<SymbolValues> run() {
        std::vector<SymbolValues> states;
        const SymbolValues start = initial();
        if (auto closed = consistent(start)) states.push_back(*closed);
        const SymbolValues centre = states.empty() ? start : states.front();
        RandomNumbers random(7);
        double size = 1;
        for (int tried = 0; tried < 24 && states.size() < 5; ++tried, size *= 0.85) {
            SymbolValues near = centre;
            for (const Coordinate& q : model_.coordinates) near[q.name] += size * random.next();
            for (const Speed& u : model_.speeds) near[u.name] = random.next();
            for (const Input& w : model_.inputs) near[w.name] = size * random.next();
            near["t"] = size * random.next();
            normalize(near);
            if (auto closed = consistent(std::move(near))) states.push_back(*closed);
        }
        if (states.empty()) states.push_back(start);
        return states;
    }

  private:
    SymbolValues initial() const {
        SymbolValues values{{"t", 0.0}};
        Substitution defaults(graph_);
        for (std::size_t k = 0; k < model_.parameters.size(); ++k) {
            const Parameter& p = model_.parameters[k];
            values[p.name] = graph_.constant_double(p.default_value);
            defaults.replace(symbol(model_, ParameterIndex(k)), p.default_value);
        }
        const auto number = [&](Expr e) { return graph_.constant_double(defaults(e)); };
        for (const Coordinate& q : model_.coordinates) values[q.name] = number(q.initial_value);
        for (const Speed& u : model_.speeds) values[u.name] = number(u.initial_value);
        for (const Input& w : model_.inputs) values[w.name] = 0;
        return values;
    }

    void normalize(SymbolValues& values) const {
        for (const Body& body : model_.bodies) {
            if (!body.hinge.euler_parameters) continue;
            double square = 0;
            for (std::size_t k = 0; k < 4; ++k) square += std::pow(values[name(body.hinge.coordinates[k])], 2);
            for (std::size_t k = 0; k < 4; ++k) values[name(body.hinge.coordinates[k])] /= std::sqrt(square);
        }
    }
    const std::string& name(CoordinateIndex q) const { return model_.coordinates[q.value].name; }

    Evaluator<double> values_at(const SymbolValues& state) const {
        return Evaluator<double>(
            graph_,
            [&state](const Symbol& s) {
                const auto known = state.find(s.name);
                if (known == state.end()) refuse_unknown(s);
                return known->second;
            },
            [this](Expr constant) { return graph_.constant_double(constant); });
    }

    // The shortest motions along the speeds that close the position rows.
    std::optional<SymbolValues> consistent(SymbolValues state) const {
        const bool closed = close_by_newton(
            limits, [&] { return linearized(state); }, [&](const std::vector<double>& motion) { move(state, motion); });
        return closed ? std::optional(std::move(state)) : std::nullopt;
    }

    // The position rows by displacements of the speeds.
    std::optional<LinearizedConditions<double>> linearized(const SymbolValues& state) const {
        LinearizedConditions<double> rows;
        Evaluator<double> value = values_at(state);
        for (const ConstraintRow& row : constraints_.rows) {
            if (model_.constraints[row.constraint].kind == Constraint::Kind::speed) continue;
            rows.slopes.emplace_back(model_.speeds.size(), 0.0);
            for (const auto& [u, coefficient] : row.B) rows.slopes.back()[u.value] = value(coefficient);
            rows.errors.push_back(value(row.phi));
            if (!std::isfinite(rows.errors.back())) return std::nullopt;
        }
        return rows;
    }

    void move(SymbolValues& state, const std::vector<double>& motion) const {
        SymbolValues moving = state;
        for (std::size_t u = 0; u < motion.size(); ++u) moving[model_.speeds[u].name] = motion[u];
        Evaluator<double> rate = values_at(moving);
        for (std::size_t q = 0; q < model_.coordinates.size(); ++q)
            state[model_.coordinates[q].name] += rate(k_.coordinate_rates[q]) - rate(rate_drift_[q]);
        normalize(state);
    }

    const Model& model_;
    const Kinematics& k_;
    Graph& graph_;
    const ConstraintRows& constraints_;
    std::vector<Expr> rate_drift_;  // by coordinate: the part that does not depend on speeds
};

}  // namespace

std::vector<SymbolValues> sample_states(const Model& model, const Kinematics& kinematics,
                                        const ConstraintRows& constraints) {
    return Sampler(model, kinematics, constraints).run();
}

}  // namespace lag
