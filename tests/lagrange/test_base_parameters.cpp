// Base inertial parameters against the oracle: its regressor in all ten parameters of every body, at random states, has
// the rank that the base parameters claim, and is recovered from them.

#include "lagrange/identification/hinge_steps.hpp"
#include "lagrange/identification/regressor.hpp"
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

class Builder : public ModelBuilder {
  public:
    using ModelBuilder::ModelBuilder;
    // The newest body with all ten parameters, no two alike.
    void all_ten() {
        const auto next = [&] { return model.graph->rational(random_.integer(11, 97), 50); };
        const std::array<Expr, 6> J{
            integer(9) + next(), integer(7) + next(), integer(8) + next(), next(), next(), next()};
        mass(next(), {{next(), next(), next()}}, ModelBuilder::inertia(J));
    }
    // A serial arm: 'x' 'y' 'z' for revolute axes, 'X' 'Y' 'Z' for sliding ones, every offset general.
    void arm(const std::string& axes) {
        BodyIndex inboard = ground;
        for (std::size_t k = 0; k < axes.size(); ++k) {
            const std::string name = "link" + std::to_string(k + 1), q = "q" + std::to_string(k + 1);
            inboard = body(name, inboard);
            newest().at = {{model.graph->rational(random_.integer(3, 9), 10),
                            model.graph->rational(random_.integer(3, 9), 10),
                            model.graph->rational(random_.integer(3, 9), 10)}};
            const char c = axes[k];
            if (c >= 'a')
                revolute(axis(c - 'x'), q);
            else
                prismatic(axis(c - 'X'), q);
            all_ten();
        }
    }
    void down(int along) { model.gravity[static_cast<std::size_t>(along)] = -number("9.81"); }

  private:
    Random random_{5};
};

std::size_t count_of_arm(const std::string& axes, int gravity_along) {
    Builder builder("arm");
    builder.arm(axes);
    if (gravity_along >= 0) builder.down(gravity_along);
    CAPTURE(axes, gravity_along);
    return verified_count(builder.model);
}

std::vector<std::string> texts_of(const Model& model) {
    std::vector<std::string> texts;
    for (const BaseParameter& parameter : base_parameters(model, compute_kinematics(model)).base)
        texts.push_back(parameter.text);
    return texts;
}

}  // namespace

// Counts of M. Gautier and W. Khalil, IEEE Trans. Robotics and Automation 6 (1990) 368-373, and of H. Mayeda, K.
// Yoshida and K. Osuka, ibid. 312-321 (PUMA 560: 36).
TEST_CASE("base parameters: known counts of arms") {
    for (std::size_t n = 1; n <= 4; ++n) {
        const std::string planar(n, 'z');
        CHECK(count_of_arm(planar, 1) == 3 * n);      // weight across the axes
        CHECK(count_of_arm(planar, 2) == 3 * n - 2);  // along them: like none
        CHECK(count_of_arm(planar, -1) == 3 * n - 2);
    }
    CHECK(count_of_arm("zyy", 2) == 15);
    CHECK(count_of_arm("zyyzyz", 2) == 36);  // PUMA 560
    CHECK(count_of_arm("zyyzyz", 1) == 38);  // the first axis not upright
    CHECK(count_of_arm("zxYyxy", 2) == 33);  // Stanford arm: 1 + 7 + 4 + 7 + 7 + 7
    CHECK(count_of_arm("Z", 2) == 1);
    CHECK(count_of_arm("XYZ", 2) == 3);
}

TEST_CASE("base parameters: free bodies, ball joints, branches") {
    Builder floating("floating");
    const BodyIndex base = floating.body("base", ground);
    floating.free(321, {"a", "b", "c"}, {"x", "y", "z"}, {"p", "q", "r", "u", "v", "w"});
    floating.all_ten();
    CHECK(verified_count(floating.model) == 10);
    for (const char* name : {"left", "right"}) {
        floating.body(name, base);
        floating.newest().at = floating.vector("0.3", "0.2", "-0.4");
        floating.revolute(floating.axis(1, 2, 2), std::string("q_") + name);
        floating.all_ten();
    }
    CHECK(verified_count(floating.model) == 10 + 2 * 7);
    Builder top("top");
    top.body("body", ground);
    top.spherical_quaternion({"e0", "e1", "e2", "e3"}, {"p", "q", "r"});
    top.all_ten();
    CHECK(verified_count(top.model) == 6);
    top.down(2);
    CHECK(verified_count(top.model) == 9);
}

TEST_CASE("base parameters say what stands for what, in the user's lengths") {
    Builder arm("arm");
    const Expr l = arm.parameter("l", "0.5");
    arm.body("upper", ground);
    arm.revolute(arm.axis(2), "q1");
    arm.all_ten();
    arm.body("fore", BodyIndex(1));
    arm.newest().at = {{l, Expr{}, Expr{}}};
    arm.revolute(arm.axis(2), "q2");
    arm.all_ten();
    arm.down(1);
    CHECK(texts_of(arm.model) == std::vector<std::string>{"upper_Jzz + l^2*fore_m", "upper_sx + l*fore_m", "upper_sy",
                                                          "fore_Jzz", "fore_sx", "fore_sy"});
}

// Mass moved from the upper arm to the elbow end of the forearm, all base parameters kept: nothing is felt of it.
TEST_CASE("parameters changed along a null direction leave the equations as they are") {
    Builder arm("arm");
    const Expr zero;
    const auto link = [&](const std::string& n, BodyIndex inboard, const Expr& at, const char* m) {
        arm.body("link" + n, inboard);
        arm.newest().at = {{at, zero, zero}};
        arm.revolute(arm.axis(2), "q" + n);
        const Expr mass = arm.parameter("m" + n, m), x = arm.parameter("x" + n, "0.2"),
                   I = arm.parameter("I" + n, "0.1");
        arm.mass(mass, {{x, zero, zero}}, ModelBuilder::inertia({zero, zero, I, zero, zero, zero}));
    };
    link("1", ground, zero, "3");
    const Expr l = arm.parameter("l", "0.5");
    link("2", BodyIndex(1), l, "2");
    arm.down(1);
    const BaseParameters found = base_parameters(arm.model, compute_kinematics(arm.model));
    REQUIRE(found.base.size() == 4);

    const OracleState before = random_state(arm.model, 3);  // p: m1 x1 I1 l m2 x2 I2
    OracleState after = before;
    const double m1 = before.p(0), x1 = before.p(1), length = before.p(3), m2 = before.p(4), x2 = before.p(5);
    const double shift = 0.25;
    after.p(4) = m2 + shift;
    after.p(5) = m2 * x2 / after.p(4);
    after.p(6) += m2 * x2 * x2 - after.p(4) * after.p(5) * after.p(5);
    after.p(1) = (m1 * x1 - shift * length) / m1;
    after.p(2) += m1 * x1 * x1 - m1 * after.p(1) * after.p(1) - shift * length * length;
    const VectorXd udot = random_udot(arm.model, 3);
    Evaluator<double> one = values_at(arm.model, before, udot), other = values_at(arm.model, after, udot);
    for (const BaseParameter& parameter : found.base) CHECK(one(parameter.value) == Approx(other(parameter.value)));
    const InertialRows rows = oracle_inertial_rows(arm.model, before, udot);
    const InertialRows moved = oracle_inertial_rows(arm.model, after, udot);
    CHECK((rows.rows - moved.rows).norm() <= 1e-12 * rows.magnitudes.norm());
}

TEST_CASE("base parameters of coupled motions: screws and gears") {
    Builder screw("screw");
    const Expr h = screw.parameter("h", "0.02");
    screw.body("nut", ground);
    screw.screw(screw.axis(2), h, "q");
    screw.all_ten();
    CHECK(verified_count(screw.model) == 1);
    CHECK(texts_of(screw.model) == std::vector<std::string>{"nut_Jzz + h^2*nut_m"});
    screw.down(2);
    CHECK(verified_count(screw.model) == 2);

    Builder gears("gears");
    const Expr n = gears.parameter("n", "50");
    gears.body("arm", ground);
    gears.revolute(gears.axis(2), "q");
    gears.all_ten();
    gears.body("rotor", ground);
    gears.rotate(gears.axis(2), HingeSlot(n * gears.q("q")));
    gears.all_ten();
    CHECK(verified_count(gears.model) == 1);
    CHECK(texts_of(gears.model) == std::vector<std::string>{"arm_Jzz + n^2*rotor_Jzz"});
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
