#include "tests/support/random_constraints.hpp"

#include <cmath>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random.hpp"
#include "tests/support/state_values.hpp"

namespace lag {

namespace {

class RandomConstraints {
  public:
    RandomConstraints(std::uint64_t seed, const RandomModelOptions& tree, const RandomConstraintOptions& options)
        : random_(seed ^ 0xc105edULL), options_(options), build_("") {
        build_.model = random_tree(seed, tree);
        if (options_.varying) delta_ = build_.driving_input("moved");
        near_ = random_state(build_.model, seed);
    }

    ConstrainedTree draw() {
        if (build_.model.bodies.size() < 3 || build_.model.speeds.size() < 3) return {build_.model, near_};
        for (int k = 0; k < options_.cuts; ++k) keep_if_independent([&] { return cut(options_.cut_kind + k); });
        for (int k = 0; k < options_.loops; ++k) keep_if_independent([&] { return loop(); });
        for (int k = 0; k < options_.positions; ++k) keep_if_independent([&] { return position(); });
        for (int k = 0; k < options_.speeds; ++k) keep_if_independent([&] { return speed(); });
        load_cut_hinges();
        return {build_.model, near_};
    }

  private:
    // Springs and dampers on the coordinates of the cut hinges.
    void load_cut_hinges() {
        for (const Constraint& c : build_.model.constraints)
            for (const CoordinateIndex q : c.cut.hinge.coordinates)
                build_.model.hinge_loads.push_back(
                    {{}, number(-2, 2) + number(-3, 0) * symbol(build_.model, q) + number(-1, 1) * any_speed(), q});
    }

    Graph& graph() { return *build_.model.graph; }
    Expr number(double low, double high) {
        return graph().rational(random_.integer(static_cast<int>(low * 100), static_cast<int>(high * 100)), 100);
    }
    Expr rounded(double x) { return graph().rational(std::lround(x * 1000), 1000); }
    Expr any_coordinate() {
        return symbol(build_.model, CoordinateIndex{random_.bits() % build_.model.coordinates.size()});
    }
    Expr any_speed() { return symbol(build_.model, SpeedIndex{random_.bits() % build_.model.speeds.size()}); }

    template <class Draw>
    void keep_if_independent(const Draw& draw_one) {
        for (int attempt = 0; attempt < 12; ++attempt) {
            const std::size_t points = build_.model.points.size(), coordinates = build_.model.coordinates.size();
            const OracleState before = near_;
            build_.model.constraints.push_back(draw_one());
            if (independent()) return;
            build_.model.constraints.pop_back();
            build_.model.points.resize(points);
            build_.model.coordinates.resize(coordinates);
            near_ = before;
        }
    }
    // Every row restricts motion (what rounding leaves of one that does not could never be closed), and none repeats
    // the others.
    bool independent() const {
        const ConstraintReading reading = read_constraints(build_.model, near_);
        const Eigen::Index rows = reading.B.rows();
        if (rows == 0) return true;
        if (rows >= reading.B.cols() || static_cast<Eigen::Index>(moving_rows(build_.model).size()) != rows)
            return false;
        return singular_values(reading.B).minCoeff() > 0.03;
    }

    // P anywhere on one body, Q where P then is on another.
    Constraint loop() {
        const int last = static_cast<int>(build_.model.bodies.size()) - 1;
        const BodyIndex a{static_cast<std::size_t>(random_.integer(0, last))};
        BodyIndex b = a;
        while (a == b) b = BodyIndex{static_cast<std::size_t>(random_.integer(0, last))};
        const Oracle oracle(build_.model, near_);
        const std::string count = std::to_string(build_.model.constraints.size() + 1);
        const Vec3<Expr> on_a{{number(-1, 1), number(-1, 1), number(-1, 1)}};
        const PointOnBody P = build_.point("loop_P" + count, a, on_a);
        const Eigen::VectorXd none = Eigen::VectorXd::Zero(near_.u.size());
        const BodyMotion B = oracle.motion(none)[b.value];
        const Eigen::Vector3d in_b = B.R_NB.transpose() * (oracle.point(P, none).p - B.p);
        const PointOnBody Q =
            build_.point("loop_Q" + count, b, {{rounded(in_b(0)), rounded(in_b(1)), rounded(in_b(2))}});
        return {Constraint::Kind::loop, "loop" + count, {}, P, Q};
    }
    Vec3<Expr> any_axis() {
        if (random_.chance(0.6)) return build_.axis(random_.integer(0, 2));
        return build_.axis(random_.integer(-2, 2), random_.integer(1, 3), random_.integer(-2, 2));
    }
    // A locked, prescribed or coupled slot.
    HingeSlot given() {
        switch (random_.integer(0, options_.varying ? 3 : 1)) {
            case 0:
                return number(-1, 1);
            case 1:
                return number(0.3, 1) * any_coordinate();
            case 2:
                return number(0.2, 0.8) * sin(build_.time());
            default:
                return delta_ + number(-0.5, 0.5);
        }
    }
    void cut_motions(int kind, const std::string& n) {
        const std::array<int, 12> sequences{121, 123, 131, 132, 212, 213, 231, 232, 312, 313, 321, 323};
        const int sequence = sequences[random_.bits() % 12];
        const std::array<std::string, 4> e{n + "e0", n + "e1", n + "e2", n + "e3"};
        const std::array<std::string, 3> a{n + "a1", n + "a2", n + "a3"}, w{n + "w1", n + "w2", n + "w3"},
            p{n + "x", n + "y", n + "z"};
        const std::array<std::string, 6> uvw{n + "u1", n + "u2", n + "u3", n + "u4", n + "u5", n + "u6"};
        const int k = random_.integer(0, 2), next = (k + 1) % 3;
        const auto rotation = [&](const char* q) { build_.rotate(any_axis(), n + q); };
        switch (kind % cut_kinds) {
            case 0:
                return build_.revolute(any_axis(), n + "q");
            case 1:
                return build_.prismatic(any_axis(), n + "s");
            case 2:
                return build_.screw(any_axis(), number(-0.5, 0.5), n + "q");
            case 3:
                return build_.cylindrical(any_axis(), n + "q", n + "s");
            case 4:
                return build_.universal(build_.axis(k), build_.axis(next), n + "q1", n + "q2");
            case 5:
                return build_.planar(k, n + "x", n + "y", n + "q");
            case 6:
                return build_.spherical(sequence, a, w);
            case 7:
                return build_.spherical_quaternion(e, w);
            case 8:
                return build_.free(sequence, a, p, uvw);
            case 9:
                return build_.free_quaternion(e, p, uvw);
            case 10:
                return;  // fixed
            case 11:     // oblique axes, a given turn between them
                rotation("q1"), build_.rotate(build_.axis(k), given());
                return build_.universal(build_.axis(1, 2, 0), build_.axis(0, -1, 3), n + "q2", given());
            case 12:  // translation turned by the hinge's own rotation, a locked offset after it
                build_.rotate(build_.axis(k), n + "q"), build_.translate(build_.axis(next), given());
                return build_.translate(any_axis(), n + "s");
            case 13:  // two translations with a turn between them
                build_.translate(build_.axis(next), n + "s1"), build_.rotate(any_axis(), n + "q");
                return build_.translate(build_.axis(1, 1, 1), n + "s2");
            case 14:  // three rotations that are no Euler sequence
                build_.rotate(build_.axis(k), n + "q1"), build_.rotate(build_.axis(1, 2, 3), n + "q2");
                build_.rotate(build_.axis(next), given());
                return build_.rotate(build_.axis(1, -1, 0), n + "q3");
            case 15:  // slots coupled to the hinge's own coordinates
                build_.rotate(build_.axis(k), n + "q"),
                    build_.rotate(build_.axis(next), number(0.3, 0.9) * build_.q(n + "q"));
                return build_.translate(any_axis(), number(0.2, 0.5) * sin(build_.q(n + "q")));
            case 16:  // a driven cylinder and a coupled cardan
                build_.cylindrical(build_.axis(k), given(), n + "s");
                return build_.rotate(build_.axis(next), n + "q");
            default:  // three oblique translations, all orientations given
                build_.rotate(any_axis(), given());
                for (const char* s : {"s1", "s2", "s3"})
                    build_.translate(build_.axis(s[1] == '1' ? 1 : 0, s[1] == '1' ? 0 : 1, s[1] == '3' ? 1 : 0), n + s);
        }
    }
    // Anywhere on one body, so placed and turned that the pose of another closes with random coordinates.
    Constraint cut(int kind) {
        const int last = static_cast<int>(build_.model.bodies.size()) - 1;
        const BodyIndex B{static_cast<std::size_t>(random_.integer(1, last))};
        BodyIndex A = B;
        while (A == B) A = BodyIndex{static_cast<std::size_t>(random_.integer(0, last))};
        const std::string name = "cut" + std::to_string(build_.model.constraints.size() + 1);
        build_.body(name, A);
        const Eigen::Index nq = near_.q.size(), nu = near_.u.size();
        cut_motions(kind, name);
        const OracleState drawn = random_state(build_.model, random_.bits());
        near_.q.conservativeResize(drawn.q.size());
        near_.q.tail(drawn.q.size() - nq) = drawn.q.tail(drawn.q.size() - nq);
        OracleState state = near_;
        state.u = Eigen::VectorXd::Zero(drawn.u.size());
        const std::vector<BodyMotion> now = Oracle(build_.model, state).motion(state.u);
        const BodyMotion &a = now[A.value], &b = now[B.value], &through = now.back();
        const Eigen::Matrix3d R_AM = a.R_NB.transpose() * through.R_NB;
        const Eigen::Matrix3d R_HA = R_AM * b.R_NB.transpose() * a.R_NB;  // so that R_HA^T R_AM is R_AB
        build_.orient(2, rounded(std::atan2(R_HA(0, 1), R_HA(0, 0))));
        build_.orient(1, rounded(-std::asin(R_HA(0, 2))));
        build_.orient(0, rounded(std::atan2(R_HA(1, 2), R_HA(2, 2))));
        const Eigen::Vector3d on_a(random_.between(-1, 1), random_.between(-1, 1), random_.between(-1, 1));
        const Eigen::Vector3d moved = R_HA.transpose() * (a.R_NB.transpose() * (through.p_hinge - a.p));
        const Eigen::Vector3d on_b = b.R_NB.transpose() * (a.p + a.R_NB * (on_a + moved) - b.p);
        build_.newest().at = {{rounded(on_a(0)), rounded(on_a(1)), rounded(on_a(2))}};
        build_.newest().outboard_at = {{rounded(on_b(0)), rounded(on_b(1)), rounded(on_b(2))}};
        near_.u.conservativeResize(nu);
        return build_.cut(B, name);
    }
    Expr varying() {
        if (!options_.varying) return number(-1, 1);
        const Expr t = build_.time(), a = number(0.2, 1);
        switch (random_.integer(0, 3)) {
            case 0:
                return a;
            case 1:
                return a * sin(t);
            case 2:
                return a * delta_ * delta_;
            default:
                return a * t * delta_;
        }
    }
    // A sum over coordinates and time less what it is near.
    Constraint position() {
        const Expr x = any_coordinate(), y = any_coordinate(), z = any_coordinate(), a = number(0.3, 1.5),
                   b = number(0.3, 1.5), moved = varying();
        Expr value;
        switch (random_.integer(0, 3)) {
            case 0:
                value = a * x - b * y - moved;
                break;
            case 1:
                value = a * sin(x) + b * cos(y) + moved;
                break;
            case 2:
                value = a * x * y + b * z - moved * x;
                break;
            default:
                value = sqrt(graph().integer(4) + a * x * x + y * y) - sin(z) * b + moved;
        }
        Evaluator<double> now = values_at(build_.model, near_, Eigen::VectorXd::Zero(near_.u.size()));
        return {Constraint::Kind::position, "", value - rounded(now(value)), {}, {}};
    }
    Constraint speed() {
        Expr value = varying();
        for (int k = random_.integer(1, 3); k > 0; --k) {
            const Expr u = any_speed(), q = any_coordinate(), a = number(0.3, 1.5), b = number(-1, 1);
            value += (random_.chance(0.5) ? a + b * sin(q) : a * q - b) * u;
        }
        if (random_.chance(0.5)) {
            const Expr q = any_coordinate(), u = any_speed(), moved = varying();
            value += moved * cos(q) * u;
        }
        return {Constraint::Kind::speed, "", value, {}, {}};
    }

    Random random_;
    const RandomConstraintOptions& options_;
    ModelBuilder build_;
    Expr delta_;
    OracleState near_;
};

}  // namespace

ConstrainedTree random_constrained_tree(std::uint64_t seed, const RandomModelOptions& tree,
                                        const RandomConstraintOptions& constraints) {
    for (std::uint64_t attempt = 0; attempt < 100; ++attempt) {
        const ConstrainedTree drawn = RandomConstraints(seed + (attempt << 40U), tree, constraints).draw();
        if (!drawn.model.constraints.empty()) return drawn;
    }
    throw InternalError("random constraints: the trees leave no room for any");
}

std::pair<OracleState, bool> consistent_state(const ConstrainedTree& tree, std::uint64_t seed) {
    Random random(seed ^ 0xc0de5ULL);
    OracleState state = tree.near;
    for (Eigen::Index k = 0; k < state.q.size(); ++k) state.q(k) += random.between(-0.1, 0.1);
    for (Eigen::Index k = 0; k < state.u.size(); ++k) state.u(k) = random.between(-1, 1);
    for (Eigen::Index k = 0; k < state.w.size(); ++k) state.w(k) += random.between(-0.05, 0.05);
    state.t += random.between(-0.05, 0.05);
    for (const auto& quaternion : quaternions(tree.model))
        state.q.segment(static_cast<Eigen::Index>(quaternion[0].value), 4).normalize();
    const bool found = make_consistent(tree.model, state);
    return {state, found};
}

RandomConstraintOptions mixture(std::uint64_t seed, std::uint64_t most_loops) {
    RandomConstraintOptions o;
    switch (seed % 4) {
        case 0:
            o.loops = 1 + static_cast<int>(seed / 4 % most_loops);
            break;
        case 1:
            o.positions = 2;
            break;
        case 2:
            o.speeds = 2;
            break;
        default:
            o.loops = o.positions = o.speeds = 1;
    }
    return o;
}

}  // namespace lag
