// What a message says besides: statements written as assignments or equations, slots, speed constraints, locked hinges.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

const std::string slider = "body(b, ground, hinge = prismatic(x, s), mass = 1)$\n";

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a statement written as an equation or an assignment is shown as it ought to be", "[hints]") {
    const std::string form = "gravity is a statement: gravity([gx, gy, gz])";
    const ScriptRun equation = run_script("model(m)$ gravity = [0, 0, -9.81]$\n" + slider);
    CHECK(equation.error.empty());
    CHECK(holds(equation.messages, "warning: an equation alone does nothing"));
    CHECK(holds(equation.messages, "hint: " + form));
    CHECK(run_script("model(m)$ gravity: [0, 0, -9.81]$").error ==
          "1:11: gravity is built in: it cannot be assigned [" + form + "]");
    // no statement
    CHECK(holds(run_script("m = 3$").messages, "hint: an assignment is written with a colon, name: value"));
    CHECK(run_script("sin: 3$").error == "1:1: sin is built in: it cannot be assigned");
}

TEST_CASE("an undeclared name in a slot's expression: a coordinate stands alone", "[hints]") {
    const std::string hint =
        "[a new coordinate stands alone in its slot, beside others in a list: [translate(y, -l), translate(-y, s)]]";
    for (const std::string slot : {"-(l + s)", "l + s", "2*s"}) {
        CAPTURE(slot);
        const std::string error =
            first_error("model(m)$ parameters(l = 2)$ body(b, ground, hinge = [rotate(z, q), translate(y, " + slot +
                        ")], mass = 1)$");
        CHECK(holds(error, "s is not declared"));
        CHECK(holds(error, hint));
    }
    // a slip of the pen is the likelier reason
    CHECK(holds(first_error("model(m)$ parameters(length = 2)$ body(b, ground, hinge = prismatic(y, 2*lenght))$"),
                "[did you mean length?]"));
}

TEST_CASE("an undeclared name is shown where it was written: in what is read, else where it first stood", "[hints]") {
    const auto error = [](const std::string& script) { return run_script("model(m)$\n" + script).error; };
    const std::string load = "hinge_load(s, -k*s)$";
    CHECK(error("k;\n" + slider + load).starts_with("4:16: k is not declared"));
    CHECK(error("k = 3$\n" + slider + load).starts_with("4:16: k is not declared"));
    CHECK(error(slider + "f: -k*s$\ng: 2*k$\nhinge_load(s, f)$").starts_with("3:5: k is not declared"));
}

TEST_CASE("a name that ends in dot is the rate of the nearest name", "[hints]") {
    const auto hint_of = [](const std::string& coordinates, const std::string& load) {
        return first_error("model(m)$ body(b, ground, hinge = " + coordinates + ", mass = 1)$ hinge_load(" + load +
                           ")$");
    };
    CHECK(holds(hint_of("prismatic(x, q1)", "q1, -2*qdot"), "[did you mean q1'?]"));
    CHECK(holds(hint_of("prismatic(x, q1)", "q1, -2*q_ddot"), "[did you mean q1''?]"));
    CHECK(holds(hint_of("[translate(x, q2), translate(y, q1)]", "q1, -2*qdot"), "[did you mean q1'?]"));
    CHECK(holds(hint_of("prismatic(x, theta)", "theta, -2*thetadot"), "[did you mean theta'?]"));
    CHECK(holds(hint_of("prismatic(x, theta)", "theta, -2*thetta_dot"), "[did you mean theta'?]"));
    CHECK(!holds(hint_of("prismatic(x, theta)", "theta, -2*qdot"), "did you mean"));
}

TEST_CASE("a speed constraint without speeds is refused where it stands", "[hints]") {
    CHECK(run_script("model(m)$\n" + slider + "speed_constraint(s = 1)$").error ==
          "3:18: a speed constraint is a condition on speeds, and this one holds none [write the rate of s as s'; "
          "constraint(lhs = rhs) is for coordinates]");
    CHECK(run_script("model(m)$\n" + slider + "speed_constraint(t = 1)$").error ==
          "3:18: a speed constraint is a condition on speeds, and this one holds none [write the rate of a coordinate "
          "with a prime, such as q']");
    CHECK(run_script("model(m)$\n" + slider + "speed_constraint(s*s' = sin(t))$ coordinates();").error.empty());
    CHECK(run_script("model(m)$\n" + slider + "speed_constraint(0 = 0)$").error.empty());
}

TEST_CASE("a hinge on a parameter is warned of", "[hints]") {
    const std::string message = "'k' is a parameter: this hinge is locked there and leaves no freedom";
    for (const std::string hinge : {"prismatic(x, k)", "revolute(z, k)"}) {
        CAPTURE(hinge);
        const ScriptRun run =
            run_script("model(m)$ parameters(k = 2)$ body(b, ground, hinge = " + hinge + ", mass = 1)$");
        CHECK(run.error.empty());
        CHECK(holds(run.messages, message));
    }
    for (const std::string hinge : {"[translate(x, k), rotate(z, q)]", "prismatic(x, 2*k)", "prismatic(x, s)"}) {
        CAPTURE(hinge);
        CHECK(run_script("model(m)$ parameters(k = 2)$ body(b, ground, hinge = " + hinge + ", mass = 1)$").messages ==
              "");
    }
}

TEST_CASE("several unused parameters are spoken of in the plural", "[hints]") {
    const auto hint = [](const std::string& parameters) {
        return run_script("model(m)$ " + parameters + slider + "emit(cpp, \"m.hpp\")$").messages;
    };
    CHECK(holds(hint("parameters(a = 2)$\n"), "hint: leave it out, or look for the place where its name is missing;"));
    CHECK(holds(hint("parameters(a = 2, b2 = 3)$\n"),
                "hint: leave them out, or look for the places where their names are missing;"));
}

TEST_CASE("the inertia about the origin of a body that turns about one axis", "[inertia]") {
    const auto moments = [](const std::string& hinge, const std::string& inertia) {
        return run_script("model(m)$ body(b, ground, hinge = " + hinge + ", mass = 2, cm = [1, 2, 0], inertia = " +
                          inertia + ", inertia_at = origin)$ mass_matrix();");
    };
    // 13 about the axis, 13 - 2*5 about the mass centre
    CHECK(moments("revolute(z, q)", "[0, 0, 13]").output == "matrix([13])\n");
    CHECK(moments("revolute(z, q)", "[0, 0, 13]").messages.empty());
    CHECK(moments("planar(z, [x, y, q])", "[0, 0, 13]").output.find(", 13])") != std::string::npos);
    CHECK(moments("prismatic(x, s)", "[0, 0, 13]").output == "matrix([2])\n");
    CHECK(holds(moments("revolute(z, q)", "[0, 0, 9]").error,
                "the inertia of body 'b' has a negative principal moment: -10"));
    CHECK(holds(moments("universal([x, z], [q, r])", "[0, 0, 13]").error,
                "the inertia of body 'b' has a negative principal moment: -10"));
}

}  // namespace lag
