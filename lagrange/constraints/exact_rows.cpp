#include "lagrange/constraints/exact_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "core/errors.hpp"

namespace lag {

namespace {

Real power_of_ten(int exponent) {
    return Real(parse_rational("1e" + std::to_string(exponent)));
}
// Of a row's unit. Rounding in 60 digits stays far below, and what a script means lies far above.
const Real& nothing() {
    static const Real limit = power_of_ten(-25);
    return limit;
}
const Real& closed() {
    static const Real limit = power_of_ten(-42);
    return limit;
}

Real real(double x) {
    return Real(exact_rational(x));
}

}  // namespace

ExactRows::ExactRows(const Model& model, const Kinematics& kinematics, const RowNumbers& numbers, double off,
                     std::uint64_t seed)
    : model_(model), kinematics_(kinematics), numbers_(numbers) {
    RandomNumbers random(seed);
    for (const Parameter& p : model.parameters) {
        const double r = random.next();
        const double by = off * (r < 0 ? -0.5 + 0.5 * r : 0.5 + 0.5 * r);
        try {
            const Real value(model.graph->constant_real(p.default_value));
            const bool zero = value == Real();
            const Real scale = !zero ? value : real(p.unit == "m" ? numbers.length() : 1.0);
            values_[p.name] = off == 0 ? value : value + real(by) * scale;
        } catch (const ModelError&) {
            // no number: what needs it has none either
        }
    }
}

Evaluator<Real> ExactRows::evaluator(const std::map<std::string, Real>& speeds) const {
    Graph& graph = *model_.graph;
    return Evaluator<Real>(
        graph,
        [this, &speeds](const Symbol& s) {
            if (s.role == Role::speed) {
                const auto known = speeds.find(s.name);
                return known == speeds.end() ? Real() : known->second;
            }
            const auto known = values_.find(s.name);
            if (known != values_.end()) return known->second;
            if (s.role == Role::parameter) throw ModelError(fmt::format("parameter '{}' has no value", s.name));
            refuse_unknown(s);
        },
        [&graph](Expr constant) { return Real(graph.constant_real(constant)); });
}

ExactRows::Values ExactRows::values_of(std::size_t row, Evaluator<Real>& value) const {
    const ConstraintRow& r = numbers_.row(row);
    const Real unit = real(numbers_.unit_of(row));
    Values values{value(r.phi) / unit, value(r.phidot) / unit, Vector(numbers_.speeds())};
    for (const auto& [speed, coefficient] : r.B)
        values.B[speed.value] = value(coefficient) * real(numbers_.reach_of(speed.value)) / unit;
    return values;
}

void ExactRows::normalize() {
    for (const Body& body : model_.bodies) {
        if (!body.hinge.euler_parameters) continue;
        Real square;
        const auto e = [&](std::size_t k) -> Real& {
            return values_.at(model_.coordinates[body.hinge.coordinates[k].value].name);
        };
        for (std::size_t k = 0; k < 4; ++k) square = square + e(k) * e(k);
        const Real length = sqrt(square);
        for (std::size_t k = 0; k < 4; ++k) e(k) = e(k) / length;
    }
}

void ExactRows::move(const Vector& step) {
    std::map<std::string, Real> speeds;
    for (std::size_t u = 0; u < step.size(); ++u) speeds[model_.speeds[u].name] = step[u] * real(numbers_.reach_of(u));
    const std::map<std::string, Real> rest;
    Evaluator<Real> moving = evaluator(speeds), still = evaluator(rest);
    std::vector<std::pair<std::string, Real>> moved;
    for (const std::size_t k : numbers_.moved_coordinates()) {
        const Expr rate = model_.graph->own(kinematics_.coordinate_rates[k]);
        moved.emplace_back(model_.coordinates[k].name, moving(rate) - still(rate));
    }
    for (const auto& [name, by] : moved) values_[name] = values_[name] + by;
    normalize();
}

LinearizedConditions<Real> ExactRows::linearized(const std::vector<std::size_t>& held) const {
    const std::map<std::string, Real> rest;
    Evaluator<Real> value = evaluator(rest);
    LinearizedConditions<Real> rows;
    for (const std::size_t row : held) {
        const Real unit = real(numbers_.unit_of(row));
        rows.errors.push_back(value(numbers_.row(row).phi) / unit);
        rows.slopes.emplace_back(numbers_.speeds());
        for (const auto& [speed, slope] : numbers_.row(row).slopes())
            rows.slopes.back()[speed.value] = value(slope) * real(numbers_.reach_of(speed.value)) / unit;
    }
    return rows;
}

bool ExactRows::bring_onto(const std::vector<std::size_t>& held, const ModelState& start) {
    for (std::size_t k = 0; k < start.q.size(); ++k) values_[model_.coordinates[k].name] = real(start.q[k]);
    for (std::size_t k = 0; k < start.w.size(); ++k) values_[model_.inputs[k].name] = real(start.w[k]);
    for (std::size_t k = 0; k < start.s.size(); ++k) values_[model_.states[k].name] = real(start.s[k]);
    values_["t"] = real(start.t);
    try {
        normalize();
        const NewtonLimits<Real> limits{
            .most_steps = 14, .closed = closed(), .independent = nothing(), .longest_step = real(1)};
        return close_by_newton(
            limits, [&] { return std::optional(linearized(held)); }, [&](const Vector& step) { move(step); });
    } catch (const ModelError&) {
    }
    return false;
}

ExactRows::Answer ExactRows::follows(std::size_t row, const std::vector<std::size_t>& on) {
    try {
        const std::map<std::string, Real> rest;
        Evaluator<Real> value = evaluator(rest);
        OrthonormalRows<Real> basis;
        for (const std::size_t r : on) {
            Values values = values_of(r, value);
            basis.extend(std::move(values.B), values.drift, nothing());
        }
        Values values = values_of(row, value);
        basis.reduce(values.B, values.drift);
        Answer answer;
        answer.known = true;
        answer.in_span = !(nothing() < OrthonormalRows<Real>::length_of(values.B));
        const Real& rest_of_it = numbers_.is_position(row) ? values.phi : values.drift;
        answer.agrees = answer.in_span && !(nothing() < abs(rest_of_it));
        return answer;
    } catch (const ModelError&) {
        return {};
    }
}

}  // namespace lag
