// Mechanisms whose conditions depend on each other: everywhere they are assembled (Bricard), or in single positions.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/compiled/running_sample.hpp"
#include "tests/compiled/samples.hpp"

using namespace lag;
using Eigen::VectorXd;

// The path of the third rod's end from a run that shares nothing with the product: slender rods by maximal coordinates,
// the energy kept to 4e-10 (the mechanism of the IFToMM benchmark A04).
TEST_CASE("Bricard's mechanism from rest: the path of the third rod's end, and its energy") {
    struct Place {
        double t, x, y, z;
    };
    for (const char* language : {".hpp", ".f90"}) {
        INFO(language);
        RunningSample sample("bricard", language);
        CHECK(sample.state.q.size() == 6);
        const double first = sample.energy();
        double swing = 0;
        for (const Place& there :
             {Place{0.5, 0.96815387, -1.22503544, 0.74964409}, Place{1.0, 0.50866476, -1.64982706, 0.13903533},
              Place{1.5, -0.52061150, -1.64547482, 0.14620631}, Place{2.0, -0.96989200, -1.21945514, 0.75646458},
              Place{2.5, -1.00000000, -1.00004597, 0.99995403}, Place{5.0, 0.99999998, -1.00018388, 0.99981610}}) {
            sample.run(there.t - sample.state.t, static_cast<int>(std::lround((there.t - sample.state.t) * 4000)));
            CAPTURE(there.t);
            CHECK(std::abs(sample.output("P3x") - there.x) <= 2e-7);
            CHECK(std::abs(sample.output("P3y") - there.y) <= 2e-7);
            CHECK(std::abs(sample.output("P3z") - there.z) <= 2e-7);
            swing = std::max(swing, sample.kinetic());
            CHECK(std::abs(sample.energy() - first) <= 1e-8 * 9.81);
        }
        CHECK(swing > 1);
    }
}

namespace {

// A parallelogram that can fold flat, where the antiparallelogram branches off: B loses a rank there.
ScriptText parallelogram() {
    return {"parallelogram",
            "model(parallelogram)$ parameters(a = 0.4, b = 1, m = 2, g = 9.81)$ gravity([0, -g, 0])$"
            "body(left, ground, hinge = revolute(z, q1), mass = m, cm = [a/2, 0, 0], inertia = [0, 0, m*a^2/12])$"
            "body(bar, left, hinge = revolute(z, q2), at = [a, 0, 0], mass = m, cm = [b/2, 0, 0], inertia = [0, 0, "
            "m*b^2/12])$"
            "body(right, ground, hinge = revolute(z, q3), at = [b, 0, 0], mass = m, cm = [a/2, 0, 0], inertia = [0, 0, "
            "m*a^2/12])$"
            "point(P, bar, [b, 0, 0])$ point(Q, right, [a, 0, 0])$ close_loop(P, Q, name = pin)$"
            "initial(q1 = 0.7, q2 = -0.7, q3 = 0.7)$"
            "emit(fortran, \"parallelogram.f90\")$ emit(cpp, \"parallelogram.hpp\")$"};
}

int accelerations(const RunningSample& sample, VectorXd& udot, VectorXd& lambda) {
    int info = -1;
    lambda = VectorXd::Zero(2);
    udot = sample.compiled().accelerations(sample.state, lambda, info);
    return info;
}

}  // namespace

TEST_CASE("a singular position at run time gives info and no NaN") {
    for (const char* language : {".hpp", ".f90"}) {
        INFO(language);
        RunningSample sample(parallelogram(), language);
        VectorXd udot, lambda;
        CHECK(accelerations(sample, udot, lambda) == 0);
        CHECK(udot(0) == Approx(udot(2)).epsilon(1e-12));
        // a half turn in double precision is 1e-16 away from the singular position: there the code may go on
        for (const double folded : {0.0, M_PI}) {
            CAPTURE(folded);
            const int least = folded == 0 ? 1 : 0;
            sample.state.q << folded, -folded, folded;
            sample.state.u << 1, -1, 1;
            CHECK(accelerations(sample, udot, lambda) >= least);
            CHECK(udot.allFinite());
            CHECK(lambda.allFinite());
            int info = 0;
            CHECK(sample.compiled().derivatives(sample.state, info).allFinite());
            CHECK(info >= least);
        }
        sample.state.q << 0.01, -0.01, 0.01;  // not far from there all is well
        CHECK(accelerations(sample, udot, lambda) == 0);
    }
}

TEST_CASE("dead centres of a slider-crank are no singular positions") {
    for (const char* language : {".hpp", ".f90"}) {
        INFO(language);
        RunningSample sample("slider_crank", language);
        for (const double turn : {0.0, M_PI}) {
            sample.state.q << turn, -turn, sample.p("l") + sample.p("r") * std::cos(turn);
            sample.state.u << 3, -3 - 3 * std::cos(turn) * sample.p("r") / sample.p("l"), 0;
            VectorXd udot, lambda;
            CHECK(accelerations(sample, udot, lambda) == 0);
            // the piston turns back: s'' = -r w^2 (cos turn + r/l) at a dead centre, whatever the crank's acceleration
            const double r = sample.p("r"), l = sample.p("l");
            CHECK(udot(2) == Approx(-9 * r * (std::cos(turn) + r / l)).epsilon(1e-12));
        }
    }
}
