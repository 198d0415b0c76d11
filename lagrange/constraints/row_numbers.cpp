#include "lagrange/constraints/row_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/model_values.hpp"
#include "core/trial_size.hpp"
#include "lagrange/kinematics/cut_hinge.hpp"

namespace lag {

namespace {

// Which speeds turn their body: the rate of an angle, or a component of an angular velocity.
std::vector<char> turning_speeds(const Model& model) {
    std::vector<char> turns(model.speeds.size(), 0);
    for (std::size_t u = 0; u < turns.size(); ++u)
        if (const auto q = model.speeds[u].rate_of) turns[u] = model.coordinates[q->value].angle ? 1 : 0;
    for (const Body& body : model.bodies) {
        const std::vector<SpeedIndex>& speeds = body.hinge.speeds;
        if (body.hinge.quasi == Quasi::planar) turns[speeds.at(2).value] = 1;
        if (body.hinge.quasi == Quasi::spherical || body.hinge.quasi == Quasi::free)
            for (std::size_t k = 0; k < 3; ++k) turns[speeds.at(k).value] = 1;
    }
    return turns;
}

}  // namespace

RowNumbers::RowNumbers(const Model& model, const Kinematics& kinematics, const ConstraintRows& rows, double off,
                       std::uint64_t seed)
    : model_(model), kinematics_(kinematics), rows_(rows), index_(model), turns_(turning_speeds(model)) {
    Graph& graph = *model.graph;
    trial_sizes_.resize(at_index(speeds()));
    for (std::size_t u = 0; u < speeds(); ++u) trial_sizes_(at_index(u)) = trial_size(model, SpeedIndex(u));
    RandomNumbers random(seed);
    for (const Parameter& p : model.parameters) {
        try {
            const double value = graph.constant_double(p.default_value), by = off * random.next();
            parameters_.push_back(value == 0 ? by : value + by * value);
        } catch (const ModelError&) {
            parameters_.push_back(std::nan(""));
        }
    }
    initial_.q.assign(model.coordinates.size(), 0.0);
    initial_.w = first_inputs(model, parameters_);
    Evaluator<double> value(
        graph, [&](const Symbol& s) { return value_of_symbol(initial_, s); },
        [&](Expr constant) { return graph.constant_double(constant); });
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        initial_.q[k] = value(model.coordinates[k].initial_value);
    for (const StateVariable& state : model.states) initial_.s.push_back(value(state.initial_value));
    normalize(initial_);
    std::vector<Expr> held;
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        if (model.constraints[c].kind != Constraint::Kind::hinge) continue;
        if (std::ranges::none_of(rows.rows, [c](const ConstraintRow& row) { return row.constraint == c; })) continue;
        for (const auto& [q, lack] : cut_hinge_lacks(model, kinematics, model.constraints[c].cut)) {
            lacks_.emplace_back(q.value, lack);
            held.insert(held.end(), {symbol(model, q), lack});
        }
    }
    for (const ConstraintRow& row : rows.rows) {
        held.push_back(graph.own(row.phi));
        held.push_back(graph.own(row.phidot));
    }
    for (const Expr& s : symbols_in(graph, held, bit(Role::coordinate)))
        moved_coordinates_.push_back(index_.coordinate(graph.symbol_of(s)).value);
    std::sort(moved_coordinates_.begin(), moved_coordinates_.end());
    close(initial_);
    measure_length();
    measure_rows();
}

bool RowNumbers::is_position(std::size_t r) const {
    return model_.constraints[rows_.rows[r].constraint].kind != Constraint::Kind::speed;
}

double RowNumbers::value_of_symbol(const ModelState& state, const Symbol& s) const {
    switch (s.role) {
        case Role::time:
            return state.t;
        case Role::parameter:
            return parameters_[index_.parameter(s).value];
        case Role::coordinate:
            return state.q[index_.coordinate(s).value];
        case Role::input:
            return state.w[index_.input(s).value];
        case Role::state:
            return state.s[index_.state(s.name).value().value];
        case Role::speed:
            return 0;
        default:
            refuse_unknown(s);
    }
}

RowValues RowNumbers::at(const ModelState& state, const std::vector<std::size_t>& which) const {
    Graph& graph = *model_.graph;
    Evaluator<double> value(
        graph, [&](const Symbol& s) { return value_of_symbol(state, s); },
        [&](Expr constant) {
            const auto known = constants_.find(constant.id);
            if (known != constants_.end()) return known->second;
            return constants_.emplace(constant.id, graph.constant_double(constant)).first->second;
        });
    RowValues values;
    values.phi = values.drift = Eigen::VectorXd::Zero(at_index(which.size()));
    values.B = values.slopes = Eigen::MatrixXd::Zero(at_index(which.size()), at_index(speeds()));
    for (std::size_t i = 0; i < which.size(); ++i) {
        const ConstraintRow& row = rows_.rows[which[i]];
        const double unit = unit_.empty() ? 1 : unit_[which[i]];
        values.phi(at_index(i)) = value(row.phi) / unit;
        values.drift(at_index(i)) = value(row.phidot) / unit;
        for (const auto& [speed, coefficient] : row.B)
            values.B(at_index(i), at_index(speed.value)) = value(coefficient) * reach_of(speed.value) / unit;
        for (const auto& [speed, coefficient] : row.slopes())
            values.slopes(at_index(i), at_index(speed.value)) = value(coefficient) * reach_of(speed.value) / unit;
    }
    values.finite = values.phi.allFinite() && values.drift.allFinite() && values.B.allFinite();
    return values;
}

// The rates are linear in the speeds, but for those of prescribed motions, which are no displacement.
ModelState RowNumbers::moved(const ModelState& state, const Eigen::VectorXd& step) const {
    Graph& graph = *model_.graph;
    const auto rates_at = [&](bool still) {
        return Evaluator<double>(
            graph,
            [&state, &step, this, still](const Symbol& s) {
                if (s.role != Role::speed || still) return value_of_symbol(state, s);
                const std::size_t u = index_.speed(s).value;
                return step(at_index(u)) * reach_of(u);
            },
            [&graph](Expr constant) { return graph.constant_double(constant); });
    };
    Evaluator<double> moving = rates_at(false), still = rates_at(true);
    ModelState next = state;
    for (const std::size_t k : moved_coordinates_) {
        const Expr rate = graph.own(kinematics_.coordinate_rates[k]);
        next.q[k] += moving(rate) - still(rate);
    }
    normalize(next);
    close(next);
    return next;
}

// Newton's method in each hinge's own coordinates, the bodies' poses staying. Where it does not end, the rows tell. Not
// by core/newton.hpp: the expressions are whole steps already, one for each coordinate.
void RowNumbers::close(ModelState& state) const {
    if (lacks_.empty()) return;
    Graph& graph = *model_.graph;
    constexpr int most_steps = 30;
    constexpr double closed = 1e-14;
    for (int count = 0; count < most_steps; ++count) {
        Evaluator<double> value(
            graph, [&](const Symbol& s) { return value_of_symbol(state, s); },
            [&](Expr constant) { return graph.constant_double(constant); });
        double largest = 0;
        std::vector<double> by(lacks_.size());
        for (std::size_t k = 0; k < lacks_.size(); ++k) {
            by[k] = value({&graph, lacks_[k].second.id});
            if (!std::isfinite(by[k])) return;
            largest = std::max(largest, std::abs(by[k]));
        }
        for (std::size_t k = 0; k < lacks_.size(); ++k) state.q[lacks_[k].first] += by[k];
        if (largest < closed) return;
    }
}

// Angles and Euler parameters have no unit.
double RowNumbers::distance(const ModelState& a, const ModelState& b) const {
    double largest = 0;
    for (const std::size_t k : moved_coordinates_) {
        const double unit = model_.coordinates[k].unit == "m" ? length_ : 1;
        largest = std::max(largest, std::abs(a.q[k] - b.q[k]) / unit);
    }
    return largest;
}

void RowNumbers::normalize(ModelState& state) const {
    for (const Body& body : model_.bodies) {
        if (!body.hinge.euler_parameters) continue;
        double square = 0;
        for (std::size_t k = 0; k < 4; ++k) square += std::pow(state.q[body.hinge.coordinates[k].value], 2);
        if (square == 0) state.q[body.hinge.coordinates[0].value] = square = 1;
        for (std::size_t k = 0; k < 4; ++k) state.q[body.hinge.coordinates[k].value] /= std::sqrt(square);
    }
}

ModelState RowNumbers::anywhere(RandomNumbers& random) const {
    ModelState state = initial_;
    for (std::size_t k = 0; k < state.q.size(); ++k) {
        const double x = random.next();
        state.q[k] = model_.coordinates[k].angle
                         ? std::numbers::pi * x
                         : initial_.q[k] + 2 * length_ * trial_size(model_, CoordinateIndex(k)) * x;
    }
    for (const Body& body : model_.bodies) {
        if (!body.hinge.euler_parameters) continue;
        for (std::size_t k = 0; k < 4; ++k) state.q[body.hinge.coordinates[k].value] = random.next();
    }
    for (double& w : state.w) w = 2 * length_ * random.next();
    for (double& s : state.s) s = 2 * length_ * random.next();
    state.t = 1 + random.next();
    normalize(state);
    close(state);
    return state;
}

Eigen::VectorXd RowNumbers::random_step(RandomNumbers& random, double size) const {
    Eigen::VectorXd step(at_index(speeds()));
    for (Eigen::Index u = 0; u < step.size(); ++u) step(u) = size * trial_sizes_(u) * random.next();
    return step;
}

// The largest length that the description of the bodies and loops holds; one where it holds none.
void RowNumbers::measure_length() {
    Graph& graph = *model_.graph;
    Evaluator<double> value(
        graph, [&](const Symbol& s) { return value_of_symbol(initial_, s); },
        [&](Expr constant) { return graph.constant_double(constant); });
    double longest = 0;
    const auto regard = [&](const Vec3<Expr>& v) {
        for (std::size_t i = 0; i < 3; ++i) {
            const double x = std::abs(value(v[i]));
            if (std::isfinite(x)) longest = std::max(longest, x);
        }
    };
    for (std::size_t b = 1; b < model_.bodies.size(); ++b) {
        regard(model_.bodies[b].at);
        regard(model_.bodies[b].outboard_at);
        regard(model_.bodies[b].cm);
    }
    for (const Constraint& constraint : model_.constraints) {
        if (constraint.kind != Constraint::Kind::loop) continue;
        regard(constraint.P.location);
        regard(constraint.Q.location);
    }
    if (longest > 0) length_ = longest;
}

// The largest of three places: at the initial one a row may be singular.
void RowNumbers::measure_rows() {
    std::vector<std::size_t> all(rows());
    for (std::size_t r = 0; r < all.size(); ++r) all[r] = r;
    std::vector<double> longest(rows(), 0.0);
    RandomNumbers random(17);
    for (int place = 0; place < 3; ++place) {
        ModelState state = initial_;
        if (place > 0) {
            state = moved(initial_, random_step(random, 0.3 * place));
            state.t = random.next();
            for (double& w : state.w) w = random.next();
            for (double& s : state.s) s = random.next();
        }
        const RowValues values = at(state, all);
        for (std::size_t r = 0; r < rows(); ++r) {
            const double size = values.B.row(at_index(r)).norm();
            if (std::isfinite(size)) longest[r] = std::max(longest[r], size);
        }
    }
    for (double& size : longest)
        if (size == 0) size = 1;
    unit_ = longest;
}

}  // namespace lag
