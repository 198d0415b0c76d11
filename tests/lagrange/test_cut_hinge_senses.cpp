// A revolute hinge's rows hold with its axis reversed too; its sense tells.
#include <cmath>
#include <numbers>

#include "lagrange/kinematics/cut_hinge.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/constraints_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;

TEST_CASE("the sense of a cut hinge is 1 upright and -1 with the axis reversed, where its rows hold as well", "[cut]") {
    for (const bool welded : {false, true}) {
        CAPTURE(welded);
        ModelBuilder b("ball");
        const BodyIndex carrier = b.body("carrier", ground);
        b.revolute(b.axis(2), "q");
        b.mass(b.integer(1), b.vector("0", "0", "0"), b.inertia("1", "1", "1"));
        const BodyIndex ball = b.body("ball", carrier);
        b.spherical(321, {"psi", "theta", "phi"}, {"w1", "w2", "w3"});
        b.mass(b.integer(1), b.vector("0", "0", "0"), b.inertia("1", "2", "3"));
        b.body("pin", ground);
        if (!welded) b.revolute(b.axis(2), "own");
        b.model.constraints.push_back(b.cut(ball, "pin"));
        const Kinematics k = compute_kinematics(b.model);
        const CutHinge& cut = b.model.constraints[0].cut;
        const ConstraintRows rows = form_constraints(b.model, k);
        for (const bool reversed : {false, true}) {
            CAPTURE(reversed);
            OracleState state = zero_state(b.model);
            if (reversed) state.q(3) = std::numbers::pi;
            Evaluator<double> value = values_at(b.model, state, Eigen::VectorXd::Zero(4));
            for (const ConstraintRow& row : rows.rows) CHECK(std::abs(value(row.phi)) < 1e-12);
            const std::vector<Expr> senses = cut_hinge_senses(b.model, k, cut);
            REQUIRE(senses.size() == (welded ? 2 : 1));
            CHECK(value(senses.back()) == Approx(reversed ? -1 : 1));
        }
    }
}
