#include "lagrange/constraints/row_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "core/evaluate.hpp"

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

Eigen::Index at_index(std::size_t i) {
    return static_cast<Eigen::Index>(i);
}

}  // namespace

double FixedRandom::next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

RowNumbers::RowNumbers(const Model& model, const Kinematics& kinematics, const ConstraintRows& rows, double off,
                       std::uint64_t seed)
    : model_(model), kinematics_(kinematics), rows_(rows), turns_(turning_speeds(model)) {
    Graph& graph = *model.graph;
    FixedRandom random(seed);
    for (const Parameter& p : model.parameters) {
        try {
            const double value = graph.constant_double({&graph, p.default_value.id}), by = off * random.next();
            parameters_[p.name] = value == 0 ? by : value + by * value;
        } catch (const ModelError&) {
            parameters_[p.name] = std::nan("");
        }
    }
    for (std::size_t k = 0; k < model.coordinates.size(); ++k) coordinate_[model.coordinates[k].name] = k;
    for (std::size_t k = 0; k < model.speeds.size(); ++k) speed_[model.speeds[k].name] = k;
    for (std::size_t k = 0; k < model.inputs.size(); ++k) input_[model.inputs[k].name] = k;
    initial_.q.assign(model.coordinates.size(), 0.0);
    initial_.w.assign(model.inputs.size(), 0.0);
    Evaluator<double> value(
        graph, [&](const Symbol& s) { return value_of_symbol(initial_, s); },
        [&](Expr constant) { return graph.constant_double(constant); });
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        initial_.q[k] = value({&graph, model.coordinates[k].initial_value.id});
    normalize(initial_);
    std::vector<Expr> held;
    for (const ConstraintRow& row : rows.rows) {
        held.push_back({&graph, row.phi.id});
        held.push_back({&graph, row.phidot.id});
    }
    for (const Expr& s : symbols_in(graph, held, bit(Role::coordinate)))
        moved_coordinates_.push_back(coordinate_.at(graph.symbol_of(s.id).name));
    std::sort(moved_coordinates_.begin(), moved_coordinates_.end());
    measure_length();
    measure_rows();
}

bool RowNumbers::is_position(std::size_t r) const {
    return model_.constraints[rows_.rows[r].constraint].kind != Constraint::Kind::speed;
}

// Symbols without a number of their own (external results) have one that is neither 0 nor 1.
double RowNumbers::value_of_symbol(const ModelState& state, const Symbol& s) const {
    const auto found = [&](const auto& table, double otherwise) {
        const auto known = table.find(s.name);
        return known == table.end() ? otherwise : static_cast<double>(known->second);
    };
    constexpr double unknown = 0.25;
    switch (s.role) {
        case Role::time:
            return state.t;
        case Role::parameter:
            return found(parameters_, unknown);
        case Role::coordinate: {
            const auto known = coordinate_.find(s.name);
            return known == coordinate_.end() ? unknown : state.q[known->second];
        }
        case Role::input: {
            const auto known = input_.find(s.name);
            return known == input_.end() ? unknown : state.w[known->second];
        }
        case Role::speed:
            return 0;
        default:
            return unknown;
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
    values.B = Eigen::MatrixXd::Zero(at_index(which.size()), at_index(speeds()));
    for (std::size_t i = 0; i < which.size(); ++i) {
        const ConstraintRow& row = rows_.rows[which[i]];
        const double unit = unit_.empty() ? 1 : unit_[which[i]];
        values.phi(at_index(i)) = value({&graph, row.phi.id}) / unit;
        values.drift(at_index(i)) = value({&graph, row.phidot.id}) / unit;
        for (const auto& [speed, coefficient] : row.B)
            values.B(at_index(i), at_index(speed.value)) =
                value({&graph, coefficient.id}) * reach_of(speed.value) / unit;
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
                const std::size_t u = speed_.at(s.name);
                return step(at_index(u)) * reach_of(u);
            },
            [&graph](Expr constant) { return graph.constant_double(constant); });
    };
    Evaluator<double> moving = rates_at(false), still = rates_at(true);
    ModelState next = state;
    for (const std::size_t k : moved_coordinates_) {
        const Expr rate{&graph, kinematics_.coordinate_rates[k].id};
        next.q[k] += moving(rate) - still(rate);
    }
    normalize(next);
    return next;
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

ModelState RowNumbers::anywhere(FixedRandom& random) const {
    ModelState state = initial_;
    for (std::size_t k = 0; k < state.q.size(); ++k) {
        const double x = random.next();
        state.q[k] = model_.coordinates[k].angle ? std::numbers::pi * x : initial_.q[k] + 2 * length_ * x;
    }
    for (const Body& body : model_.bodies) {
        if (!body.hinge.euler_parameters) continue;
        for (std::size_t k = 0; k < 4; ++k) state.q[body.hinge.coordinates[k].value] = random.next();
    }
    for (double& w : state.w) w = 2 * length_ * random.next();
    state.t = 1 + random.next();
    normalize(state);
    return state;
}

Eigen::VectorXd RowNumbers::random_step(FixedRandom& random, double size) const {
    Eigen::VectorXd step(at_index(speeds()));
    for (double& x : step) x = size * random.next();
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
            const double x = std::abs(value({&graph, v[i].id}));
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
    FixedRandom random(17);
    for (int place = 0; place < 3; ++place) {
        ModelState state = initial_;
        if (place > 0) {
            state = moved(initial_, random_step(random, 0.3 * place));
            state.t = random.next();
            for (double& w : state.w) w = random.next();
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
