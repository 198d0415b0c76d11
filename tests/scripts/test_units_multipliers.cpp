// Units of multipliers of plain constraints and of the regressor: those that follow, else none.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

const std::string two_sliders =
    "model(m)$ parameter(r, 1/2, \"m\")$ parameter(n, 3, \"1\")$ parameter(d, 3, \"mm\")$ parameter(v, 3, \"m/s\")$\n"
    "body(a, ground, hinge = prismatic(x, s), mass = 2)$\n"
    "body(b, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$\n";

// What the checker says of an output of `unit`, "" where it fits.
std::string refusal(const std::string& constraint, const std::string& unit) {
    return first_error(two_sliders + constraint + "$ output(o, multiplier(c), \"" + unit + "\")$");
}

}  // namespace

TEST_CASE("the multiplier of a plain constraint: work over the error's unit", "[units]") {
    CHECK(refusal("constraint(s = r*q, name = c)", "N") == "");
    CHECK(refusal("constraint(s = r*q, name = c)", "N*m") != "");
    CHECK(refusal("constraint(s/r = n*q, name = c)", "N*m") == "");
    CHECK(refusal("constraint(s/r = n*q, name = c)", "N") != "");
    CHECK(refusal("constraint(s^2 = r^2*q, name = c)", "N/m") == "");
    CHECK(refusal("speed_constraint(s' = v, name = c)", "N") == "");
    CHECK(refusal("speed_constraint(s' = v, name = c)", "W") != "");
    // nothing follows: a number may be a quantity; millimetres
    CHECK(refusal("constraint(0.31*s = 0.2*q, name = c)", "kg") == "");
    CHECK(refusal("constraint(1000*s = d, name = c)", "kg") == "");
}

TEST_CASE("entries of the regressor have units", "[units]") {
    const std::string arm =
        "model(m)$ parameter(l, 1/2, \"m\")$ parameter(c, 0.2, \"m\")$ parameter(m1, 2, \"kg\")$ parameter(g, 9.81, "
        "\"m/s^2\")$ gravity([0, -g, 0])$\n"
        "body(b, ground, hinge = revolute(z, q), mass = m1, cm = [c, 0, 0], inertia = [0, 0, m1*l^2])$\n";
    // Jzz and sx: rad/s^2 and m/s^2
    CHECK(run_script(arm + "output(o, regressor()[1, 1], \"1/s^2\")$ output(p, regressor()[1, 2], \"m/s^2\")$").error ==
          "");
    CHECK(run_script(arm + "output(o, regressor()[1, 2]*l, \"N\")$").error != "");
}

}  // namespace lag
