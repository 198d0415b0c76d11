// The HMMWV with double wishbones: emitted accelerations and multipliers against the oracle's null-space accelerations
// at states on the constraints, and the emitted suspension against the hard points alone.
#include <array>
#include <cmath>
#include <numbers>

#include "core/dense.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/scratch.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

using namespace lag;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr Eigen::Index rows = 18;

std::filesystem::path emitted() {
    static const std::filesystem::path folder = [] {
        auto out = std::filesystem::path(scratch_root()) / "hmmwv_full";
        emit_sample(std::filesystem::path(LAG_SOURCE_DIR) / "samples/hmmwv_full/hmmwv_full.lag", out);
        return out;
    }();
    return folder;
}

const Model& vehicle() {
    static const Model model = model_of(std::filesystem::path(LAG_SOURCE_DIR) / "samples/hmmwv_full/hmmwv_full.lag");
    return model;
}

// Compiled once: the file is large.
CompiledModel& header() {
    static CompiledModel compiled(vehicle(), (emitted() / "hmmwv_full.hpp").string());
    compiled.setup(zero_state(vehicle()).p);
    return compiled;
}

template <typename Table>
Eigen::Index place(const Table& table, const std::string& name) {
    for (std::size_t k = 0; k < table.size(); ++k)
        if (table[k].name == name) return static_cast<Eigen::Index>(k);
    throw std::runtime_error("no '" + name + "' in the model");
}

// Any place and attitude, joints within 0.15 rad of the design position before the constraints pull them.
OracleState moving_state(std::uint64_t seed) {
    OracleState state = random_state(vehicle(), seed);
    state.p = zero_state(vehicle()).p;
    state.q.tail(state.q.size() - 6) *= 0.15 / state.q.tail(state.q.size() - 6).cwiseAbs().maxCoeff();
    state.u *= 3.0;
    state.w *= 2000.0;
    REQUIRE(make_consistent(vehicle(), state));
    return state;
}

void compare(const char* what, const VectorXd& ours, const VectorXd& reference, double allowed) {
    REQUIRE(ours.size() == reference.size());
    for (Eigen::Index i = 0; i < ours.size(); ++i) {
        INFO(what << "(" << i + 1 << "): " << ours(i) << " instead of " << reference(i));
        CHECK(std::abs(ours(i) - reference(i)) <= allowed);
    }
}

void compare_with_oracle(CompiledModel& compiled) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        INFO("state " << seed);
        const OracleState state = moving_state(seed);
        compiled.setup(state.p);
        const OracleResult tree = Oracle(vehicle(), state).result();
        const ConstraintReading conditions = read_constraints(vehicle(), state);
        REQUIRE(conditions.phi.size() == rows);
        CHECK(conditions.phi.cwiseAbs().maxCoeff() < 1e-12);
        const ConstrainedMotion motion = constrained_motion(tree.M, tree.f, conditions.B, conditions.gamma);
        VectorXd lambda(rows), phi(rows), phidot(rows);
        int info = -1;
        const VectorXd udot = compiled.accelerations(state, lambda, info);
        CHECK(info == 0);
        compare("u'", udot, motion.udot, 1e-9 * motion.udot.cwiseAbs().maxCoeff());
        compare("lambda", lambda, motion.lambda, 1e-9 * motion.lambda.cwiseAbs().maxCoeff());
        const MatrixXd B = compiled.constraint_matrix(state, rows);
        compare("B", B.reshaped(), conditions.B.reshaped(), 1e-12);
        const VectorXd left = tree.M * udot + B.transpose() * lambda - tree.f;
        const VectorXd size = tree.row_magnitudes(udot) + B.transpose().cwiseAbs() * lambda.cwiseAbs();
        for (Eigen::Index i = 0; i < left.size(); ++i) CHECK(std::abs(left(i)) <= 1e-11 * size(i));
        compiled.constraints(state, phi, phidot);
        compare("phi", phi, conditions.phi, 1e-13);
        compare("phidot", phidot, conditions.phidot, 1e-12);
    }
}

// ---------------------------------------------------------------------------------------- suspension, from hard points

// Published locations, left side, from the suspension's origin.
struct HardPoints {
    Vector3d upper_fore, upper_aft, upper_ball, lower_axis, lower_ball, rod_inner, rod_outer, centre;
};
const HardPoints front{{-0.048, 0.446, 0.245},  {-0.268, 0.478, 0.196},  {-0.053, 0.716, 0.215},
                       {0, 0.307, 0},           {-0.036, 0.787, -0.118}, {-0.250, 0.448, 0.054},
                       {-0.176, 0.821, -0.016}, {-0.040, 0.910, -0.026}};
const HardPoints rear{{0.349, 0.462, 0.228},  {0.077, 0.462, 0.224}, {0.036, 0.716, 0.216},  {0, 0.307, 0},
                      {0.036, 0.787, -0.118}, {0.223, 0.416, 0.059}, {0.170, 0.821, -0.009}, {0.036, 0.910, -0.026}};

struct WheelPlace {
    Vector3d centre, axle;
};

// A tetrahedron's tip: the point at given distances from three others, on the side where `guess` is. Closed form.
Vector3d tip(const std::array<Vector3d, 3>& base, const std::array<double, 3>& distance, const Vector3d& guess) {
    const Vector3d ex = (base[1] - base[0]).normalized(), to = base[2] - base[0];
    const Vector3d ey = (to - ex * ex.dot(to)).normalized(), ez = ex.cross(ey);
    const double d = (base[1] - base[0]).norm(), i = ex.dot(to), j = ey.dot(to);
    const auto square = [](double v) { return v * v; };
    const double x = (square(distance[0]) - square(distance[1]) + d * d) / (2 * d);
    const double y = (square(distance[0]) - square(distance[2]) + i * i + j * j - 2 * i * x) / (2 * j);
    const double z = std::sqrt(square(distance[0]) - x * x - y * y);
    return base[0] + x * ex + y * ey + (ez.dot(guess - base[0]) < 0 ? -z : z) * ez;
}

// Spheres about the lower ball and both ends of the upper arm's axis meet in the upper ball; spheres about both balls
// and the rod's inner end meet in its outer end. `inner` is where the rod's inner end is now. Turning by `travel` about
// x lifts the lower arm.
WheelPlace wheel_place(const HardPoints& p, double travel, const Vector3d& inner) {
    const Eigen::AngleAxisd lift(travel, Vector3d::UnitX());
    const Vector3d lower = p.lower_axis + lift * (p.lower_ball - p.lower_axis);
    const Vector3d upper = tip({p.upper_fore, p.upper_aft, lower},
                               {(p.upper_ball - p.upper_fore).norm(), (p.upper_ball - p.upper_aft).norm(),
                                (p.upper_ball - p.lower_ball).norm()},
                               p.upper_ball);
    const Vector3d outer = tip(
        {lower, upper, inner},
        {(p.rod_outer - p.lower_ball).norm(), (p.rod_outer - p.upper_ball).norm(), (p.rod_outer - p.rod_inner).norm()},
        p.rod_outer);
    // the upright carries the triangle of its three points
    const auto axes = [](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
        Eigen::Matrix3d R;
        R.col(0) = (b - a).normalized();
        R.col(1) = R.col(0).cross(c - a).normalized();
        R.col(2) = R.col(0).cross(R.col(1));
        return R;
    };
    const Eigen::Matrix3d turn = axes(lower, upper, outer) * axes(p.lower_ball, p.upper_ball, p.rod_outer).transpose();
    return {lower + turn * (p.centre - p.lower_ball), turn * Vector3d::UnitY()};
}

// The emitted constraints, solved by Newton's method for given independent coordinates: the chassis stays, the arm and
// the lower arms are where they shall be, the wheels do not spin.
OracleState assembled(const CompiledModel& compiled, double pitman, const std::array<double, 4>& travel) {
    const Model& model = vehicle();
    OracleState state = zero_state(model);
    std::vector<std::pair<Eigen::Index, double>> held;
    for (Eigen::Index k = 0; k < 6; ++k) held.emplace_back(k, 0.0);
    held.emplace_back(place(model.coordinates, "pitman"), pitman);
    const std::array<std::string, 4> corners{"fl", "fr", "rl", "rr"};
    for (std::size_t k = 0; k < 4; ++k) {
        held.emplace_back(place(model.coordinates, "travel_" + corners[k]), travel[k]);
        held.emplace_back(place(model.coordinates, "spin_" + corners[k]), 0.0);
    }
    const Eigen::Index n = static_cast<Eigen::Index>(model.speeds.size());
    REQUIRE(rows + static_cast<Eigen::Index>(held.size()) == n);
    for (int step = 0; step < 20; ++step) {
        VectorXd phi(rows), phidot(rows), right(n);
        compiled.constraints(state, phi, phidot);
        MatrixXd A = MatrixXd::Zero(n, n);
        A.topRows(rows) = compiled.constraint_matrix(state, rows);
        right.head(rows) = -phi;
        for (std::size_t k = 0; k < held.size(); ++k) {  // every such coordinate's rate is the speed of the same number
            A(rows + static_cast<Eigen::Index>(k), held[k].first) = 1;
            right(rows + static_cast<Eigen::Index>(k)) = held[k].second - state.q(held[k].first);
        }
        OracleState moved = state;
        moved.u = solve_square(A, right);
        state.q += compiled.kinematics(moved);
        if (moved.u.cwiseAbs().maxCoeff() < 1e-14) return state;
    }
    FAIL("the vehicle cannot be assembled");
    return state;
}

WheelPlace emitted_place(const CompiledModel& compiled, const OracleState& state, const std::string& corner) {
    int info = -1;
    const VectorXd o = compiled.outputs(state, info);
    REQUIRE(info == 0);
    return {o.segment<3>(place(vehicle().outputs, "centre_1_" + corner)),
            o.segment<3>(place(vehicle().outputs, "axle_1_" + corner))};
}

void compare_wheel(const std::string& corner, const WheelPlace& ours, const WheelPlace& reference, double origin) {
    const double side = corner[1] == 'l' ? 1 : -1;
    INFO(corner);
    const Vector3d centre(origin + reference.centre.x(), side * reference.centre.y(), reference.centre.z());
    const Vector3d axle(side * reference.axle.x(), reference.axle.y(), side * reference.axle.z());
    CHECK((ours.centre - centre).norm() < 1e-11);
    CHECK((ours.axle - axle).norm() < 1e-11);
}

}  // namespace

TEST_CASE("hmmwv_full: emitted accelerations and multipliers are the oracle's") {
    compare_with_oracle(header());
    CompiledModel fortran(vehicle(), (emitted() / "hmmwv_full.f90").string());
    compare_with_oracle(fortran);
}

TEST_CASE("hmmwv_full: wheels follow from the hard points over travel and steering") {
    CompiledModel& compiled = header();
    const double tilt = 2 * std::asin(0.16074256), arm = 0.129;
    const Eigen::AngleAxisd plane(tilt, Vector3d::UnitY());
    for (const double pitman : {0.0, 0.3, -0.5})
        for (const double travel : {-0.15, -0.05, 0.0, 0.08, 0.14}) {
            INFO("pitman " << pitman << ", travel " << travel);
            const OracleState state = assembled(compiled, pitman, {travel, 0.5 * travel, travel, -travel});
            // arm, idler and link are a parallelogram: the link shifts without turning
            const Vector3d shift = plane * Vector3d(arm * (std::cos(pitman) - 1), arm * std::sin(pitman), 0);
            const Vector3d mirrored(shift.x(), -shift.y(), shift.z());
            compare_wheel("fl", emitted_place(compiled, state, "fl"),
                          wheel_place(front, travel, front.rod_inner + shift), 1.688965);
            compare_wheel("fr", emitted_place(compiled, state, "fr"),
                          wheel_place(front, 0.5 * travel, front.rod_inner + mirrored), 1.688965);
            compare_wheel("rl", emitted_place(compiled, state, "rl"), wheel_place(rear, travel, rear.rod_inner),
                          -1.688965);
            compare_wheel("rr", emitted_place(compiled, state, "rr"), wheel_place(rear, -travel, rear.rod_inner),
                          -1.688965);
        }
}

// Wheels lean in as they rise, hardly steer and move little sideways: 0.1 rad of the lower arms' travel, numbers of a
// separate calculation (the distances between the hard points, solved by Newton's method).
TEST_CASE("hmmwv_full: camber, toe and track change over travel") {
    CompiledModel& compiled = header();
    struct Expected {
        double travel, rise, toe, camber, track;  // rad; mm, degrees, degrees, mm
    };
    const auto compare_corner = [&](const std::string& corner, const HardPoints& p, const Expected& expected) {
        INFO(corner << ", travel " << expected.travel);
        const double a = expected.travel;
        const WheelPlace wheel = emitted_place(compiled, assembled(compiled, 0, {a, a, a, a}), corner);
        constexpr double degree = std::numbers::pi / 180;
        CHECK((wheel.centre.z() - p.centre.z()) * 1e3 == Approx(expected.rise).margin(0.06));
        CHECK((wheel.centre.y() - p.centre.y()) * 1e3 == Approx(expected.track).margin(0.006));
        CHECK(std::atan2(-wheel.axle.x(), wheel.axle.y()) / degree == Approx(expected.toe).margin(6e-5));
        CHECK(-std::asin(wheel.axle.z()) / degree == Approx(expected.camber).margin(6e-5));
    };
    compare_corner("fl", front, {-0.10, -49.1, -0.3946, 0.8524, -12.82});
    compare_corner("fl", front, {0.10, 51.4, 0.2325, -1.4611, 6.97});
    compare_corner("rl", rear, {-0.10, -50.6, 0.0798, 1.4878, -11.83});
    compare_corner("rl", rear, {0.10, 52.9, -0.0481, -2.0976, 5.93});
}
