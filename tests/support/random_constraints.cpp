#include "tests/support/random_constraints.hpp"

#include <Eigen/SVD>
#include <cmath>

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
        for (int k = 0; k < options_.loops; ++k) keep_if_independent([&] { return loop(); });
        for (int k = 0; k < options_.positions; ++k) keep_if_independent([&] { return position(); });
        for (int k = 0; k < options_.speeds; ++k) keep_if_independent([&] { return speed(); });
        return {build_.model, near_};
    }

  private:
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
            const std::size_t points = build_.model.points.size();
            build_.model.constraints.push_back(draw_one());
            if (independent()) return;
            build_.model.constraints.pop_back();
            build_.model.points.resize(points);
        }
    }
    // Every row restricts motion (what rounding leaves of one that does not could never be closed), and none repeats
    // the others.
    bool independent() const {
        const ConstraintReading reading = read_constraints(build_.model, near_);
        const Eigen::Index rows = reading.B.rows();
        if (rows >= reading.B.cols() || static_cast<Eigen::Index>(moving_rows(build_.model).size()) != rows)
            return false;
        return Eigen::JacobiSVD<Eigen::MatrixXd>(reading.B).singularValues().minCoeff() > 0.03;
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
    for (const Body& body : tree.model.bodies)
        if (body.hinge.euler_parameters)
            state.q.segment(static_cast<Eigen::Index>(body.hinge.coordinates[0].value), 4).normalize();
    const bool found = make_consistent(tree.model, state);
    return {state, found};
}

}  // namespace lag
