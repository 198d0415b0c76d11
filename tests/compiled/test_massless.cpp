// Emitted code of mechanisms with massless bodies, whose mass matrix is singular: against the oracle's null space
// solution, which knows nothing of weights, and against numbers of the literature.
#include <cmath>
#include <stdexcept>

#include "tests/catch.hpp"
#include "tests/compiled/constrained_samples.hpp"
#include "tests/compiled/running_sample.hpp"
#include "tests/compiled/samples.hpp"

using namespace lag;
using Eigen::VectorXd;

namespace {

std::string emits(const std::string& name) {
    return " emit(cpp, \"" + name + ".hpp\")$ emit(fortran, \"" + name + ".f90\")$ emit(c, \"" + name +
           ".h\")$ emit(fortran77, \"" + name + ".f\")$";
}

// A massless carriage on a rail along `axis`, all six of its speeds held or carried by the bob that hangs on it.
ScriptText carriage(const std::string& name, const std::string& axis) {
    return {
        name,
        "model(" + name +
            ")$ parameters(m = 3/2, l = 0.3)$ gravity([0, 0, -9.81])$"
            "body(cart, ground, hinge = free(quaternion = [d0, d1, d2, d3], position = [dx, dy, dz], speeds = [r1, r2, "
            "r3, v1, v2, v3]))$"
            "body(bob, cart, hinge = revolute(y, th), mass = m, cm = [l, 0, 0], inertia = [0.1, 0.2, 0.3])$"
            "cut_hinge(cart, ground, hinge = prismatic(" +
            axis + ", s), name = rail)$ hinge_load(s, -2*s - s')$" + emits(name)};
}

// The same in a plane, on a rail along `axis`; the pin turns with nothing.
ScriptText planar_pin(const std::string& name, const std::string& axis) {
    return {name, "model(" + name +
                      ")$ parameters(m = 3/2, l = 0.3)$ gravity([0, -9.81, 0])$"
                      "body(pin, ground, hinge = planar(z, [px, py, pp]))$"
                      "body(bob, pin, hinge = revolute(z, th), mass = m, cm = [l, 0, 0], inertia = [0, 0, 0.3])$"
                      "cut_hinge(pin, ground, hinge = prismatic(" +
                      axis + ", s), name = rail)$ hinge_load(s, -2*s - s')$" + emits(name)};
}

// A shaft in two halves of one mass, geared.
ScriptText halves() {
    return {"halves",
            "model(halves)$ parameters(m = 1, ratio = 2)$ body(B1, ground, hinge = [translate(x, a), translate(x, b)], "
            "mass = m)$ speed_constraint(a' = ratio*b', name = gear)$ hinge_load(a, 6 - 3*a)$" +
                emits("halves")};
}

// A driven four-bar of massless links: kinematics and statics alone.
ScriptText driven() {
    return {"driven",
            "model(driven)$ parameters(l1 = 1, l2 = 3, l3 = 2, base = 3)$ input(drive)$"
            "body(crank, ground, hinge = revolute(z, q1))$"
            "body(coupler, crank, hinge = revolute(z, q2), at = [l1, 0, 0])$"
            "body(rocker, ground, hinge = revolute(z, q3), at = [base, 0, 0])$"
            "point(P, coupler, [l2, 0, 0])$ point(Q, rocker, [l3, 0, 0])$ close_loop(P, Q, name = pin)$"
            "constraint(q1 = 1 + drive, name = driver)$ hinge_load(q3, -5 - q3')$"
            "initial(q1 = 1, q2 = -0.5, q3 = 1.5)$ output(torque, multiplier(driver))$" +
                emits("driven")};
}

// M. Anantharaman (NATO ASI, 1994, p. 383): crank and slider without mass, hinged to ground and to the coupler by
// revolute, prismatic, universal and spherical joints; every body free, 18 speeds and 17 rows.
ScriptText rsup() {
    return {
        "rsup",
        "model(rsup)$ parameters(d = 5, a = 10, b = 10, c = 2, m = 10, g = 9.81)$ len: sqrt(209)$ gravity([0, 0, -g])$"
        "body(crank, ground, hinge = free(quaternion = [c0, c1, c2, c3], position = [cx, cy, cz], speeds = [cp, cq, "
        "cr, cu, cv, cw]))$"
        "body(slider, ground, hinge = free(quaternion = [s0, s1, s2, s3], position = [sx, sy, sz], speeds = [sp, "
        "sq, sr, su, sv, sw]))$"
        "body(coupler, ground, hinge = free(quaternion = [k0, k1, k2, k3], position = [kx, ky, kz], speeds = [kp, "
        "kq, kr, ku, kv, kw]), mass = m, cm = [-len/2, 0, 0], inertia = [0, m*len^2/12, m*len^2/12])$"
        "cut_hinge(crank, ground, hinge = revolute(x, th), name = R)$"
        "cut_hinge(slider, ground, hinge = prismatic(y, s), at = [a, -b, c], name = P)$"
        "cut_hinge(coupler, slider, hinge = universal([y, z], [u1, u2]), name = U)$"
        "cut_hinge(coupler, crank, hinge = spherical(sequence = 123, angles = [f1, f2, f3]), at = [0, 0, d], "
        "outboard_at = [-len, 0, 0], name = S)$"
        "al: atan2(3, 10)/2$ be: -asin(10/len)/2$ initial(sx = a, sy = -b, sz = c, kx = a, ky = -b, kz = c, k0 = "
        "cos(al)*cos(be), k1 = sin(al)*sin(be), k2 = sin(al)*cos(be), k3 = cos(al)*sin(be))$" +
            emits("rsup")};
}

// At consistent states with parameters moved from their defaults.
void compare_at_states(const ScriptText& script, const std::vector<std::string>& languages) {
    constexpr std::size_t wanted = 4;
    for (const std::string& language : languages) {
        INFO(script.name << language);
        RunningSample sample(script, language);
        const ConstraintReference reference(sample.model());
        const std::vector<OracleState> states = reference.states(sample.state.q, sample.state.u, wanted);
        CHECK(states.size() >= wanted);
        for (const OracleState& state : states) {
            for (Eigen::Index k = 0; k < state.p.size(); ++k)
                sample.set(sample.model().parameters[static_cast<std::size_t>(k)].name, state.p(k));
            reference.compare(sample.compiled(), state);
        }
    }
}

// Distances from one state to another in the sense of M; the nearest point is looked for by small steps along the
// motions that the constraints allow.
double distance_in_mass(const Eigen::MatrixXd& M, const VectorXd& d) {
    return std::sqrt(d.dot(M * d));
}

}  // namespace

TEST_CASE("massless bodies: emitted accelerations and multipliers", "[massless]") {
    compare_at_states(carriage("carriage", "[1, 2, 2]"), {".hpp", ".f90"});
    compare_at_states(carriage("aligned_carriage", "x"), {".hpp"});
    compare_at_states(planar_pin("aligned_pin", "y"), {".hpp"});
    compare_at_states(planar_pin("oblique_pin", "[3, 4, 0]"), {".hpp", ".f90", ".h", ".f"});
    compare_at_states(halves(), {".hpp", ".f90"});
    compare_at_states(driven(), {".hpp", ".f90"});
}

// Any two of the three formulations of the paper describe one motion; these numbers are those of its single freedom, by
// hand: s(th) = 10 - 5 sin th - sqrt(109 - (2 - 5 cos th)^2), T = Me(th) th'^2/2.
TEST_CASE("massless bodies: Anantharaman's spatial four-bar in absolute coordinates", "[massless]") {
    struct Row {
        double th, s, Me, at_rest, moving, energy;
    };
    const std::vector<Row> rows{{0, 0, 250, 0, -0.15, 343.35},
                                {0.5, -2.560683784, 237.461978199, 0.495149220243, 0.775312190141, 313.327123304},
                                {1.0, -4.62406657284, 139.909933987, 1.47502577653, 2.21676613993, 230.609140514},
                                {2.0, -4.15625344397, 164.792442557, 1.35324891402, 0.535075604446, -3.96001166319},
                                {3.0, 1.50350646249, 279.158507424, 0.123978603755, 0.446252485255, -144.695659791}};
    for (const char* language : {".hpp", ".f90"}) {
        INFO(language);
        RunningSample sample(rsup(), language);
        const auto place = [&](const std::string& name) {
            for (std::size_t k = 0; k < sample.model().coordinates.size(); ++k)
                if (sample.model().coordinates[k].name == name) return static_cast<Eigen::Index>(k);
            throw std::runtime_error(name);
        };
        for (const Row& row : rows) {
            CAPTURE(row.th);
            const double s = 10 - 5 * std::sin(row.th) - std::sqrt(109 - std::pow(2 - 5 * std::cos(row.th), 2));
            CHECK(std::abs(s - row.s) <= 1e-10 * 5);
            sample.reset();
            OracleState& state = sample.state;
            state.q.segment(place("c0"), 4) << std::cos(row.th / 2), std::sin(row.th / 2), 0, 0;
            state.q.segment(place("sx"), 3) << 10, -10 + s, 2;
            state.q.segment(place("kx"), 3) << 10, -10 + s, 2;
            // from the crank's tip to the slider: the coupler's x axis
            const Eigen::Vector3d x =
                (Eigen::Vector3d(10, -10 + s + 5 * std::sin(row.th), 2 - 5 * std::cos(row.th))).normalized();
            const double u2 = std::asin(x(1)), u1 = std::atan2(-x(2), x(0));
            state.q.segment(place("k0"), 4) << std::cos(u1 / 2) * std::cos(u2 / 2), std::sin(u1 / 2) * std::sin(u2 / 2),
                std::sin(u1 / 2) * std::cos(u2 / 2), std::cos(u1 / 2) * std::sin(u2 / 2);
            state.u.setZero();
            VectorXd lambda;
            CHECK(sample.accelerations(lambda)(0) == Approx(row.at_rest).epsilon(1e-9).margin(1e-11));
            CHECK(sample.energy() == Approx(row.energy).epsilon(1e-10));
            // the crank turns at 1 rad/s: of all speeds there is one freedom
            state.u.tail(6) << 0, 0.3, 1, 0.2, 1, 0.1;  // of the coupler: what the others do weighs nothing
            int info = -1;
            state.u = sample.compiled().project_speeds(state, info);
            CHECK(info == 0);
            state.u /= state.u(0);
            CHECK(sample.accelerations(lambda)(0) == Approx(row.moving).epsilon(1e-9));
            CHECK(2 * sample.kinetic() == Approx(row.Me).epsilon(1e-10));
            // what is disturbed comes back near by
            OracleState moved = state;
            for (Eigen::Index k = 0; k < moved.q.size(); ++k)
                moved.q(k) += 0.01 * std::sin(static_cast<double>(3 * k + 1));
            const VectorXd q = sample.compiled().assemble(moved, 1e-11, 50, info);
            CHECK(info == 0);
            moved.q = q;
            VectorXd phi(17), phidot(17);
            sample.compiled().constraints(moved, phi, phidot);
            CHECK(phi.norm() <= 1e-10);
            CHECK((q - state.q).lpNorm<Eigen::Infinity>() <= 0.5);
        }
    }
}

// On the rail s and th are free, so that the nearest point to a guess is found by hand: M of these two is that of a
// bob on a cart, and the cart has no mass.
TEST_CASE("massless bodies: assembled at the point that is nearest in the sense of M", "[massless]") {
    RunningSample sample(planar_pin("planar_pin", "x"), ".hpp");
    OracleState guess = sample.state;
    guess.q(0) = 0.4, guess.q(1) = 1e-3, guess.q(2) = 2e-3, guess.q(3) = 0.5;
    int info = -1;
    const VectorXd found = sample.compiled().assemble(guess, 1e-12, 50, info);
    CHECK(info == 0);
    CHECK(std::abs(found(1)) <= 1e-11);
    CHECK(std::abs(found(2)) <= 1e-11);
    OracleState there = guess;
    there.q = found;
    const Eigen::MatrixXd M = sample.compiled().mass_matrix(there);
    const VectorXd d = (guess.q - found).head(4);
    const double least = distance_in_mass(M, d);
    for (const Eigen::Index k : {0, 3})
        for (const double step : {-1e-4, 1e-4}) {
            VectorXd other = d;
            other(k) += step;
            CHECK(distance_in_mass(M, other) > least);
        }
}
