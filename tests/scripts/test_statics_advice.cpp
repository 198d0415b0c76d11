// What is said where a search or a series cannot succeed: names of no use, places without a derivative.
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

bool advises(const std::string& advice, const std::string& words) {
    return advice.find(words) != std::string::npos;
}

const std::string rod =
    "model(p)$ parameters(m = 2, l = 3, g = 9.81, k = 4)$ input(tau)$ gravity([0, -g, 0])$\n"
    "body(rod, ground, hinge = revolute(z, q), mass = m, cm = [0, -l, 0])$ hinge_load(q, tau)$\n";

}  // namespace

TEST_CASE("trim says what is of no use to find, and what nothing changes", "[trim]") {
    const std::string idle = first_error(rod + "trim(given = [q = 1], find = [k]);");
    INFO(idle);
    CHECK(advises(idle, "no steady motion was found: where the search ends, q'' is "));
    CHECK(advises(idle, "to 'find' 'k' is of no use there: no equation depends on it"));
    const std::string falls =
        first_error("model(p)$ gravity([0, 0, -9])$ body(b, ground, hinge = prismatic(z, z), mass = 2)$ trim();");
    INFO(falls);
    CHECK(advises(falls, "nothing unknown changes z'': give a motion, and 'find' what keeps it"));
    CHECK(run_script(rod + "trim(given = [q = 1], find = [tau]);").error.empty());
}

TEST_CASE("taylor refuses corners, jumps and poles", "[equations]") {
    for (const std::string corner : {"abs(x)", "x*abs(sin(x))", "max(x, x^2)", "floor(x + 1)", "mod(x, 2)"}) {
        const std::string advice = first_error("taylor(" + corner + ", x, 0, 2);");
        INFO(corner << ": " << advice);
        CHECK(advises(advice, "taylor: the slopes on both sides of x = 0 may differ: a case of "));
    }
    const std::string branch = first_error(rod + "taylor(if q > 1 then q^2 else q, q, 1, 2);");
    INFO(branch);
    CHECK(advises(branch, "of q = 1 may differ"));
    // beside the border, and where it does not depend on x
    CHECK(run_script("taylor(abs(x), x, -1, 3);").output == "-x\n");
    CHECK(run_script("taylor(abs(a)*x, x, 0, 1);").output == "x*abs(a)\n");
    CHECK(run_script("taylor(abs(x), x, 0, 0);").output == "0\n");
    for (const std::string pole : {"1/x", "log(x)", "sqrt(x)", "sin(x)/x"}) {
        const std::string advice = first_error("taylor(" + pole + ", x, 0, 2);");
        INFO(pole << ": " << advice);
        CHECK(advises(advice, "has no value at x = 0"));
    }
}

}  // namespace lag
