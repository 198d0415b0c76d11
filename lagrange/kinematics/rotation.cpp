#include "lagrange/kinematics/rotation.hpp"

#include <array>

#include "core/structural_zero.hpp"

namespace lag {

namespace {

bool is_arctangent(Graph& graph, Expr e) {
    const Node& node = graph.node(e);
    return node.op == Op::atan2 || (node.op == Op::neg && graph.node(node.operand[0]).op == Op::atan2);
}

}  // namespace

Vec3<Expr> Rotation::outward(const Vec3<Expr>& v) const {
    if (kind == Kind::identity) return v;
    if (kind == Kind::general) return matrix * v;
    const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    Vec3<Expr> r;
    r[axis] = v[axis];
    r[x] = cosine * v[x] + sine * v[y];
    r[y] = cosine * v[y] - sine * v[x];
    return r;
}

Vec3<Expr> Rotation::inward(const Vec3<Expr>& v) const {
    if (kind == Kind::identity) return v;
    if (kind == Kind::general) return transpose_times(matrix, v);
    const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    Vec3<Expr> r;
    r[axis] = v[axis];
    r[x] = cosine * v[x] - sine * v[y];
    r[y] = sine * v[x] + cosine * v[y];
    return r;
}

SineAndCosine sine_and_cosine(Graph& graph, Expr angle) {
    angle = graph.own(angle);
    const Node node = graph.node(angle);
    const auto of = [&](std::size_t k) { return graph.expr(node.operand[k]); };
    if (node.op == Op::neg) {
        const auto [sine, cosine] = sine_and_cosine(graph, of(0));
        return {-sine, cosine};
    }
    if ((node.op == Op::add || node.op == Op::sub) && is_arctangent(graph, of(0)) && is_arctangent(graph, of(1))) {
        auto [sa, ca] = sine_and_cosine(graph, of(0));
        auto [sb, cb] = sine_and_cosine(graph, of(1));
        if (node.op == Op::sub) sb = -sb;
        return {sa * cb + ca * sb, ca * cb - sa * sb};
    }
    if (node.op != Op::atan2) return {sin(angle), cos(angle)};
    const Expr y = of(0), x = of(1), square = x * x + y * y;
    const std::array<Expr, 1> too_much{square - graph.integer(1)};
    if (StructuralZeros(graph, {})(too_much).front()) return {y, x};
    const Expr by_length = graph.integer(1) / sqrt(square);
    return {y * by_length, x * by_length};
}

Rotation rotation_about(Graph& graph, const Vec3<Expr>& axis, Expr angle) {
    Rotation rotation;
    angle = graph.own(angle);
    if (angle.is_zero()) return rotation;
    const auto [sine, cosine] = sine_and_cosine(graph, angle);
    for (std::size_t k = 0; k < 3; ++k)
        if (axis[(k + 1) % 3].is_zero() && axis[(k + 2) % 3].is_zero()) {
            rotation.kind = Rotation::Kind::elementary;
            rotation.axis = k;
            rotation.sine = axis[k].is_one() ? sine : axis[k] * sine;  // axis[k] is +-1
            rotation.cosine = cosine;
            return rotation;
        }
    // Rodrigues: R_BA = cos 1 + (1 - cos) a a^T - sin a~
    rotation.kind = Rotation::Kind::general;
    const Expr versine = graph.integer(1) - cosine;
    const Mat3<Expr> skew = tilde(axis);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const Expr diagonal = i == j ? cosine : Expr{};
            rotation.matrix(i, j) = diagonal + (axis[i] * axis[j]) * versine - skew(i, j) * sine;
        }
    return rotation;
}

bool is_identity(const Mat3<Expr>& R) {
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            if (i == j ? !R(i, j).is_one() : !R(i, j).is_zero()) return false;
    return true;
}

std::vector<Rotation> rotations_of_orientation(Graph& graph, const Mat3<Expr>& orient,
                                               const std::vector<std::pair<int, Expr>>& elementary) {
    std::vector<Rotation> rotations;
    for (const auto& [axis, angle] : elementary) {
        Vec3<Expr> direction;
        direction[static_cast<std::size_t>(axis)] = graph.integer(1);
        rotations.push_back(rotation_about(graph, direction, angle));
        if (rotations.back().kind == Rotation::Kind::identity) rotations.pop_back();
    }
    if (!elementary.empty() || is_identity(orient)) return rotations;
    Rotation rotation;
    rotation.kind = Rotation::Kind::general;
    rotation.matrix = orient;
    return {rotation};
}

}  // namespace lag
