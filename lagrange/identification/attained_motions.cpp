// Which velocities a step can have, and which parameters of inertia are felt there. The kinetic energy of a step is
// linear in its parameters phi and quadratic in V = (omega, v),
//     2 T = z(V) . phi        z(V): v.v for m, 2 v x omega for s, omega_i omega_j for J
// and the weight's energy is linear too, by a row that hangs on position alone. Displacing the step by a twist changes
// both by the same operator: with phi' = D phi for parameters carried inward along it, rows change by D^T.
//
//   V outboard     spans {X V inboard} over all displacements X of the step, and its own twists S
//   rows outboard  {z of displaced V inboard}, {products of S with displaced V}, {products of S with S}, {weight}
//   conditions     D^T row for all displaced rows; products of S with displaced V and with S
//
// Parameters on which the conditions vanish do the same wherever the hinge stands and however it moves: they may hang
// on the inboard step. Since a hinge's own coordinates occur in nothing else that is left once its outboard bodies are
// done with, no other parameters can be dependent: leaf by leaf this finds them all.
#include "lagrange/identification/hinge_steps.hpp"

namespace lag {

namespace {

struct Velocity {
    Vec3<Expr> w, v;
};

SparseRow row_of(std::initializer_list<std::pair<std::size_t, Expr>> entries, GeneralValues& general) {
    SparseRow row;
    for (const auto& [column, entry] : entries) {
        const Expr plain = general.tidy(entry);
        if (!general.vanishes(plain)) row.emplace(column, plain);
    }
    return row;
}

SparseRow row_of(const Velocity& V, GeneralValues& general) {
    return row_of({{0, V.w[0]}, {1, V.w[1]}, {2, V.w[2]}, {3, V.v[0]}, {4, V.v[1]}, {5, V.v[2]}}, general);
}

SparseRow row_of(const InertialVector& vector, GeneralValues& general) {
    SparseRow row;
    for (std::size_t k = 0; k < inertial_count; ++k) row.merge(row_of({{k, vector[k]}}, general));
    return row;
}

Velocity velocity_of(const SparseRow& row) {
    Velocity V;
    for (const auto& [column, entry] : row) (column < 3 ? V.w[column] : V.v[column - 3]) = entry;
    return V;
}

Velocity velocity_of(const Twist& twist) {
    return twist.rotates ? Velocity{twist.axis, {}} : Velocity{{}, twist.axis};
}

// The bilinear form behind z: the coefficients of the parameters in V^T (inertia) V'.
InertialVector product(const Velocity& a, const Velocity& b) {
    const Vec3<Expr> s = cross(a.v, b.w) + cross(b.v, a.w);
    const auto mixed = [&](std::size_t i, std::size_t j) { return a.w[i] * b.w[j] + a.w[j] * b.w[i]; };
    return {a.w[2] * b.w[2], a.w[0] * b.w[0], mixed(0, 1), mixed(0, 2), mixed(1, 2), s[0], s[1], s[2],
            dot(a.v, b.v),   a.w[1] * b.w[1]};
}

// V of the displaced step, to first order: the change for a unit of the twist.
Velocity displaced(const Twist& twist, const Velocity& V) {
    if (!twist.rotates) return {{}, cross(V.w, twist.axis)};
    return {cross(V.w, twist.axis), cross(V.v, twist.axis)};
}

// d/d(twist) of parameters carried inward: column k is what a unit of parameter k becomes.
//     rotation     s' = a x s      J' = a~ J - J a~          translation     s' = m a      J' = 2 a.s 1 - s a^T - a s^T
std::array<InertialVector, inertial_count> rate_columns(Graph& graph, const Twist& twist) {
    std::array<InertialVector, inertial_count> columns;
    const Vec3<Expr>& a = twist.axis;
    for (std::size_t k = 0; k < inertial_count; ++k) {
        const Inertia unit = unit_inertia(graph, k);
        Inertia rate;
        if (twist.rotates) {
            rate.moment = cross(a, unit.moment);
            const Mat3<Expr> left = tilde(a) * unit.J, right = unit.J * tilde(a);
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j) rate.J(i, j) = left(i, j) - right(i, j);
        } else {
            rate.moment = unit.mass * a;
            const Vec3<Expr>& s = unit.moment;
            const Expr twice = 2 * dot(a, s);
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j)
                    rate.J(i, j) = (i == j ? twice : Expr{}) - (s[i] * a[j] + a[i] * s[j]);
        }
        columns[k] = inertial_vector(rate);
    }
    return columns;
}

// row . columns
SparseRow through(const std::array<InertialVector, inertial_count>& columns, const SparseRow& row,
                  GeneralValues& general) {
    InertialVector result;
    for (std::size_t k = 0; k < inertial_count; ++k)
        for (const auto& [component, entry] : row) result[k] = result[k] + entry * columns[k][component];
    return row_of(result, general);
}

class Motions {
  public:
    Motions(const Model& model, GeneralValues& general) : model_(model), graph_(*model.graph), general_(general) {}

    std::vector<AttainedMotions> of(const HingeSteps& steps) {
        std::vector<AttainedMotions> motions;
        motions.push_back(on_ground());
        for (std::size_t k = 1; k < steps.steps.size(); ++k) {
            const HingeStep& step = steps.steps[k];
            const AttainedMotions& inboard = motions[step.inboard];
            motions.push_back(step.moves() ? moved(step, inboard) : carried(step, inboard));
        }
        return motions;
    }

  private:
    AttainedMotions nothing() const { return {RowSpace(general_), RowSpace(general_), {}}; }

    // Nothing moves; the weight of a first moment. Gravity that changes with time counts as having any size along each
    // of its components.
    AttainedMotions on_ground() const {
        constexpr std::size_t sx = 5;
        AttainedMotions ground = nothing();
        SparseRow weight;
        for (std::size_t k = 0; k < 3; ++k) {
            const Expr g = model_.gravity[k];
            if (g.graph == nullptr || g.is_zero()) continue;
            if ((graph_.node(g).dependence & ~bit(Role::parameter)) != 0)
                ground.features.add({{sx + k, graph_.integer(1)}});
            else
                weight.merge(row_of({{sx + k, g}}, general_));
        }
        ground.features.add(weight);
        return ground;
    }

    AttainedMotions carried(const HingeStep& step, const AttainedMotions& inboard) const {
        AttainedMotions motions = nothing();
        for (const SparseRow& row : inboard.velocities.rows()) {
            const Velocity V = velocity_of(row);
            motions.velocities.add(row_of(
                Velocity{step.rotation.outward(V.w), step.rotation.outward(V.v + cross(V.w, step.o))}, general_));
        }
        const auto columns = carried_columns(graph_, step);
        for (const SparseRow& row : inboard.features.rows()) motions.features.add(through(columns, row, general_));
        return motions;
    }

    AttainedMotions moved(const HingeStep& step, const AttainedMotions& inboard) const {
        AttainedMotions motions{inboard.velocities, inboard.features, {}};
        for (std::size_t r = 0; r < motions.velocities.rows().size(); ++r)  // the list grows while it is read
            for (const Twist& twist : step.twists)
                motions.velocities.add(row_of(displaced(twist, velocity_of(motions.velocities.rows()[r])), general_));

        std::vector<SparseRow> conditions;
        std::vector<std::array<InertialVector, inertial_count>> rates;
        for (const Twist& twist : step.twists) rates.push_back(rate_columns(graph_, twist));
        for (std::size_t r = 0; r < motions.features.rows().size(); ++r)
            for (const auto& columns : rates)
                motions.features.add(through(columns, motions.features.rows()[r], general_));
        for (const SparseRow& row : motions.features.rows())
            for (const auto& columns : rates) conditions.push_back(through(columns, row, general_));

        for (const Twist& twist : step.twists) motions.velocities.add(row_of(velocity_of(twist), general_));
        for (const Twist& twist : step.twists)
            for (const SparseRow& row : motions.velocities.rows())
                conditions.push_back(row_of(product(velocity_of(twist), velocity_of(row)), general_));
        motions.conditions = echelon_form(general_, std::move(conditions));
        for (const EchelonRow& condition : motions.conditions) motions.features.add(condition.row);
        return motions;
    }

    const Model& model_;
    Graph& graph_;
    GeneralValues& general_;
};

}  // namespace

std::vector<AttainedMotions> attained_motions(const Model& model, const HingeSteps& steps, GeneralValues& general) {
    return Motions(model, general).of(steps);
}

}  // namespace lag
