// Descriptions that are allowed but hardly meant: a parameter that nothing uses, a variable in a hinge slot, gravity
// twice; and positions formed where they are asked for.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

const std::string slider =
    "model(m)$ parameter(k, 5, \"N/m\")$ parameters(c = 2, spare = 3)$ parameter(idle, 1)$\n"
    "body(b, ground, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, -k*s)$\n";

}  // namespace

TEST_CASE("parameters that nothing uses are named once") {
    const ScriptRun run = run_script(slider + "output(o, c*s)$ emit(c, \"m.h\")$\nemit(cpp, \"m.hpp\")$");
    CHECK(run.error == "");
    CHECK(run.messages.rfind("script.lag:3:17: warning: parameters 'spare', 'idle' are not used by the model\n", 0) ==
          0);
    CHECK(run.messages.find("warning", 40) == std::string::npos);
    CHECK(run_script(slider + "initial(s = spare*idle*c)$ emit(c, \"m.h\")$").messages == "");
    for (const std::string use :
         {"gravity([idle, 0, 0])", "point(P, b, [0, idle, 0])$ force(P, [1, 0, 0])", "external(push, [idle], [r])",
          "potential(idle*s)", "dissipation(idle*s'^2)", "constraint(s = idle*t)", "spring(P0, P1, stiffness = idle)",
          "line_force(P0, P1, idle)", "torque(b, [idle, 0, 0])", "options(stabilization = [idle, 0])",
          "body(b2, b, hinge = revolute(z, idle), mass = 1)", "body(b2, b, hinge = fixed, orient = [z, idle])",
          "body(b2, b, hinge = revolute(z, q2), mass = 1, inertia = [idle, idle, idle])", "output(o, idle)",
          "frame(F, ground, orient = [z, idle])$ force(P0, [1, 0, 0], in = F)",
          "body(b2, ground, hinge = prismatic(x, s2), mass = 1)$ cut_hinge(b2, b, hinge = prismatic(x, s3), at = [0, "
          "idle, 0], outboard_at = [0, idle, 0])"}) {
        INFO(use);
        const ScriptRun used = run_script(slider + "point(P0, b, [0, 1, 0])$ point(P1, ground, [0, 2, 0])$ " + use +
                                          "$ output(others, c*spare)$ emit(c, \"m.h\")$");
        CHECK(used.error == "");
        CHECK(used.messages.find("not used") == std::string::npos);
    }
}

TEST_CASE("a variable with a number in a hinge slot is told") {
    const std::string start = "model(m)$ parameter(p, 1/2)$ s: 3$ drive: sin(t)$ named: other$\n";
    const ScriptRun run = run_script(start + "body(b, ground, hinge = prismatic(x, s), mass = 1)$");
    CHECK(run.messages.rfind(
              "script.lag:2:38: warning: 's' is a variable with the value 3: this motion is locked, and no "
              "coordinate has that name\n",
              0) == 0);
    for (const std::string hinge : {"[rotate(z, q), translate(x, s)]", "universal([x, y], [q, s])"})
        CHECK(run_script(start + "body(b, ground, hinge = " + hinge + ", mass = 1)$")
                  .messages.find("'s' is a variable with the value 3") != std::string::npos);
    for (const std::string hinge :
         {"prismatic(x, 3)", "[rotate(z, q), translate(x, p)]", "prismatic(x, drive)", "prismatic(x, named)",
          "prismatic(x, q)", "fixed", "[rotate(z, q), translate(x, s + 0*q)]"}) {
        INFO(hinge);
        CHECK(run_script(start + "body(b, ground, hinge = " + hinge + ", mass = 1)$").messages == "");
    }
}

TEST_CASE("gravity given twice is told") {
    const std::string start = "model(m)$ parameter(g, 9)$ gravity([0, -g, 0])$\n";
    CHECK(run_script(start + "gravity([0, 0, -g])$")
              .messages.rfind("script.lag:2:1: warning: this gravity replaces the one given before\n", 0) == 0);
    CHECK(run_script(start).messages == "");
    CHECK(run_script(start + "gravity([0, -g, 0])$").messages == "");
    CHECK(run_script("model(m)$ gravity([0, 0, 0])$ gravity([0, -1, 0])$").messages == "");
    CHECK(run_script(start + "model(n)$ gravity([0, 0, 1])$").messages == "");
}
