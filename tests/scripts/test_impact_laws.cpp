// The law that an impact keeps, where Newton's restitution with Coulomb friction has no solution: that of the complete
// enumeration of the oracle, in m_impact_law and in the tables of events of runs and of main programs.
#include <array>
#include <cmath>

#include "tests/scripts/test_contact_case.hpp"
#include "tests/scripts/test_contact_scripts.hpp"
#include "tests/scripts/test_main_programs.hpp"

namespace lag {

namespace {

// A rod that falls onto the floor with one end.
std::string falling_rod(const std::string& length, const std::string& inertia, const std::string& e,
                        const std::string& mu) {
    return "model(m)$ gravity([0, -981/100, 0])$ parameters(l = " + length + ", h1 = 0)$\n" +
           "body(rod, ground, hinge = planar(z, [x, y, a]), mass = 1, inertia = [0, 0, " + inertia + "])$\n" +
           "contact(c1, y - l/2*cos(a) - h1, restitution = " + e + ", friction = " + mu +
           ", tangent = x' + l/2*a'*cos(a))$\n";
}

struct Fall {
    std::string inertia, e, mu, a, vx, vy, va;
    int law;
};
// Drawn at random, one for each law of a rod that is alone.
const std::array<Fall, 3> falls{{{"1/10", "1/2", "3/10", "2/5", "-11/10", "-4/5", "-13/5", 1},
                                 {"1/50", "1/2", "3/10", "2/5", "11/10", "-4/5", "-13/5", 2},
                                 {"1/50", "1", "1", "-9/10", "6/5", "-11/5", "11/5", 3}}};

std::string script_of(const Fall& f) {
    return falling_rod("1", f.inertia, f.e, f.mu) + "initial(y = l/2*cos(" + f.a + ") + 1/100, a = " + f.a +
           ", x' = " + f.vx + ", y' = " + f.vy + ", a' = " + f.va + ")$\n";
}

}  // namespace

TEST_CASE("the law of an impact is that of the enumeration", "[contacts]") {
    std::array<int, 6> laws{};
    for (const auto& [inertia, e, mu] : {std::array<std::string, 3>{"1/50", "1/2", "3/10"},
                                         {"1/10", "1", "3/5"},
                                         {"1/50", "1", "3/2"},
                                         {"1/3", "4/5", "1"}}) {
        const std::string script = falling_rod("2", inertia, e, mu);
        INFO(script);
        ContactCase c(script);
        Random random(1);
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            c.draw(seed);
            c.state.q(2) = random.between(-1.4, 1.4);
            for (Eigen::Index k = 0; k < 3; ++k) c.state.u(k) = random.between(-5, 5);
            c.state.q(1) += -read_constraints(c.model, c.state).phi(ContactCase::at(*c.model.contacts[0].normal));
            const Contact& tip = c.model.contacts.front();
            if (read_constraints(c.model, c.state).phidot(ContactCase::at(*tip.normal)) > 0) c.state.u = -c.state.u;
            const ContactJumps jumps = contact_impact(c.model, c.state);
            if (jumps.margin < 1e-7) continue;
            INFO(seed);
            CHECK(c.law(*tip.closes) == jumps.law);
            ++laws[static_cast<std::size_t>(jumps.law)];
        }
    }
    CAPTURE(laws);
    for (const int law : {1, 2, 3}) CHECK(laws[static_cast<std::size_t>(law)] > 5);
    CHECK(laws[0] == 0);
}

TEST_CASE("the table of events says which law an impact keeps", "[contacts]") {
    for (const Fall& fall : falls) {
        const std::string script = script_of(fall);
        INFO(script);
        ContactCase c(script);
        const ContactRun run = run_contacts("law" + std::to_string(fall.law), script + emits_of_main_programs(),
                                            {"--end", "0.05", "--step", "0.01"});
        REQUIRE(run.run.status == 0);
        REQUIRE(run.events.size() == 1);
        CHECK(run.events[0].values.at("impact law") == fall.law);
        CHECK(run.events[0].values.at("energy after") <= run.events[0].values.at("energy before") + 1e-9);
        const bool is_said = run.run.output.find("weaker law") != std::string::npos;
        CHECK(is_said == (fall.law > 1));
        // the enumeration, at the state of the impact
        const double t = run.events[0].t;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto at = ContactCase::at(k);
            const std::string& q = c.model.coordinates[k].name;
            c.state.u(at) = run.columns.at(q + "'").front();
            if (q == "y") c.state.u(at) -= 9.81 * t;
            c.state.q(at) = run.columns.at(q).front() + c.state.u(at) * t + (q == "y" ? 9.81 / 2 * t * t : 0);
        }
        CHECK(contact_impact(c.model, c.state).law == fall.law);
    }
    const std::filesystem::path folder = scratch_folder("impact_laws_of_main_programs");
    write(folder / "m.lag", script_of(falls[2]) + emits_of_main_programs());
    REQUIRE(run_lag({"m.lag"}, folder).status == 0);
    write(folder / "in.txt", "end 0.05\nstep 0.001\noutput o.csv\n");
    for (const MainProgram& way : main_programs()) {
        INFO(way.language);
        const int status = shell(folder, way.compile + " && ./run in.txt");
        INFO(contents(folder / "log"));
        REQUIRE(status == 0);
        const std::vector<EventLine> events = events_in(folder / "o_events.csv");
        REQUIRE(events.size() == 1);
        CHECK(events[0].values.at("impact law") == 3);
    }
}

TEST_CASE("main programs find a gap that closes and opens again within a step", "[contacts]") {
    const std::filesystem::path folder = scratch_folder("dips_of_main_programs");
    write(folder / "m.lag",
          "model(m)$ body(a, ground, hinge = prismatic(z, h), mass = 1)$ hinge_load(h, 10)$ initial(h = 49/1000, h' = "
          "-1)$\n"
          "contact(floor, h, restitution = 1/2)$\n" +
              emits_of_main_programs());
    REQUIRE(run_lag({"m.lag"}, folder).status == 0);
    write(folder / "in.txt", "end 0.4\nstep 0.2\noutput o.csv\n");  // it is at 0.049 m at 0 and at 0.2 s
    for (const MainProgram& way : main_programs()) {
        INFO(way.language);
        const int status = shell(folder, way.compile + " && ./run in.txt");
        INFO(contents(folder / "log"));
        REQUIRE(status == 0);
        const std::vector<EventLine> events = events_in(folder / "o_events.csv");
        REQUIRE(events.size() == 1);
        CHECK(std::abs(events[0].t - (1 - std::sqrt(0.02)) / 10) < 1e-12);
    }
}

TEST_CASE("events at which nothing touches keep no law", "[contacts]") {
    const ContactRun run = run_contacts("no_law", resting_ball + "event(push, t - 1/10, rising, impulse = [h' = 1])$\n",
                                        {"--end", "1", "--step", "0.1"});
    REQUIRE(run.run.status == 0);
    REQUIRE(run.names().front() == "push");
    CHECK(run.events[0].values.at("impact law") == 0);
    CHECK(run.events[1].values.at("impact law") == 1);
}

}  // namespace lag
