// The enumeration of contact modes against closed forms and published numbers.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/support/contact_modes.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

ContactProblem problem_of(const MatrixXd& M, const VectorXd& f, const VectorXd& u) {
    ContactProblem p;
    p.M = M, p.f = f, p.u = u;
    p.B = MatrixXd::Zero(0, M.rows());
    p.gamma = p.phidot = VectorXd::Zero(0);
    return p;
}

ContactRows contact_at(const VectorXd& normal, const VectorXd& tangent, const VectorXd& u, double e, double mu) {
    ContactRows c;
    c.normal = normal, c.tangent = tangent;
    c.gap_rate = normal.dot(u), c.slip = tangent.size() > 0 ? tangent.dot(u) : 0;
    c.restitution = e, c.friction = mu;
    return c;
}

// A rigid body in the plane, speeds x', y', w, with a corner at (x, y) from its mass centre on a level floor.
ContactRows corner(double x, double y, const Vector3d& u, double e, double mu) {
    return contact_at(Vector3d(0, 1, x), Vector3d(1, 0, -y), u, e, mu);
}

}  // namespace

TEST_CASE("a block on an incline sticks up to the angle of friction", "[contacts]") {
    const double mu = 0.3, g = 10, m = 2;
    for (const double angle : {0.1, 0.29, 0.3, 1.0}) {
        const Vector2d f = m * g * Vector2d(-std::sin(angle), -std::cos(angle)), rest(0, 0);
        ContactProblem p = problem_of(m * MatrixXd::Identity(2, 2), f, rest);
        p.contacts = {contact_at(Vector2d(0, 1), Vector2d(1, 0), rest, 0, mu)};
        const ContactMotions motions = contact_motions(p);
        REQUIRE(motions.found.size() == 1);
        const ContactMotion& one = motions.found.front();
        const bool sticks = std::tan(angle) < mu;
        CHECK(one.modes.front() == (sticks ? ContactMode::stick : ContactMode::backward));
        CHECK(one.N(0) == Approx(m * g * std::cos(angle)));
        CHECK(one.udot(0) == Approx(sticks ? 0 : g * (mu * std::cos(angle) - std::sin(angle))).margin(1e-14));
    }
}

TEST_CASE("Painleve's rod has no motion or two", "[contacts]") {
    // a slender rod of 2 m slides on its end, the end at an angle of 1.1 rad below the mass centre
    const double a = 1.1, g = 9.81, w = 0;
    const MatrixXd M = Vector3d(1, 1, 1.0 / 3).asDiagonal();
    const auto found = [&](double mu, double rate) {
        const Vector3d u(1 - std::sin(a) * rate, -std::cos(a) * rate * -1, rate);
        ContactProblem p = problem_of(M, Vector3d(0, -g, 0), u);
        ContactRows c = corner(-std::cos(a), -std::sin(a), u, 0, mu);
        c.gamma_n = -std::sin(a) * rate * rate, c.gap_rate = 0, c.slip = -1;
        c.tangent = Vector3d(1, 0, std::sin(a));
        p.contacts = {c};
        return contact_motions(p).found.size();
    };
    CHECK(found(0.1, w) == 1);
    // the pivot 1 + 3 cos a (cos a - mu sin a) is negative beyond it; without rotation there is no motion then
    const double limit = (1 / (3 * std::cos(a)) + std::cos(a)) / std::sin(a);
    CHECK(found(limit * 0.99, w) == 1);
    CHECK(found(limit * 1.01, w) == 0);
    // rotating so fast that the end would rise: sliding and lifting off are both motions
    CHECK(found(limit * 1.01, 5) == 2);
}

TEST_CASE("a table on four legs stands in one way", "[contacts]") {
    // heave, pitch, roll; legs at the corners of a square
    const Vector3d rest = Vector3d::Zero();
    ContactProblem p = problem_of(Vector3d(3, 1, 1).asDiagonal(), Vector3d(-30, 0.5, 1), rest);
    for (const auto& [x, y] : {std::pair{1, 1}, std::pair{1, -1}, std::pair{-1, 1}, std::pair{-1, -1}})
        p.contacts.push_back(contact_at(Vector3d(1, x, y), {}, rest, 0, 0));
    const ContactMotions motions = contact_motions(p);
    CHECK(motions.found.size() >= 2);
    CHECK(motions.is_one());
    for (const ContactMotion& one : motions.found) {
        CHECK(one.udot.norm() < 1e-12);
        CHECK(one.N.sum() == Approx(30));
    }
}

TEST_CASE("friction in a hinge that grows with its load", "[contacts]") {
    // a wheel that turns with friction 0.1 of the load of the row that holds its bearing
    ContactProblem p = problem_of(Vector2d(2, 0.5).asDiagonal(), Vector2d(-20, 0), Vector2d(0, 3));
    p.B = Eigen::RowVector2d(1, 0);
    p.gamma = p.phidot = VectorXd::Zero(1);
    FrictionRows h;
    h.row = Vector2d(0, 1), h.slip = 3;
    h.limit_lambda = VectorXd::Constant(1, -0.1);  // lambda is -20
    p.frictions = {h};
    const ContactMotions motions = contact_motions(p);
    REQUIRE(motions.found.size() == 1);
    CHECK(motions.found.front().H(0) == Approx(-2));
    CHECK(motions.found.front().udot(1) == Approx(-4));
}

TEST_CASE("a rocking block keeps 0.7 of its speed at every impact", "[contacts]") {
    const double b = 1, h = 2, m = 1, J = m * (b * b + h * h) / 12, w = -1;
    const Vector3d left(-b / 2, -h / 2, 0);
    // it turns about its left corner, and its right one hits
    const Vector3d turning(w * left.y(), -w * left.x(), w);
    ContactProblem p = problem_of(Vector3d(m, m, J).asDiagonal(), Vector3d::Zero(), turning);
    p.contacts = {corner(-b / 2, -h / 2, turning, 0, 2), corner(b / 2, -h / 2, turning, 0, 2)};
    REQUIRE(p.contacts[0].gap_rate == Approx(0).margin(1e-15));
    REQUIRE(p.contacts[0].slip == Approx(0).margin(1e-15));
    const ContactJumps jumps = contact_jumps(p, {true, true}, Vector3d::Zero(), VectorXd::Zero(0));
    REQUIRE(jumps.answer() != nullptr);
    const ContactJump& one = *jumps.answer();
    CHECK(one.modes == std::vector{ContactMode::open, ContactMode::stick});
    CHECK(one.u(2) == Approx(0.7 * w));
    CHECK(one.energy_change == Approx((0.49 - 1) * turning.dot(p.M * turning) / 2));
}

TEST_CASE("Pereira and Nikravesh's double pendulum hits with friction", "[contacts]") {
    // two slender rods of 1 kg and 1 m; absolute angles 18 and 30 degrees from the vertical, the tip hits a floor
    const double a = 18 * std::acos(-1.0) / 180, b = 30 * std::acos(-1.0) / 180;
    MatrixXd M(2, 2);
    const double c = std::cos(a - b) / 2;
    M << 4.0 / 3, c, c, 1.0 / 3;
    const Vector2d u(-1, -2);
    ContactProblem p = problem_of(M, Vector2d::Zero(), u);
    const Vector2d tangent(std::cos(a), std::cos(b)), normal(std::sin(a), std::sin(b));
    p.contacts = {contact_at(normal, tangent, u, 0.5, 0.45)};
    CHECK(p.contacts[0].slip == Approx(-2.6831).epsilon(1e-4));
    CHECK(p.contacts[0].gap_rate == Approx(-1.3090).epsilon(1e-4));
    const ContactJumps jumps = contact_jumps(p, {true}, Vector2d::Zero(), VectorXd::Zero(0));
    // to stick it would have to gain energy
    REQUIRE(jumps.found.size() == 2);
    CHECK(jumps.found.front().modes.front() == ContactMode::stick);
    CHECK(jumps.found.front().work > 0);
    REQUIRE(jumps.answer() == &jumps.found.back());
    CHECK(jumps.found.back().modes.front() == ContactMode::backward);
    CHECK(jumps.found.back().P(0) == Approx(1.137).epsilon(1e-3));
    CHECK(std::abs(tangent.dot(jumps.found.back().u)) == Approx(0.281).epsilon(5e-3));
    CHECK(-jumps.found.back().energy_change == Approx(0.987).epsilon(1e-3));
}

}  // namespace lag
