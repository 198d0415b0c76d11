// Random mechanisms with one to four contacts and dry friction: modes, accelerations and impacts of the emitted C++
// against the complete enumeration of the oracle.
#include <array>
#include <cmath>
#include <memory>

#include "tests/catch.hpp"
#include "tests/scripts/test_contact_case.hpp"

namespace lag {

namespace {

std::string ratio(Random& random, int low, int high) {
    return std::to_string(random.integer(low, high)) + "/7";
}

struct RandomScript {
    std::string text;
    int contacts = 0, frictions = 0;
};

// A body that moves freely in the plane x, z, and others on it; feet above a level floor.
RandomScript random_script(std::uint64_t seed) {
    Random random(seed);
    RandomScript s;
    const int bodies = random.integer(2, 4);
    const auto inertia = [&] {
        return ", mass = " + ratio(random, 5, 20) + ", cm = [" + ratio(random, -3, 3) + ", " + ratio(random, -3, 3) +
               ", " + ratio(random, -3, 3) + "], inertia = [" + ratio(random, 6, 9) + ", " + ratio(random, 6, 9) +
               ", " + ratio(random, 6, 9) + "])$\n";
    };
    s.text = "model(m)$ gravity([" + ratio(random, -20, 20) + ", 0, -" + ratio(random, 40, 80) + "])$\n" +
             "body(b1, ground, hinge = [translate(x, x), translate(z, z), rotate(y, th)]" + inertia();
    std::vector<std::string> joints{"th"};
    for (int k = 2; k <= bodies; ++k) {
        const std::string n = std::to_string(k), axis = random.pick(std::vector<std::string>{"x", "y", "z"});
        s.text += "body(b" + n + ", b" + std::to_string(random.integer(1, k - 1)) +
                  ", hinge = " + (random.chance(0.7) ? "revolute(" : "prismatic(") + axis + ", q" + n + "), at = [" +
                  ratio(random, -5, 5) + ", " + ratio(random, -5, 5) + ", " + ratio(random, -5, 5) + "]" + inertia();
        joints.push_back("q" + n);
    }
    for (const std::string& q : joints) s.text += "hinge_load(" + q + ", " + ratio(random, -20, 20) + ")$\n";
    s.contacts = random.integer(1, 4);
    for (int k = 1; k <= s.contacts; ++k) {
        const std::string n = std::to_string(k), P = "p" + n;
        s.text += "parameter(h" + n + ", 0)$ point(" + P + ", b" + std::to_string(random.integer(1, bodies)) + ", [" +
                  ratio(random, -6, 6) + ", " + ratio(random, -6, 6) + ", " + ratio(random, -9, -3) + "])$\n" +
                  "contact(c" + n + ", position(" + P + ")[3] - h" + n + ", restitution = " + ratio(random, 0, 6) +
                  (random.chance(0.8) ? ", friction = " + ratio(random, 1, 7) + ", tangent = velocity(" + P + ")[1])$\n"
                                      : ")$\n");
    }
    s.frictions = random.integer(0, 2);
    for (int k = 0; k < std::min<int>(s.frictions, static_cast<int>(joints.size())); ++k)
        s.text += "hinge_friction(" + joints[static_cast<std::size_t>(k)] + ", " + ratio(random, 1, 15) +
                  (random.chance(0.3) ? "*normal_force(c1))$\n" : ")$\n");
    return s;
}

bool is_of_contacts(const Model& model, int info, ContactFailure failure) {
    const ContactFailure first = ContactFailure::wrong_sign;
    const std::size_t rows = lowered_program(model).constraints.size();
    const InfoCodes codes(model.speeds.size(), rows);
    return info == static_cast<int>(codes.of_contacts(failure)) || info == static_cast<int>(codes.of_contacts(first));
}

bool is_impact_failure(const Model& model, int info) {
    const InfoCodes codes(model.speeds.size(), lowered_program(model).constraints.size());
    return info == static_cast<int>(codes.of_contacts(ContactFailure::impact));
}

// Without a bounce: energy falls, and no gap that is closed goes on closing.
void check_rest(ContactCase& c, const ConstraintReading& before, double kinetic) {
    CHECK(c.kinetic() <= kinetic * (1 + 1e-10));
    const ConstraintReading now = read_constraints(c.model, c.state);
    for (const Contact& contact : c.model.contacts) {
        if (!contact.normal || before.phi(ContactCase::at(*contact.normal)) > 0.1) continue;
        CHECK(now.phidot(ContactCase::at(*contact.normal)) >= -1e-8);
    }
}

constexpr double decided = 1e-7;  // inequalities nearer to zero than that are left to rounding

}  // namespace

TEST_CASE("modes and accelerations of random contacts are those of the enumeration", "[contacts]") {
    int one = 0, none = 0, several = 0, left_out = 0;
    constexpr std::uint64_t states = 3;
    std::unique_ptr<ContactCase> mechanism;
    RandomScript script;
    for (std::uint64_t seed = 1; seed <= 24 * states && one < 25; ++seed) {
        if (seed % states == 1) {
            script = random_script(seed / states + 1);
            mechanism = std::make_unique<ContactCase>(script.text);
        }
        INFO(seed << "\n" << script.text);
        ContactCase& c = *mechanism;
        c.draw(seed + 1000);
        c.touch();
        const ContactMotions motions = contact_motions(contact_problem(c.model, c.state, {}));
        if (motions.margin < decided || !c.is_still(1e-9)) {
            ++left_out;
            continue;
        }
        const int info = c.call(RoutineName::modes);
        if (motions.is_one()) {
            ++one;
            REQUIRE(info == 0);
            const Eigen::VectorXd udot = c.accelerations(), expected = motions.found.front().udot;
            CHECK((udot - expected).norm() < 1e-9 * (1 + expected.norm()));
        } else if (motions.found.empty()) {
            ++none;
            CHECK(is_of_contacts(c.model, info, ContactFailure::no_mode));
        } else {
            ++several;
            CHECK(is_of_contacts(c.model, info, ContactFailure::several_modes));
        }
    }
    INFO(one << " " << none << " " << several << " " << left_out);
    CHECK(one >= 25);
}

TEST_CASE("dry friction on a very light hub has one motion", "[contacts]") {
    // the rim slides on the disc, all else sticks: what its load leaves over the friction turns it alone
    ContactCase c(
        "model(w)$ parameter(I, 1/100000000)$\n"
        "body(hub, ground, hinge = revolute(z, q1), inertia = [0, 0, I])$\n"
        "body(disc, hub, hinge = revolute(z, q2), inertia = [0, 0, 3/4])$\n"
        "body(rim, disc, hinge = revolute(z, q3), inertia = [0, 0, 33/100])$\n"
        "hinge_load(q2, 54/10)$ hinge_load(q3, 35/10)$\n"
        "hinge_friction(q1, 25/10)$ hinge_friction(q2, 43/10)$ hinge_friction(q3, 22/10)$");
    for (const double inertia : {1.0, 1e-4, 1e-6, 1e-7, 3e-8, 1e-8}) {
        INFO(inertia);
        c.state.p(0) = inertia;
        REQUIRE(c.call(RoutineName::modes) == 0);
        const Eigen::VectorXd udot = c.accelerations();
        CHECK(std::abs(udot(0)) < 1e-6);
        CHECK(std::abs(udot(1)) < 1e-6);
        CHECK(std::abs(udot(2) - 1.3 / 0.33) < 1e-6);
    }
}

TEST_CASE("impacts of random contacts are those of the enumeration", "[contacts]") {
    int compared = 0;
    std::array<int, 6> laws{};
    constexpr std::uint64_t states = 5;
    std::unique_ptr<ContactCase> mechanism;
    RandomScript script;
    for (std::uint64_t seed = 1; seed <= 20 * states && compared < 15; ++seed) {
        if (seed % states == 1) {
            script = random_script(seed / states + 101);
            mechanism = std::make_unique<ContactCase>(script.text);
        }
        INFO(seed << "\n" << script.text);
        ContactCase& c = *mechanism;
        c.draw(seed + 1000);
        c.touch();
        // the first contact is hit, the others that touch rest
        Random random(seed);
        for (Eigen::Index k = 0; k < c.state.u.size(); ++k) c.state.u(k) = random.between(-1, 1);
        const ConstraintReading now = read_constraints(c.model, c.state);
        std::vector<Eigen::Index> rest;
        for (std::size_t k = 1; k < c.model.contacts.size(); ++k) {
            const Contact& other = c.model.contacts[k];
            if (!other.normal || now.phi(ContactCase::at(*other.normal)) > 0.1) continue;
            c.state.w(ContactCase::at(input_of(c.model, other.closed.value()).value)) = 1;
            rest.push_back(ContactCase::at(*other.normal));
        }
        c.stop(rest);
        const Contact& hit = c.model.contacts.front();
        if (read_constraints(c.model, c.state).phidot(ContactCase::at(*hit.normal)) > 0) c.state.u = -c.state.u;
        const ConstraintReading before = read_constraints(c.model, c.state);
        bool fine = before.phidot(ContactCase::at(*hit.normal)) < -0.01;
        for (const Eigen::Index row : rest) fine = fine && std::abs(before.phidot(row)) < 1e-9;
        const ContactJumps jumps = contact_impact(c.model, c.state);
        if (!fine || jumps.margin < decided) continue;
        const Eigen::VectorXd u = c.state.u;
        const double kinetic = c.kinetic();
        CHECK(c.law(*hit.closes) == jumps.law);
        const int info = c.call(RoutineName::event, *hit.closes);
        CHECK_FALSE(is_impact_failure(c.model, info));
        if (info != 0) continue;  // no mode after it
        ++laws[static_cast<std::size_t>(jumps.law)];
        if (jumps.answer() == nullptr) {
            check_rest(c, before, kinetic);
            continue;
        }
        ++compared;
        CHECK((c.state.u - jumps.answer()->u).norm() < 1e-9 * (1 + u.norm()));
        CHECK(jumps.answer()->energy_change <= 1e-12);
    }
    CAPTURE(laws);
    CHECK(compared >= 15);
}

}  // namespace lag
