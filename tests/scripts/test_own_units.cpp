// Where a script's units are inches and pounds of force, what the mechanism has is labelled so: in tables, comments and
// pictures.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

const std::string pound_inch =
    "model(cart, \"a cart with a rod\")$\n"
    "parameter(m, 2, \"lbf*s^2/in\")$ parameter(l, 12, \"in\")$ parameter(g, 386.2, \"in/s^2\")$\n"
    "parameter(k, 10, \"lbf/in\")$ input(F, \"lbf\")$ gravity([0, -g, 0])$\n"
    "body(slide, ground, hinge = prismatic(x, s), mass = m)$\n"
    "body(rod, slide, hinge = planar(z, [px, py, q]), mass = m, cm = [l/2, 0, 0], inertia = [0, 0, m*l^2/12])$\n"
    "close_loop(origin(rod), origin(slide), name = pin)$\n"
    "hinge_load(s, F - k*s)$ initial(px = 0.1)$\n";

}  // namespace

TEST_CASE("the tables and comments of a pound-inch model say inches and pounds", "[units]") {
    const std::filesystem::path folder = scratch_folder("own_units");
    write(folder / "cart.lag", pound_inch +
                                   "emit(fortran, \"cart.f90\", routines = [derivatives, assemble])$\n"
                                   "emit(cpp, \"cart.hpp\")$\n");
    const CommandRun run = run_lag({"cart.lag"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    for (const char* name : {"cart.f90", "cart.hpp"}) {
        const std::string text = contents(folder / name);
        CHECK(holds(text, "s [in]"));
        CHECK(holds(text, "s' [in/s]"));
        CHECK(holds(text, "q [rad]"));
        CHECK(holds(text, "of slide [lbf], its opposite"));
        CHECK(!holds(text, "[m]"));
        CHECK(!holds(text, "[m/s]"));
        CHECK(!holds(text, "[N]"));
    }
}

TEST_CASE("simulate and doc label a pound-inch model likewise", "[units]") {
    const std::filesystem::path folder = scratch_folder("own_units_runs");
    write(folder / "cart.lag", pound_inch);
    const CommandRun run = run_lag({"simulate", "cart.lag", "--end", "0.1", "--no-compiler"}, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(run.output, "px = 0.1 becomes"));
    CHECK(holds(run.output, " in\n"));
    CHECK(!holds(run.output, " m\n"));
    CHECK(holds(contents(folder / "cart.svg"), ">in<"));
    CHECK(!holds(contents(folder / "cart.svg"), ">m<"));
    REQUIRE(run_lag({"doc", "cart.lag"}, folder).status == 0);
    CHECK(holds(contents(folder / "cart.html"), "in/s"));
    CHECK(!holds(contents(folder / "cart.html"), "m/s"));
}

TEST_CASE("base parameters of a pound-inch model have its units", "[units]") {
    const std::filesystem::path folder = scratch_folder("own_units_base");
    write(folder / "rod.lag",
          "model(rod)$ parameter(m, 2, \"lbf*s^2/in\")$ parameter(c, 12, \"in\")$ parameter(g, 386.2, \"in/s^2\")$\n"
          "parameter(J, 3, \"lbf*in*s^2\")$ gravity([0, -g, 0])$\n"
          "body(bar, ground, hinge = revolute(z, q), mass = m, cm = [c, 0, 0], inertia = [0, 0, J])$\n"
          "emit(fortran, \"rod.f90\", regressor = true)$\n");
    REQUIRE(run_lag({"rod.lag"}, folder).status == 0);
    const std::string text = contents(folder / "rod.f90");
    CHECK(holds(text, "lbf*in*s^2"));
    CHECK(holds(text, "lbf*s^2"));
    CHECK(!holds(text, "kg"));
}

TEST_CASE("metric models keep their labels", "[units]") {
    const std::filesystem::path folder = scratch_folder("own_units_metric");
    write(folder / "m.lag",
          "model(m)$ parameter(l, 300, \"mm\")$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
          "output(o, s + l/1000)$ emit(cpp, \"m.hpp\")$\n");
    REQUIRE(run_lag({"m.lag"}, folder).status == 0);
    CHECK(holds(contents(folder / "m.hpp"), "s [m]"));
}

}  // namespace lag
