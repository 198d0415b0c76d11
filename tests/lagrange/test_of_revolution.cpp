// A wheel whose transverse moments are equal but written differently is a body of revolution all the same.
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/regroup.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/catch.hpp"
#include "tests/lagrange/equations_check.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random_model.hpp"

using namespace lag;

namespace {

// A disc that spins about `axis` at the end of an arm; its transverse moments are equal, or not.
struct Wheel {
    Wheel(int axis, bool is_equal) {
        b.model.gravity = {{b.integer(0), -b.number("9.81"), b.integer(1)}};
        b.body("arm", ground);
        b.revolute(b.axis((axis + 1) % 3), "q");
        b.mass(b.integer(2), b.vector("0.1", "0.2", "0.3"), b.inertia("1", "1.1", "1.2"));
        b.body("wheel", BodyIndex{1});
        b.revolute(b.axis(axis), "spin");
        b.newest().at = b.vector("0.5", "0.4", "0.3");
        const Expr m = b.parameter("m", "2"), r = b.parameter("r", "0.3"), h = b.parameter("h", "0.1");
        const Expr round = m * (h * h + b.integer(3) * r * r) / b.integer(12),
                   split = m * h * h / b.integer(12) + m * r * r / b.integer(is_equal ? 4 : 5);
        std::array<Expr, 6> J;
        for (Expr& e : J) e = b.integer(0);
        const auto at = static_cast<std::size_t>(axis);
        J[at] = m * r * r / b.integer(2), J[(at + 1) % 3] = round, J[(at + 2) % 3] = split;
        b.mass(m, b.vector("0", "0", "0"), ModelBuilder::inertia({J[0], J[1], J[2], J[3], J[4], J[5]}));
    }
    bool is_kept_from_spinning() const { return compute_kinematics(b.model).spin[2].kind != Rotation::Kind::identity; }
    ModelBuilder b{"disc"};
};

}  // namespace

TEST_CASE("equal transverse moments make a body of revolution, however they are written", "[revolution]") {
    for (const int axis : {0, 1, 2}) {
        CAPTURE(axis);
        CHECK(!Wheel(axis, false).is_kept_from_spinning());
        const Wheel wheel(axis, true);
        CHECK(wheel.is_kept_from_spinning());
        for (const Formulation formulation : {Formulation::turner, Formulation::composite, Formulation::articulated})
            for (const Regrouping regrouping : {Regrouping::none, Regrouping::masses, Regrouping::inertias}) {
                const Kinematics k = compute_kinematics(wheel.b.model);
                const Equations equations = form_equations(wheel.b.model, k, compute_partials(wheel.b.model, k),
                                                           {formulation, regrouping, true, {}, false});
                for (std::uint64_t seed = 1; seed <= 3; ++seed)
                    CHECK(disagreements(wheel.b.model, equations, random_state(wheel.b.model, seed)).empty());
            }
    }
}
