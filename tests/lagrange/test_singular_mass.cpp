// Mechanisms whose mass matrix is singular although their whole matrix [M B^T; B 0] is not: massless bodies that cut
// hinges, loops and conditions hold. Accelerations and loads against a dense solution of the oracle's whole matrix.
#include <map>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "lagrange/constraints/independent_rows.hpp"
#include "lagrange/constraints/validate.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "sparse_ldl/ordering.hpp"
#include "sparse_ldl/pivot_partners.hpp"
#include "tests/catch.hpp"
#include "tests/draws.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_constraints.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;
using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

// [M B^T; B 0] of the oracle and the solution [u'; lambda] of its dense system.
struct Whole {
    MatrixXd M, A;
    VectorXd f, x;
    double condition = 0;  // rows of B scaled to the size of M

    VectorXd udot() const { return x.head(M.rows()); }
};

Whole whole_of(const Model& model, const OracleState& state) {
    const OracleResult free = Oracle(model, state).result();
    const ConstraintReading rows = read_constraints(model, state).only(moving_rows(model));
    const Eigen::Index n = free.M.rows(), m = rows.B.rows();
    Whole whole{free.M, MatrixXd::Zero(n + m, n + m), free.f, VectorXd::Zero(n + m), 0};
    whole.A << free.M, rows.B.transpose(), rows.B, MatrixXd::Zero(m, m);
    VectorXd b(n + m);
    b << free.f, rows.gamma;
    whole.x = solve_square(whole.A, b);
    const VectorXd sigma = singular_values(whole.A);
    whole.condition = sigma(0) / sigma(sigma.size() - 1);  // infinite where it is singular
    return whole;
}

void take_mass(Model& model, std::size_t body) {
    Graph& graph = *model.graph;
    Body& b = model.bodies[body];
    b.mass = graph.integer(0);
    for (std::size_t i = 0; i < 3; ++i) {
        b.cm[i] = graph.integer(0);
        for (std::size_t j = 0; j < 3; ++j) b.inertia(i, j) = graph.integer(0);
    }
}

RandomConstraintOptions constraints(std::uint64_t seed) {
    RandomConstraintOptions o;
    o.cuts = seed % 4 == 0 ? 0 : seed % 4 == 3 ? 2 : 1;
    o.cut_kind = static_cast<int>(seed % cut_kinds);
    o.loops = seed % 4 == 0 ? 2 : seed % 5 == 0 ? 1 : 0;
    o.positions = seed % 3 == 0 ? 1 : 0;
    o.speeds = seed % 7 == 0 ? 1 : 0;
    return o;
}

// A random tree with random constraints, of whose bodies as many as possible lose their mass, in random order, while
// the whole matrix stays regular. `one_more`: and one that makes it singular; none if there is no such.
struct Stripped {
    ConstrainedTree tree;
    int massless = 0;
    bool one_more = false;
};
Stripped stripped(std::uint64_t seed, bool one_more) {
    Stripped result{random_constrained_tree(seed, trees_up_to(6, 12), constraints(seed)), 0, false};
    Model& model = result.tree.model;
    Random random(seed ^ 0x51ULL);
    std::vector<std::size_t> order;
    for (std::size_t b = 1; b < model.bodies.size(); ++b)
        order.insert(order.begin() + random.integer(0, static_cast<int>(order.size())), b);
    for (const std::size_t body : order) {
        const Body before = model.bodies[body];
        take_mass(model, body);
        const double condition = whole_of(model, result.tree.near).condition;
        if (condition < 1e5) {
            ++result.massless;
            continue;
        }
        if (one_more && !(condition < 1e14)) {
            result.one_more = true;
            return result;
        }
        model.bodies[body] = before;
    }
    return result;
}

// Refused, and why.
std::string refusal(const Model& model, const Equations& equations) {
    try {
        validate_mass_matrix(model, compute_kinematics(model), equations.constraints, equations.consistent_states);
    } catch (const ModelError& error) {
        return error.what();
    }
    return "";
}

void give_mass(ModelBuilder& b, const std::string& m, const std::string& cm, const std::string& J) {
    b.mass(b.number(m), b.vector(cm, "0", "0"), b.inertia(J, J, J));
}

}  // namespace

TEST_CASE("singular mass matrix: random mechanisms with massless bodies are solved where the whole matrix is regular",
          "[massless]") {
    int singular = 0, compared = 0, states = 0;
    for (std::uint64_t seed = 1; seed <= draws(300, 3); ++seed) {
        const Stripped mechanism = stripped(seed, false);
        const Model& model = mechanism.tree.model;
        const Equations equations = equations_with_constraints(model);
        CAPTURE(seed);
        const std::string refused = refusal(model, equations);
        if (!equations.weights.empty()) ++singular;
        for (std::uint64_t k = 0; k < 3; ++k) {
            auto [given, found] = consistent_state(mechanism.tree, seed * 10 + k);
            if (!found) continue;
            ++states;
            const Whole oracle = whole_of(model, given);
            if (!(oracle.condition < 1e8)) continue;
            INFO("condition " << oracle.condition);
            CHECK(refused == "");
            const OracleState state = with_lines(model, given, Oracle(model, given).result());
            const DescriptorNumbers product = descriptor_numbers(model, equations, state);
            CHECK(product.info == 0);
            if (!(oracle.condition < 1e5)) continue;
            ++compared;
            CHECK((product.f - oracle.f).norm() <= 1e-8 * (1 + oracle.f.norm()));
            const double size = 1 + oracle.udot().cwiseAbs().maxCoeff();
            CHECK((product.udot - oracle.udot()).cwiseAbs().maxCoeff() <=
                  1e-14 * oracle.condition * oracle.condition * size);
            // B^T lambda: whatever the directions of the rows
            const VectorXd load = product.B.transpose() * product.lambda;
            const VectorXd expected = oracle.f - oracle.M * oracle.udot();
            CHECK((load - expected).cwiseAbs().maxCoeff() <=
                  1e-14 * oracle.condition * oracle.condition * (1 + expected.cwiseAbs().maxCoeff() + oracle.f.norm()));
        }
    }
    INFO(singular << " singular mass matrices, " << states << " states");
    CHECK(singular >= static_cast<int>(draws(120, 3)));
    CHECK(compared >= static_cast<int>(draws(450, 3)));
}

TEST_CASE("singular mass matrix: what is singular as a whole is refused", "[massless]") {
    int refused = 0, expected = 0;
    for (std::uint64_t seed = 1; seed <= draws(100, 3); ++seed) {
        const Stripped mechanism = stripped(seed, true);
        if (!mechanism.one_more) continue;
        const Model& model = mechanism.tree.model;
        bool singular_everywhere = true;
        int found_states = 0;
        for (std::uint64_t k = 0; k < 3; ++k) {
            const auto [state, found] = consistent_state(mechanism.tree, seed * 10 + k);
            if (!found) continue;
            ++found_states;
            if (whole_of(model, state).condition < 1e13) singular_everywhere = false;
        }
        if (!singular_everywhere || found_states < 3) continue;
        ++expected;
        CAPTURE(seed);
        const Equations equations = equations_with_constraints(model);
        const std::string why = refusal(model, equations);
        INFO(to_string(model));
        CHECK(why != "");
        if (!why.empty()) ++refused;
    }
    INFO(refused << " of " << expected);
    CHECK(expected >= static_cast<int>(draws(40, 3)));
}

TEST_CASE("singular mass matrix: the weights leave regular mechanisms alone", "[massless]") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        const ConstrainedTree tree = random_constrained_tree(seed, trees_up_to(6, 12), constraints(seed));
        CHECK(equations_with_constraints(tree.model).weights.empty());
    }
}

// Two bodies' worth of speed for one mass: M = [1 1; 1 1].
TEST_CASE("singular mass matrix: two translations in line, held by a speed constraint", "[massless]") {
    ModelBuilder b("in_line");
    b.body("B1", ground);
    b.translate(b.axis(0), "a");
    b.translate(b.axis(0), "b");
    give_mass(b, "1", "0", "0");
    b.hinge_load("a'", b.integer(6));
    b.model.constraints.push_back({Constraint::Kind::speed, "gear", b.u("a'") - b.integer(2) * b.u("b'"), {}, {}});
    const Equations equations = equations_with_constraints(b.model);
    CHECK(refusal(b.model, equations) == "");
    const OracleState state = zero_state(b.model);
    const DescriptorNumbers n = descriptor_numbers(b.model, equations, state);
    CHECK(n.info == 0);
    // 9 b'' = 2*6
    CHECK(n.udot(1) == Approx(12.0 / 9).epsilon(1e-14));
    CHECK(n.udot(0) == Approx(24.0 / 9).epsilon(1e-14));
    // in a: 1*(a'' + b'') = 6 - lambda
    CHECK(n.lambda(0) == Approx(6 - 4.0).epsilon(1e-13));
}

// A massless crank, coupler and rocker, driven: nothing has inertia, the loads are statics.
TEST_CASE("singular mass matrix: a driven chain without any mass", "[massless]") {
    ModelBuilder b("no_mass");
    const BodyIndex crank = b.body("crank", ground);
    b.revolute(b.axis(2), "q1");
    const BodyIndex coupler = b.body("coupler", crank);
    b.revolute(b.axis(2), "q2");
    b.newest().at = b.vector("1", "0", "0");
    const BodyIndex rocker = b.body("rocker", ground);
    b.revolute(b.axis(2), "q3");
    b.newest().at = b.vector("3", "0", "0");
    b.hinge_load("q3'", b.integer(-5));
    b.model.constraints.push_back({Constraint::Kind::loop,
                                   "pin",
                                   {},
                                   b.point("P", coupler, b.vector("3", "0", "0")),
                                   b.point("Q", rocker, b.vector("2", "0", "0"))});
    const Expr drive = b.driving_input("drive");
    b.model.constraints.push_back({Constraint::Kind::position, "driver", b.q("q1") - drive, {}, {}});
    b.model.coordinates[0].initial_value = b.number("1");
    b.model.coordinates[1].initial_value = -b.number("0.5");
    b.model.coordinates[2].initial_value = b.number("1.5");
    const Equations equations = equations_with_constraints(b.model);
    CHECK(equations.constraints.rows.size() == 3);
    CHECK(refusal(b.model, equations) == "");
    OracleState state = zero_state(b.model);
    int compared = 0;
    for (const double angle : {0.4, 1.0, 1.7, 2.5}) {
        CAPTURE(angle);
        state.q << angle, -angle / 2, 1.5;
        state.u.setZero();
        state.w << angle, 2, -1;  // drive, drive', drive''
        if (!make_consistent(b.model, state)) continue;
        ++compared;
        const DescriptorNumbers n = descriptor_numbers(b.model, equations, state);
        const Whole oracle = whole_of(b.model, state);
        CHECK(n.info == 0);
        CHECK((n.udot - oracle.udot()).norm() <= 1e-11 * oracle.udot().norm());
        CHECK((n.lambda - oracle.x.tail(3)).norm() <= 1e-11 * oracle.x.tail(3).norm());
        CHECK(n.udot(0) == Approx(-1.0).epsilon(1e-12));
        // the power of the drive is that which the load takes
        CHECK(n.lambda(2) * state.u(0) == Approx(-5 * state.u(2)).epsilon(1e-11));
    }
    CHECK(compared >= 3);
}

TEST_CASE("singular mass matrix: the refusal names the motion", "[massless]") {
    // a link between two coaxial hinges of a massless body, held by nothing
    ModelBuilder b("loose");
    const BodyIndex crank = b.body("crank", ground);
    b.revolute(b.axis(2), "q1");
    give_mass(b, "1", "0.2", "0.1");
    const BodyIndex ring = b.body("ring", crank);
    b.revolute(b.axis(2), "q2");
    b.newest().at = b.vector("1", "0", "0");
    b.body("arm", ring);
    b.revolute(b.axis(2), "q3");
    give_mass(b, "1", "0.2", "0.1");
    b.model.constraints.push_back({Constraint::Kind::position, "brake", b.q("q1"), {}, {}});
    const Equations equations = equations_with_constraints(b.model);
    try {
        validate_mass_matrix(b.model, compute_kinematics(b.model), equations.constraints, equations.consistent_states);
        FAIL_CHECK("not refused");
    } catch (const ModelError& error) {
        CHECK(std::string(error.what()) == "massless body 'ring' can move freely in 'q2''");
        CHECK_THAT(error.hint(), Catch::Matchers::Contains("the motion is one of 'q2'' and 'q3'' together"));
    }
}
