// Equal limbs in lanes beside stops, contacts, dry friction and other rows that flags switch: of the limbs, of the body that
// carries them, of both.
#include "tests/scripts/test_limbs_compared.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// `stops` of each leg, `after` of the whole.
std::string legged(const std::string& stops, const std::string& after) {
    return "model(walker)$ gravity([0, 0, -9.81])$ parameters(k = 30, d = 2, low = -0.9)$\n"
           "body(trunk, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
           "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 15, inertia = [0.5, 2, 2.2])$\n"
           "body(head, trunk, hinge = revolute(z, turn), at = [0.5, 0, 0.1], mass = 1, cm = [0.1, 0, 0.02],\n"
           "     inertia = [0.01, 0.02, 0.02])$\n"
           "leg(n, px, s) := block([swing: concat(swing_, n), lift: concat(lift_, n), knee: concat(knee_, n)],\n"
           "  body(concat(hip_, n), trunk, hinge = revolute([s, 0, 0], swing), at = [px, 0.1*s, 0], mass = 1.3,\n"
           "       cm = [px/20, s/100, 0], inertia = [0.002, 0.003, 0.002]),\n"
           "  body(concat(thigh_, n), concat(hip_, n), hinge = revolute(y, lift), at = [0, 0.09*s, 0], mass = 1.6,\n"
           "       cm = [0, -0.02*s, -0.03], inertia = [0.009, 0.009, 0.002]),\n"
           "  body(concat(shank_, n), concat(thigh_, n), hinge = revolute(y, knee), at = [0, 0, -0.24], mass = 0.4,\n"
           "       cm = [0, 0, -0.13], inertia = [0.004, 0.004, 0.001]),\n"
           "  hinge_load(lift, -k*lift - d*lift'),\n" +
           stops +
           "  input(concat(torque_, n)), hinge_load(knee, concat(torque_, n)))$\n"
           "leg(fl, 0.2, 1)$ leg(fr, 0.2, -1)$ leg(hl, -0.2, 1)$ leg(hr, -0.21, -1)$\n" +
           after;
}

// `is_short`: quickly compiled.
void require_same(const std::string& folder_name, const std::string& script, bool is_short = true) {
    CAPTURE(script);
    const fs::path folder = emitted_in_lanes(folder_name, script, "walker", 4);
    const ComparedLimbs compared = compared_limbs(folder, "double", "nothing", "");
    CHECK(compared.error < 1e-11);
    if (is_short) CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-14);
}

}  // namespace

TEST_CASE("limbs in lanes: stops of the body that carries them") {
    require_same("limbs_beside_stops", legged("", "limit(turn, -1, 1)$ limit(z, 0, 3)$\n"));
}

TEST_CASE("limbs in lanes: stops of their hinges") {
    require_same("limbs_stopped",
                 legged("  limit(knee, low - px, -1/10), limit(swing, s/10 - 1, 1 + px),\n", "limit(turn, -1, 1)$\n"));
}

// A foot is held at a height by a flag of its own; all knees are tied to their lifts by one flag.
TEST_CASE("limbs in lanes: conditions that flags switch") {
    const std::string tied = "  constraint(knee + 2*lift - px = 0, active = tied),\n";
    std::string script = legged(tied, "");
    script.replace(script.find("leg(n"), 0, "flag(tied, 1)$\n");
    require_same("limbs_tied_by_flag", script);
    require_same("limbs_tied_by_flags", legged("  flag(concat(on_, n), 0), constraint(knee + 2*lift*px = px, active = "
                                               "concat(on_, n)),\n",
                                               "flag(of_head, 1)$ constraint(turn = 0.1*z, active = of_head)$\n"));
}

// Feet on a plane and on one that leans, a chin on the body; dry friction and stops of hinges beside them.
TEST_CASE("limbs in lanes: contacts of feet, with friction along one direction") {
    require_same("limbs_on_feet",
                 legged("  point(concat(tip_, n), concat(shank_, n), [0, 0, -0.26]),\n"
                        "  contact(concat(foot_, n), position(concat(tip_, n))[3] + px, friction = 0.7,\n"
                        "          tangent = velocity(concat(tip_, n))[1]),\n",
                        ""),
                 false);
    require_same("limbs_on_feet_alone",
                 legged("  point(concat(tip_, n), concat(shank_, n), [0, 0, -0.26]),\n"
                        "  contact(concat(foot_, n), position(concat(tip_, n))[3] + px),\n"
                        "  limit(swing, low, s/10 + 1),\n",
                        "contact(chin, position(origin(head))[3] + turn/9)$ limit(turn, -1, 1)$\n"));
}

TEST_CASE("limbs in lanes: contacts of feet, with friction in a plane") {
    require_same("limbs_on_planes",
                 legged("  point(concat(tip_, n), concat(shank_, n), [0, 0, -0.26]),\n"
                        "  contact(concat(foot_, n), position(concat(tip_, n))[3] + px, friction = 0.6 + px/5,\n"
                        "          tangent = [velocity(concat(tip_, n))[1], velocity(concat(tip_, n))[2]]),\n",
                        "contact(chin, position(origin(head))[3], friction = 0.3,\n"
                        "        tangent = [velocity(origin(head))[1], velocity(origin(head))[2]])$\n"
                        "hinge_friction(turn, 0.2)$\n"),
                 false);
}

TEST_CASE("limbs in lanes: dry friction of their hinges") {
    require_same("limbs_rubbing_and_held", legged("  constraint(knee + 2*lift - px = 0), hinge_friction(lift, d),\n",
                                                  "hinge_friction(turn, 0.2)$\n"));
    require_same("limbs_rubbing", legged("  hinge_friction(knee, 2 + px), hinge_friction(swing, d),\n", ""));
}

TEST_CASE("limbs in lanes: stops in C") {
    const fs::path folder = scratch_folder("limbs_stopped_in_c");
    write(folder / "a.lag", legged("  limit(knee, low - px, -1/10), hinge_friction(lift, d),\n", "") +
                                "emit(c, \"a.h\")$ emit(fortran, \"a.f90\")$\n");
    const CommandRun run = run_lag({"a.lag", "--out", "."}, folder);
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(contents(folder / "a.h"), "#if LAG_LIMBS_4\n"));
    CHECK(holds(contents(folder / "a.f90"), "sum_of_4("));
}

}  // namespace lag
