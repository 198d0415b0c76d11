// Equal limbs in lanes whose hinges have no coordinates of their own: what moves them, and hinges that are cut.
#include "tests/scripts/test_limbs_compared.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("limbs in lanes: fingers whose hinges follow one coordinate") {
    const std::string script =
        "model(hand)$ gravity([0, 0, -9.81])$\n"
        "body(palm, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
        "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 5, inertia = [0.1, 0.2, 0.2])$\n"
        "finger(n, px, py) := (parameter(concat(ratio_, n), 0.7 + n/50),\n"
        "  body(concat(f0_, n), palm, hinge = revolute(z, concat(s_, n)), at = [px, py, 0], mass = 0.3,\n"
        "       cm = [0.1, 0, 0], inertia = [0.01, 0.02, 0.02]),\n"
        "  body(concat(f1_, n), concat(f0_, n), hinge = revolute(y, concat(a_, n)), at = [0.2, 0, 0], mass = 0.4,\n"
        "       cm = [0.2, 0, 0], inertia = [0.01, 0.02, 0.02]),\n"
        "  body(concat(f2_, n), concat(f1_, n), hinge = revolute(y, 0.8*concat(a_, n) + 0.1*concat(a_, n)^2),\n"
        "       at = [0.4, 0, 0], mass = 0.2, cm = [0.15, 0, 0], inertia = [0.01, 0.01, 0.01]),\n"
        "  body(concat(f3_, n), concat(f2_, n), hinge = revolute(y, concat(ratio_, n)*concat(a_, n)),\n"
        "       at = [0.3, 0, 0], mass = 0.1, cm = [0.1, 0, 0], inertia = [0.001, 0.002, 0.002]),\n"
        "  input(concat(t_, n)), hinge_load(concat(a_, n), concat(t_, n) - 0.1*concat(a_, n)'))$\n"
        "finger(1, 0.5, 0.3)$ finger(2, 0.5, 0.1)$ finger(3, 0.5, -0.1)$\n";
    const fs::path folder = emitted_in_lanes("limbs_coupled", script, "hand", 3);
    CHECK(compared_limbs(folder, "double", "nothing", "-march=native").error < 1e-12);
    CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-14);
    const auto why = [&](const std::string& text) {
        const fs::path other = scratch_folder("limbs_coupled_across");
        write(other / "a.lag", text + "emit(cpp, \"a.hpp\")$\n");
        const CommandRun run = run_lag({"a.lag", "--out", ".", "--dump", "limbs"}, other);
        CHECK(run.status == 0);
        return run.output;
    };
    // all follow the palm's own roll, which three speeds move; the last one follows a finger of its neighbour
    std::string on_palm = script, crossed = script;
    const std::string own = "0.8*concat(a_, n) + 0.1*concat(a_, n)^2";
    on_palm.replace(on_palm.find(own), own.size(), "0.8*roll");
    CHECK(compared_limbs(emitted_in_lanes("limbs_coupled_to_base", on_palm, "hand", 3), "double", "nothing", "").error <
          1e-12);
    // rods hold fingertips beside the coupled hinges
    const std::string rods =
        "rod(n, px, py) := (point(concat(tip_, n), concat(f3_, n), [0.2, 0, 0]),\n"
        "  point(concat(eye_, n), palm, [px + 1.2, py, 0.6]),\n"
        "  constraint(distance(concat(tip_, n), concat(eye_, n))^2 = 0.37))$\n"
        "rod(1, 0.5, 0.3)$ rod(2, 0.5, 0.1)$ rod(3, 0.5, -0.1)$\n";
    CHECK(compared_limbs(emitted_in_lanes("limbs_coupled_and_held", script + rods, "hand", 3), "double", "nothing", "")
              .error < 1e-12);
    crossed.replace(
        crossed.rfind("finger(3, 0.5, -0.1)$"), 21,
        "body(f0_3, palm, hinge = revolute(z, s_3), at = [0.5, -0.1, 0], mass = 0.3, inertia = [1, 1, 1])$\n"
        "body(f1_3, f0_3, hinge = revolute(y, a_3), at = [0.2, 0, 0], mass = 0.4, inertia = [1, 1, 1])$\n"
        "body(f2_3, f1_3, hinge = revolute(y, 0.8*a_2), at = [0.4, 0, 0], mass = 0.2, inertia = [1, 1, 1])$\n"
        "body(f3_3, f2_3, hinge = revolute(y, 0.7*a_3), at = [0.3, 0, 0], mass = 0.1, inertia = [1, 1, 1])$\n");
    CHECK(holds(why(crossed), "limbs not in lanes"));
}

// Upper arms hang on the uprights by cut hinges whose coordinates carry loads and which inputs move; beside them a loop
// of the chassis alone. The same corners by joints, of which the tool cuts one each.
TEST_CASE("limbs in lanes: cut hinges within limbs and beside them") {
    const std::string base =
        "model(car)$ gravity([0, 0, -9.81])$ parameters(k = 300, d = 20)$\n"
        "body(chassis, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
        "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 15, inertia = [5, 20, 22])$\n";
    const std::string beside =
        "body(flap, chassis, hinge = revolute(y, f1), at = [0, 0, 0.4], mass = 1, cm = [0.3, 0, 0],\n"
        "     inertia = [0.1, 0.1, 0.1])$\n"
        "body(prop, chassis, hinge = revolute(y, f2), at = [0.4, 0, 0.1], mass = 1, cm = [0.1, 0, 0.2],\n"
        "     inertia = [0.1, 0.1, 0.1])$\n"
        "cut_hinge(prop, flap, hinge = [translate(x, f3), rotate(y, f4), rotate(z, f5)], at = [0.2, 0, 0],\n"
        "          outboard_at = [0, 0, 0.3])$ hinge_load(f3, -40*f3 - 2*f3')$ hinge_load(f4, -f4)$\n";
    const std::string lower =
        "  body(concat(lower_, n), chassis, hinge = revolute(x, concat(a_, n)), at = [px, 0.3*s, -0.1],\n"
        "       mass = 1 + px/10, cm = [0.01, 0.2*s, 0], inertia = [0.02, 0.03, 0.02]),\n"
        "  body(concat(upright_, n), concat(lower_, n), hinge = universal([x, z], [concat(c_, n), concat(v_, n)]),\n"
        "       at = [0, 0.5*s, 0], mass = 2, cm = [0, 0.05*s, 0.15], inertia = [0.2, 0.3, 0.2]),\n"
        "  hinge_load(concat(v_, n), -k*concat(v_, n)), hinge_load(concat(a_, n), -k*concat(a_, n) - d*concat(a_, "
        "n)'),\n";
    const std::string cut =
        "corner(n, px, s) := (input(concat(m_, n), \"m\"),\n" + lower +
        "  body(concat(upper_, n), chassis, hinge = revolute(x, concat(b_, n)), at = [px, 0.35*s, 0.2],\n"
        "       mass = 0.8, cm = [0, 0.15*s, 0.01], inertia = [0.02, 0.03, 0.02]),\n"
        "  cut_hinge(concat(upright_, n), concat(upper_, n), hinge = [rotate(x, concat(e_, n)),\n"
        "            translate(y, concat(m_, n) + 0.02*s), rotate(y, concat(h_, n)), rotate(z, concat(g_, n))],\n"
        "            at = [0, 0.42*s, 0], orient = [[x, 0.1*s], [z, 0.2 + px/9]], outboard_at = [0, 0.02*s, 0.3]),\n"
        "  hinge_load(concat(e_, n), -5*concat(e_, n) - concat(e_, n)'/3))$\n";
    const std::string joined =
        "corner(n, px, s) := (\n" + lower +
        "  body(concat(upper_, n), mass = 0.8, cm = [0, 0.15*s, 0.01], inertia = [0.02, 0.03, 0.02]),\n"
        "  joint(concat(inner_, n), chassis, concat(upper_, n), hinge = revolute(x, concat(b_, n)),\n"
        "        at = [px, 0.35*s, 0.2]),\n"
        "  joint(concat(outer_, n), concat(upper_, n), concat(upright_, n), hinge = [rotate(x, concat(e_, n)),\n"
        "        rotate(y, concat(h_, n)), rotate(z, concat(g_, n))], at = [0, 0.42*s, 0], outboard_at = [0, 0.02*s, "
        "0.3]))$\n";
    const std::string corners = "corner(fl, 1.2, 1)$ corner(fr, 1.2, -1)$ corner(rl, -1.4, 1)$ corner(rr, -1.4, -1)$\n";
    for (const std::string& script : {base + beside + cut + corners, base + joined + corners}) {
        CAPTURE(script);
        const fs::path folder = emitted_in_lanes("limbs_cut_hinges", script, "car", 4);
        CHECK(compared_limbs(folder, "double", "nothing", "-march=native").error < 1e-10);
        // numbers folded into constants are doubles
        CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-12);
    }
}

// Corners of a vehicle: the upright is turned by an input, by one of its own and the time, or is not there at the rear.
TEST_CASE("limbs in lanes: hinges of limbs that inputs and time move") {
    const std::string base =
        "model(car)$ gravity([0, 0, -9.81])$ parameters(k = 300, d = 20)$ input(steer, \"rad\")$\n"
        "body(chassis, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
        "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 15, inertia = [5, 20, 22])$\n"
        "arm(n, px, py) := (\n"
        "  body(concat(arm_, n), chassis, hinge = prismatic(z, concat(z_, n)), at = [px, py, -0.2], mass = 2,\n"
        "       cm = [0, -py/10, 0], inertia = [1, 1, 1]),\n"
        "  hinge_load(concat(z_, n), -k*concat(z_, n) - d*concat(z_, n)'))$\n"
        "wheel(n, on, py) := (\n"
        "  body(concat(wheel_, n), on, hinge = revolute(y, concat(spin_, n)), at = [0.01, py/10, 0], mass = 1.8,\n"
        "       inertia = [0.6, 1.1, 0.6]),\n"
        "  input(concat(drive_, n)), hinge_load(concat(spin_, n), concat(drive_, n)))$\n"
        "corner(n, px, py, angle) := (arm(n, px, py),\n"
        "  body(concat(upright_, n), concat(arm_, n), hinge = revolute(z, angle), at = [0, py/20, 0], mass = 1.5,\n"
        "       cm = [0.02, py/30, 0], inertia = [0.5, 0.6, 0.5]),\n"
        "  wheel(n, concat(upright_, n), py))$\n";
    const std::string rear =
        "arm(rl, -1.6, 0.7)$ wheel(rl, arm_rl, 0.7)$ arm(rr, -1.6, -0.7)$ wheel(rr, arm_rr, -0.7)$\n";
    const std::string one =
        "corner(fl, 1.2, 0.7, steer)$ corner(fr, 1.2, -0.7, 0.9*steer)$ corner(rl, -1.6, 0.7, -0.1*steer)$\n"
        "corner(rr, -1.6, -0.7, -steer/5)$\n";
    const std::string own =
        "own(n, px, py) := (input(concat(toe_, n), \"rad\"), corner(n, px, py, py*concat(toe_, n) + 0.1*sin(3*t)))$\n"
        "own(fl, 1.2, 0.7)$ own(fr, 1.2, -0.7)$ own(rl, -1.6, 0.8)$ own(rr, -1.6, -0.6)$\n";
    const std::string front = "corner(fl, 1.2, 0.7, steer)$ corner(fr, 1.2, -0.7, -0.9*steer)$\n" + rear;
    const std::string left =
        "input(toe_l, \"rad\")$ corner(fl, 1.2, 0.7, toe_l)$ corner(fr, 1.2, -0.7, -steer)$\n" + rear;
    for (const std::string& corners : {one, own, front, left}) {
        CAPTURE(corners);
        const fs::path folder = emitted_in_lanes("limbs_steered", base + corners, "car", 4);
        CHECK(compared_limbs(folder, "double", "nothing", "").error < 1e-12);
        CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-15);
    }
}

// A coordinate of no limb turns wheels, in some limbs before they spin in the same hinge.
TEST_CASE("limbs in lanes: hinges of limbs that follow a coordinate of the body that carries them") {
    const std::string base =
        "model(car)$ gravity([0, 0, -9.81])$ parameters(k = 300, d = 20, arm = 0.14)$ input(pull, \"N\")$\n"
        "body(chassis, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
        "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 15, inertia = [5, 20, 22])$\n"
        "body(rod, chassis, hinge = prismatic(y, rack), at = [1, 0, 0], mass = 2, inertia = [0.3, 0, 0.3])$\n"
        "hinge_load(rack, pull - d*rack')$ turned: -rack/arm$\n"
        "arm(n, px, py) := (\n"
        "  body(concat(arm_, n), chassis, hinge = revolute([py, 0, 0], concat(z_, n)), at = [px, py/3, -0.2], mass = "
        "2,\n"
        "       cm = [0, py/10, 0], inertia = [1, 1, 1]),\n"
        "  hinge_load(concat(z_, n), -k*concat(z_, n) - d*concat(z_, n)'))$\n"
        "wheel(n, hinges, px, py) := (arm(n, px, py),\n"
        "  body(concat(wheel_, n), concat(arm_, n), hinge = hinges, at = [0.01, py/4, 0], mass = 1.8,\n"
        "       cm = [0.02, py/30, 0.01], inertia = [0.6, 1.1, 0.7]),\n"
        "  input(concat(drive_, n)), hinge_load(concat(spin_, n), concat(drive_, n)))$\n"
        "upright(n, angle, px, py) := (arm(n, px, py),\n"
        "  body(concat(upright_, n), concat(arm_, n), hinge = revolute(z, angle), at = [0, py/4, 0], mass = 1.5,\n"
        "       cm = [0.02, py/30, 0], inertia = [0.5, 0.6, 0.5]),\n"
        "  body(concat(wheel_, n), concat(upright_, n), hinge = revolute(y, concat(spin_, n)), at = [0, py/9, 0],\n"
        "       mass = 1, inertia = [0.6, 1.1, 0.6]))$\n";
    const std::string rear = "wheel(rl, rotate(y, spin_rl), -1.7, 1)$ wheel(rr, rotate(y, spin_rr), -1.6, -1)$\n";
    const std::string one_hinge =
        "wheel(fl, [rotate(z, turned), rotate(y, spin_fl)], 1.2, 1)$\n"
        "wheel(fr, [rotate(z, turned), rotate(y, spin_fr)], 1.2, -1)$\n" +
        rear;
    const std::string rear_first = rear +
                                   "wheel(fl, [rotate(z, turned), rotate(y, spin_fl)], 1.2, 1)$\n"
                                   "wheel(fr, [rotate(z, 0.9*turned + rack^2), rotate(y, spin_fr)], 1.2, -1)$\n";
    const std::string uprights =
        "upright(fl, turned, 1.2, 1)$ upright(fr, turned + roll*rack, 1.2, -1)$ upright(rl, -turned/9, -1.6, 1)$\n"
        "upright(rr, rack^2, -1.6, -1)$\n";
    for (const std::string& corners : {one_hinge, rear_first, uprights}) {
        CAPTURE(corners);
        const fs::path folder = emitted_in_lanes("limbs_racked", base + corners, "car", 4);
        CHECK(compared_limbs(folder, "double", "nothing", "").error < 1e-12);
        CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-15);
    }
}

TEST_CASE("limbs in lanes: springs and torques over hinges that a coordinate of the base turns, too") {
    const std::string script =
        "model(arms)$ gravity([0, -10, 0])$ parameter(k, 14)$\n"
        "body(base, ground, hinge = revolute(y, q1), mass = 2, inertia = [0.8, 0.9, 0.7])$\n"
        "body(rack, base, hinge = revolute(z, q2), at = [1, 0, 0], mass = 2, inertia = [0.6, 0.7, 0.8])$\n"
        "point(eye, base, [1.3, 0.9, -0.7])$\n"
        "arm(n, ratio, py) := (\n"
        "  body(concat(arm_, n), base, hinge = [rotate(z, ratio*q2), rotate(x, concat(a_, n))], at = [0, py, 0.3],\n"
        "       mass = 0.5 + n, cm = [-0.1, 0, -0.35], inertia = [1, 0.7 + n/10, 1]),\n"
        "  body(concat(hand_, n), concat(arm_, n), hinge = prismatic(x, concat(s_, n)), at = [n/9, 0.1, 0], mass = "
        "0.7,\n"
        "       inertia = [0.2, 0.3, 0.2]))$\n"
        "arm(1, -0.265, -0.9)$ arm(2, -0.46, 0.2)$\n";
    const std::string springs =
        "spring_of(n) := (point(concat(tip_, n), concat(arm_, n), [0.4, -0.3, 0.2]),\n"
        "  spring(eye, concat(tip_, n), stiffness = k + n, damping = 0.2, length = 1))$ spring_of(1)$ spring_of(2)$\n";
    const std::string torques =
        "torque(arm_1, [0.3, 2, a_1], reaction = base)$ torque(arm_2, [0.1, 1.4, a_2], reaction = base)$\n";
    for (const std::string& loads : {springs, torques}) {
        CAPTURE(loads);
        CHECK(
            compared_limbs(emitted_in_lanes("limbs_turned_by_base", script + loads, "arms", 2), "double", "nothing", "")
                .error < 1e-12);
    }
}

}  // namespace lag
