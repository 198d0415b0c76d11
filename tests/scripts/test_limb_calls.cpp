// Equal limbs in lanes that call the user's routines and procedures of the script: once for each limb, with what it is given formed
// in lanes. Calls stand in limbs, beside them, between them, and one after the other.
#include "tests/scripts/test_limbs_compared.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// A vehicle; `calls` of each corner, `after` of the whole.
std::string vehicle(const std::string& before, const std::string& calls, const std::string& after) {
    return "model(car)$ gravity([0, 0, -9.81])$ parameters(k = 300, d = 20)$\n"
           "body(chassis, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
           "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 15, inertia = [5, 20, 22])$\n"
           "body(rod, chassis, hinge = prismatic(y, rack), at = [1, 0, 0], mass = 2, inertia = [0.3, 0, 0.3])$\n"
           "hinge_load(rack, -k*rack - d*rack')$\n" +
           before +
           "corner(n, px, py, hinges) := block([spin: concat(spin_, n), z: concat(z_, n), arm: concat(arm_, n),\n"
           "    wheel: concat(wheel_, n)],\n"
           "  body(arm, chassis, hinge = revolute([py, 0, 0], z), at = [px, py/3, -0.2], mass = 2,\n"
           "       cm = [0, py/10, 0], inertia = [1, 1, 1]),\n"
           "  body(wheel, arm, hinge = hinges, at = [0.01, py/4, 0], mass = 1.8, cm = [0.02, py/30, 0.01],\n"
           "       inertia = [0.6, 1.1, 0.7]),\n" +
           calls +
           "  hinge_load(z, -k*z - d*z'))$\n"
           "corner(fl, 1.2, 1, [rotate(z, -7*rack), rotate(y, spin_fl)])$\n"
           "corner(fr, 1.3, -1, [rotate(z, -7*rack), rotate(y, spin_fr)])$\n"
           "corner(rl, -1.7, 1, [rotate(y, spin_rl)])$ corner(rr, -1.6, -1, [rotate(y, spin_rr)])$\n" +
           after;
}

const std::string tire =
    "procedure(tire, [centre[3], velocity[3], slip], [force[3], moment], block([load: 0, grip],\n"
    "  if centre[3] < 2/10 then load: 3000*(2/10 - centre[3]),\n"
    "  grip: load*tanh(slip + velocity[1]/5),\n"
    "  force[1]: -grip, force[2]: -velocity[2]*load/9, force[3]: load - velocity[3]*20, moment: grip*centre[3]))$\n"
    "procedure(brake, [pull, turning, pedal], [torque], torque: -tanh(turning)*(3*pedal + pull/7))$\n";
const std::string tire_calls =
    "  input(concat(slip_, n)),\n"
    "  external(tire, [position(origin(wheel)), velocity(origin(wheel)), concat(slip_, n)],\n"
    "           [[concat(fx_, n), concat(fy_, n), concat(fz_, n)], concat(m_, n)]),\n"
    "  force(origin(wheel), [concat(fx_, n), concat(fy_, n) + d/9, concat(fz_, n)]),\n";
const std::string brake_calls =
    "  input(concat(pedal_, n)),\n"
    "  external(brake, [concat(m_, n)*px, spin', concat(pedal_, n)], [concat(b_, n)]),\n"
    "  hinge_load(spin, concat(b_, n) + concat(m_, n)),\n";

// What is given to a call comes from vectors.
bool has_given_in_lanes(const std::string& text) {
    for (std::size_t at = text.find("xa["); at != std::string::npos; at = text.find("xa[", at + 1)) {
        const std::string line = text.substr(at, text.find('\n', at) - at);
        if (line.ends_with("[2];") && holds(line, "] = ")) return true;
    }
    return false;
}

void require_same(const std::string& folder_name, const std::string& script, bool links) {
    CAPTURE(script);
    const fs::path folder = emitted_in_lanes(folder_name, script, "car", 4);
    CHECK(has_given_in_lanes(contents(folder / "lanes.hpp")));
    if (links)
        write(folder / "linked.cpp",
              "#include <cmath>\n"
              "extern \"C\" void tire(double x, double, double z, double vx, double vy, double vz, double slip,\n"
              "                     double* fx, double* fy, double* fz, double* m) {\n"
              "    const double load = z < 0.2 ? 3000 * (0.2 - z) : 0, grip = load * std::tanh(slip + vx / 5 + x);\n"
              "    *fx = -grip, *fy = -vy * load / 9, *fz = load - vz * 20, *m = grip * z;\n"
              "}\n"
              "extern \"C\" void brake(double pull, double turning, double pedal, double* torque) {\n"
              "    *torque = -std::tanh(turning) * (3 * pedal + pull / 7);\n"
              "}\n");
    const std::string linked = links ? " linked.cpp" : "";
    CHECK(compared_limbs(folder, "double", "nothing", linked).error < 1e-12);
    if (!links) CHECK(compared_limbs(folder, "long double", "nothing", "").error < 1e-15);
}

}  // namespace

TEST_CASE("limbs in lanes: procedures called in every limb") {
    require_same("limbs_call", vehicle(tire, tire_calls, ""), false);
}

// The brake of one corner is called before the tire of the next one, whose results it does not need: it is given single numbers.
TEST_CASE("limbs in lanes: procedures that are given results of others") {
    require_same("limbs_call_twice", vehicle(tire, tire_calls + brake_calls, ""), false);
    const std::string afterwards =
        "brakes(n, px) := block([spin: concat(spin_, n)],\n" + brake_calls +
        "  concat(b_, n))$ brakes(fl, 1.2)$ brakes(fr, 1)$ brakes(rl, 0.9)$ brakes(rr, 0.8)$\n";
    require_same("limbs_call_in_turns", vehicle(tire, tire_calls, afterwards), false);
}

// A gust on the chassis, which knows of one wheel; an anti-roll bar between two of them; a call of inputs alone; one that two
// corners lack.
TEST_CASE("limbs in lanes: calls beside limbs, between them, and in some of them") {
    const std::string beside =
        "procedure(gust, [turning[3], height], [push[3]], block([], push[1]: -turning[2]*3, push[2]: "
        "turning[1]*height,\n"
        "  push[3]: 2*sin(turning[3])))$\n"
        "procedure(bar, [left, right], [load], load: 40*(left - right)^3)$\n"
        "procedure(motor, [current], [torque], torque: tanh(current)*2)$\n";
    const std::string motors =
        "  input(concat(i_, n)), external(motor, [concat(i_, n)], [concat(drive_, n)]),\n"
        "  hinge_load(spin, concat(drive_, n)),\n"
        "  if px > 0 then (external(bar, [z, z'], [concat(stop_, n)]), hinge_load(z, -concat(stop_, n)*px)),\n";
    const std::string after =
        "external(gust, [angular_velocity(chassis), position(origin(wheel_fl))[3]], [[gx, gy, gz]])$\n"
        "point(nose, chassis, [1, 0, 0])$ force(nose, [gx, gy, gz*rack])$\n"
        "external(bar, [z_fl, z_fr + 0.1*rack], [of_bar])$ hinge_load(z_fl, -of_bar)$ hinge_load(z_fr, -of_bar)$\n";
    require_same("limbs_call_beside", vehicle(tire + beside, tire_calls + motors, after), false);
}

TEST_CASE("limbs in lanes: routines that the user links") {
    // the same with arrays element by element
    const std::string linked =
        "  input(concat(slip_, n)), input(concat(pedal_, n)),\n"
        "  external(tire, append(position(origin(wheel)), velocity(origin(wheel)), [concat(slip_, n)]),\n"
        "           [concat(fx_, n), concat(fy_, n), concat(fz_, n), concat(m_, n)]),\n"
        "  force(origin(wheel), [concat(fx_, n), concat(fy_, n) + d/9, concat(fz_, n)]),\n"
        "  external(brake, [concat(m_, n)*px, spin', concat(pedal_, n)], [concat(b_, n)]),\n"
        "  hinge_load(spin, concat(b_, n) + concat(m_, n)),\n";
    require_same("limbs_call_linked", vehicle("", linked, ""), true);
}

// Strains of the tires' treads, which are given to the tires.
TEST_CASE("limbs in lanes: states of limbs, with rates in lanes") {
    const std::string strains =
        "  state(concat(slip_, n), rate = spin'*position(origin(wheel))[3] -\n"
        "        velocity(origin(wheel))[1]*(1 + concat(slip_, n))),\n" +
        tire_calls.substr(tire_calls.find('\n') + 1);
    require_same("limbs_call_states", vehicle(tire, strains, ""), false);
}

}  // namespace lag
