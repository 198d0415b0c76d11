// Derivatives of equal limbs in lanes, in trees: limb_derivatives.hpp says what they are compared with.
#include <filesystem>

#include "tests/scripts/limb_derivatives.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// Legs about opposite axes on a pelvis that moves freely, arms on a chest, each with numbers of its own; inputs of all
// and of one, drives with states.
const std::string torso =
    "parameters(g = 9.81, k = 20, c = 0.2, lag = 1/10)$ gravity([0, 0, -g])$ input(push)$ input(tilt)$\n"
    "body(pelvis, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
    "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 9, inertia = [0.2, 0.3, 0.4])$\n"
    "body(chest, pelvis, hinge = revolute(y, bend), at = [0, 0, 0.3], mass = 7, inertia = [0.3, 0.2, 0.1])$\n"
    "state(valve, rate = (tilt - valve*bend)/lag)$\n"
    "leg(n, side) := (parameter(concat(m_, n), 2 + side/10), parameter(concat(l_, n), 0.4 + side/50),\n"
    "  body(concat(thigh_, n), pelvis, hinge = revolute([0, side, 0], concat(hip_, n)), at = [0, side/5, -0.1],\n"
    "       mass = concat(m_, n), cm = [0.02, side/50, -concat(l_, n)/2], inertia = [0.05, 0.06, 0.01]),\n"
    "  body(concat(shank_, n), concat(thigh_, n), hinge = revolute([side, 0, 0], concat(knee_, n)),\n"
    "       at = [0, 0, -concat(l_, n)], mass = 1.5, cm = [0, side/90, -0.2], inertia = [0.02, 0.03, 0.01]),\n"
    "  input(concat(torque_, n)),\n"
    "  state(concat(drive_, n), rate = (concat(torque_, n) - concat(drive_, n)*concat(knee_, n))/lag),\n"
    "  hinge_load(concat(hip_, n), side*concat(drive_, n)*valve),\n"
    "  hinge_load(concat(knee_, n), -k*concat(knee_, n) - side*c*concat(knee_, n, \"'\")),\n"
    "  point(concat(toe_, n), concat(shank_, n), [0, 0, -0.4]), force(concat(toe_, n), [push, side, 2]))$\n"
    "arm(n, turn) := (\n"
    "  body(concat(upper_, n), chest, hinge = revolute(y, concat(lift_, n)), at = [0.1, n/9, 0],\n"
    "       orient = [[z, turn], [x, 0.2]], mass = 1, cm = [0.1, 0, -0.1], inertia = [0.01, 0.02, 0.03]),\n"
    "  body(concat(lower_, n), concat(upper_, n), hinge = prismatic(x, concat(reach_, n)), at = [0.3, 0, 0],\n"
    "       mass = 0.8, cm = [0.1, n/70, 0], inertia = [0.01, 0.01, 0.02]),\n"
    "  hinge_load(concat(reach_, n), -k*concat(reach_, n)*abs(concat(reach_, n)) + push*tilt/n))$\n"
    "leg(l, 1)$ leg(r, -1)$ arm(1, 0)$ arm(2, 0.7)$ arm(3, -1.1)$\n";

std::string with_quaternion(std::string script) {
    const std::string angles = "sequence = 321, angles = [yaw, pitch, roll]";
    return script.replace(script.find(angles), angles.size(), "quaternion = [e0, e1, e2, e3]");
}

std::string vehicle() {
    std::string text = contents(fs::path(LAG_SOURCE_DIR) / "samples" / "vehicle16.lag");
    text = text.substr(0, text.find("emit("));
    return text.substr(text.find(")$") + 2);
}

}  // namespace

TEST_CASE("derivatives of limbs in lanes: C++ gives those of the scalar form, by parameters and states too") {
    require_same_limb_derivatives({"torso", torso, "[q, u, states, w, p]", "[q, u, states, w]", "[q]", 3},
                                  "-march=native");
    require_same_limb_derivatives(
        {"quaternion", with_quaternion(torso), "[q, u, states, w, p]", "[q, u, states, w]", "[q]", 3}, "-march=native");
    require_same_limb_derivatives({"vehicle", vehicle(), "[q, u, w, p]", "[q, u, w]", "[q]", 0}, "-march=native");
    require_same_limb_derivatives(
        {"three", walker("", 3, "if q > 0 then -k*q else gate*atan(q)").substr(std::string("model()$ ").size()),
         "[q, u, w, p]", "[q, u, w, p]", "[q, u, w, p]", 0},
        "");
}

TEST_CASE("derivatives of limbs in lanes: limbs on ground, and more limbs than lanes") {
    const auto body_of = [](const std::string& script) { return script.substr(std::string("model()$ ").size()); };
    require_same_limb_derivatives({"grounded", body_of(walker_on_ground("", 3, "if q > 0 then -k*q else gate*atan(q)")),
                                   "[q, u, w, p]", "[q, u, w, p]", "[q, u]", 0, true, true, "K3::"},
                                  "-march=native");
    const fs::path sliced = require_same_limb_derivatives(
        {"sliced", body_of(rods_on_hub("", 18)), "[q, u, w, p]", "[q, u]", "[q]", 0}, "-march=native");
    for (const std::string routine : {"void accelerations", "void adjoint"}) {
        CAPTURE(routine);
        CHECK(holds(contents(sliced / "lanes.hpp"), routine + "_2(int slice, "));
    }
    const fs::path folder = require_same_limb_derivatives(
        {"rods", body_of(rods_on_hub("", 10)), "[q, u, w, p]", "[q, u, w]", "[q]", 0}, "-march=native");
    const std::string text = contents(folder / "lanes.hpp");
    for (const std::string routine : {"void jacobian", "void tangent(", "void adjoint(", "void hessian"}) {
        CAPTURE(routine);
        CHECK(holds(text_of_routine(text, routine, "\n}\n"), "K8::"));
        CHECK(holds(text_of_routine(text, routine, "\n}\n"), "K2::"));
    }
}

// Anti-roll bars, a damper over all rods, springs that the hub's own coordinates load.
TEST_CASE("derivatives of limbs in lanes: potentials and dissipations of their coordinates, between limbs too") {
    const std::string energies =
        "potential(k*((q_1 - q_2)^2 + (q_3 - q_4)^2)/2 - k*cos(turn)*(q_1 + q_2 + q_3 + q_4))$\n"
        "for n thru 4 do potential(k*n*concat(q_, n)^4)$\n"
        "dissipation(k/9*(turn' + q_1' + q_2' + q_3' + q_4')^2 + gate*x'^2)$\n";
    const fs::path folder = require_same_limb_derivatives(
        {"energies", rods_on_hub("", 4).substr(std::string("model()$ ").size()) + energies, "[q, u, w, p]",
         "[q, u, w, p]", "[q, u]", 0},
        "-march=native");
    // the rates of x, y, z are made of several speeds each: such a potential keeps limbs out of lanes
    write(folder / "lifted.lag",
          walker("lifted", 3, "gate*q") + "potential(k*z*qa_1)$ emit(cpp, \"lifted.hpp\", limbs = lanes)$\n");
    const CommandRun run = run_lag({"lifted.lag", "--dump", "limbs", "--out", "."}, folder);
    CHECK(run.status == 0);
    CHECK(holds(run.output + run.errors, "a potential or a dissipation depends on qa_1"));
}

TEST_CASE("derivatives of limbs in lanes: speeds of limbs that pull at the body alone") {
    const std::string sliding =
        "parameters(g = 9.81, m1 = 1, m2 = 2)$ gravity([0, -g, 0])$\n"
        "body(hub, ground, hinge = [translate(x, x), rotate(z, turn)], mass = 3, inertia = [0, 0, 1])$\n"
        "body(one, hub, hinge = prismatic(y, s1), mass = m1)$ body(two, hub, hinge = prismatic(y, s2), mass = m2)$\n";
    require_same_limb_derivatives({"sliding", sliding, "[q, u, p]", "[q, u]", "[q, u, p]", 0}, "");
}

TEST_CASE("derivatives of limbs in lanes: limbs on limbs are lanes of their own in tangent and adjoint") {
    const std::string hands = walker("", 2, "atan(q)*max(q, gate)", 3).substr(std::string("model()$ ").size());
    const fs::path folder =
        require_same_limb_derivatives({"hands", hands, "[q, u, w, p]", "[q, u]", "[q]", 0}, "-march=native");
    const std::string text = contents(folder / "lanes.hpp");
    for (const std::string routine : {"void tangent(", "void adjoint("})
        CHECK(holds(text_of_routine(text, routine, "\n}\n"), "K6::template folded<2>("));
    CHECK(!holds(text_of_routine(text, "void jacobian", "void tangent("), "K6::"));
}

TEST_CASE("derivatives of limbs in lanes: rates of states that hold accelerations leave them one after the other") {
    const std::string shaken = "state(shaken, rate = bend'' - shaken)$\n";
    const fs::path folder =
        emitted_limb_derivatives("limb_derivatives_states", torso + shaken, "cpp", ".hpp", "[q, u, states]",
                                 "[q, u, states]", "[q, u, states]", ", routines = [setup]");
    const std::string text = contents(folder / "lanes.hpp");
    CHECK(!holds(text_of_routine(text, "void adjoint(", "\n}\n"), "lane_sum("));
    CHECK(!holds(text_of_routine(text, "void jacobian(", "\n}\n"), "lane_sum("));
    CHECK(!holds(text_of_routine(text, "void hessian(", "\n}\n"), "lane_sum("));
    CHECK(!text_of_routine(text, "void adjoint(", "\n}\n").empty());
}

}  // namespace lag
