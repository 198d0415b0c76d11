// Units inside the arguments of tables.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

const std::string start =
    "model(m)$ parameter(k, 3, \"N/m\")$ parameter(L, 2, \"m\")$ input(z, \"m\")$\n"
    "body(b, ground, hinge = prismatic(x, s), mass = 1)$ body(c, b, hinge = revolute(z, q), mass = 1, inertia = [1, 1, "
    "1])$\n";

}  // namespace

TEST_CASE("what a table's argument adds or compares has one unit") {
    for (const std::string wrong : {
             "hinge_load(s, table(s + k, [0, 1], [0, 2]))$",
             "hinge_load(s, k*L + 2*table(s + k, [0, 1], [0, 2]))$",
             "output(o, table(L + s*z, [0, 1], [0, 2]))$",
             "output(o, table(if s < k then 1 else 2, [0, 1], [0, 2]))$",
             "output(o, table(q, s + k, [0, 1], [0, 1], [[1, 2], [3, 4]]))$",
             "constraint(s = table(z + L*t, [0, 1], [0, 2]))$",
         }) {
        INFO(wrong);
        const std::string error = run_script(start + wrong).error;
        INFO(error);
        CHECK(error.find("the argument of a table: ") != std::string::npos);
    }
    for (const std::string right : {
             "hinge_load(s, table(s + L, [0, 1], [0, 2]))$",
             "hinge_load(s, table(k*s/(2*L), [0, 1], [0, 2]))$",
             "output(o, table(q, s - z, [0, 1], [0, 1], [[1, 2], [3, 4]]))$",
             "output(o, table(t, [0, 1], [0, 2]))$",
             "f(x) := table(x, [0, 1], [0, 2])$ output(o, f(s) + f(k))$",
         }) {
        INFO(right);
        CHECK(run_script(start + right).error.empty());
    }
}

}  // namespace lag
