#include "scripts/check/points.hpp"

#include <cln/float.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/calculus.hpp"
#include "core/evaluate.hpp"
#include "core/newton.hpp"

namespace lag {

long CheckRandom::whole(long low, long high) {
    return low + static_cast<long>(random_.below(static_cast<std::size_t>(high - low + 1)));
}

Rational CheckRandom::decimal(long low, long high) {
    return Rational(whole(low, high)) / Rational(10000);
}

Rational CheckRandom::scaled(long decades) {
    const Rational mantissa = Rational(whole(10, 99)) / Rational(10) * Rational(whole(0, 1) == 0 ? -1 : 1);
    return mantissa * Rational(cln::expt(Rational(10), cln::cl_I(whole(-decades, decades))));
}

namespace {

constexpr long decades_of(CheckPoint::Kind kind) {
    return kind == CheckPoint::Kind::wide ? 3 : 9;
}
constexpr bool is_moderate(CheckPoint::Kind kind) {
    return kind == CheckPoint::Kind::near || kind == CheckPoint::Kind::usual;
}

Rational exact_default(Graph& graph, const Parameter& p) {
    return cln::rational(graph.constant_real(p.default_value));
}

// Initial values may use parameters: only constant ones make a centre. Four decimals: a point that is shown
// should be short.
Rational centre_of(Graph& graph, Expr initial) {
    if (!graph.is_constant_expression(initial)) return 0;
    const cln::cl_R scaled = graph.constant_real(initial) * 10000;
    return Rational(cln::round1(scaled)) / Rational(10000);
}

Rational rounded(const Rational& value) {
    return Rational(cln::round1(value * 10000)) / Rational(10000);
}

}  // namespace

std::set<std::string> positive_parameters(const Model& model) {
    std::set<std::string> names;
    const Graph& graph = *model.graph;
    const auto note = [&](Expr e) {
        if (graph.node(e).op == Op::symbol && graph.symbol_of(e).role == Role::parameter)
            names.insert(graph.symbol_of(e).name);
    };
    for (const Body& body : model.bodies) {
        note(body.mass);
        for (std::size_t k = 0; k < 3; ++k) note(body.inertia(k, k));
    }
    return names;
}

CheckPoint::CheckPoint(const Model& model, std::uint64_t number, Kind kind, bool default_parameters)
    : random_(number), kind_(kind) {
    Graph& graph = *model.graph;
    const Rational zero = 0;
    const std::set<std::string> positive = positive_parameters(model);
    const Rational time = random_.decimal(1000, 20000);
    values_.emplace(Symbol{"t", Role::time}, is_moderate(kind) ? time : random_.scaled(decades_of(kind)));
    for (const Parameter& p : model.parameters)
        values_.emplace(Symbol{p.name, Role::parameter}, default_parameters
                                                             ? exact_default(graph, p)
                                                             : parameter_value(graph, p, positive.contains(p.name)));
    for (const Coordinate& q : model.coordinates)
        values_.emplace(Symbol{q.name, Role::coordinate},
                        motion_value(kind == Kind::near ? centre_of(graph, q.initial_value) : zero, 4000, 12000));
    for (const Speed& u : model.speeds) values_.emplace(Symbol{u.name, Role::speed}, motion_value(zero, 15000, 15000));
    for (const Input& w : model.inputs) values_.emplace(Symbol{w.name, Role::input}, motion_value(zero, 15000, 15000));
    for (const StateVariable& s : model.states)
        values_.emplace(Symbol{s.name, Role::state},
                        motion_value(kind == Kind::near ? centre_of(graph, s.initial_value) : zero, 4000, 15000));
    normalize_quaternions(model);
}

Rational CheckPoint::motion_value(const Rational& centre, long near, long usual) {
    if (!is_moderate(kind_)) return random_.scaled(decades_of(kind_));
    const long most = kind_ == Kind::near ? near : usual;
    return centre + random_.decimal(-most, most);
}

Rational CheckPoint::parameter_value(Graph& graph, const Parameter& p, bool positive) {
    const Rational factor = random_.decimal(8000, 12000);
    const Rational standard = exact_default(graph, p);
    if (is_moderate(kind_)) return cln::zerop(standard) ? random_.decimal(1000, 12000) : standard * factor;
    const Rational scale = random_.scaled(kind_ == Kind::wide ? 1 : 4);
    if (cln::zerop(standard)) return scale;
    const bool kept = positive && cln::plusp(standard);
    if (!kept && cln::minusp(scale)) other_signs_.insert(p.name);
    return standard * (kept ? cln::abs(scale) : scale);
}

// A rational unit quaternion in about the drawn direction: (1 - r^2, 2 r)/(1 + r^2), r = (e1, e2, e3)/(e0 + |e|).
void CheckPoint::normalize_quaternions(const Model& model) {
    for (const auto& quaternion : quaternions(model)) {
        const auto e = [&](std::size_t k) -> Rational& {
            return values_.at({model.coordinates[quaternion[k].value].name, Role::coordinate});
        };
        Rational square = 0;
        for (std::size_t k = 0; k < 4; ++k) square = square + e(k) * e(k);
        const Rational length = rounded(cln::rational(cln::sqrt(Real(square).value)));
        const Rational below = e(0) + length;
        if (cln::zerop(below)) {
            e(0) = 1;
            for (std::size_t k = 1; k < 4; ++k) e(k) = 0;
            continue;
        }
        Rational r2 = 0;
        for (std::size_t k = 1; k < 4; ++k) {
            e(k) = rounded(e(k) / below);
            r2 = r2 + e(k) * e(k);
        }
        e(0) = (1 - r2) / (1 + r2);
        for (std::size_t k = 1; k < 4; ++k) e(k) = 2 * e(k) / (1 + r2);
    }
}

Ball CheckPoint::ball(const Symbol& symbol) {
    if (const auto solved = solved_.find(symbol); solved != solved_.end()) {
        const cln::cl_F& value = solved->second.value;
        if (cln::zerop(value)) return {};
        constexpr double bits_lost = 66;  // 20 digits, for constraints that are close to depending on each other
        const auto digits = static_cast<double>(cln::float_digits(Real().value));
        const auto size = static_cast<double>(cln::float_exponent(value));
        return {Real(cln::cl_R(value)).value, std::max(size, 0.0) - digits + bits_lost};
    }
    const auto known = values_.find(symbol);
    if (known != values_.end()) return Ball(known->second);
    const Rational fresh = kind_ == Kind::near    ? random_.decimal(2000, 20000)
                           : kind_ == Kind::usual ? random_.decimal(-20000, 20000)
                                                  : random_.scaled(decades_of(kind_));
    return Ball(values_.emplace(symbol, fresh).first->second);
}

void CheckPoint::set(const Symbol& symbol, const Rational& value) {
    solved_.erase(symbol);
    values_.insert_or_assign(symbol, value);
}

Real CheckPoint::real(const Symbol& symbol) {
    return Real(cln::cl_R(ball(symbol).middle()));
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
            const Symbol& s = graph.symbol_of(unknowns[k]);
            linear = linear && (graph.node(slope).dependence & bit(s.role)) == 0;
        }
    }
}

// The way to near the conditions, in doubles; where they do not lead there, all stays as it is.
void CheckPoint::approach(Graph& graph, const ConditionsOfState::Stage& stage) {
    const NewtonLimits<double> limits{.most_steps = 20, .closed = 1e-9, .independent = 1e-9, .longest_step = 1e6};
    std::map<Symbol, double> values, before;
    const auto value_of = [&](const Symbol& s) {
        const auto [known, is_new] = values.try_emplace(s, 0.0);
        if (is_new) known->second = nearest_double(real(s));
        return known->second;
    };
    const auto conditions = [&]() -> std::optional<LinearizedConditions<double>> {
        Evaluator<double> number(graph, value_of, [&](Expr constant) { return graph.constant_double(constant); });
        LinearizedConditions<double> here;
        for (std::size_t i = 0; i < stage.errors.size(); ++i) {
            here.errors.push_back(number(stage.errors[i]));
            here.slopes.emplace_back(stage.unknowns.size(), 0.0);
            for (const auto& [k, slope] : stage.slopes[i]) here.slopes.back()[k] = number(slope);
            if (!std::isfinite(here.errors.back())) return std::nullopt;
        }
        return here;
    };
    const auto move = [&](const std::vector<double>& step) {
        for (std::size_t k = 0; k < step.size(); ++k) {
            const Symbol& s = graph.symbol_of(stage.unknowns[k]);
            before.emplace(s, value_of(s));
            values[s] += step[k];
        }
    };
    try {
        if (!close_by_newton(limits, conditions, move)) return;
    } catch (const ModelError&) {
        return;  // a number that no double holds
    }
    for (const auto& [symbol, value] : before)
        if (values.at(symbol) != value)
            solved_.insert_or_assign(symbol, Real(cln::rational(cln::cl_F(values.at(symbol)))));
}

// Not by core/newton.hpp: its rows are dense, and most slopes are zero in long numbers; what is linear keeps its slopes.
void CheckPoint::solve(Graph& graph, const ConditionsOfState::Stage& stage) {
    const auto& [unknowns, errors, slopes, linear] = stage;
    if (errors.empty()) return;
    if (!linear) approach(graph, stage);
    constexpr int most_steps = 40, most_far_steps = 20;
    const long digits = static_cast<long>(static_cast<double>(cln::float_digits(Real().value)) * 0.30103);
    const auto ten_to = [](long power) { return Real(Rational(cln::expt(Rational(10), cln::cl_I(power)))); };
    const Real small = ten_to(-digits / 2);  // the step after this one is exact
    const Real large(Rational(1) / Rational(10));
    bool close = false;
    std::vector<SparseRow> J;
    Reals error;
    const auto linearize = [&] {
        Evaluator<Real> number(
            graph, [&](const Symbol& s) { return real(s); },
            [&](Expr constant) { return Real(graph.constant_real(constant)); });
        error.clear();
        J.assign(stage.errors.size(), {});
        for (std::size_t i = 0; i < stage.errors.size(); ++i) {
            error.push_back(number(stage.errors[i]));
            for (const auto& [k, slope] : stage.slopes[i]) J[i].emplace_back(k, number(slope));
        }
    };
    for (int count = 0; count < most_steps; ++count) {
        if (count == 0 || !linear) linearize();
        const Reals step = least_step(J, error, unknowns.size());
        const bool was_close = close;
        close = true;
        bool far = false;
        for (std::size_t k = 0; k < unknowns.size(); ++k) {
            const Symbol& s = graph.symbol_of(unknowns[k]);
            solved_.insert_or_assign(s, real(s) - step[k]);
            close = close && abs(step[k]) < small;
            far = far || large < abs(step[k]);
        }
        for (std::size_t i = 0; linear && i < J.size(); ++i)
            for (const auto& [k, slope] : J[i]) error[i] = error[i] - slope * step[k];
        if (far && count >= most_far_steps) break;
        if (!was_close) continue;
        // Values at a point are of order one, so that what is left below their last digit is zero: v in v = 0.
        const Real nothing = ten_to(-digits * 3 / 4);
        for (const Expr& x : unknowns) {
            const Symbol& s = graph.symbol_of(x);
            if (abs(real(s)) < nothing) solved_.insert_or_assign(s, Real());
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
        if (model.constraints[row.constraint].kind != Constraint::Kind::speed) position.push_back(graph.own(row.phi));
        speed.push_back(graph.own(row.phidot));
        Expr error = -graph.own(row.gamma);
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
