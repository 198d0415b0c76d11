#include "lagrange/elastic/beam.hpp"

#include "core/calculus.hpp"

namespace lag {

namespace {

enum class ModeKind { bend_b, bend_c, twist, stretch };

struct Mode {
    ModeKind kind;
    Shape shape;
    Expr e;
};

std::vector<Mode> modes_of(const Beam& beam, const std::vector<Expr>& e) {
    std::vector<Mode> modes;
    const auto add = [&](ModeKind kind, std::size_t count) {
        const bool bends = kind == ModeKind::bend_b || kind == ModeKind::bend_c;
        for (std::size_t k = 0; k < count; ++k)
            modes.push_back({kind,
                             Shape(beam.shapes, bends ? ShapeFamily::bending : ShapeFamily::axial, static_cast<int>(k)),
                             e[modes.size()]});
    };
    add(ModeKind::bend_b, beam.bend_b), add(ModeKind::bend_c, beam.bend_c);
    add(ModeKind::twist, beam.twist), add(ModeKind::stretch, beam.stretch);
    return modes;
}

// Sums over modes of numbers times coordinates. All in the axes a, b, c.
class BeamSums {
  public:
    BeamSums(Graph& graph, const Beam& beam, std::vector<Mode> modes)
        : graph_(graph), beam_(beam), modes_(std::move(modes)) {}

    const std::vector<Mode>& modes() const { return modes_; }
    Expr number(const Rational& value) const { return graph_.constant(value); }

    // sum over modes of a kind of the integral of xi^weight shape, times e
    Expr of_shape(ModeKind kind, int weight) const {
        Expr sum = graph_.integer(0);
        for (const Mode& m : modes_)
            if (m.kind == kind) sum += number(integral(weight, m.shape, 0, Shape::one(), 0)) * m.e;
        return sum;
    }
    // the same times the shape of one more mode
    Expr of_product(ModeKind kind, const Shape& shape) const {
        Expr sum = graph_.integer(0);
        for (const Mode& m : modes_)
            if (m.kind == kind) sum += number(integral(0, m.shape, 0, shape, 0)) * m.e;
        return sum;
    }
    // double sums of integrals of products of two kinds
    Expr of_products(ModeKind one, ModeKind other) const {
        Expr sum = graph_.integer(0);
        for (const Mode& m : modes_)
            if (m.kind == one) sum += m.e * of_product(other, m.shape);
        return sum;
    }
    // the integral over 0 .. 1 of w(xi) f l, with w such that by parts it is (1/2) sum of coefficient(i, j) e_i e_j
    template <class Coefficient>
    Expr of_slopes(Coefficient coefficient) const {
        Expr sum = graph_.integer(0);
        if (!beam_.stiffening) return sum;
        for (const ModeKind kind : {ModeKind::bend_b, ModeKind::bend_c})
            for (const Mode& m : modes_) {
                if (m.kind != kind) continue;
                Expr inner = graph_.integer(0);
                for (const Mode& n : modes_)
                    if (n.kind == kind) inner += number(coefficient(m.shape, n.shape)) * n.e;
                sum += m.e * inner;
            }
        return graph_.rational(1, 2) * sum;
    }

  private:
    Graph& graph_;
    const Beam& beam_;
    std::vector<Mode> modes_;
};

// From the axes a, b, c to the body's.
Vec3<Expr> in_body(const Beam& beam, const Vec3<Expr>& local) {
    Vec3<Expr> v;
    for (std::size_t k = 0; k < 3; ++k) v[(beam.axis + k) % 3] = local[k];
    return v;
}
Mat3<Expr> in_body(const Beam& beam, const Mat3<Expr>& local) {
    Mat3<Expr> m;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) m((beam.axis + i) % 3, (beam.axis + j) % 3) = local(i, j);
    return m;
}

Vec3<Expr> first_moment(const BeamSums& sums, const Beam& beam) {
    const Expr mass = beam.rhoA * beam.length;
    const Expr shortened = sums.of_slopes(
        [](const Shape& f, const Shape& g) { return Rational(integral(0, f, 1, g, 1) - integral(1, f, 1, g, 1)); });
    return {{mass * (beam.length / 2 + sums.of_shape(ModeKind::stretch, 0)) - beam.rhoA * shortened,
             mass * sums.of_shape(ModeKind::bend_b, 0), mass * sums.of_shape(ModeKind::bend_c, 0)}};
}

Mat3<Expr> inertia(const BeamSums& sums, const Beam& beam) {
    using enum ModeKind;
    const Expr mass = beam.rhoA * beam.length;
    const auto square = [&](ModeKind kind) { return sums.of_products(kind, kind); };
    const Expr shortened = sums.of_slopes([](const Shape& f, const Shape& g) {
        return Rational((integral(0, f, 1, g, 1) - integral(2, f, 1, g, 1)) / 2);
    });
    // the integral of the square of the place along the beam
    const Expr along = mass * (beam.length * beam.length / 3 + 2 * beam.length * sums.of_shape(stretch, 1) +
                               square(stretch) - 2 * shortened);
    Mat3<Expr> J;
    J(0, 0) = mass * (square(bend_b) + square(bend_c)) + beam.rhoI * beam.length;
    J(1, 1) = along + mass * square(bend_c);
    J(2, 2) = along + mass * square(bend_b);
    J(0, 1) = J(1, 0) = -(mass * (beam.length * sums.of_shape(bend_b, 1) + sums.of_products(stretch, bend_b)));
    J(0, 2) = J(2, 0) = -(mass * (beam.length * sums.of_shape(bend_c, 1) + sums.of_products(stretch, bend_c)));
    J(1, 2) = J(2, 1) = -(mass * sums.of_products(bend_b, bend_c));
    return J;
}

// The integral of r x r,e over the mass, for the mode of coordinate e.
Vec3<Expr> angular_momentum(Graph& graph, const BeamSums& sums, const Beam& beam, const Mode& m) {
    using enum ModeKind;
    const Expr mass = beam.rhoA * beam.length, none = graph.integer(0);
    const Rational mean = integral(0, m.shape, 0, Shape::one(), 0), lever = integral(1, m.shape, 0, Shape::one(), 0);
    const auto along = [&] { return mass * (beam.length * graph.constant(lever) + sums.of_product(stretch, m.shape)); };
    const auto across = [&](ModeKind kind) { return mass * sums.of_product(kind, m.shape); };
    if (m.kind == twist) return {{beam.rhoI * beam.length * graph.constant(mean), none, none}};
    if (m.kind == stretch) return {{none, across(bend_c), -across(bend_b)}};
    if (m.kind == bend_b) return {{-across(bend_c), none, along()}};
    return {{across(bend_b), -along(), none}};
}

}  // namespace

FlexibleData beam_data(Graph& graph, const Beam& beam, const std::vector<CoordinateIndex>& coordinates,
                       const std::vector<SpeedIndex>& speeds, const std::vector<Expr>& e) {
    const BeamSums sums(graph, beam, modes_of(beam, e));
    const std::vector<Mode>& modes = sums.modes();
    FlexibleData data;
    data.mass = beam.rhoA * beam.length;
    data.body.coordinates = coordinates, data.body.speeds = speeds;
    data.body.moment = in_body(beam, first_moment(sums, beam));
    data.body.inertia = in_body(beam, inertia(sums, beam));
    const Expr l = beam.length, none = graph.integer(0);
    for (std::size_t i = 0; i < modes.size(); ++i) {
        const Mode& m = modes[i];
        Vec3<Expr> Ct;
        for (std::size_t k = 0; k < 3; ++k) Ct[k] = partial_derivative(data.body.moment[k], m.e);
        data.body.Ct.push_back(Ct);
        data.body.Cr.push_back(in_body(beam, angular_momentum(graph, sums, beam, m)));
        std::vector<Expr> Me(modes.size(), none), K(modes.size(), none);
        for (std::size_t j = 0; j < modes.size(); ++j) {
            const Mode& n = modes[j];
            if (n.kind != m.kind) continue;
            const bool bends = m.kind == ModeKind::bend_b || m.kind == ModeKind::bend_c;
            const int derivative = bends ? 2 : 1;
            const Expr stiffness = m.kind == ModeKind::bend_b   ? beam.EI_c / (l * l * l)
                                   : m.kind == ModeKind::bend_c ? beam.EI_b / (l * l * l)
                                   : m.kind == ModeKind::twist  ? beam.GJ / l
                                                                : beam.EA / l;
            const Expr density = m.kind == ModeKind::twist ? beam.rhoI : beam.rhoA;
            Me[j] = density * l * graph.constant(integral(0, m.shape, 0, n.shape, 0));
            K[j] = stiffness * graph.constant(integral(0, m.shape, derivative, n.shape, derivative));
        }
        data.body.Me.push_back(Me);
        data.stiffness.push_back(K);
    }
    return data;
}

ElasticNode beam_node(Graph& graph, const Beam& beam, const std::vector<Expr>& e, const Rational& xi) {
    const Expr none = graph.integer(0);
    Vec3<Expr> place{{graph.constant(xi) * beam.length, none, none}}, turn{{none, none, none}};
    const std::vector<Mode> modes = modes_of(beam, e);
    for (const Mode& m : modes) {
        const Expr value = graph.constant(value_of(m.shape, 0, xi)) * m.e;
        const Expr slope = graph.constant(value_of(m.shape, 1, xi)) * m.e / beam.length;
        if (m.kind == ModeKind::twist) turn[0] += value;
        if (m.kind == ModeKind::stretch) place[0] += value;
        if (m.kind == ModeKind::bend_b) place[1] += value, turn[2] += slope;
        if (m.kind == ModeKind::bend_c) place[2] += value, turn[1] -= slope;
        const bool bends = m.kind == ModeKind::bend_b || m.kind == ModeKind::bend_c;
        if (!bends || !beam.stiffening) continue;
        for (const Mode& n : modes)
            if (n.kind == m.kind)
                place[0] -=
                    graph.constant(Rational(integral(0, m.shape, 1, n.shape, 1, xi) / 2)) * (m.e * n.e) / beam.length;
    }
    const Vec3<Expr> turned = in_body(beam, turn);
    return {in_body(beam, place), turned.c};
}

}  // namespace lag
