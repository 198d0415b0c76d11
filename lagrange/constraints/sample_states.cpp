#include "lagrange/constraints/sample_states.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/calculus.hpp"
#include "core/evaluate.hpp"
#include "core/newton.hpp"
#include "core/random_numbers.hpp"
#include "core/trial_size.hpp"

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
        : model_(model), index_(model), k_(k), graph_(*model.graph), constraints_(constraints) {
        Substitution at_rest(graph_);
        for (std::size_t u = 0; u < model.speeds.size(); ++u)
            at_rest.replace(symbol(model, SpeedIndex(u)), graph_.integer(0));
        for (const Expr& rate : k.coordinate_rates) rate_drift_.push_back(at_rest(rate));
    }

    std::vector<ModelValues> run() {
        std::vector<ModelValues> states;
        const ModelValues start = initial();
        if (auto closed = consistent(start)) states.push_back(*closed);
        const ModelValues centre = states.empty() ? start : states.front();
        RandomNumbers random(7);
        double size = 1;
        for (int tried = 0; tried < 24 && states.size() < 5; ++tried, size *= 0.85) {
            ModelValues near = centre;
            for (std::size_t q = 0; q < near.q.size(); ++q)
                near.q[q] += size * trial_size(model_, CoordinateIndex(q)) * random.next();
            for (double& u : near.u) u = random.next();
            for (double& w : near.w) w = size * random.next();
            for (double& s : near.s) s += size * random.next();
            near.t = size * random.next();
            normalize(near);
            if (auto closed = consistent(std::move(near))) states.push_back(*closed);
        }
        if (states.empty()) states.push_back(start);
        return states;
    }

  private:
    ModelValues initial() const {
        ModelValues values = default_values(model_);
        Substitution defaults(graph_);
        for (std::size_t k = 0; k < model_.parameters.size(); ++k)
            defaults.replace(symbol(model_, ParameterIndex(k)), model_.parameters[k].default_value);
        const auto number = [&](Expr e) { return graph_.constant_double(defaults(e)); };
        for (std::size_t k = 0; k < values.q.size(); ++k) values.q[k] = number(model_.coordinates[k].initial_value);
        for (const Speed& u : model_.speeds) values.u.push_back(number(u.initial_value));
        for (std::size_t k = 0; k < values.s.size(); ++k) values.s[k] = number(model_.states[k].initial_value);
        return values;
    }

    void normalize(ModelValues& values) const {
        for (const Body& body : model_.bodies) {
            if (!body.hinge.euler_parameters) continue;
            double square = 0;
            for (std::size_t k = 0; k < 4; ++k) square += std::pow(values.q[body.hinge.coordinates[k].value], 2);
            for (std::size_t k = 0; k < 4; ++k) values.q[body.hinge.coordinates[k].value] /= std::sqrt(square);
        }
    }

    // The shortest motions along the speeds that close the position rows.
    std::optional<ModelValues> consistent(ModelValues state) const {
        const bool closed = close_by_newton(
            limits, [&] { return linearized(state); }, [&](const std::vector<double>& motion) { move(state, motion); });
        return closed ? std::optional(std::move(state)) : std::nullopt;
    }

    // The position rows by displacements of the speeds.
    std::optional<LinearizedConditions<double>> linearized(const ModelValues& state) const {
        LinearizedConditions<double> rows;
        Evaluator<double> value = evaluator_of(model_, index_, state);
        for (const ConstraintRow& row : constraints_.rows) {
            if (model_.constraints[row.constraint].kind == Constraint::Kind::speed) continue;
            rows.slopes.emplace_back(model_.speeds.size(), 0.0);
            for (const auto& [u, coefficient] : row.slopes())
                rows.slopes.back()[u.value] = value(coefficient) * trial_size(model_, u);
            rows.errors.push_back(value(row.phi));
            if (!std::isfinite(rows.errors.back())) return std::nullopt;
        }
        return rows;
    }

    void move(ModelValues& state, const std::vector<double>& motion) const {
        ModelValues moving = state;
        moving.u = motion;
        for (std::size_t u = 0; u < motion.size(); ++u) moving.u[u] *= trial_size(model_, SpeedIndex(u));
        Evaluator<double> rate = evaluator_of(model_, index_, moving);
        for (std::size_t q = 0; q < state.q.size(); ++q)
            state.q[q] += rate(k_.coordinate_rates[q]) - rate(rate_drift_[q]);
        normalize(state);
    }

    const Model& model_;
    const ModelIndex index_;
    const Kinematics& k_;
    Graph& graph_;
    const ConstraintRows& constraints_;
    std::vector<Expr> rate_drift_;  // by coordinate: the part that does not depend on speeds
};

}  // namespace

std::vector<ModelValues> sample_states(const Model& model, const Kinematics& kinematics,
                                       const ConstraintRows& constraints) {
    return Sampler(model, kinematics, constraints).run();
}

}  // namespace lag
