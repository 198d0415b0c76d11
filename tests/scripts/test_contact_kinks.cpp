// Closed contacts where a floor, a road or a belt has a step or a kink: a gap or a rate jumps, and the contact opens, is hit
// or slips.
#include <cmath>
#include <tuple>

#include "tests/scripts/test_contact_scripts.hpp"

namespace lag {

namespace {

using Names = std::vector<std::string>;

std::string block(const std::string& contact, const std::string& before = "") {
    return "model(m)$ gravity([0, 0, -10])$ input(h, \"m\")$\n" + before +
           "body(b, ground, hinge = [translate(x, x), translate(z, z)], mass = 1)$\n"
           "contact(foot, " +
           contact + ")$\n";
}

}  // namespace

TEST_CASE("a block flies over the edge of a ramp, and is stopped at its foot", "[contacts]") {
    for (const bool compiled : {true, false}) {
        CAPTURE(compiled);
        const ContactRun run = run_contacts(
            "edge", block("z - table(x, [0, 1, 2, 3], [0, 0, -1, -1]), restitution = 0") + "initial(x' = 2)$\n",
            {"--end", "1.5", "--step", "0.01", "--tolerance", "1e-10"}, compiled);
        REQUIRE(run.run.status == 0);
        REQUIRE(run.names() == Names{"foot", "foot", "foot"});
        CHECK(run.events[0].t == Approx(0.5).epsilon(1e-9));
        // 5 t^2 = 2 t
        CHECK(run.events[1].t == Approx(0.9).epsilon(1e-9));
        // then along the slope, from x' = 2 and z' = -4 to 3 and -3; 1/5 m are left, at 5 m/s^2
        const double left = (std::sqrt(9 + 2 * 5 * 0.2) - 3) / 5;
        CHECK(run.events[2].t == Approx(0.9 + left).epsilon(1e-8));
        CHECK(run.columns.at("x'").back() == Approx(3 + 5 * left).epsilon(1e-8));
        CHECK(std::abs(run.columns.at("z'").back()) < 1e-9);
    }
}

TEST_CASE("a block does not stick to a floor that falls away, and is hit where the floor stops", "[contacts]") {
    const std::string falls = "table(t, [0, 1, 2, 3], [0, 0, -1/10, -1/10])";
    for (const std::string by : {"table", "file", "expression"}) {
        CAPTURE(by);
        std::vector<std::string> arguments{"--end", "2.02", "--step", "0.01", "--tolerance", "1e-10"};
        if (by == "file") {
            const std::filesystem::path file = std::filesystem::absolute(scratch_folder("contacts_of_file") / "h.csv");
            write(file, "t,h\n0,0\n1,0\n2,-0.1\n3,-0.1\n");
            arguments.insert(arguments.end(), {"--input", "h=" + file.string() + ":h"});
        }
        if (by == "expression") arguments.insert(arguments.end(), {"--input", "h=-max(t-1,0)/10+max(t-2,0)/10"});
        const ContactRun run = run_contacts(
            "floor", block("z - " + (by == "table" ? falls : "h") + ", restitution = 1/2") + "initial(x = 0)$\n",
            arguments);
        REQUIRE(run.run.status == 0);
        REQUIRE(run.events.size() > 3);
        CHECK(run.events[0].t == Approx(1).epsilon(1e-12));
        CHECK(run.events[1].t == Approx(1.02).epsilon(1e-8));
        CHECK(run.columns.at("z")[101] == Approx(-0.0005).epsilon(1e-6));
        // 1/10 m/s, half of it back
        CHECK(run.columns.at("z'")[200] == Approx(0.05).epsilon(1e-6));
    }
}

TEST_CASE("a floor falls away just when what slides on it comes to rest", "[contacts]") {
    const ContactRun run = run_contacts(
        "tie", block("z - table(t, [0, 1/20, 1], [0, 0, -1]), friction = 1/5, tangent = x'") + "initial(x' = 1/10)$\n",
        {"--end", "0.1", "--step", "0.01", "--tolerance", "1e-10"});
    REQUIRE(run.run.status == 0);
    CHECK(run.time_of("foot") == Approx(0.05).epsilon(1e-9));
    CHECK(run.columns.at("z").back() == Approx(-5 * 0.05 * 0.05).epsilon(1e-8));
}

TEST_CASE("a trapdoor and the edge of a table drop what stands or slides on them", "[contacts]") {
    const double fall = std::sqrt(0.2);  // of 1 m
    const std::string slides = ", friction = 1/5, tangent = x'";
    for (const auto& [script, opens, x] : std::vector<std::tuple<std::string, double, double>>{
             {block("z + (if t < 1 then 0 else 1)" + slides), 1, 0},
             {block("z + gone" + slides, "flag(gone, 0)$ event(pull, t - 1, rising, set = [gone = 1])$\n"), 1, 0},
             {block("z - (if x < 1 then 0 else -1)" + slides) + "initial(x' = 3)$\n", (3 - std::sqrt(5)) / 2, 2.45}}) {
        for (const bool compiled : {true, false}) {
            CAPTURE(script, compiled);
            const ContactRun run =
                run_contacts("trapdoor", script, {"--end", "2", "--step", "0.01", "--tolerance", "1e-10"}, compiled);
            REQUIRE(run.run.status == 0);
            CHECK(run.time_of("foot_opens") == Approx(opens).epsilon(1e-9));
            CHECK(run.time_of("foot") == Approx(opens + fall).epsilon(1e-9));
            CHECK(run.columns.at("x").back() == Approx(x).epsilon(1e-7));
            CHECK(run.columns.at("z").back() == Approx(-1));
        }
    }
}

TEST_CASE("a kerb ends a run: no impact leads out of the ground", "[contacts]") {
    const ContactRun run =
        run_contacts("kerb", block("z - (if x < 1 then 0 else 1/10)") + "initial(x' = 2)$\n", {"--end", "2"});
    CHECK(run.run.status != 0);
    CHECK(holds(run.run.errors, "at t = 0.5: the gap of 'foot' has jumped below zero\n"));
}

TEST_CASE("a belt that starts at once slips under what stands on it", "[contacts]") {
    for (const bool compiled : {true, false}) {
        CAPTURE(compiled);
        const ContactRun run = run_contacts(
            "belt", block("z, friction = 1/10, tangent = x' - (if t < 1 then 0 else 1)"), {"--end", "3"}, compiled);
        REQUIRE(run.run.status == 0);
        REQUIRE(run.names() == Names{"foot", "foot_sticks"});
        CHECK(run.events[1].t == Approx(2).epsilon(1e-9));
        CHECK(run.columns.at("x").back() == Approx(1.5).epsilon(1e-8));
    }
}

}  // namespace lag
