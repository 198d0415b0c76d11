// lag simulate where a load jumps with the sign of a speed: the message gives the statement of dry friction.
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

std::string complaint(const std::string& script, const std::vector<std::string>& more = {}) {
    const std::filesystem::path folder = scratch_folder("dry_friction_advice");
    write(folder / "o.lag", "model(o)$ parameters(mu = 1/5, m = 2, k = 100, r = 1/2)$ input(F)$\n" + script);
    std::vector<std::string> command{"simulate", "o.lag", "--end", "5", "--quiet"};
    command.insert(command.end(), more.begin(), more.end());
    const CommandRun run = run_lag(command, folder);
    CHECK(run.status == 1);
    return run.errors;
}

const std::string block = "body(b, ground, hinge = prismatic(x, s), mass = m)$ initial(s = 0.52)$\n";

}  // namespace

TEST_CASE("friction written with a sign is recognized with its limit", "[simulate]") {
    for (const char* load : {"hinge_load(s, -k*s - 5*sign(s'))$", "hinge_load(s, -k*s + 5*sign(-s'))$",
                             "hinge_load(s, -k*s - (if s' > 0 then 5 else -5))$",
                             "hinge_load(s, -k*s)$ hinge_load(s, -2*sign(s'))$ hinge_load(s, -3*sign(s'))$",
                             "hinge_load(s, -k*s)$ dissipation(5*abs(s'))$"}) {
        CAPTURE(load);
        CHECK(holds(complaint(block + load), "; write hinge_friction(s, 5)$ and leave the friction out of the load\n"));
    }
    // the rest of the load may be long; friction by a normal force stays an expression
    CHECK(holds(complaint(block + "hinge_load(s, F - k*sin(s) - mu*m*981/100*sign(s'))$", {"--input", "F=sin(t)"}),
                "write hinge_friction(s, m*mu*981/100)$ and"));
}

TEST_CASE("friction of a slip between bodies is a contact's", "[simulate]") {
    CHECK(holds(complaint("body(b, ground, hinge = prismatic(x, s), mass = m)$ initial(s' = 1)$\n"
                          "hinge_load(s, -5*sign(s' - 1/2))$"),
                "write contact(NAME, GAP, friction = MU, tangent = "));
}

TEST_CASE("a chatter that no speed causes is not called friction", "[simulate]") {
    const std::string text =
        complaint("body(b, ground, hinge = prismatic(x, s), mass = m)$ state(z, rate = -sign(z))$ initial(z = 1)$");
    CHECK(holds(text, "would switch for ever"));
    CHECK_FALSE(holds(text, "hinge_friction"));
    CHECK_FALSE(holds(text, "contact("));
}

TEST_CASE("twisting ends with the friction's statement", "[simulate]") {
    CHECK(holds(complaint("body(b, ground, hinge = prismatic(x, s), mass = 1)$ initial(s = 1)$\n"
                          "hinge_load(s, -2*sign(s) - sign(s'))$"),
                "60 times in hardly any time; write hinge_friction(s, 1)$ and"));
}

}  // namespace lag
