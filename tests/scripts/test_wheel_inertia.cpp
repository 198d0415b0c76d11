// A wheel whose two transverse moments are ONE parameter is a body of revolution, in whatever form its inertia is given.

#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

// Of `derivatives` of a hull with a steered wheel; `declared`: what stands before the bodies.
OperationCount with_wheel(const std::string& inertia, const std::string& declared = "") {
    const std::string script =
        "model(cart)$ parameters(m = 10, r = 1/3, across = 2, spin = 3)$ gravity([0, 0, -9.81])$\n" + declared +
        "body(hull, ground, hinge = free(), mass = 100, inertia = [10, 20, 30])$\n"
        "body(axle, hull, hinge = revolute(z, steer), at = [1, 1/2, 0], mass = 1, inertia = [1, 1, 1])$\n"
        "body(wheel, axle, hinge = revolute(y, turn), mass = m, inertia = " +
        inertia + ")$ torque(wheel, [0, r, 0])$\n";
    return program_of(described_model(parse(script, "script.lag"), {}), "auto", nullptr)
        .find(RoutineName::derivatives)
        ->operations;
}

}  // namespace

TEST_CASE("one parameter for both transverse moments makes a body of revolution in every form of an inertia") {
    const OperationCount round = with_wheel("[across, spin, across]");
    const auto is_round = [&](const OperationCount& other) {
        return other.total() == round.total() && other.call == round.call;
    };
    CHECK(is_round(with_wheel("[across, spin, across, 0, 0, 0]")));
    CHECK(is_round(with_wheel("matrix([across, 0, 0], [0, spin, 0], [0, 0, across])")));
    CHECK(is_round(with_wheel("[across, spin, across], inertia_at = origin")));
    CHECK(is_round(with_wheel("[jt, spin, jt]", "jt: across$ ")));
    CHECK(is_round(with_wheel("[across, spin, 2*across - across]")));
    CHECK(is_round(with_wheel("[m*r^2/4 + across, spin, m*(r^2 + 4*across/m)/4]")));
    // two parameters that only start equal can be changed one by one
    const OperationCount two = with_wheel("[across, spin, other]", "parameter(other, across)$ ");
    CHECK(two.call > round.call);
    CHECK(two.total() > round.total());
}

}  // namespace lag
