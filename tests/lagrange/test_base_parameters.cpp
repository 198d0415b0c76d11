// Base inertial parameters against the oracle: its regressor in all ten parameters of every body, at random states, has
// the rank that the base parameters claim, and is recovered from them.
#include <Eigen/SVD>
#include <iostream>

#include "lagrange/base_parameters.hpp"
#include "lagrange/hinge_steps.hpp"
#include "tests/catch.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/oracle_regressor.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;
using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

VectorXd random_udot(const Model& model, std::uint64_t seed) {
    Random random(1000 + seed);
    VectorXd udot(static_cast<Eigen::Index>(model.speeds.size()));
    for (Eigen::Index k = 0; k < udot.size(); ++k) udot(k) = random.between(-2, 2);
    return udot;
}

// Column of the oracle's regressor for each component of the product's order.
Eigen::Index oracle_column(const StandardParameter& parameter, std::size_t component) {
    constexpr std::array<Eigen::Index, inertial_count> place{6, 4, 7, 8, 9, 1, 2, 3, 0, 5};
    return 10 * (static_cast<Eigen::Index>(parameter.body.value) - 1) + place.at(component);
}

MatrixXd stacked(const std::vector<MatrixXd>& blocks) {
    MatrixXd all(0, blocks.front().cols());
    for (const MatrixXd& block : blocks) {
        all.conservativeResize(all.rows() + block.rows(), Eigen::NoChange);
        all.bottomRows(block.rows()) = block;
    }
    return all;
}

// All that has to hold of a model; the number of base parameters.
std::size_t verified_count(const Model& model, std::size_t states = 0) {
    const Kinematics k = compute_kinematics(model);
    const Regressor regressor = form_regressor(model, k);
    const BaseParameters& found = regressor.parameters;
    const std::size_t n = found.base.size(), claimed = n + found.vanishing.size(), nu = model.speeds.size();
    // a column may be felt in one row alone: then each state is good for one rank
    if (states == 0) states = claimed + 3;
    std::vector<MatrixXd> of_standard, of_base;
    const OracleState first = random_state(model, 1);
    for (std::size_t s = 1; s <= states; ++s) {
        OracleState state = random_state(model, s);
        state.p = first.p;
        const VectorXd udot = random_udot(model, s);
        const MatrixXd all = oracle_regressor(model, state, udot);
        Evaluator<double> value = values_at(model, state, udot);
        const InertialRows rows = oracle_inertial_rows(model, state, udot);
        // the oracle's own columns add up to its rows
        const VectorXd sum = all * oracle_inertial_parameters(model, state);
        MatrixXd Y(static_cast<Eigen::Index>(nu), static_cast<Eigen::Index>(n));
        VectorXd pi(static_cast<Eigen::Index>(n));
        for (std::size_t c = 0; c < n; ++c) {
            Y.col(static_cast<Eigen::Index>(c)) = values_of(regressor.columns[c], value);
            pi(static_cast<Eigen::Index>(c)) = value(found.base[c].value);
        }
        const VectorXd from_base = Y * pi;
        for (Eigen::Index u = 0; u < from_base.size(); ++u) {
            CAPTURE(s, u, from_base(u), rows.rows(u), rows.magnitudes(u));
            CHECK(std::abs(sum(u) - rows.rows(u)) <= 1e-10 * rows.magnitudes(u));
            CHECK(std::abs(from_base(u) - rows.rows(u)) <= 1e-10 * rows.magnitudes(u));
        }
        MatrixXd standard(all.rows(), static_cast<Eigen::Index>(found.standard.size()));
        for (std::size_t c = 0; c < found.standard.size(); ++c) {
            VectorXd column = VectorXd::Zero(all.rows());
            for (const std::size_t component : found.standard[c].components)
                column += all.col(oracle_column(found.standard[c], component));
            standard.col(static_cast<Eigen::Index>(c)) = column;
        }
        of_standard.push_back(standard), of_base.push_back(Y);
    }
    CHECK(rank_of(stacked(of_standard)) == static_cast<Eigen::Index>(claimed));
    if (n > 0) CHECK(rank_of(stacked(of_base)) == static_cast<Eigen::Index>(n));
    return n;
}

}  // namespace

TEST_CASE("one tree", "[.]") {
    const std::string text = std::getenv("SEED");
    RandomModelOptions options;
    options.max_bodies = 6;
    const Model model = random_tree(std::stoull(text), options);
    const Regressor r = form_regressor(model, compute_kinematics(model));
    for (const BaseParameter& p : r.parameters.base) std::cout << p.text << "\n";
    for (const BaseParameter& p : r.parameters.vanishing) std::cout << "0 = " << p.text << "\n";
    verified_count(model, std::stoul(std::getenv("STATES")));
}

TEST_CASE("base parameters of random trees: complete, and as few as the rank") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        RandomModelOptions options;
        options.max_bodies = 6;
        const Model model = random_tree(seed, options);
        if (model.speeds.empty()) continue;
        CAPTURE(seed, to_string(model));
        verified_count(model);
    }
}
