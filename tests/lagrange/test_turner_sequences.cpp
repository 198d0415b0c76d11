// Turner's quasi-coordinate equations (T11) and (T17), proved symbolically for all twelve Euler sequences, on the
// rotations and kinematic differential equations that the tool itself uses. GiNaC does the proof; it shares no code
// with the graph's folding.
//
// With omega = Gamma alpha, v = C v^N and the momenta h = dT/d omega, p = dT/dv as free symbols, (T8), (T6) and (T14)
// say that (T11) and (T17) hold for every kinetic energy T(omega, v) if and only if, identically in theta, alpha, v^N,
// h and p,
//     Gamma'^T h - (d omega/d theta)^T h - (dv/d theta)^T p = Gamma^T (omega~ h + v~ p)          (rotation, T10 -> T11)
//     C'^T p = C^T omega~ p                                                                       (translation, T15 ->
//     T17)
#include <ginac/ginac.h>

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

#include "core/model.hpp"
#include "lagrange/kinematics/link_motions.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

constexpr std::array<int, 12> sequences{121, 123, 131, 132, 212, 213, 231, 232, 312, 313, 321, 323};

// Graph expressions as GiNaC ones, with sin and cos of the three angles as plain symbols S1.. C1.. so that everything
// is a polynomial; the relation C^2 = 1 - S^2 is applied at the end.
class Algebra {
  public:
    explicit Algebra(Graph& graph) : graph_(graph) {}

    GiNaC::ex operator()(Expr e) {
        for (const NodeId id : reachable(graph_, std::array<Expr, 1>{e})) {
            const Node& n = graph_.node(id);
            const auto a = [&](int k) { return known_.at(n.operand[k]); };
            switch (n.op) {
                case Op::constant:
                    known_[id] = GiNaC::numeric(to_string(graph_.constant_value(id)).c_str());
                    break;
                case Op::symbol:
                    known_[id] = named(graph_.symbol_of(id).name);
                    break;
                case Op::add:
                    known_[id] = a(0) + a(1);
                    break;
                case Op::sub:
                    known_[id] = a(0) - a(1);
                    break;
                case Op::neg:
                    known_[id] = -a(0);
                    break;
                case Op::mul:
                    known_[id] = a(0) * a(1);
                    break;
                case Op::div:
                    known_[id] = a(0) / a(1);
                    break;
                case Op::sin:
                    known_[id] = named("S(" + graph_.symbol_of(n.operand[0]).name + ")");
                    break;
                case Op::cos:
                    known_[id] = named("C(" + graph_.symbol_of(n.operand[0]).name + ")");
                    break;
                default:
                    FAIL("unexpected operation " << name_of(n.op));
            }
        }
        return known_.at(e.id);
    }

    GiNaC::symbol named(const std::string& name) { return symbols_.try_emplace(name, name).first->second; }

    // Derivative along angle `name`: S' = C, C' = -S.
    GiNaC::ex by_angle(const GiNaC::ex& e, const std::string& name) {
        const GiNaC::symbol S = named("S(" + name + ")"), C = named("C(" + name + ")");
        return e.diff(S) * C - e.diff(C) * S;
    }

    // Zero modulo C^2 = 1 - S^2: the remainder by that monic polynomial in each C is unique.
    bool vanishes(const GiNaC::ex& e) {
        GiNaC::ex rest = GiNaC::numer(GiNaC::normal(e)).expand();
        for (const char* name : {"a1", "a2", "a3"}) {
            const GiNaC::symbol S = named(std::string("S(") + name + ")"), C = named(std::string("C(") + name + ")");
            rest = GiNaC::rem(rest, C * C + S * S - 1, C).expand();
        }
        return rest.is_zero();
    }

  private:
    Graph& graph_;
    std::map<std::string, GiNaC::symbol> symbols_;
    std::unordered_map<NodeId, GiNaC::ex> known_;
};

using Vector = std::array<GiNaC::ex, 3>;
using Matrix = std::array<Vector, 3>;

Vector cross_product(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Orientation {
    Graph graph;
    Algebra algebra{graph};
    int sequence;
    std::array<Expr, 3> angles;
    Matrix C, Gamma;  // C_NB maps N to B components; omega = Gamma alpha

    explicit Orientation(int s) : sequence(s) {
        const std::array<const char*, 3> names{"a1", "a2", "a3"};
        for (std::size_t k = 0; k < 3; ++k) angles[k] = graph.symbol(names[k], Role::coordinate);
        const std::array<std::size_t, 3> axes{static_cast<std::size_t>(s / 100 - 1),
                                              static_cast<std::size_t>(s / 10 % 10 - 1),
                                              static_cast<std::size_t>(s % 10 - 1)};
        std::array<Rotation, 3> R;
        for (std::size_t k = 0; k < 3; ++k) R[k] = rotation_about(graph, unit(axes[k]), angles[k]);
        for (std::size_t j = 0; j < 3; ++j) {
            const Vec3<Expr> column = R[2].outward(R[1].outward(R[0].outward(unit(j))));
            // the axis of rotation j, in body axes
            Vec3<Expr> axis = unit(axes[j]);
            for (std::size_t k = j + 1; k < 3; ++k) axis = R[k].outward(axis);
            for (std::size_t i = 0; i < 3; ++i) {
                C[i][j] = algebra(column[i]);
                Gamma[i][j] = algebra(axis[i]);
            }
        }
    }

    Vec3<Expr> unit(std::size_t axis) {
        Vec3<Expr> e;
        e[axis] = graph.integer(1);
        return e;
    }
    Vector symbols(const std::string& name) {
        return {algebra.named(name + "1"), algebra.named(name + "2"), algebra.named(name + "3")};
    }
    GiNaC::ex along(const GiNaC::ex& e, const Vector& alpha) {  // d/dt with theta' = alpha
        return algebra.by_angle(e, "a1") * alpha[0] + algebra.by_angle(e, "a2") * alpha[1] +
               algebra.by_angle(e, "a3") * alpha[2];
    }
};

Vector times(const Matrix& m, const Vector& v) {
    Vector r;
    for (std::size_t i = 0; i < 3; ++i) r[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return r;
}
GiNaC::ex column_dot(const Matrix& m, std::size_t column, const Vector& v) {
    return m[0][column] * v[0] + m[1][column] * v[1] + m[2][column] * v[2];
}

}  // namespace

TEST_CASE("(T11): the rotational quasi-coordinate equation holds for all twelve sequences") {
    for (const int sequence : sequences) {
        Orientation o(sequence);
        const Vector alpha = o.symbols("alpha"), vN = o.symbols("vN"), h = o.symbols("h"), p = o.symbols("p");
        const Vector omega = times(o.Gamma, alpha), v = times(o.C, vN);
        const Vector wh = cross_product(omega, h), vp = cross_product(v, p);
        const std::array<const char*, 3> names{"a1", "a2", "a3"};
        for (std::size_t i = 0; i < 3; ++i) {
            GiNaC::ex left = 0;
            for (std::size_t j = 0; j < 3; ++j)
                left += o.along(o.Gamma[j][i], alpha) * h[j] - o.algebra.by_angle(omega[j], names[i]) * h[j] -
                        o.algebra.by_angle(v[j], names[i]) * p[j];
            const Vector both{wh[0] + vp[0], wh[1] + vp[1], wh[2] + vp[2]};
            INFO("sequence " << sequence << ", row " << i + 1);
            CHECK(o.algebra.vanishes(left - column_dot(o.Gamma, i, both)));
            // and it fails without the v~ term: the check can fail
            CHECK_FALSE(o.algebra.vanishes(left - column_dot(o.Gamma, i, wh)));
        }
    }
}

TEST_CASE("(T17): the translational quasi-coordinate equation holds for all twelve sequences") {
    for (const int sequence : sequences) {
        Orientation o(sequence);
        const Vector alpha = o.symbols("alpha"), p = o.symbols("p");
        const Vector wp = cross_product(times(o.Gamma, alpha), p);
        for (std::size_t i = 0; i < 3; ++i) {
            GiNaC::ex left = 0;
            for (std::size_t j = 0; j < 3; ++j) left += o.along(o.C[j][i], alpha) * p[j];
            INFO("sequence " << sequence << ", row " << i + 1);
            CHECK(o.algebra.vanishes(left - column_dot(o.C, i, wp)));
        }
    }
}

TEST_CASE("the kinematic differential equations invert Gamma for all twelve sequences") {
    for (const int sequence : sequences) {
        Orientation o(sequence);
        Vec3<Expr> w;
        const std::array<const char*, 3> names{"w1", "w2", "w3"};
        for (std::size_t k = 0; k < 3; ++k) w[k] = o.graph.symbol(names[k], Role::speed);
        const auto rates = euler_angle_rates(o.graph, sequence, o.angles, w);
        const Vector alpha{o.algebra(rates[0]), o.algebra(rates[1]), o.algebra(rates[2])};
        const Vector omega = times(o.Gamma, alpha);
        for (std::size_t k = 0; k < 3; ++k) {
            INFO("sequence " << sequence << ", component " << k + 1);
            CHECK(o.algebra.vanishes(omega[k] - o.algebra(w[k])));
        }
    }
}

TEST_CASE("Euler parameters: the rotation is orthogonal on the unit sphere and e' = E w / 2 turns it with w") {
    Graph graph;
    Algebra algebra(graph);
    std::array<Expr, 4> e;
    const std::array<const char*, 4> names{"e0", "e1", "e2", "e3"};
    for (std::size_t k = 0; k < 4; ++k) e[k] = graph.symbol(names[k], Role::coordinate);
    Vec3<Expr> w;
    const std::array<const char*, 3> speeds{"w1", "w2", "w3"};
    for (std::size_t k = 0; k < 3; ++k) w[k] = graph.symbol(speeds[k], Role::speed);
    const Mat3<Expr> R = rotation_from_euler_parameters(graph, e);
    const auto rates = euler_parameter_rates(graph, e, w);

    const GiNaC::symbol e0 = algebra.named("e0");
    const GiNaC::ex norm = algebra(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]) - 1;
    const auto zero_on_sphere = [&](const GiNaC::ex& x) {
        return GiNaC::rem(x.expand(), norm.expand(), e0).expand().is_zero();
    };
    Matrix m, rate;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            m[i][j] = algebra(R(i, j));
            rate[i][j] = 0;
            for (std::size_t k = 0; k < 4; ++k) rate[i][j] += m[i][j].diff(algebra.named(names[k])) * algebra(rates[k]);
        }
    const Vector omega{algebra(w[0]), algebra(w[1]), algebra(w[2])};
    for (std::size_t j = 0; j < 3; ++j) {
        const Vector column{m[0][j], m[1][j], m[2][j]}, turned = cross_product(omega, column);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(zero_on_sphere(rate[i][j] + turned[i]));  // R' = -omega~ R (T16)
            GiNaC::ex product = i == j ? -1 : 0;
            for (std::size_t k = 0; k < 3; ++k) product += m[i][k] * m[j][k];
            CHECK(zero_on_sphere(product));
        }
    }
}
