// Results as they are shown: sums that sin^2 + cos^2 = 1 shortens, in script syntax, in TeX and in pages of lag doc; the value
// and emitted code stay as they are.
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

// a free body on inertial translations, its mass centre at the origin
const std::string drone =
    "model(drone)$ parameters(m = 2, J1 = 1, J2 = 2)$\n"
    "body(b, ground, hinge = [translate(x, x), translate(y, y), translate(z, z), rotate(z, psi), rotate(y, theta), "
    "rotate(x, phi)], mass = m, inertia = [J1, J2, J2])$\n";
const std::string planetary =
    "model(planetary)$ parameters(m1 = 1, mr = 2, l1 = 1, n2 = 3, J = 1, jr = 2)$\n"
    "body(motor, ground, hinge = revolute(z, q2), inertia = [0, 0, J])$\n"
    "body(arm, ground, hinge = revolute(z, q1), mass = m1, cm = [l1/2, 0, 0])$\n"
    "body(rotor, arm, hinge = revolute(z, n2*q2), at = [l1, 0, 0], mass = mr, inertia = [0, 0, jr])$\n";
// beside others, below them, in frames that turn
const std::string slide =
    drone +
    "body(wheel, b, hinge = revolute([0, 3, 4], spin), mass = 1, inertia = [1, 1, 1])$ body(slide, "
    "b, hinge = prismatic(-y, s), mass = 1)$\n";

std::string shown(const std::string& script) {
    const ScriptRun run = run_script(script);
    CHECK(run.error == "");
    return run.output;
}

}  // namespace

TEST_CASE("mass matrices are shown short", "[printing]") {
    CHECK(shown(drone + "mass_matrix()[1, 1]; mass_matrix()[2, 1]; mass_matrix()[6];").find("m\n0\n[0, 0, 0, ") == 0);
    CHECK(shown(drone + "tex(mass_matrix()[1, 1])$") == "$$m$$\n");
    CHECK(shown(drone + "[mass_matrix()[1, 1], 2*mass_matrix()[1, 1]];") == "[m, 2*m]\n");
    CHECK(shown(drone + "check(mass_matrix()[1, 1] = m)$").find("proved") != std::string::npos);
}

TEST_CASE("what the script writes is shown as it was written", "[printing]") {
    CHECK(shown("sin(x)^2 + cos(x)^2;") == "cos(x)^2 + sin(x)^2\n");
    CHECK(shown("(a + b)*(c + d); 1/(1/a + 1/b);") == "(a + b)*(c + d)\n1/(1/a + 1/b)\n");
}

TEST_CASE("sums are shortened within others, and terms within sums", "[printing]") {
    CHECK(shown(planetary + "mass_matrix();") == "matrix([jr*n2^2 + J, jr*n2], [jr*n2, l1^2*m1/4 + l1^2*mr + jr])\n");
    CHECK(shown(planetary + "tex(mass_matrix()[2, 1])$") == "$$\\mathit{jr}\\,n_{2}$$\n");
    CHECK(shown(slide + "mass_matrix()[1, 1]; mass_matrix()[4, 4];") ==
          "m + 2\ns^2*cos(phi)^2*cos(theta)^2 + s^2*sin(theta)^2 + J1*sin(theta)^2 + J2*cos(theta)^2 + 1\n");
}

TEST_CASE("large results are shown as they are", "[printing]") {
    // without bounds this does not end
    const std::string chain =
        "model(chain)$ parameters(l = 1)$ inboard: ground$\n"
        "for i:1 thru 5 do (body(concat(rod, i), inboard, hinge = [rotate(z, concat(q, i)), rotate(y, concat(p, i))], "
        "at = "
        "[l, 0, 0], mass = 1, cm = [l/2, 1, 0], inertia = [1, 2, 3]), inboard: concat(rod, i))$ mass_matrix();";
    CHECK(run_script(chain).error == "");
}

TEST_CASE("lag doc: short entries, axes of hinges", "[document]") {
    const std::filesystem::path folder = scratch_folder("reader_form");
    write(folder / "drone.lag", slide);
    REQUIRE(run_lag({"doc", "drone.lag"}, folder).status == 0);
    const std::string html = contents(folder / "drone.html"), latex = contents(folder / "drone.tex");
    CHECK(holds(html, "<td>M[1,1]</td><td>=</td><td><code>m + 2</code></td>"));
    CHECK(holds(latex, "\\[ M_{1,1} = m + 2 \\]"));
    CHECK(holds(html,
                "<td>translate x, translate y, translate z, rotate psi, rotate theta, rotate phi (along x, y, "
                "z, about z, y, x)</td>"));
    CHECK(holds(html, "<td>revolute about [0, 3/5, 4/5]: spin</td>"));
    CHECK(holds(html, "<td>prismatic along -y: s</td>"));
}

}  // namespace lag
