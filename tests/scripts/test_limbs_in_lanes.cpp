// emit(cpp, .., limbs = lanes): the same numbers as without, whatever the scalar type, and what is said where limbs are
// not in lanes.
#include "tests/scripts/limb_walker.hpp"
#include "tests/scripts/test_limbs_compared.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// Three limbs on a base with Euler parameters; every limb has parameters, sides and loads of its own.
const std::string tripod =
    "model(tripod)$ parameter(g, 9.81)$ gravity([0, 0, -g])$ parameters(k = 40, rest = 0.3)$\n"
    "body(hub, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z],\n"
    "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 5, inertia = [0.2, 0.3, 0.4])$\n"
    "limb(n, side) := (\n"
    "  parameter(concat(ma_, n), 0.5 + side/10), parameter(concat(mb_, n), 0.3 + side/20),\n"
    "  parameter(concat(la_, n), 0.4 + side/30), parameter(concat(ja_, n), 0.02 + side/200),\n"
    "  parameter(concat(jb_, n), 0.01 + side/300), parameter(concat(stiff_, n), 3 + side),\n"
    "  ma: concat(ma_, n), mb: concat(mb_, n), la: concat(la_, n), ja: concat(ja_, n), jb: concat(jb_, n),\n"
    "  body(concat(upper_, n), hub, hinge = revolute(x, concat(a_, n)), at = [side/5, 1/4, side/7],\n"
    "    mass = ma, cm = [0, side/20, -la/2], inertia = [ja, ja/2, 2*ja/3]),\n"
    "  body(concat(lower_, n), concat(upper_, n), hinge = universal([y, z], [concat(b_, n), concat(c_, n)]), at = [0, "
    "0, "
    "-la],\n"
    "    mass = mb, cm = [side/30, 0, -1/5], inertia = [jb, jb, jb/2]),\n"
    "  input(concat(torque_, n)), hinge_load(concat(a_, n), concat(torque_, n) - concat(stiff_, n)*concat(a_, "
    "n)),\n"
    "  point(concat(h_, n), hub, [side/5, 1/2, 1/4]), point(concat(k_, n), concat(lower_, n), [0, 0, -1/10]),\n"
    "  spring(concat(h_, n), concat(k_, n), stiffness = k, length = rest),\n"
    "  point(concat(f_, n), concat(lower_, n), [0, side/40, -2/5]),\n"
    "  force(concat(f_, n), [1/2, side/3, concat(torque_, n)]))$\n"
    "limb(p, 1)$ limb(q, -1)$ limb(r, 2)$\n";

}  // namespace

TEST_CASE("limbs in lanes: C++ gives what the scalar form gives") {
    struct Case {
        std::string name, script, limbs;
    };
    const std::vector<Case> cases{{"quadruped", limb_sample("quadruped"), "hip_fl, hip_fr, hip_hl, hip_hr"},
                                  {"vehicle16", limb_sample("vehicle16"), "arm_fl, arm_fr, arm_rl, arm_rr"},
                                  {"tripod", tripod, "upper_p, upper_q, upper_r"}};
    for (const Case& one : cases)
        for (const bool vector_sines : {false, true}) {
            CAPTURE(one.name, vector_sines);
            const fs::path folder = emitted_limbs("limbs_" + one.name, one.script, one.name,
                                                  vector_sines ? ", sines = vector" : ", sines = library");
            const std::string text = contents(folder / "lanes.hpp");
            CHECK(holds(text, one.limbs));
            CHECK(holds(text, " = lag_limbs<R, "));
            const bool is_small = one.name == "tripod";
            CHECK(compared_limbs(folder, "double", "none", vector_sines ? "-march=native" : "",
                                 vector_sines && is_small ? "-O1" : "-O0")
                      .error < 1e-9);
            if (is_small) CHECK(compared_limbs(folder, "long double", "none", "").error < 1e-12);
        }
}

TEST_CASE("limbs in lanes: limbs on ground, and more limbs than lanes") {
    struct Case {
        std::string script, words, type;
    };
    const std::vector<Case> cases{
        {walker_on_ground("many", 2, "gate*q"), "; 2 limbs in lanes", "double"},
        {walker_on_ground("many", 5, "if q > 0 then -k*q else gate"), "; 5 limbs in lanes", "double"},
        {walker("many", 10, "gate*q"), "; 8 and 2 limbs in lanes", "double"},
        {rods_on_hub("many", 12), "; 8 and 4 limbs in lanes", "long double"},
        {walker_on_ground("many", 25, "if q > 0 then -k*q else gate"), "; 24 (in slices of 8) limbs in lanes",
         "double"},
        {walker("many", 17, "if q > 0 then -k*q else gate*sqrt(abs(q))"), "; 16 (in slices of 8) limbs in lanes",
         "long double"},
        {rods_on_hub("many", 33), "; 32 (in slices of 8) limbs in lanes", "double"}};
    for (const Case& one : cases) {
        CAPTURE(one.words);
        const fs::path folder = emitted_limbs("limbs_many", one.script, "many", "");
        std::string head = contents(folder / "lanes.hpp");
        for (std::size_t k = head.find("\n// "); k != std::string::npos; k = head.find("\n// "))
            head.replace(k, 4, " ");
        CHECK(holds(head, one.words));
        const ComparedLimbs numbers =
            compared_limbs(folder, one.type, "none", one.type == "double" ? "-march=native" : "");
        CHECK(numbers.error < (one.type == "double" ? 1e-12 : 1e-15));
        if (!holds(one.script, "rod_")) continue;
        const ComparedLimbs failing = compared_limbs(folder, "double", "_11", "");  // neither mass nor inertia
        CHECK(failing.info_scalar != 0);
        CHECK(failing.info_scalar == failing.info_lanes);
    }
}

TEST_CASE("limbs in lanes: fingers of two limbs are lanes of their own") {
    for (const int fingers : {2, 3, 4}) {
        CAPTURE(fingers);
        const fs::path folder =
            emitted_limbs("limbs_on_limbs", walker("hands", 2, "gate*q - c*q'", fingers), "hands", "");
        const std::string text = contents(folder / "lanes.hpp"), lanes = std::to_string(2 * fingers);
        CHECK(holds(text, "2 and " + lanes + " limbs in lanes"));
        CHECK(holds(text, fingers == 2 ? "once counts as one: k_11, k_21, k_12, k_22"
                                       : "once counts as one: k_11, k_21, k_12"));
        CHECK(holds(text, "K" + lanes + "::template folded<2>("));
        for (const char* flags : {"", "-march=native"})
            CHECK(compared_limbs(folder, "double", "none", flags).error < 1e-12);
        if (fingers == 3) CHECK(compared_limbs(folder, "long double", "none", "").error < 1e-14);
        // the finger whose pivot fails: its own number in both forms
        const ComparedLimbs failing = compared_limbs(folder, "double", "mf_22", "");
        CHECK(failing.info_scalar == failing.info_lanes);
    }
}

TEST_CASE("limbs in lanes: the legs of a platform, whose loops close on it") {
    std::string script = limb_sample("stewart");
    script = script.substr(0, script.find("check("));
    const fs::path folder = emitted_limbs("limbs_platform", script, "stewart", "");
    CHECK(holds(contents(folder / "lanes.hpp"),
                "using K6 = lag_limbs<R, 6>;  // lower1, lower2, lower3, lower4, lower5, lower6\n"));
    const ComparedLimbs numbers = compared_limbs(folder, "double", "M", "-march=native");
    CHECK(numbers.error < 1e-12);
    CHECK(numbers.info_scalar == 0);  // the legs have mass
    CHECK(numbers.info_lanes == 0);
    CHECK(compared_limbs(folder, "long double", "Rb", "").error < 1e-15);
    CHECK(holds(contents(folder / "lanes.hpp"), "derivatives: 348 add, 339 mul, 10 div"));
}

// Two subtrees on the chassis make a limb; the front tie rods go to the steering link, the rear ones to the chassis.
TEST_CASE("limbs in lanes: the corners of a vehicle with double wishbones") {
    std::string script = contents(fs::path(LAG_SOURCE_DIR) / "samples/hmmwv_full/hmmwv_full.lag");
    script = script.substr(0, script.find("check("));
    const fs::path folder = emitted_limbs("limbs_wishbones", script, "hmmwv_full", "");
    const std::string text = contents(folder / "lanes.hpp");
    CHECK(holds(text, "using K4 = lag_limbs<R, 4>;  // lower_fl, lower_fr, lower_rl, lower_rr\n"));
    const ComparedLimbs numbers = compared_limbs(folder, "double", "m_w", "-march=native");
    CHECK(numbers.error < 1e-10);
    CHECK(numbers.info_lanes == numbers.info_scalar);
    CHECK(compared_limbs(folder, "long double", "none", "").error < 1e-13);
}

// Conditions of each limb's own, of its speeds and the base's, of the base alone, with stabilization.
TEST_CASE("limbs in lanes: conditions within limbs and beside them") {
    const std::string rows =
        "options(stabilization = [3, 4])$\n"
        "tie(n, side) := (parameter(concat(ratio_, n), 0.3 + side/9),\n"
        "  constraint(concat(b_, n) - concat(ratio_, n)*sin(concat(a_, n)) - 0.1*side*concat(c_, n) = 0))$\n"
        "tie(p, 1)$ tie(q, -1)$ tie(r, 2)$ speed_constraint(vx = 0.3*vy + sin(t))$\n";
    const std::string led =
        "options(stabilization = [3, 4])$ input(common)$\n"
        "lead(n) := (input(concat(cmd_, n)), constraint(concat(b_, n) = concat(cmd_, n) + concat(a_, n)*common))$\n"
        "lead(p)$ lead(q)$ lead(r)$\n";
    for (const std::string& held : {rows, led}) {
        const fs::path folder = emitted_in_lanes("limbs_tied", tripod + held, "tripod", 3);
        CHECK(compared_limbs(folder, "double", "nothing", "-march=native").error < 1e-12);
        CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-15);
    }
}

TEST_CASE("limbs in lanes: constraints of one limb alone, between limbs, or that are switched") {
    const fs::path folder = scratch_folder("limbs_other_rows");
    const auto why = [&](const std::string& text) {
        write(folder / "a.lag", tripod + text + "emit(cpp, \"a.hpp\")$\n");
        return run_lag({"a.lag", "--out", ".", "--dump", "limbs"}, folder).output;
    };
    CHECK(holds(why("constraint(b_q = 0.2*sin(a_q))$\n"), "not all of them have the same constraints"));
    CHECK(holds(why("constraint(b_q = 0.2*sin(a_p))$\n"), "a constraint holds between"));
    CHECK(holds(why("constraint(b_q - 0.2*a_q = 0)$ options(constraints = eliminate)$\n"),
                "not all of them have the same constraints"));
    CHECK(holds(why("lag(n) := (state(concat(s_, n), rate = 1 - concat(s_, n)),\n"
                    "  constraint(concat(b_, n) = concat(s_, n)))$ lag(p)$ lag(q)$ lag(r)$\n"),
                "a constraint holds states"));
    CHECK(holds(why("state(s, rate = a_p' - s)$ speed_constraint(vx = s)$\n"), "a constraint holds states"));
    CHECK(holds(why("speed_constraint(vx = 0)$ options(constraints = eliminate)$\n"),
                "not in lanes: the model has constraints that are not held by multipliers alone"));
}

TEST_CASE("limbs in lanes: two groups on different bodies, with opposite axes and axes of their own") {
    const std::string script =
        "model(torso)$ parameters(g = 9.81, k = 20)$ gravity([0, 0, -g])$ input(push)$\n"
        "body(pelvis, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
        "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 9, inertia = [0.2, 0.3, 0.4])$\n"
        "body(chest, pelvis, hinge = revolute(y, bend), at = [0, 0, 0.3], mass = 7, inertia = [0.3, 0.2, 0.1])$\n"
        "leg(n, side) := (parameter(concat(m_, n), 2 + side/10),\n"
        "  body(concat(thigh_, n), pelvis, hinge = revolute([0, side, 0], concat(hip_, n)), at = [0, side/5, -0.1],\n"
        "       mass = concat(m_, n), cm = [0.02, side/50, -0.2], inertia = [0.05, 0.06, 0.01]),\n"
        "  body(concat(shank_, n), concat(thigh_, n), hinge = revolute([side, 0, 0], concat(knee_, n)),\n"
        "       at = [0, 0, -0.4], mass = 1.5, cm = [0, side/90, -0.2], inertia = [0.02, 0.03, 0.01]),\n"
        "  input(concat(torque_, n)), hinge_load(concat(hip_, n), side*concat(torque_, n)),\n"
        "  hinge_load(concat(knee_, n), -k*concat(knee_, n) - side*0.3*concat(knee_, n)'),\n"
        "  point(concat(toe_, n), concat(shank_, n), [0, 0, -0.4]), force(concat(toe_, n), [push, side, 2]))$\n"
        "arm(n, turn) := (\n"
        "  if turn = 0 then body(concat(upper_, n), chest, hinge = revolute(y, concat(lift_, n)), at = [0.1, n/9, 0],\n"
        "                        mass = 1, cm = [0.1, 0, -0.1], inertia = [0.01, 0.02, 0.03])\n"
        "  else body(concat(upper_, n), chest, hinge = revolute(y, concat(lift_, n)), at = [0.1, n/9, 0],\n"
        "            orient = [[z, turn], [x, 0.2]], mass = 1, cm = [0.1, 0, -0.1], inertia = [0.01, 0.02, 0.03]),\n"
        "  body(concat(lower_, n), concat(upper_, n), hinge = revolute(x, concat(elbow_, n)), at = [0.3, 0, 0],\n"
        "       mass = 0.8, cm = [0.1, n/70, 0], inertia = [0.01, 0.01, 0.02]),\n"
        "  hinge_load(concat(elbow_, n), -k*concat(elbow_, n)))$\n"
        "leg(l, 1)$ leg(r, -1)$ arm(1, 0)$ arm(2, 0.7)$ arm(3, -1.1)$\n";
    const fs::path folder = emitted_limbs("limbs_two_groups", script, "torso", "");
    const std::string text = contents(folder / "lanes.hpp");
    CHECK(holds(text, "using K3 = lag_limbs<R, 3>;  // upper_1, upper_2, upper_3\n"));
    CHECK(holds(text, "using K2 = lag_limbs<R, 2>;  // thigh_l, thigh_r\n"));
    CHECK(compared_limbs(folder, "double", "nothing", "-march=native", "-O1").error < 1e-11);
    CHECK(compared_limbs(folder, "double", "nothing", "").error < 1e-11);
    CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-12);
    const ComparedLimbs failing = compared_limbs(folder, "double", "m_r", "");  // the shank still has mass
    CHECK(failing.info_lanes == failing.info_scalar);
}

TEST_CASE("limbs in lanes: conditions of single limbs and of all") {
    const std::string base =
        "model(odd)$ parameters(g = 9.81, k = 30, late = 0.1)$ gravity([0, 0, -g])$ input(gate)$\n"
        "body(hull, ground, hinge = planar(z, [x, y, a]), mass = 80, inertia = [0, 0, 9])$\n"
        "limb(n) := (body(concat(arm_, n), hull, hinge = revolute(z, concat(s_, n)), at = [n/4, 1/n, 0],\n"
        "  mass = 3 + n/10, cm = [-0.1, 0.2/n, 0], inertia = [0, 0, 0.04]),\n"
        "  hinge_load(concat(s_, n), moment_of(n, concat(s_, n))))$\n";
    for (const char* load : {"if gate > late then k*q else -k*q^2", "if gate > 0 or q < 0 then gate else k*q",
                             "if not (q > 0) then gate else n", "if gate > 0 then n else 2*n"}) {
        CAPTURE(load);
        const std::string script = base + "moment_of(n, q) := " + load + "$ for n in [1, 2, 3, 4] do limb(n)$\n";
        const fs::path folder = emitted_limbs("limbs_conditions", script, "odd", "");
        CHECK(holds(contents(folder / "lanes.hpp"), " = lag_limbs<R, "));
        for (const char* type : {"double", "float"})
            CHECK(compared_limbs(folder, type, "nothing", "").error < (type[0] == 'd' ? 1e-12 : 1e-4));
    }
}

TEST_CASE("limbs in lanes: a limb that lacks a body has products in its loads") {
    const std::string script =
        "model(steers)$ parameters(g = 9.81)$ gravity([0, 0, -g])$ input(gate)$\n"
        "body(hull, ground, hinge = planar(z, [x, y, a]), mass = 80, inertia = [0, 0, 9])$\n"
        "limb(n, whole) := block([carrier],\n"
        "  body(concat(arm_, n), hull, hinge = revolute(z, concat(s_, n)), at = [n/4, 1/n, 0],\n"
        "       mass = 3 + n/10, cm = [-0.1, 0.2/n, 0], inertia = [0, 0, 0.04]), carrier: concat(arm_, n),\n"
        "  if whole = 1 then (body(concat(fork_, n), carrier, hinge = revolute(y, concat(t_, n)), at = [0.1, 0, 0],\n"
        "       mass = 1, cm = [0.1, 0, 0.1], inertia = [0.01, 0.02, 0.02]), carrier: concat(fork_, n)),\n"
        "  body(concat(tip_, n), carrier, hinge = revolute(x, concat(v_, n)), at = [0.1*n, 0, 0.1],\n"
        "       mass = 0.5, cm = [0.1, 0.1, 0], inertia = [0.01, 0.02, 0.02]),\n"
        "  hinge_load(concat(v_, n), gate*concat(v_, n) - concat(s_, n)*concat(v_, n)'))$\n"
        "limb(1, 1)$ limb(2, 1)$ limb(3, 0)$\n";
    const fs::path folder = emitted_in_lanes("limbs_lacking", script, "steers", 3);
    CHECK(compared_limbs(folder, "double", "nothing", "").error < 1e-12);
}

TEST_CASE("limbs in lanes: a limb that constraints hold lacks a body") {
    const std::string held =
        "body(tail, hub, hinge = revolute(z, wag), at = [0.5, 0, 0.1], mass = 1, cm = [0.1, 0, 0.02],\n"
        "     inertia = [0.01, 0.02, 0.02])$ constraint(wag = 0.1*z)$\n"
        "held(n) := constraint(concat(qa_, n) + 2*concat(qb_, n)*k/40 = 0.1*n)$ held(1)$ held(2)$ held(3)$\n";
    const fs::path folder = emitted_in_lanes("limbs_held_lack_bodies", walker("walker", 3, "-k*q") + held, "walker", 3);
    CHECK(compared_limbs(folder, "double", "nothing", "").error < 1e-12);
    CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-15);
}

TEST_CASE("limbs in lanes: tables are looked up limb by limb") {
    const std::string tables =
        "xs: makelist(i/10, i, -10, 10)$ ys: makelist(i^3/50 - i, i, -10, 10)$\n"
        "zs: makelist(makelist(i*j/7 - j^2, j, 1, 6), i, -10, 10)$\n"
        "hold(n) := (hinge_load(concat(a_, n), table(concat(a_, n)/2, xs, ys, interpolation = spline)),\n"
        "  hinge_load(concat(b_, n), table(concat(b_, n)/3, concat(torque_, n), xs, [0, 1, 2, 3, 5, 8], zs)))$\n"
        "hold(p)$ hold(q)$ hold(r)$\n";
    const fs::path folder = emitted_limbs("limbs_tables", tripod + tables, "tripod", "");
    const std::string text = contents(folder / "lanes.hpp");
    CHECK(holds(text, "K3::each([](const R& x) { return table_1<R>(0, x); }"));
    CHECK(holds(text, "K3::each([](const R& x, const R& y) { return table_2<R>(0, 0, x, y); }, "));
    CHECK(compared_limbs(folder, "double", "nothing", "-march=native").error < 1e-12);
    CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-15);
}

TEST_CASE("limbs in lanes: a failing pivot names the limb") {
    const fs::path folder = emitted_limbs("limbs_failing", tripod, "tripod", "");
    const ComparedLimbs result = compared_limbs(folder, "double", "b_q", "");  // mb_q and jb_q: limb q's last body
    CHECK(result.info_scalar == 6 + 6);
    CHECK(result.info_lanes == 6 + 6);
}

TEST_CASE("limbs in lanes: the dump tells which, and what differs") {
    const fs::path folder = scratch_folder("limbs_dump");
    write(folder / "a.lag", limb_sample("vehicle16"));
    const CommandRun run = run_lag({"a.lag", "--dump", "limbs"}, folder);
    CHECK(run.status == 0);
    CHECK(holds(run.output, "limbs in lanes: arm_fl, arm_fr, arm_rl, arm_rr\n"));
    CHECK(holds(run.output, "  steer[]: steer_fl, steer_fr, 0, 0\n"));
    CHECK(holds(run.output, "  turn[]: turn_fl, turn_fr, 0, 0\n"));
}

// Drives that follow their commands, dampers that relax, a valve for all limbs, and a rate that holds accelerations.
TEST_CASE("limbs in lanes: states of limbs and of the whole are scalars that lanes are made of") {
    const std::string states =
        "parameter(lag, 1/10, \"s\")$ state(valve, rate = (1 - valve)/lag + a_p'*b_q)$ state(shaken, rate = c_r'')$\n"
        "drive(n) := (input(concat(command_, n)), parameter(concat(lag_, n), 1/5),\n"
        "  state(concat(drive_, n), rate = (concat(command_, n) - concat(drive_, n))/concat(lag_, n)),\n"
        "  state(concat(relaxed_, n), rate = 40*concat(b_, n, \"'\") - concat(relaxed_, n)/lag),\n"
        "  hinge_load(concat(c_, n), valve*concat(drive_, n)),\n"
        "  hinge_load(concat(b_, n), -concat(relaxed_, n)*(1 + concat(a_, n)^2)))$\n"
        "drive(p)$ drive(q)$ drive(r)$\n";
    const fs::path folder = emitted_limbs("limbs_states", tripod + states, "tripod", "");
    CHECK(holds(contents(folder / "lanes.hpp"), "lag_limbs"));
    const ComparedLimbs numbers = compared_limbs(folder, "double", "lag_none", "");
    CHECK(numbers.error < 1e-12);
    CHECK(numbers.info_lanes == numbers.info_scalar);
}

TEST_CASE("limbs in lanes: flags that events change are inputs of limbs and of the base") {
    const std::string events =
        "flag(on, 1)$ hinge_load(vx, 3*on)$\n"
        "watched(n) := (flag(concat(hit_, n), 0), hinge_load(concat(a_, n), -concat(hit_, n)*concat(a_, n)'),\n"
        "  event(concat(reached_, n), concat(a_, n) - 1, rising, set = [concat(hit_, n) = 1]))$\n"
        "watched(p)$ watched(q)$ watched(r)$\n"
        "event(jolt, t - 1, rising, impulse = [a_p' = 1/10], set = [on = 0])$\n";
    const fs::path folder = emitted_in_lanes("limbs_events", tripod + events, "tripod", 3);
    CHECK(compared_limbs(folder, "double", "nothing", "").error < 1e-12);
}

TEST_CASE("limbs in lanes: what has none says so") {
    const fs::path folder = scratch_folder("limbs_none");
    const auto errors_of = [&](const std::string& text) {
        write(folder / "a.lag", text);
        return run_lag({"a.lag", "--out", "."}, folder).errors;
    };
    const std::string script = limb_sample("vehicle16");
    CHECK(holds(errors_of(script + "emit(fortran77, \"a.f\", limbs = lanes)$\n"),
                "there are no limbs in lanes in fortran77"));
    CHECK(holds(errors_of(script + "emit(cpp, \"a.hpp\", limbs = lanes, batch = true)$\n"),
                "limbs = lanes and batch = true exclude each other"));
    CHECK(holds(errors_of(script + "emit(cpp, \"a.hpp\", limbs = lanes, formulation = composite)$\n"),
                "limbs = lanes is for formulation = articulated, or auto"));
    CHECK(
        holds(errors_of(script + "emit(cpp, \"a.hpp\", limbs = legs)$\n"), "no form of equal limbs is called 'legs'"));
}

TEST_CASE("limbs in lanes: limbs that are not alike leave others of the same names alone") {
    // mirrored axes make two kinds of limbs; those tried first differ in a load
    const auto script = [](const std::string& more) {
        return "model(six)$ parameters(l = 0.3)$ gravity([0, 0, -9.81])$\n"
               "body(trunk, ground, hinge = free(), mass = 10, inertia = [1, 1, 1])$\n"
               "limb(n, s, k) := (\n"
               "  body(concat(hip_, n), trunk, hinge = revolute([s, 0, 0], concat(n, _0_0)), at = [k/5, s/5, 0],\n"
               "       mass = 1, cm = [0, s*l/2, 0], inertia = [0.01, 0.02, 0.03]),\n"
               "  body(concat(thigh_, n), concat(hip_, n), hinge = revolute([0, s, 0], concat(n, _0_1)),\n"
               "       at = [0, s*l, 0], mass = 1, cm = [0, s/50, -l/2], inertia = [0.02, 0.02, 0.01]))$\n"
               "limb(a, 1, 1)$ limb(b, -1, 1)$ limb(c, 1, 2)$ limb(d, -1, 2)$ limb(e, 1, 3)$ limb(f, -1, 3)$\n" +
               more + "hinge_load(b_0_0, min(0, -b_0_0))$ hinge_load(d_0_0, -d_0_0)$\n";
    };
    for (const std::string more : {"", "limb(h, -1, 4)$\n"}) {  // as many limbs of the other kind, and more of them
        const fs::path folder = emitted_in_lanes("limbs_mirrored", script(more), "six", 3);
        CHECK(compared_limbs(folder, "double", "nothing", "").error < 1e-12);
        for (const std::string level : {"0", "1"}) {
            const CommandRun dump =
                run_lag({"lanes.lag", "--out", ".", "--dump", "limbs", "--optimize", level}, folder);
            CHECK(dump.status == 0);
            CHECK(holds(dump.output, "limbs in lanes: hip_a, hip_c, hip_e\n"));
        }
    }
}

TEST_CASE("limbs in lanes: limbs = lanes forms them at --optimize 0 too") {
    const fs::path folder = scratch_folder("limbs_level_0");
    write(folder / "a.lag", tripod + "emit(cpp, \"a.hpp\", limbs = lanes)$ emit(cpp, \"b.hpp\")$\n");
    const CommandRun run = run_lag({"a.lag", "--out", ".", "--optimize", "0"}, folder);
    CHECK(run.status == 0);
    CHECK(!holds(run.errors, "no limbs are in lanes"));
    CHECK(holds(contents(folder / "a.hpp"), "using K3 = lag_limbs<R, 3>;"));
    CHECK(!holds(contents(folder / "b.hpp"), "lag_limbs"));
    const CommandRun dump = run_lag({"a.lag", "--out", ".", "--optimize", "0", "--dump", "limbs"}, folder);
    CHECK(holds(dump.output, "not compared at --optimize 0"));
}

}  // namespace lag
