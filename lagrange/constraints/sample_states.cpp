#include "lagrange/constraints/sample_states.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/calculus.hpp"
#include "core/evaluate.hpp"
#include "lagrange/constraints/random_numbers.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

// The shortest x with A x = b, rows that add nothing passed over: modified Gram-Schmidt on the rows.
Vector shortest_solution(std::vector<Vector> A, Vector b, std::size_t n) {
    Vector x(n, 0.0);
    for (std::size_t r = 0; r < A.size(); ++r) {
        double before = 0, square = 0;
        for (const double a : A[r]) before += a * a;
        for (std::size_t l = 0; l < r; ++l) {
            double product = 0;
            for (std::size_t j = 0; j < n; ++j) product += A[l][j] * A[r][j];
            for (std::size_t j = 0; j < n; ++j) A[r][j] -= product * A[l][j];
            b[r] -= product * b[l];
        }
        for (const double a : A[r]) square += a * a;
        if (!(square > 1e-20 * before)) {
            std::fill(A[r].begin(), A[r].end(), 0.0);
            b[r] = 0;
            continue;
        }
        const double length = std::sqrt(square);
        for (double& a : A[r]) a /= length;
        b[r] /= length;
        for (std::size_t j = 0; j < n; ++j) x[j] += b[r] * A[r][j];
    }
    return x;
}

class Sampler {
  public:
    Sampler(const Model& model, const Kinematics& k, const ConstraintRows& constraints)
        : model_(model), k_(k), graph_(*model.graph), constraints_(constraints) {
        Substitution at_rest(graph_);
        for (std::size_t u = 0; u < model.speeds.size(); ++u)
            at_rest.replace(symbol(model, SpeedIndex(u)), graph_.integer(0));
        for (const Expr& rate : k.coordinate_rates) rate_drift_.push_back(at_rest(Expr{&graph_, rate.id}));
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
        for (const Parameter& p : model_.parameters) {
            values[p.name] = graph_.constant_double(p.default_value);
            defaults.replace(graph_.symbol(p.name, Role::parameter), p.default_value);
        }
        const auto number = [&](Expr e) { return e.graph == nullptr ? 0.0 : graph_.constant_double(defaults(e)); };
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
                return known == state.end() ? 0.25 : known->second;
            },
            [this](Expr constant) { return graph_.constant_double(constant); });
    }

    // Newton's method: the shortest motion along the speeds that closes the position rows to first order.
    std::optional<SymbolValues> consistent(SymbolValues state) const {
        const std::size_t nu = model_.speeds.size();
        for (int step = 0; step < 40; ++step) {
            std::vector<Vector> B;
            Vector error;
            Evaluator<double> value = values_at(state);
            double largest = 0;
            for (const ConstraintRow& row : constraints_.rows) {
                if (model_.constraints[row.constraint].kind == Constraint::Kind::speed) continue;
                B.emplace_back(nu, 0.0);
                for (const auto& [u, coefficient] : row.B) B.back()[u.value] = value(coefficient);
                error.push_back(-value(Expr{&graph_, row.phi.id}));
                largest = std::max(largest, std::abs(error.back()));
                if (!std::isfinite(error.back())) return std::nullopt;
            }
            if (largest < 1e-11) return state;
            Vector motion = shortest_solution(std::move(B), std::move(error), nu);
            double longest = 0;
            for (const double x : motion) longest = std::max(longest, std::abs(x));
            if (!std::isfinite(longest)) return std::nullopt;
            for (double& x : motion) x *= longest > 0.5 ? 0.5 / longest : 1.0;
            SymbolValues moving = state;
            for (std::size_t u = 0; u < nu; ++u) moving[model_.speeds[u].name] = motion[u];
            Evaluator<double> rate = values_at(moving);
            for (std::size_t q = 0; q < model_.coordinates.size(); ++q)
                state[model_.coordinates[q].name] +=
                    rate(Expr{&graph_, k_.coordinate_rates[q].id}) - rate(rate_drift_[q]);
            normalize(state);
        }
        return std::nullopt;
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
