// Loads: everything that is a force or a moment on a body becomes one; hinge loads, potentials and dissipations stay
// generalized forces, from derivatives of their expressions.
#include "tests/support/oracle_reading.hpp"

namespace lag::oracle {

// Distances first: the loads' expressions may name them.
void Reading::read_lines(Evaluator<Number>& value) {
    for (const LineLoad& load : model->line_loads) {
        const Moving<V3> line = point_in(actual, load.Q, value) - point_in(actual, load.P, value);
        const Number distance = line.v.norm(), rate = line.v.dot(line.d) / distance;
        external["distance(" + load.P.name + "," + load.Q.name + ")"] = distance;
        external["distance_rate(" + load.P.name + "," + load.Q.name + ")"] = rate;
        lines.push_back({static_cast<double>(distance), static_cast<double>(rate), 0});
    }
}

void Reading::read_line_loads(Evaluator<Number>& value) {
    for (std::size_t k = 0; k < model->line_loads.size(); ++k) {
        const LineLoad& load = model->line_loads[k];
        const V3 P = point_in(actual, load.P, value).v, Q = point_in(actual, load.Q, value).v;
        const Number size = value(load.value);
        const V3 force = size * (Q - P) / (Q - P).norm();
        lines[k].value = static_cast<double>(size);
        applied.push_back({load.Q.body, vector_of(load.Q.location, value), force, V3::Zero()});
        applied.push_back({load.P.body, vector_of(load.P.location, value), -force, V3::Zero()});
    }
}

// Everything that is a force or a moment on a body.
void Reading::read_loads() {
    Evaluator<Number> value = values();
    const V3 gravity = vector_of(model->gravity, value);
    for (std::size_t b = 1; b < numbers.size(); ++b)
        if (!state.particles || !model->bodies[b].elastic)
            applied.push_back({BodyIndex{b}, numbers[b].cm, numbers[b].mass * gravity, V3::Zero()});
    const auto in_ground = [&](const Vec3<Expr>& components, const FrameOnBody& frame) -> V3 {
        const M3 R_BF = matrix_of(frame.R_FB, value).transpose();
        return actual.R[frame.body.value].v * (R_BF * vector_of(components, value));
    };
    read_lines(value);
    for (const ForceLoad& load : model->forces) {
        const V3 force = in_ground(load.components, load.frame);
        applied.push_back({load.point.body, vector_of(load.point.location, value), force, V3::Zero()});
        if (load.reaction)
            applied.push_back({load.reaction->body, vector_of(load.reaction->location, value), -force, V3::Zero()});
    }
    for (const TorqueLoad& load : model->torques) {
        const V3 torque = in_ground(load.components, load.frame);
        applied.push_back({load.body, V3::Zero(), V3::Zero(), torque});
        if (load.reaction) applied.push_back({*load.reaction, V3::Zero(), V3::Zero(), -torque});
    }
    read_line_loads(value);
    read_generalized_loads(value);
}

void Reading::read_generalized_loads(Evaluator<Number>& value) {
    generalized_loads = Vector::Zero(u.size());
    generalized_magnitude = Vector::Zero(u.size());
    const auto act = [&](Eigen::Index i, Number size) {
        generalized_loads(i) += size;
        generalized_magnitude(i) += std::abs(size);
    };
    for (const HingeLoad& load : model->hinge_loads) {
        const Number size = value(load.value);
        if (!load.cut) act(at(load.speed.value), size);
        for (Eigen::Index i = 0; i < u.size() && load.cut; ++i) act(i, size * K(at(load.cut->value), i));
    }
    Matrix gradient = Matrix::Zero(q.size(), at(model->potentials.size()));  // of each potential by q
    for (Eigen::Index k = 0; k < q.size() && gradient.cols() > 0; ++k) {
        Evaluator<NumberJet> along = jets({Vector::Unit(q.size(), k), Vector::Zero(q.size()), false});
        for (Eigen::Index j = 0; j < gradient.cols(); ++j)
            gradient(k, j) = along(model->potentials[static_cast<std::size_t>(j)].value).d;
    }
    for (Eigen::Index i = 0; i < u.size(); ++i) {
        for (Eigen::Index j = 0; j < gradient.cols(); ++j) {
            generalized_loads(i) -= gradient.col(j).dot(K.col(i));
            generalized_magnitude(i) +=
                gradient.col(j).cwiseAbs().dot(K.col(i).cwiseAbs()) + 1e-3L * gradient.col(j).norm() * K.col(i).norm();
        }
        Evaluator<NumberJet> by_speed(
            *model->graph,
            [&](const Symbol& s) {
                return NumberJet(symbol_value(s),
                                 s.role == Role::speed && speed.at(s.name) == i ? Number(1) : Number(0));
            },
            [&](Expr e) { return NumberJet(constant(e)); });
        for (const Dissipation& load : model->dissipations) act(i, -by_speed(load.value).d);
    }
}

}  // namespace lag::oracle
