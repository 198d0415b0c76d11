// Pivots in blocks: cofactors against Eigen, chains of many joints and free bases against the oracle, and what `info` says.
// Random mechanisms with blocks: test_random_trees.cpp, test_equal_limbs.cpp.
#include <Eigen/Dense>
#include <string>

#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/joint_groups.hpp"
#include "lagrange/formulations/pivot_guard.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "sparse_ldl/pivot_block.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/divisions_in_a_row.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

FormulationChoice in_blocks(const PivotBlocks& blocks) {
    FormulationChoice choice{Formulation::articulated, Regrouping::none, true, {}, false};
    choice.blocks = blocks;
    return choice;
}

Equations equations_of(const Model& model, const PivotBlocks& blocks) {
    return form_equations(model, compute_kinematics(model), {}, in_blocks(blocks));
}

// Rods that turn about x, y and z in turns, each with a moment of inertia of its own as a parameter; on a free body or on ground.
Model chain(int links, bool is_free) {
    ModelBuilder b("chain");
    b.model.gravity = {{b.number("1.5"), b.integer(-2), -b.number("9.81")}};
    BodyIndex inboard = ground;
    if (is_free) {
        inboard = b.body("base", ground);
        b.free(321, {"a1", "a2", "a3"}, {"x", "y", "z"}, {"wx", "wy", "wz", "vx", "vy", "vz"});
        b.mass(b.integer(3), b.vector("0.1", "0.2", "0.05"), b.inertia("1", "2", "1.5"));
    }
    for (int k = 1; k <= links; ++k) {
        const std::string number = std::to_string(k);
        inboard = b.body("b" + number, inboard);
        b.revolute(b.axis(k % 3), "q" + number);
        b.newest().at = b.vector("0.4", "0.3", "0.2");
        const Expr J = b.parameter("J" + number, "0.7");
        const Expr zero = b.integer(0);
        b.mass(b.number("0.5"), b.vector("0.2", "0.1", "0.3"), ModelBuilder::inertia({J, J, J, zero, zero, zero}));
    }
    return std::move(b.model);
}

std::string report(const Model& model, const PivotBlocks& blocks, std::uint64_t seed) {
    std::string text;
    for (const std::string& line : disagreements(model, equations_of(model, blocks), random_state(model, seed)))
        text += line + "\n";
    return text;
}

// What the routine's info would be.
std::size_t info_of(const Model& model, const PivotBlocks& blocks, const OracleState& state) {
    const Equations equations = equations_of(model, blocks);
    Evaluator<double> value = values_at(model, state, Eigen::VectorXd::Zero(state.u.size()));
    for (const PivotCheck& check : equations.solved()->checks)
        if (value(check.condition) != 1) return check.info;
    return 0;
}

}  // namespace

TEST_CASE("up to three pivots at once by cofactors", "[pivot_blocks]") {
    Random random(3);
    for (int n = 1; n <= 3; ++n)
        for (int trial = 0; trial < 5; ++trial) {
            const Eigen::MatrixXd root = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return random.between(-1, 1); });
            const Eigen::MatrixXd D = root * root.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
            const Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(n, [&] { return random.between(-1, 1); });
            Graph graph;
            SymmetricBlock<Expr> block;
            std::vector<GuardedPivot> pivots;
            std::vector<Expr> right;
            for (int i = 0; i < n; ++i) {
                std::vector<Expr>& row = block.emplace_back();
                for (int j = 0; j < n; ++j) row.push_back(graph.constant(exact_rational(D(i, j))));
                right.push_back(graph.constant(exact_rational(b(i))));
                const auto k = static_cast<std::size_t>(i);
                pivots.push_back({row.back(), {k, +1, i > 0}, k + 1, "u" + std::to_string(k), {}});
            }
            PivotGuard guard(graph);
            const std::vector<Expr> x = guard.block(block, pivots).solve(right);
            const Eigen::VectorXd expected = D.ldlt().solve(b);
            Evaluator<double> value(
                graph, [](const Symbol&) { return 0.0; }, [&](Expr e) { return graph.constant_double(e); });
            for (int i = 0; i < n; ++i)
                CHECK(value(x[static_cast<std::size_t>(i)]) == Approx(expected(i)).epsilon(1e-12));
            REQUIRE(guard.checks.size() == static_cast<std::size_t>(n));
            for (const PivotCheck& check : guard.checks) CHECK(value(check.condition) == 1);
        }
}

TEST_CASE("joints in a row are grouped from the leaves inward", "[pivot_blocks]") {
    const Model model = chain(7, true);
    const Kinematics kinematics = compute_kinematics(model);
    std::vector<std::size_t> sizes;
    for (const std::vector<std::size_t>& group : joint_groups(model, kinematics, {3})) sizes.push_back(group.size());
    CHECK(sizes == std::vector<std::size_t>{3, 3});  // one is left alone
    CHECK(joint_groups(model, kinematics, {1}).empty());
    CHECK(pivot_blocks_to_try(chain(2, false), compute_kinematics(chain(2, false))).empty());
}

TEST_CASE("chains with pivots in blocks have the oracle's accelerations", "[pivot_blocks]") {
    for (const bool is_free : {false, true})
        for (const PivotBlocks& blocks :
             {PivotBlocks{1, 2}, PivotBlocks{1, 3}, PivotBlocks{2, 1}, PivotBlocks{3, 1}, PivotBlocks{4, 3},
              PivotBlocks{5, 2}, PivotBlocks{9, 3}, PivotBlocks{1, 1, 2}, PivotBlocks{1, 3, 4}, PivotBlocks{3, 3, 2},
              PivotBlocks{2, 1, 3}, PivotBlocks{1, 1, 9}}) {
            CAPTURE(is_free, to_string(blocks));
            const Model model = chain(9, is_free);
            CHECK(report(model, blocks, 11) == "");
            CHECK(report(model, blocks, 12) == "");
        }
}

TEST_CASE("blocks leave fewer divisions that wait for one another", "[pivot_blocks]") {
    const Model model = chain(12, true);
    const auto waiting = [&](const PivotBlocks& blocks) {
        const Equations equations = equations_of(model, blocks);
        return divisions_in_a_row(*equations.graph, equations.solved()->accelerations);
    };
    CHECK(waiting({}) == 17);      // 11 joints (the pivot of the outermost is a parameter), then the base
    CHECK(waiting({1, 3}) == 13);  // the base in two steps
    CHECK(waiting({4, 3}) == 8);   // three groups of a block and the innermost joint
}

TEST_CASE("the first pivot that fails is the same with blocks", "[pivot_blocks]") {
    const Model model = chain(6, false);
    for (int k = 1; k <= 6; ++k) {
        OracleState state = random_state(model, 5);
        for (std::size_t p = 0; p < model.parameters.size(); ++p)
            if (model.parameters[p].name == "J" + std::to_string(k)) state.p[static_cast<Eigen::Index>(p)] = -50;
        const std::size_t expected = info_of(model, {}, state);
        CAPTURE(k, expected);
        CHECK(expected != 0);
        for (const PivotBlocks& blocks : {PivotBlocks{2, 1}, PivotBlocks{3, 2}, PivotBlocks{4, 3}, PivotBlocks{6, 3}}) {
            CAPTURE(to_string(blocks));
            CHECK(info_of(model, blocks, state) == expected);
        }
    }
}

TEST_CASE("a base without inertia is told by its speed with blocks too", "[pivot_blocks]") {
    ModelBuilder b("point");
    b.body("base", ground);
    b.free(321, {"a1", "a2", "a3"}, {"x", "y", "z"}, {"wx", "wy", "wz", "vx", "vy", "vz"});
    const Expr zero = b.integer(0), J = b.parameter("J", "1");
    b.mass(b.integer(3), {{zero, zero, zero}}, ModelBuilder::inertia({J, J, J, zero, zero, zero}));
    OracleState state = random_state(b.model, 1);
    CHECK(info_of(b.model, {1, 3}, state) == 0);
    state.p[0] = 0;
    CHECK(info_of(b.model, {1, 3}, state) == 3);  // wz, the first of the rotations in the block
    CHECK(info_of(b.model, {}, state) != 0);
}
