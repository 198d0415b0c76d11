// After every step of the integrator, of mechanisms with stops, contacts, friction and events drawn at random: no gap or
// stop below zero, no row that pulls, no impact that makes energy.
#include <cmath>

#include "scripts/command/simulate/case.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/support/random.hpp"

namespace lag {

namespace {

class Drawing {
  public:
    explicit Drawing(std::uint64_t seed) : random_(seed) {}

    std::string run() {
        script_ = "model(m)$ gravity([0, 0, -" + number(20, 70) + "])$\n";
        const int bodies = random_.integer(1, 3);
        for (int k = 1; k <= bodies; ++k) add_body(k);
        if (random_.chance(0.7)) add_event();
        return script_;
    }

  private:
    std::string number(int low, int high) { return std::to_string(random_.integer(low, high)) + "/7"; }

    void add_body(int k) {
        const std::string n = std::to_string(k);
        if (k == 1 && random_.chance(0.5)) return add_block(n);
        const std::string q = "q" + n;
        const std::string hinge = random_.chance(0.5) ? "prismatic(x, " : "revolute(y, ";
        script_ += "body(b" + n + ", " + last_ + ", hinge = " + hinge + q + "), at = [" + number(0, 5) +
                   ", 0, 0], mass = " + number(3, 15) + ", cm = [" + number(-2, 2) +
                   ", 0, -1/2], inertia = [1/5, 1/5, 1/5])$\n";
        push(q);
        if (random_.chance(0.5)) script_ += "hinge_friction(" + q + ", " + number(1, 20) + ")$\n";
        if (random_.chance(0.7)) {
            script_ += "limit(" + q + ", -3/7, 3/7" + restitution() + ")$\n";
            script_ += "output(gap_low_" + n + ", " + q + " + 3/7)$ output(gap_high_" + n + ", 3/7 - " + q + ")$\n";
        } else {
            touch("c" + n, q + " + 2/7", "");
        }
        last_ = "b" + n;
    }
    // On the ground, with friction.
    void add_block(const std::string& n) {
        script_ += "body(b" + n + ", ground, hinge = [translate(x, x" + n + "), translate(z, z" + n +
                   ")], mass = " + number(3, 15) + ")$\ninitial(z" + n + " = " + number(0, 7) + ")$\n";
        push("x" + n);
        const bool rubs = random_.chance(0.6);
        touch("c" + n, "z" + n, rubs ? ", friction = " + number(1, 6) + ", tangent = x" + n + "'" : "");
        last_ = "b" + n;
    }
    void push(const std::string& q) {
        script_ += "hinge_load(" + q + ", " +
                   random_.pick(std::vector<std::string>{number(-40, 40) + "*sin(" + number(5, 30) + "*t)",
                                                         number(-30, 30) + "*t", number(-9, -1) + "*" + q + "'",
                                                         number(-40, -10) + "*" + q}) +
                   ")$ initial(" + q + "' = " + number(-20, 20) + ")$\n";
        speeds_.push_back(q + "'");
    }
    std::string restitution() { return random_.chance(0.5) ? "" : ", restitution = " + number(1, 6); }
    void touch(const std::string& name, const std::string& gap, const std::string& more) {
        script_ += "contact(" + name + ", " + gap + restitution() + more + ")$\noutput(gap_" + name + ", " + gap +
                   ")$ output(normal_" + name + ", normal_force(" + name + "))$\n";
    }
    void add_event() {
        script_ += "event(kick, t - " + number(2, 9) + ", rising, impulse = [" + random_.pick(speeds_) + " = " +
                   number(-9, 9) + "])$\n";
    }

    Random random_;
    std::string script_, last_ = "ground";
    std::vector<std::string> speeds_;
};

}  // namespace

TEST_CASE("no step of a run goes through a stop, and no impact makes energy", "[stops]") {
    constexpr double below = 1e-6;
    const std::filesystem::path folder = scratch_folder("every_step");
    long steps = 0, events = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const std::string script = Drawing(seed).run();
        INFO("seed " << seed << "\n" << script);
        write(folder / "m.lag", script);
        CaseArguments arguments;
        arguments.file = (folder / "m.lag").string();
        arguments.end = 2, arguments.step = 0.5, arguments.quiet = true;
        double lowest = 0, pulls = 0;
        const Program* program = nullptr;
        arguments.after_step = [&](const SimulatedRow& row) {
            ++steps;
            for (std::size_t k = 0; k < program->outputs.size(); ++k) {
                const std::string& name = program->outputs[k].name;
                if (name.starts_with("gap_")) lowest = std::min(lowest, row.outputs[k]);
                if (name.starts_with("normal_")) pulls = std::min(pulls, row.outputs[k]);
            }
        };
        SimulationCase run(arguments);
        program = &run.program();
        const auto go_on = [](double) { return true; };
        const Simulation simulation = run.run(run.start(go_on).state, go_on);
        CHECK(simulation.ended.empty());
        CHECK(lowest >= -below);
        CHECK(pulls >= -below);
        for (const FiredEvent& event : simulation.events) {
            ++events;
            if (program->events[event.event].row.name == "kick") continue;
            INFO(program->events[event.event].row.name << " at t = " << event.t);
            CHECK(event.energy_after <= event.energy_before + 1e-9 * (1 + std::abs(event.energy_before)));
        }
    }
    CHECK(steps > 1000);
    CHECK(events > 20);
}

}  // namespace lag
