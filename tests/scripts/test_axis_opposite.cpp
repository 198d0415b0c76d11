// An axis -x, -y or -z of a hinge is the same as three numbers.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

TEST_CASE("a hinge about -z turns the other way, as about [0, 0, -1]") {
    const auto described = [](const std::string& first, const std::string& second) {
        return run_script(
            "model(m)$ parameters(l = 1)$ body(a, ground, hinge = revolute(" + first +
            ", q), mass = 2, inertia = [1, 1, 1])$ body(b, a, hinge = universal([x, " + second +
            "], [r, s]), at = [l, 0, 0], mass = 1, inertia = [1, 2, 3])$ point(p, b, [l, l, 0])$ position(p); "
            "right_side();");
    };
    const ScriptRun by_sign = described("-z", "-y"), by_numbers = described("[0, 0, -1]", "[0, -1, 0]");
    CHECK(by_sign.error.empty());
    CHECK(by_numbers.error.empty());
    CHECK(by_sign.output == by_numbers.output);
    CHECK(by_sign.output != described("z", "y").output);
    CHECK(run_script("model(m)$ body(a, ground, hinge = prismatic(-x, s), mass = 1)$ position(origin(a));").output ==
          "[-s, 0, 0]\n");
}
