// emit(cpp, .., limbs = lanes): the same numbers as without, whatever the scalar type, and what is said where limbs are
// not in lanes.
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

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

std::string sample(const std::string& name) {
    std::string text = contents(fs::path(LAG_SOURCE_DIR) / "samples" / (name + ".lag"));
    text = text.substr(0, text.find("emit("));
    return text;
}

std::string renamed(std::string script, const std::string& name, const std::string& other) {
    const std::string head = "model(" + name;
    script.replace(script.find(head), head.size(), "model(" + other);
    return script;
}

// Calls both forms at random states; prints the largest difference beside the largest acceleration, then info of both
// where the parameters named `fails` are zero.
std::string driver(const std::string& type, const std::string& fails, bool has_quaternion, bool has_states) {
    return "#include <cstdio>\n#include <cstring>\n#include \"scalar.hpp\"\n#include \"lanes.hpp\"\n"
           "#include <algorithm>\n#include <cmath>\n#include <vector>\n"
           "using R = " +
           type +
           ";\n"
           "static unsigned long long seed = 7;\n"
           "static double draw() {\n"
           "    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;\n"
           "    return static_cast<double>(seed >> 11) / 4503599627370496.0 - 1;\n}\n"
           "int main() {\n"
           "    namespace S = scalar;\n"
           "    constexpr int nq = S::nq, nu = S::nu, ns = " +
           (has_states ? "S::ns" : "0") +
           ";\n"
           "    std::vector<R> p(S::np), cs(S::nc), cl(lanes::nc), y(nq + nu + ns), w(S::nw + 1), q0(nq), u0(nu);\n"
           "    double error = 0, largest = 1, of_loads = 0;\n"
           "    int is = 0, il = 0;\n"
           "    for (int k = 0; k < 20; ++k) {\n"
           "        S::scalar_defaults<R>(p.data());\n"
           "        for (R& x : p) x *= R(1 + 0.1 * draw());\n"
           "        S::scalar_initial<R>(p.data(), q0.data(), u0.data()" +
           (has_states ? ", y.data()" : "") +
           ");\n"
           "        for (int i = 0; i < nq; ++i) y[i] = q0[i] + R(draw());\n" +
           std::string(has_quaternion ? "        S::scalar_normalize<R>(y.data());\n" : "") +
           "        for (int i = 0; i < nu + ns; ++i) y[nq + i] = R(draw());\n"
           "        for (R& x : w) x = R(3 * draw());\n"
           "        S::scalar_setup<R>(p.data(), cs.data()), lanes::lanes_setup<R>(p.data(), cl.data());\n"
           "        std::vector<R> a(nq + nu + ns), b(nq + nu + ns), us(nu), ub(nu), ls(64), lb(64);\n"
           "        S::scalar_derivatives<R>(R(0), y.data(), w.data(), cs.data(), a.data(), is);\n"
           "        lanes::lanes_derivatives<R>(R(0), y.data(), w.data(), cl.data(), b.data(), il);\n"
           "        if (is != 0 || il != 0) return 1;\n"
           "        lanes::lanes_accelerations<R>(R(0), y.data(), y.data() + nq, " +
           (has_states ? "y.data() + nq + nu, " : "") +
           "w.data(), cl.data(), ub.data(), lb.data(), il);\n"
           "        S::scalar_accelerations<R>(R(0), y.data(), y.data() + nq, " +
           (has_states ? "y.data() + nq + nu, " : "") +
           "w.data(), cs.data(), us.data(), ls.data(), is);\n"
           "        if (is != 0 || il != 0) return 1;\n"
           "        double most = 1, off = 0;  // of the multipliers\n"
           "        for (int i = 0; i < 64; ++i) {\n"
           "            most = std::max(most, std::abs(static_cast<double>(ls[i])));\n"
           "            off = std::max(off, std::abs(static_cast<double>(ls[i] - lb[i])));\n"
           "        }\n"
           "        of_loads = std::max(of_loads, off / most);\n"
           "        for (int i = 0; i < nq + nu + ns; ++i) {\n"
           "            largest = std::max(largest, std::abs(static_cast<double>(a[i])));\n"
           "            error = std::max(error, std::abs(static_cast<double>(a[i] - b[i])));\n"
           "            if (i >= nq && i < nq + nu) error = std::max(error, std::abs(static_cast<double>(a[i] - ub[i - "
           "nq])));\n"
           "        }\n"
           "    }\n"
           "    for (int i = 0; i < S::np; ++i)\n"
           "        if (std::strstr(S::parameter_names[i], \"" +
           fails +
           "\") != nullptr) p[i] = R(0);\n"
           "    S::scalar_setup<R>(p.data(), cs.data()), lanes::lanes_setup<R>(p.data(), cl.data());\n"
           "    std::vector<R> a(nq + nu + ns);\n"
           "    S::scalar_derivatives<R>(R(0), y.data(), w.data(), cs.data(), a.data(), is);\n"
           "    lanes::lanes_derivatives<R>(R(0), y.data(), w.data(), cl.data(), a.data(), il);\n"
           "    std::printf(\"%.3e %d %d\\n\", std::max(error / largest, of_loads), is, il);\n"
           "}\n";
}

struct Compared {
    double error = 1;
    int info_scalar = -1, info_lanes = -1;
};

// `level`: -O1 takes the compiler three times as long
Compared compared(const fs::path& folder, const std::string& type, const std::string& fails, const std::string& flags,
                  const std::string& level = "-O0") {
    const std::string scalar = contents(folder / "scalar.hpp");
    write(folder / "driver.cpp",
          driver(type, fails, holds(scalar, "void scalar_normalize("), holds(scalar, ", ns = ")));
    const std::string command = "cd '" + folder.string() +
                                "' && g++ -std=c++17 -Wall -Wextra -Wpedantic -Wno-unused-parameter " + level + " " +
                                flags + " driver.cpp -o driver > log 2>&1 && ./driver > numbers 2>> log";
    const int status = std::system(command.c_str());
    INFO(contents(folder / "log").substr(0, 3000));
    REQUIRE(status == 0);
    std::istringstream numbers(contents(folder / "numbers"));
    Compared result;
    numbers >> result.error >> result.info_scalar >> result.info_lanes;
    return result;
}

fs::path emitted(const std::string& folder_name, const std::string& script, const std::string& name,
                 const std::string& options) {
    const fs::path folder = scratch_folder(folder_name);
    write(folder / "scalar.lag",
          renamed(script, name, "scalar") + "emit(cpp, \"scalar.hpp\", limbs = scalar" + options + ")$\n");
    write(folder / "lanes.lag",
          renamed(script, name, "lanes") + "emit(cpp, \"lanes.hpp\", limbs = lanes" + options + ")$\n");
    for (const char* file : {"scalar.lag", "lanes.lag"}) {
        const CommandRun run = run_lag({file, "--out", "."}, folder);
        INFO(run.output << run.errors);
        REQUIRE(run.status == 0);
    }
    return folder;
}

// The same with that many limbs in lanes.
fs::path emitted_in_lanes(const std::string& folder_name, const std::string& script, const std::string& name,
                          int lanes) {
    const fs::path folder = emitted(folder_name, script, name, "");
    const std::string n = std::to_string(lanes);
    CHECK(holds(contents(folder / "lanes.hpp"), "using K" + n + " = lag_limbs<R, " + n + ">;"));
    return folder;
}

}  // namespace

TEST_CASE("limbs in lanes: C++ gives what the scalar form gives") {
    struct Case {
        std::string name, script, limbs;
    };
    const std::vector<Case> cases{{"quadruped", sample("quadruped"), "hip_fl, hip_fr, hip_hl, hip_hr"},
                                  {"vehicle16", sample("vehicle16"), "arm_fl, arm_fr, arm_rl, arm_rr"},
                                  {"tripod", tripod, "upper_p, upper_q, upper_r"}};
    for (const Case& one : cases)
        for (const bool vector_sines : {false, true}) {
            CAPTURE(one.name, vector_sines);
            const fs::path folder = emitted("limbs_" + one.name, one.script, one.name,
                                            vector_sines ? ", sines = vector" : ", sines = library");
            const std::string text = contents(folder / "lanes.hpp");
            CHECK(holds(text, one.limbs));
            CHECK(holds(text, " = lag_limbs<R, "));
            const bool is_small = one.name == "tripod";
            CHECK(compared(folder, "double", "none", vector_sines ? "-march=native" : "",
                           vector_sines && is_small ? "-O1" : "-O0")
                      .error < 1e-9);
            if (is_small) CHECK(compared(folder, "long double", "none", "").error < 1e-12);
        }
}

TEST_CASE("limbs in lanes: the legs of a platform, whose loops close on it") {
    std::string script = sample("stewart");
    script = script.substr(0, script.find("check("));
    const fs::path folder = emitted("limbs_platform", script, "stewart", "");
    CHECK(holds(contents(folder / "lanes.hpp"),
                "using K6 = lag_limbs<R, 6>;  // lower1, lower2, lower3, lower4, lower5, lower6\n"));
    const Compared numbers = compared(folder, "double", "M", "-march=native");
    CHECK(numbers.error < 1e-12);
    CHECK(numbers.info_scalar == 0);  // the legs have mass
    CHECK(numbers.info_lanes == 0);
    CHECK(compared(folder, "long double", "Rb", "").error < 1e-15);
    CHECK(holds(contents(folder / "lanes.hpp"), "derivatives: 348 add, 338 mul, 10 div"));
}

// Two subtrees on the chassis make a limb; the front tie rods go to the steering link, the rear ones to the chassis.
TEST_CASE("limbs in lanes: the corners of a vehicle with double wishbones") {
    std::string script = contents(fs::path(LAG_SOURCE_DIR) / "samples/hmmwv_full/hmmwv_full.lag");
    script = script.substr(0, script.find("check("));
    const fs::path folder = emitted("limbs_wishbones", script, "hmmwv_full", "");
    const std::string text = contents(folder / "lanes.hpp");
    CHECK(holds(text, "using K4 = lag_limbs<R, 4>;  // lower_fl, lower_fr, lower_rl, lower_rr\n"));
    const Compared numbers = compared(folder, "double", "m_w", "-march=native");
    CHECK(numbers.error < 1e-10);
    CHECK(numbers.info_lanes == numbers.info_scalar);
    CHECK(compared(folder, "long double", "none", "").error < 1e-13);
}

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
    CHECK(compared(folder, "double", "nothing", "-march=native").error < 1e-12);
    CHECK(compared(folder, "long double", "nothing", "").error < 1e-14);
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
    CHECK(compared(emitted_in_lanes("limbs_coupled_to_base", on_palm, "hand", 3), "double", "nothing", "").error <
          1e-12);
    // rods hold fingertips beside the coupled hinges
    const std::string rods =
        "rod(n, px, py) := (point(concat(tip_, n), concat(f3_, n), [0.2, 0, 0]),\n"
        "  point(concat(eye_, n), palm, [px + 1.2, py, 0.6]),\n"
        "  constraint(distance(concat(tip_, n), concat(eye_, n))^2 = 0.37))$\n"
        "rod(1, 0.5, 0.3)$ rod(2, 0.5, 0.1)$ rod(3, 0.5, -0.1)$\n";
    CHECK(
        compared(emitted_in_lanes("limbs_coupled_and_held", script + rods, "hand", 3), "double", "nothing", "").error <
        1e-12);
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
        CHECK(compared(folder, "double", "nothing", "-march=native").error < 1e-10);
        // numbers folded into constants are doubles
        CHECK(compared(folder, "long double", "nothing", "").error < 1e-12);
    }
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
        CHECK(compared(folder, "double", "nothing", "-march=native").error < 1e-12);
        CHECK(compared(folder, "long double", "nothing", "").error < 1e-15);
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
    const fs::path folder = emitted("limbs_two_groups", script, "torso", "");
    const std::string text = contents(folder / "lanes.hpp");
    CHECK(holds(text, "using K3 = lag_limbs<R, 3>;  // upper_1, upper_2, upper_3\n"));
    CHECK(holds(text, "using K2 = lag_limbs<R, 2>;  // thigh_l, thigh_r\n"));
    CHECK(compared(folder, "double", "nothing", "-march=native", "-O1").error < 1e-11);
    CHECK(compared(folder, "double", "nothing", "").error < 1e-11);
    CHECK(compared(folder, "long double", "nothing", "").error < 1e-12);
    const Compared failing = compared(folder, "double", "m_r", "");  // the shank still has mass
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
        const fs::path folder = emitted("limbs_conditions", script, "odd", "");
        CHECK(holds(contents(folder / "lanes.hpp"), " = lag_limbs<R, "));
        for (const char* type : {"double", "float"})
            CHECK(compared(folder, type, "nothing", "").error < (type[0] == 'd' ? 1e-12 : 1e-4));
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
    CHECK(compared(folder, "double", "nothing", "").error < 1e-12);
}

TEST_CASE("limbs in lanes: tables are looked up limb by limb") {
    const std::string tables =
        "xs: makelist(i/10, i, -10, 10)$ ys: makelist(i^3/50 - i, i, -10, 10)$\n"
        "zs: makelist(makelist(i*j/7 - j^2, j, 1, 6), i, -10, 10)$\n"
        "hold(n) := (hinge_load(concat(a_, n), table(concat(a_, n)/2, xs, ys, interpolation = spline)),\n"
        "  hinge_load(concat(b_, n), table(concat(b_, n)/3, concat(torque_, n), xs, [0, 1, 2, 3, 5, 8], zs)))$\n"
        "hold(p)$ hold(q)$ hold(r)$\n";
    const fs::path folder = emitted("limbs_tables", tripod + tables, "tripod", "");
    const std::string text = contents(folder / "lanes.hpp");
    CHECK(holds(text, "K3::each([](const R& x) { return table_1<R>(0, x); }"));
    CHECK(holds(text, "K3::each([](const R& x, const R& y) { return table_2<R>(0, 0, x, y); }, "));
    CHECK(compared(folder, "double", "nothing", "-march=native").error < 1e-12);
    CHECK(compared(folder, "long double", "nothing", "").error < 1e-15);
}

TEST_CASE("limbs in lanes: a failing pivot names the limb") {
    const fs::path folder = emitted("limbs_failing", tripod, "tripod", "");
    const Compared result = compared(folder, "double", "b_q", "");  // mb_q and jb_q: limb q's last body
    CHECK(result.info_scalar == 6 + 6);
    CHECK(result.info_lanes == 6 + 6);
}

TEST_CASE("limbs in lanes: the dump tells which, and what differs") {
    const fs::path folder = scratch_folder("limbs_dump");
    write(folder / "a.lag", sample("vehicle16"));
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
    const fs::path folder = emitted("limbs_states", tripod + states, "tripod", "");
    CHECK(holds(contents(folder / "lanes.hpp"), "lag_limbs"));
    const Compared numbers = compared(folder, "double", "lag_none", "");
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
    CHECK(compared(folder, "double", "nothing", "").error < 1e-12);
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
        CHECK(compared(folder, "double", "nothing", "").error < 1e-12);
        CHECK(compared(folder, "long double", "nothing", "").error < 1e-15);
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
        CHECK(compared(folder, "double", "nothing", "").error < 1e-12);
        CHECK(compared(folder, "long double", "nothing", "").error < 1e-15);
    }
}

TEST_CASE("limbs in lanes: what has none says so") {
    const fs::path folder = scratch_folder("limbs_none");
    const auto errors_of = [&](const std::string& text) {
        write(folder / "a.lag", text);
        return run_lag({"a.lag", "--out", "."}, folder).errors;
    };
    const std::string script = sample("vehicle16");
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
        CHECK(compared(folder, "double", "nothing", "").error < 1e-12);
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
