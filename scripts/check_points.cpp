#include "scripts/check_points.hpp"

#include <utility>
#include <vector>

#include "core/calculus.hpp"
#include "core/evaluate.hpp"

namespace lag {

Rational CheckRandom::decimal(long low, long high) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    const auto width = static_cast<std::uint64_t>(high - low + 1);
    return Rational(low + static_cast<long>(z % width)) / Rational(10000);
}

namespace {

// The constant to four decimals: a point that is shown should be short.
Rational rounded(Graph& graph, Expr constant) {
    const cln::cl_R scaled = graph.constant_real(Expr{&graph, constant.id}) * 10000;
    return Rational(cln::round1(scaled)) / Rational(10000);
}

Real parameter_value(Graph& graph, const Parameter& p, CheckRandom& random) {
    const Rational factor = random.decimal(8000, 12000);
    if (p.default_value.is_zero()) return Real(random.decimal(1000, 12000));
    return Real(cln::cl_R(graph.constant_real(Expr{&graph, p.default_value.id}) * factor));
}

// Initial values may use parameters: only constant ones make a centre.
Rational centre_of(Graph& graph, Expr initial) {
    if (initial.graph == nullptr || !graph.is_constant_expression(initial)) return 0;
    return rounded(graph, initial);
}

}  // namespace

CheckPoint::CheckPoint(const Model& model, std::uint64_t number, bool default_parameters)
    : random_(number), near_(number % 2 == 0) {
    Graph& graph = *model.graph;
    const auto spread = [&] { return near_ ? random_.decimal(-4000, 4000) : random_.decimal(-12000, 12000); };
    values_.emplace(Key{Role::time, "t"}, Real(random_.decimal(1000, 20000)));
    for (const Parameter& p : model.parameters)
        values_.emplace(Key{Role::parameter, p.name}, default_parameters
                                                          ? Real(graph.constant_real(Expr{&graph, p.default_value.id}))
                                                          : parameter_value(graph, p, random_));
    for (const Coordinate& q : model.coordinates) {
        const Rational centre = near_ ? centre_of(graph, q.initial_value) : Rational(0);
        values_.emplace(Key{Role::coordinate, q.name}, Real(Rational(centre + spread())));
    }
    for (const Speed& u : model.speeds) values_.emplace(Key{Role::speed, u.name}, Real(random_.decimal(-15000, 15000)));
    for (const Input& w : model.inputs) values_.emplace(Key{Role::input, w.name}, Real(random_.decimal(-15000, 15000)));
    normalize_quaternions(model);
}

void CheckPoint::normalize_quaternions(const Model& model) {
    for (const auto& quaternion : quaternions(model)) {
        Real sum;
        const auto e = [&](std::size_t k) -> Real& {
            return values_.at({Role::coordinate, model.coordinates[quaternion[k].value].name});
        };
        for (std::size_t k = 0; k < 4; ++k) sum = sum + e(k) * e(k);
        if (sum == Real()) {
            e(0) = Real(Rational(1));
            continue;
        }
        const Real length = sqrt(sum);
        for (std::size_t k = 0; k < 4; ++k) e(k) = e(k) / length;
    }
}

const Real& CheckPoint::value(const Symbol& symbol) {
    const Key key{symbol.role, symbol.name};
    const auto known = values_.find(key);
    if (known != values_.end()) return known->second;
    const Rational fresh = near_ ? random_.decimal(2000, 20000) : random_.decimal(-20000, 20000);
    return values_.emplace(key, Real(fresh)).first->second;
}

namespace {

using Reals = std::vector<Real>;
using SparseRow = std::vector<std::pair<std::size_t, Real>>;  // by ascending column

// Gaussian elimination with row exchanges; ModelError when a row adds nothing.
Reals solution(std::vector<Reals> a, Reals b) {
    const std::size_t n = b.size();
    const Real negligible(Rational(1) / Rational(1000000000000));
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t best = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (abs(a[best][k]) < abs(a[i][k])) best = i;
        if (abs(a[best][k]) < negligible) throw ModelError("the constraints depend on each other here");
        std::swap(a[k], a[best]);
        std::swap(b[k], b[best]);
        for (std::size_t i = k + 1; i < n; ++i) {
            if (cln::zerop(a[i][k].value)) continue;
            const Real factor = a[i][k] / a[k][k];
            for (std::size_t j = k; j < n; ++j) a[i][j] = a[i][j] - factor * a[k][j];
            b[i] = b[i] - factor * b[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] = b[k] - a[k][j] * b[j];
        b[k] = b[k] / a[k][k];
    }
    return b;
}

// J^T (J J^T)^-1 errors, the shortest step that takes the errors away to first order, for any errors.
Reals least_step(const std::vector<SparseRow>& J, const Reals& errors, std::size_t unknowns) {
    std::vector<Reals> JJ(J.size(), Reals(J.size()));
    for (std::size_t i = 0; i < J.size(); ++i) {
        std::vector<const Real*> row(unknowns, nullptr);
        for (const auto& [k, slope] : J[i]) row[k] = &slope;
        for (std::size_t j = 0; j <= i; ++j) {
            for (const auto& [k, slope] : J[j])
                if (row[k] != nullptr) JJ[i][j] = JJ[i][j] + *row[k] * slope;
            JJ[j][i] = JJ[i][j];
        }
    }
    const Reals weights = solution(std::move(JJ), errors);
    Reals step(unknowns);
    for (std::size_t i = 0; i < J.size(); ++i)
        for (const auto& [k, slope] : J[i]) step[k] = step[k] + slope * weights[i];
    return step;
}

}  // namespace

ConditionsOfState::Stage::Stage(Graph& graph, std::vector<Expr> of, std::vector<Expr> conditions)
    : unknowns(std::move(of)), errors(std::move(conditions)) {
    std::vector<Differentiator> by;
    for (const Expr& x : unknowns) by.emplace_back(graph).seed(x, graph.integer(1));
    for (const Expr& e : errors) {
        auto& row = slopes.emplace_back();
        for (std::size_t k = 0; k < unknowns.size(); ++k) {
            const Expr slope = by[k](e);
            if (slope.is_zero()) continue;
            row.emplace_back(k, slope);
            const Symbol& s = graph.symbol_of(unknowns[k].id);
            linear = linear && (graph.node(slope).dependence & bit(s.role)) == 0;
        }
    }
}

void CheckPoint::solve(Graph& graph, const ConditionsOfState::Stage& stage) {
    const auto& [unknowns, errors, slopes, linear] = stage;
    if (errors.empty()) return;
    constexpr int most_steps = 40;
    const Real small = pow(Real(Rational(10)), Real(Rational(-30)));  // the step after this one is exact to 50 digits
    bool close = false;
    std::vector<SparseRow> J;
    for (int count = 0; count < most_steps; ++count) {
        Evaluator<Real> number(
            graph, [&](const Symbol& s) { return value(s); },
            [&](Expr constant) { return Real(graph.constant_real(constant)); });
        Reals error;
        const bool fresh = J.empty() || !linear;
        if (fresh) J.assign(errors.size(), {});
        for (std::size_t i = 0; i < errors.size(); ++i) {
            error.push_back(number(errors[i]));
            if (!fresh) continue;
            for (const auto& [k, slope] : slopes[i]) J[i].emplace_back(k, number(slope));
        }
        const Reals step = least_step(J, error, unknowns.size());
        const bool was_close = close;
        close = true;
        for (std::size_t k = 0; k < unknowns.size(); ++k) {
            const Symbol& s = graph.symbol_of(unknowns[k].id);
            const Real moved = value(s) - step[k];
            values_.insert_or_assign(Key{s.role, s.name}, moved);
            close = close && abs(step[k]) < small;
        }
        if (!was_close) continue;
        // Values at a point are of order one, so that what is left below their last digit is zero: v in v = 0.
        const Real nothing = pow(Real(Rational(10)), Real(Rational(-45)));
        for (const Expr& x : unknowns) {
            const Symbol& s = graph.symbol_of(x.id);
            if (abs(value(s)) < nothing) values_.insert_or_assign(Key{s.role, s.name}, Real());
        }
        return;
    }
    throw ModelError("no state on the constraints is near");
}

ConditionsOfState::ConditionsOfState(const Model& model, const ConstraintRows& constraints) {
    if (constraints.rows.empty()) return;
    Graph& graph = *model.graph;
    std::vector<Expr> q, u, a, position, speed, acceleration;
    for (std::size_t k = 0; k < model.coordinates.size(); ++k) q.push_back(symbol(model, CoordinateIndex(k)));
    for (std::size_t k = 0; k < model.speeds.size(); ++k) {
        u.push_back(symbol(model, SpeedIndex(k)));
        a.push_back(acceleration_symbol(model, SpeedIndex(k)));
    }
    for (const ConstraintRow& row : constraints.rows) {
        if (model.constraints[row.constraint].kind != Constraint::Kind::speed)
            position.push_back(Expr{&graph, row.phi.id});
        speed.push_back(Expr{&graph, row.phidot.id});
        Expr error = -Expr{&graph, row.gamma.id};
        for (const auto& [k, coefficient] : row.B) error = error + coefficient * a[k.value];
        acceleration.push_back(error);
    }
    if (!position.empty())  // Euler parameters stay of unit length
        for (const auto& quaternion : quaternions(model)) {
            Expr length = graph.integer(-1);
            for (const CoordinateIndex e : quaternion) length = length + q[e.value] * q[e.value];
            position.push_back(length);
        }
    stages_.emplace_back(graph, q, position);
    stages_.emplace_back(graph, u, speed);
    stages_.emplace_back(graph, a, acceleration);
}

void CheckPoint::satisfy(Graph& graph, const ConditionsOfState& conditions) {
    for (const ConditionsOfState::Stage& stage : conditions.stages_) solve(graph, stage);
}

}  // namespace lag
