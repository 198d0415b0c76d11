// Derivatives that nobody knows are errors, no zeros: of what a routine of the user's returns, of multipliers and of
// accelerations.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

const std::string pad =
    "model(m)$ parameters(k = 3)$\n"
    "body(b, ground, hinge = prismatic(x, s), mass = 2)$ body(c, ground, hinge = prismatic(x, r), mass = 2)$\n"
    "external(probe, [s, s', t], [push, heat])$ external(probe, [heat, k, 0], [more, rest])$\n";

}  // namespace

TEST_CASE("the time derivative of a routine's result is an error", "[derivatives]") {
    for (const std::string e : {"diff(push, t)", "diff(s*push, t)", "[s, push]'", "push'"}) {
        CAPTURE(e);
        const std::string message = first_error(pad + e + ";");
        CHECK(message.find("push is an external result: its time derivative is not known") != std::string::npos);
    }
}

TEST_CASE("derivatives by what a routine is given are errors, others are known", "[derivatives]") {
    const auto known = [](const std::string& e) { return run_script(pad + e + ";").output; };
    CHECK(known("diff(r*push, r)") == "push\n");
    CHECK(known("diff(push^2, push)") == "2*push\n");
    CHECK(known("diff(push, k)") == "0\n");
    for (const std::string e : {"diff(r*push, s)", "gradient(push, [s'])", "jacobian([r, push], [r, s])"}) {
        CAPTURE(e);
        const std::string message = first_error(pad + e + ";");
        CHECK(message.find("push is what the routine 'probe' makes of s") != std::string::npos);
        CHECK(message.find("nothing is known of its slope") != std::string::npos);
    }
    // through the argument of the second call
    CHECK(first_error(pad + "diff(more, s);").find("more is what the routine 'probe' makes of s") != std::string::npos);
    CHECK(first_error(pad + "diff(rest, k);").find("rest is what the routine 'probe' makes of k") != std::string::npos);
}

TEST_CASE("multipliers and accelerations have no time derivative", "[derivatives]") {
    CHECK(first_error(pad + "diff(s'', t);").find("s'' is an acceleration: its time derivative is not known") !=
          std::string::npos);
    CHECK(first_error(pad + "constraint(s = r, name = c)$ diff(multiplier(c), t);")
              .find("is a multiplier: its time derivative is not known") != std::string::npos);
    CHECK(run_script(pad + "diff(s'^2, t);").output == "2*s'*s''\n");
}

}  // namespace lag
