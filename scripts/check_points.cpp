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

CheckPoint::CheckPoint(const Model& model, std::uint64_t number) : random_(number), near_(number % 2 == 0) {
    Graph& graph = *model.graph;
    const auto spread = [&] { return near_ ? random_.decimal(-4000, 4000) : random_.decimal(-12000, 12000); };
    values_.emplace(Key{Role::time, "t"}, Real(random_.decimal(1000, 20000)));
    for (const Parameter& p : model.parameters)
        values_.emplace(Key{Role::parameter, p.name}, parameter_value(graph, p, random_));
    for (const Coordinate& q : model.coordinates) {
        const Rational centre = near_ ? centre_of(graph, q.initial_value) : Rational(0);
        values_.emplace(Key{Role::coordinate, q.name}, Real(Rational(centre + spread())));
    }
    for (const Speed& u : model.speeds) values_.emplace(Key{Role::speed, u.name}, Real(random_.decimal(-15000, 15000)));
    for (const Input& w : model.inputs) values_.emplace(Key{Role::input, w.name}, Real(random_.decimal(-15000, 15000)));
    normalize_quaternions(model);
}

void CheckPoint::normalize_quaternions(const Model& model) {
    for (const Body& body : model.bodies) {
        if (!body.hinge.euler_parameters) continue;
        Real sum;
        const auto e = [&](std::size_t k) -> Real& {
            return values_.at({Role::coordinate, model.coordinates[body.hinge.coordinates[k].value].name});
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

// The shortest step that takes the errors away to first order: J^T (J J^T)^-1 errors.
Reals least_step(const std::vector<Reals>& J, const Reals& errors, std::size_t unknowns) {
    std::vector<Reals> JJ(J.size(), Reals(J.size()));
    for (std::size_t i = 0; i < J.size(); ++i)
        for (std::size_t j = 0; j < J.size(); ++j)
            for (std::size_t k = 0; k < unknowns; ++k) JJ[i][j] = JJ[i][j] + J[i][k] * J[j][k];
    const Reals weights = solution(std::move(JJ), errors);
    Reals step(unknowns);
    for (std::size_t k = 0; k < unknowns; ++k)
        for (std::size_t i = 0; i < J.size(); ++i) step[k] = step[k] + J[i][k] * weights[i];
    return step;
}

}  // namespace

void CheckPoint::solve(Graph& graph, const std::vector<Expr>& unknowns, const std::vector<Expr>& errors) {
    if (errors.empty()) return;
    std::vector<std::vector<Expr>> slopes;
    for (const Expr& e : errors) {
        slopes.emplace_back();
        for (const Expr& x : unknowns) slopes.back().push_back(partial_derivative(e, x));
    }
    constexpr int most_steps = 40;
    const Real small = pow(Real(Rational(10)), Real(Rational(-30)));  // the step after this one is exact to 50 digits
    bool close = false;
    for (int count = 0; count < most_steps; ++count) {
        Evaluator<Real> number(
            graph, [&](const Symbol& s) { return value(s); },
            [&](Expr constant) { return Real(graph.constant_real(constant)); });
        std::vector<Reals> J;
        Reals error;
        for (std::size_t i = 0; i < errors.size(); ++i) {
            error.push_back(number(errors[i]));
            J.emplace_back();
            for (const Expr& slope : slopes[i]) J.back().push_back(number(slope));
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
        if (was_close) return;
    }
    throw ModelError("no state on the constraints is near");
}

void CheckPoint::satisfy(const Model& model, const ConstraintRows& constraints) {
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
        for (const Body& body : model.bodies) {
            if (!body.hinge.euler_parameters) continue;
            Expr length = graph.integer(-1);
            for (std::size_t k = 0; k < 4; ++k)
                length = length + q[body.hinge.coordinates[k].value] * q[body.hinge.coordinates[k].value];
            position.push_back(length);
        }
    solve(graph, q, position);
    solve(graph, u, speed);
    solve(graph, a, acceleration);
}

}  // namespace lag
