// Constraint rows in non-rotating axes mean what they mean in the links' own: the same numbers, hence the same multipliers.
#include <map>

#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random_constraints.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

namespace {

using RowKey = std::pair<std::size_t, std::size_t>;

// phi, phidot, gamma, then B by speed; zeros where the row is left out.
std::map<RowKey, Eigen::VectorXd> numbers_of(const Model& model, const Kinematics& k, const OracleState& state) {
    Evaluator<double> value = values_at(model, state, Eigen::VectorXd::Zero(state.u.size()));
    std::map<RowKey, Eigen::VectorXd> numbers;
    for (const ConstraintRow& row : form_constraints(model, k).rows) {
        Eigen::VectorXd all = Eigen::VectorXd::Zero(3 + state.u.size());
        all(0) = value(row.phi), all(1) = value(row.phidot), all(2) = value(row.gamma);
        for (const auto& [speed, coefficient] : row.B)
            all(3 + static_cast<Eigen::Index>(speed.value)) = value(coefficient);
        numbers[{row.constraint, row.component}] = all;
    }
    return numbers;
}

// Whether non-rotating axes exist.
bool compare(const Model& model, std::uint64_t seed) {
    const Kinematics own = compute_kinematics(model);
    const std::optional<Kinematics> held = in_non_rotating_axes(own);
    if (!held) return false;
    const OracleState state = random_state(model, seed);
    const auto wanted = numbers_of(model, own, state), found = numbers_of(model, *held, state);
    for (const auto& [row, numbers] : found) {
        CAPTURE(row.first, row.second);
        const auto known = wanted.find(row);
        // phi of a row that moves nothing is no part of the equations
        const Eigen::VectorXd expected =
            known == wanted.end() ? Eigen::VectorXd::Zero(numbers.size()).eval() : known->second;
        const Eigen::Index first = known == wanted.end() ? 1 : 0;
        const double size = 1 + expected.lpNorm<Eigen::Infinity>();
        CHECK((numbers - expected).tail(numbers.size() - first).lpNorm<Eigen::Infinity>() < 1e-11 * size);
    }
    for (const auto& [row, numbers] : wanted) CHECK(found.count(row) == 1);
    return true;
}

}  // namespace

TEST_CASE("rows of a cut hinge below a turning body are the same in non-rotating axes", "[cut]") {
    for (int kind = 0; kind < 3; ++kind) {
        CAPTURE(kind);
        ModelBuilder b("arm");
        const BodyIndex arm = b.body("arm", ground);
        b.revolute(b.axis(0), "turn");
        b.mass(b.integer(1), b.vector("0", "0", "0"), b.inertia("1", "1", "1"));
        const BodyIndex slide = b.body("slide", arm);
        b.prismatic(b.axis(2), "s");
        b.mass(b.integer(1), b.vector("0", "0", "0"), b.inertia("1", "1", "1"));
        const BodyIndex bob = b.body("bob", slide);
        b.revolute(b.axis(0), "swing");
        b.mass(b.integer(1), b.vector("0", "0.5", "0"), b.inertia("1", "1", "1"));
        b.body("pin", kind == 2 ? slide : arm);
        if (kind == 1) b.revolute(b.axis(0), "own");
        b.model.constraints.push_back(b.cut(kind == 2 ? arm : bob, "pin"));
        CHECK(compare(b.model, 7));
    }
}

TEST_CASE("rows of random trees are the same in non-rotating axes", "[cut]") {
    RandomModelOptions trees;
    trees.max_bodies = 6;
    trees.most_speeds = 12;
    trees.general_axes = false;
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        CAPTURE(seed);
        RandomConstraintOptions rows;
        rows.cuts = 1;
        rows.cut_kind = static_cast<int>(seed % cut_kinds);
        rows.loops = static_cast<int>(seed % 2);
        compared += compare(random_constrained_tree(seed, trees, rows).model, seed) ? 1 : 0;
    }
    CHECK(compared >= 20);
}
