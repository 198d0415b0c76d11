// emit(cpp, ..) without a word about limbs: lanes where the estimate says that they are faster, and nowhere else.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// `legs` legs of two bodies on a free trunk; with one body each and no moments about other axes they are rotors.
std::string machine(int legs, bool has_shanks) {
    std::string script =
        "model(machine)$ parameters(g = 9.81)$ gravity([0, 0, -g])$\n"
        "body(trunk, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
        "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 5, inertia = [0.2, 0.3, 0.4])$\n"
        "leg(n) := (\n";
    script += has_shanks ? "  body(concat(a_, n), trunk, hinge = revolute(x, concat(qa_, n)), at = [n/10, 1/n, -0.1], "
                           "mass = 1 + n/10, cm = [0.1, 0.02*n, -0.2], inertia = [0.01, 0.02, 0.03]),\n"
                           "  body(concat(b_, n), concat(a_, n), hinge = revolute(y, concat(qb_, n)), at = [0, n/50, "
                           "-0.4], mass = 0.5, cm = [0, 0, -0.2], inertia = [0.004, 0.005, 0.006]))$\n"
                         : "  body(concat(a_, n), trunk, hinge = revolute(z, concat(qa_, n)), at = [n/10, 1/n, 0.1], "
                           "mass = 0.1, inertia = [0.001, 0.001, 0.002]))$\n";
    for (int n = 1; n <= legs; ++n) script += "leg(" + std::to_string(n) + ")$ ";
    return script + "\n";
}

fs::path run_in(const std::string& name, const std::string& script) {
    const fs::path folder = scratch_folder(name);
    write(folder / "a.lag", script);
    const CommandRun run = run_lag({"a.lag", "--out", "."}, folder);
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    return folder;
}

bool has_lanes(const fs::path& file) {
    return holds(contents(file), " = lag_limbs<R, ");
}

}  // namespace

TEST_CASE("limbs by default: in lanes where that is faster") {
    const fs::path folder = run_in(
        "limbs_default", machine(4, true) +
                             "emit(cpp, \"plain.hpp\")$ emit(cpp, \"auto.hpp\", limbs = auto)$\n"
                             "emit(cpp, \"lanes.hpp\", limbs = lanes)$ emit(cpp, \"scalar.hpp\", limbs = scalar)$\n"
                             "emit(cpp, \"batch.hpp\", batch = true)$\n"
                             "emit(cpp, \"composite.hpp\", formulation = composite)$\n"
                             "emit(fortran, \"a.f90\", limbs = auto)$\n");
    CHECK(has_lanes(folder / "plain.hpp"));
    CHECK(contents(folder / "plain.hpp") == contents(folder / "lanes.hpp"));
    CHECK(contents(folder / "plain.hpp") == contents(folder / "auto.hpp"));
    for (const char* file : {"scalar.hpp", "batch.hpp", "composite.hpp"}) CHECK(!has_lanes(folder / file));
    SECTION("other languages are what they are without C++ beside them") {
        const fs::path alone = run_in("limbs_default_alone", machine(4, true) + "emit(fortran, \"a.f90\")$\n");
        CHECK(contents(alone / "a.f90") == contents(folder / "a.f90"));
    }
}

TEST_CASE("limbs by default: groups that do not pay are left out") {
    std::string script = machine(2, true);  // and four rotors
    for (const char* n : {"1", "2", "3", "4"}) {
        const std::string k = n;
        script += "body(r_" + k + ", trunk, hinge = revolute(z, qr_" + k + "), at = [" + k + "/10, 1/" + k +
                  ", 0.1], mass = 0.1, inertia = [0.001, 0.001, 0.002])$\n";
    }
    const fs::path folder = run_in("limbs_default_groups", script + "emit(cpp, \"a.hpp\", limbs = lanes)$\n");
    const std::string text = contents(folder / "a.hpp");
    CHECK(holds(text, "using K2 = lag_limbs<R, 2>;  // a_1, a_2\n"));
    CHECK(!holds(text, "lag_limbs<R, 4>;"));
    const CommandRun dump = run_lag({"a.lag", "--out", ".", "--dump", "limbs"}, folder);
    CHECK(holds(dump.output, "limbs in lanes: r_1, r_2, r_3, r_4\n"));
    CHECK(holds(dump.output, " cycles with 2 limbs in lanes, "));
}

TEST_CASE("limbs by default: one after the other where lanes are slower") {
    const fs::path folder = run_in("limbs_default_rotors", machine(4, false) +
                                                               "emit(cpp, \"plain.hpp\")$\n"
                                                               "emit(cpp, \"lanes.hpp\", limbs = lanes)$\n");
    CHECK(!has_lanes(folder / "plain.hpp"));
    CHECK(has_lanes(folder / "lanes.hpp"));
    const CommandRun dump = run_lag({"a.lag", "--out", ".", "--dump", "limbs"}, folder);
    CHECK(holds(dump.output, "limbs in lanes: a_1, a_2, a_3, a_4\n"));
    CHECK(holds(dump.output, " one after the other: one after the other\n"));
}

TEST_CASE("limbs by default: who wants fewest operations gets one limb after the other") {
    const fs::path folder =
        run_in("limbs_default_counts", machine(4, true) +
                                           "options(optimize_for = operations)$ emit(cpp, \"plain.hpp\")$\n"
                                           "emit(cpp, \"lanes.hpp\", limbs = lanes)$\n");
    CHECK(!has_lanes(folder / "plain.hpp"));
    CHECK(has_lanes(folder / "lanes.hpp"));
}

}  // namespace lag
