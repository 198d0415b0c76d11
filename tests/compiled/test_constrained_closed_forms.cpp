// Constrained samples, emitted, compiled and run, against solutions in closed form: motions, accelerations and the
// loads that the multipliers are.
#include <Eigen/Geometry>
#include <cmath>
#include <functional>

#include "core/dense.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/constrained_samples.hpp"
#include "tests/compiled/running_sample.hpp"
#include "tests/support/jet.hpp"

using namespace lag;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

// One degree of freedom, by d'Alembert's principle: sum of m a . dr + J phi'' dphi = sum of loads . dr, with positions
// as functions of one angle known in closed form. `bodies` gives them for the angle as a function of time.
using Real = Jet<double>;
struct PlaneBody {
    double mass, inertia;
    Real x, y, angle;
    double force_x = 0, moment = 0;
};
using Mechanism = std::function<std::vector<PlaneBody>(const Real& angle)>;

double angular_acceleration(const Mechanism& mechanism, double angle, double rate, double gravity) {
    const auto residual = [&](double acceleration) {
        const std::vector<PlaneBody> now = mechanism(Real(angle, rate, acceleration)), unit = mechanism(Real(angle, 1));
        double sum = 0;
        for (std::size_t k = 0; k < now.size(); ++k) {
            const PlaneBody& b = now[k];
            sum += (b.mass * b.x.dd - b.force_x) * unit[k].x.d + b.mass * (b.y.dd + gravity) * unit[k].y.d +
                   (b.inertia * b.angle.dd - b.moment) * unit[k].angle.d;
        }
        return sum;
    };
    const double at_rest = residual(0);
    return -at_rest / (residual(1) - at_rest);
}

void on_both_languages(const std::string& script, const std::function<void(RunningSample&)>& test) {
    for (const std::string language : {".hpp", ".f90"}) {
        INFO(script << " " << language);
        RunningSample sample(script, language);
        test(sample);
    }
}

}  // namespace

TEST_CASE("slider-crank: the acceleration of one degree of freedom") {
    on_both_languages("slider_crank", [](RunningSample& sample) {
        const double r = sample.p("r"), l = sample.p("l"), a = sample.p("a");
        for (const double angle : {0.3, 1.4, 2.9, 4.4}) {
            const double rate = 7, gas = 30;
            const Mechanism mechanism = [&](const Real& turn) {
                const Real slope = -asin(Real(r / l) * sin(turn));
                const Real eye = Real(r) * cos(turn) + Real(l) * cos(slope);
                return std::vector<PlaneBody>{
                    {0, sample.p("jc"), Real(0), Real(0), turn},
                    {sample.p("mr"), sample.p("jr"), Real(r) * cos(turn) + Real(a) * cos(slope),
                     Real(r) * sin(turn) + Real(a) * sin(slope), slope},
                    {sample.p("mp"), 0, eye, Real(0), Real(0), -gas}};
            };
            const Real turn(angle, rate), slope = -asin(Real(r / l) * sin(turn));
            const Real eye = Real(r) * cos(turn) + Real(l) * cos(slope);
            sample.state.q << turn.v, slope.v - turn.v, eye.v;
            sample.state.u << turn.d, slope.d - turn.d, eye.d;
            sample.state.w << gas;
            const double expected = angular_acceleration(mechanism, angle, rate, sample.p("g"));
            CHECK(sample.accelerations()(0) == Approx(expected).epsilon(1e-11));
            // the piston: m s'' = -gas - (force of the piston on the rod)
            const Real whole(angle, rate, expected);
            const Real s = mechanism(whole)[2].x;
            CHECK(sample.output("pin_x") == Approx(-gas - sample.p("mp") * s.dd).epsilon(1e-11));
        }
    });
}

TEST_CASE("plain four-bar linkage: the acceleration of one degree of freedom") {
    on_both_languages("acceptance/four_bar", [](RunningSample& sample) {
        const double a = sample.p("a"), b = sample.p("b"), c = sample.p("c"), d = sample.p("d");
        struct Angles {
            Real coupler, rocker;
        };
        // the rocker's tip by the circles about the crank's tip and the rocker's pivot
        const auto angles = [&](const Real& crank) {
            const Real x = Real(d) - Real(a) * cos(crank), y = -(Real(a) * sin(crank));
            const Real far = sqrt(x * x + y * y), toward = atan2(y, x);
            const Real beside = acos((Real(b * b - c * c) + far * far) / (Real(2 * b) * far));
            const Real coupler = toward + beside;
            const Real tip_x = Real(a) * cos(crank) + Real(b) * cos(coupler) - Real(d),
                       tip_y = Real(a) * sin(crank) + Real(b) * sin(coupler);
            return Angles{coupler, atan2(tip_y, tip_x)};
        };
        const auto rod = [](double mass, double length, const Real& x, const Real& y, const Real& angle) {
            return PlaneBody{mass, mass * length * length / 12, x + Real(length / 2) * cos(angle),
                             y + Real(length / 2) * sin(angle), angle};
        };
        for (const double angle : {0.4, 1.9, 3.3, 5.0}) {
            const double rate = 3, tau = 0.2;
            const Mechanism mechanism = [&](const Real& crank) {
                const Angles other = angles(crank);
                std::vector<PlaneBody> bodies{
                    rod(sample.p("ma"), a, Real(0), Real(0), crank),
                    rod(sample.p("mb"), b, Real(a) * cos(crank), Real(a) * sin(crank), other.coupler),
                    rod(sample.p("mc"), c, Real(d), Real(0), other.rocker)};
                bodies[0].moment = tau;
                return bodies;
            };
            const Real crank(angle, rate);
            const Angles other = angles(crank);
            sample.state.q << angle, other.coupler.v - angle, other.rocker.v;
            sample.state.u << rate, other.coupler.d - rate, other.rocker.d;
            sample.state.w << tau;
            const double expected = angular_acceleration(mechanism, angle, rate, sample.p("g"));
            CHECK(sample.accelerations()(0) == Approx(expected).epsilon(1e-10));
        }
    });
}

TEST_CASE("rolling disc: steady circular motion") {
    // Lean alpha, yaw rate Omega, spin w about the disc's axis (Omega sin(alpha) included). Angular momentum about the
    // centre with inertias m R^2/2 and m R^2/4, contact force m g up and m R w Omega towards the middle:
    //     g sin(alpha) = R Omega cos(alpha) (Omega sin(alpha)/4 - 3 w/2)
    on_both_languages("acceptance/rolling_disc", [](RunningSample& sample) {
        const double m = sample.p("m"), R = sample.p("R"), g = sample.p("g");
        for (const double alpha : {0.2, -0.5, 0.9}) {
            const double Omega = 1.7, yaw = 0.6;
            const double w = (Omega * std::sin(alpha) / 4 - g * std::tan(alpha) / (R * Omega)) / 1.5;
            const Vector2d heading(std::cos(yaw), std::sin(yaw)), left(-std::sin(yaw), std::cos(yaw));
            const Vector2d v = R * w * heading, a = R * w * Omega * left;
            sample.state.q << 0.3, -0.2, R * std::cos(alpha), yaw, alpha, 0.1;
            sample.state.u << v, 0, Omega, 0, w - Omega * std::sin(alpha);
            VectorXd expected(6), lambda;
            expected << a, 0, 0, 0, 0;
            const VectorXd udot = sample.accelerations(lambda);
            CHECK((udot - expected).norm() <= 1e-11 * (a.norm() + g / R));
            // the contact's force is minus the multipliers: of the height, and of the velocity along x and y
            CHECK(lambda(0) == Approx(-m * g).epsilon(1e-11));
            CHECK((lambda.tail(2) + m * a).norm() <= 1e-11 * m * (a.norm() + g));
        }
    });
}

TEST_CASE("knife edge on an incline: a cycloid") {
    on_both_languages("knife_edge", [](RunningSample& sample) {
        const double slide = sample.p("g") * std::sin(sample.p("slope")), w = 0.8, m = sample.p("m");
        for (int second = 1; second <= 4; ++second) {
            sample.run(1.0, 1000);
            const double t = second;
            // x = slide/(2 w^2) sin^2(w t), y = slide/(2 w^2) (w t - sin(2 w t)/2)
            const double size = slide / (2 * w * w);
            CHECK(sample.state.q(0) == Approx(size * std::pow(std::sin(w * t), 2)).margin(1e-11));
            CHECK(sample.state.q(1) == Approx(size * (w * t - std::sin(2 * w * t) / 2)).margin(1e-11));
            CHECK(sample.state.q(2) == Approx(w * t).margin(1e-11));
            CHECK(sample.output("side") == Approx(2 * m * slide * std::sin(w * t)).margin(1e-10));
        }
    });
}

TEST_CASE("Chaplygin's sleigh: hyperbolic functions of time") {
    // v^2 + c^2 r^2 = V^2 with c^2 = J/m + a^2; v = V tanh(b (t - t0)), r = V/c sech(b (t - t0)), b = a V/c^2
    on_both_languages("sleigh", [](RunningSample& sample) {
        const double a = sample.p("a"), c = std::sqrt(sample.p("J") / sample.p("m") + a * a);
        const double v0 = 0.1, r0 = 2, V = std::hypot(v0, c * r0), b = a * V / (c * c), t0 = -std::atanh(v0 / V) / b;
        for (int k = 1; k <= 4; ++k) {
            sample.run(0.5, 1000);
            const double s = b * (0.5 * k - t0);
            CHECK(sample.state.u(0) == Approx(V * std::tanh(s)).epsilon(1e-11));
            CHECK(sample.state.u(1) == Approx(0).margin(1e-12));
            CHECK(sample.state.u(2) == Approx(V / c / std::cosh(s)).epsilon(1e-11));
            // the ice carries what turns the mass centre aside: m (v r + a r')
            const double r = sample.state.u(2), dr = -V / c * b * std::tanh(s) / std::cosh(s);
            CHECK(sample.output("across") == Approx(sample.p("m") * (sample.state.u(0) * r + a * dr)).epsilon(1e-10));
        }
    });
}

TEST_CASE("shaken pendulum: the same as with a prescribed slot, and the shaker's force by hand") {
    const std::string prescribed =
        "model(shaken_slot)$ parameters(ms = 0.4, m = 0.2, l = 0.15, j = 0.0005, amplitude = 0.01, rate = 200, g = "
        "9.81)$ "
        "gravity([0, -g, 0])$ body(support, ground, hinge = prismatic(y, amplitude*sin(rate*t)), mass = ms)$ "
        "body(rod, support, hinge = revolute(z, lean), mass = m, cm = [0, l, 0], inertia = [0, 0, j])$ "
        "emit(cpp, \"shaken_slot.hpp\")$ emit(fortran, \"shaken_slot.f90\")$";
    on_both_languages("shaken_pendulum", [&](RunningSample& sample) {
        RunningSample slot(ScriptText{"shaken_slot", prescribed}, sample.language());
        const double m = sample.p("m"), l = sample.p("l"), g = sample.p("g"), A = sample.p("amplitude"),
                     W = sample.p("rate");
        for (const double t : {0.0, 0.013, 0.4}) {
            const double lean = 0.7 - t, rate = 1.5 + t, lift = -A * W * W * std::sin(W * t);
            sample.state.t = slot.state.t = t;
            sample.state.q << A * std::sin(W * t), lean;
            sample.state.u << A * W * std::cos(W * t), rate;
            slot.state.q << lean;
            slot.state.u << rate;
            const VectorXd udot = sample.accelerations();
            CHECK(udot(0) == Approx(lift).margin(1e-10));
            CHECK(udot(1) == Approx(slot.accelerations()(0)).epsilon(1e-11));
            CHECK(udot(1) == Approx(m * l * std::sin(lean) * (g + lift) / (sample.p("j") + m * l * l)).epsilon(1e-11));
            const double force =
                (sample.p("ms") + m) * (g + lift) - m * l * (std::sin(lean) * udot(1) + std::cos(lean) * rate * rate);
            CHECK(sample.output("shaker_force") == Approx(force).epsilon(1e-11));
        }
    });
}

TEST_CASE("Peaucellier-Lipkin: one degree of freedom, and the pen stays on its line") {
    on_both_languages("peaucellier", [](RunningSample& sample) {
        const double arm = sample.p("arm"), side = sample.p("side");
        const double line = (arm * arm - side * side) / (2 * sample.p("crank_length"));
        const OracleState start = sample.state;
        for (const double turn : {-0.6, -0.25, 0.0, 0.1, 0.5}) {
            sample.state = start;
            sample.state.u << 1.3, 0, 0, 0, 0, 0, 0;
            // turn the crank and let the others follow, in steps small enough to stay on this branch
            for (int k = 0; k < 5; ++k) {
                sample.state.q(0) += turn / 5;
                REQUIRE(make_consistent(sample.model(), sample.state));
            }
            const ConstraintReading reading = read_constraints(sample.model(), sample.state);
            CHECK(sample.state.u.size() - rank_of(reading.B, 1e-9) == 1);
            CHECK(std::abs(sample.output("line_x") - line) <= 1e-12);
            sample.state.w << 0.4;
            const VectorXd udot = sample.accelerations();
            const Oracle oracle(sample.model(), sample.state);
            const PointMotion pen = oracle.point(sample.point("pen"), udot);
            CHECK(std::abs(pen.v.x()) <= 1e-12 * (1 + pen.v.norm()));
            CHECK(std::abs(pen.a.x()) <= 1e-10 * (1 + pen.a.norm()));
            CHECK(std::abs(pen.v.y()) > 0.1);
        }
    });
}

TEST_CASE("Stewart platform: the legs' thrusts that carry it at rest") {
    on_both_languages("stewart", [](RunningSample& sample) {
        for (const double lighter : {1.0, 1e-4}) {  // legs as they are, and without weight to speak of
            sample.reset();
            for (const char* of_the_legs : {"mb", "mr", "jb", "jr"})
                sample.set(of_the_legs, lighter * sample.p(of_the_legs));
            const double radius = std::sqrt(0.64 + 0.25 - 2 * 0.4 * std::cos(20 * M_PI / 180)), h = 1,
                         length = std::hypot(radius, h), sine = h / length, cosine2 = 1 - sine * sine;
            CHECK(sample.state.q(9) == Approx(length).epsilon(1e-14));
            // virtual work of a small lift dh of the plate: a leg grows by sine dh; its halves' mass centres rise
            const double g = sample.p("g"), lower = sample.p("cb") / length * cosine2,
                         upper = 1 - sample.p("cr") / length * cosine2;
            const double thrust =
                (sample.p("M") * g / 6 + sample.p("mb") * g * lower + sample.p("mr") * g * upper) / sine;
            sample.state.w.setConstant(thrust);
            CHECK(sample.accelerations().norm() <= 1e-9 * g);
            sample.state.w << 10, 250, -40, 180, 90, 300;
            CHECK(sample.accelerations().norm() > 1);
            CHECK(sample.output("stray_force") <= 1e-9 * sample.p("M") * g);
            CHECK(sample.output("stray_moment") <= 1e-9 * sample.p("M") * g);
            if (lighter < 1) CHECK(thrust == Approx(sample.p("M") * g / 6 / sine).epsilon(1e-4));
        }
    });
}

TEST_CASE("energy is kept by constraints that do not depend on time") {
    struct Run {
        std::string script;
        double end;
        int steps;
    };
    for (const Run& run : {Run{"slider_crank", 1.0, 4000}, Run{"knife_edge", 1.0, 500}, Run{"sleigh", 1.0, 500},
                           Run{"peaucellier", 0.4, 2000}, Run{"stewart", 0.1, 200}}) {
        INFO(run.script);
        RunningSample sample(run.script, ".hpp");
        if (run.script == "peaucellier" || run.script == "slider_crank") {
            sample.state.u.setConstant(5);
            REQUIRE(make_consistent(sample.model(), sample.state));
        }
        double largest = sample.kinetic(), first = sample.energy();
        for (int part = 0; part < 5; ++part) {
            sample.run(run.end / 5, run.steps / 5);
            largest = std::max(largest, sample.kinetic());
            CHECK(std::abs(sample.energy() - first) <= 1e-8 * largest);
        }
        CHECK(largest > 0.05);
    }
}
