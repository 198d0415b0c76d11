// A script of equal limbs, for the tests of lanes in each language.
#pragma once

#include <string>

namespace lag {

// Limbs on a free hub, mirrored, each with numbers of its own; the last lacks nothing or its middle body. With fingers on
// each limb all are whole.
inline std::string walker(const std::string& name, int limbs, const std::string& moment, int fingers = 0) {
    std::string script =
        "model(" + name +
        ")$ parameters(g = 9.81, k = 40, c = 0.3)$ gravity([0, 0, -g])$ input(gate)$\n"
        "body(hub, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
        "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 5, inertia = [0.2, 0.3, 0.4])$\n"
        "limb(n, side, whole) := block([carrier],\n"
        "  parameter(concat(ma_, n), 0.5 + n/10), parameter(concat(la_, n), 0.4 + n/30),\n"
        "  parameter(concat(ja_, n), 0.02 + n/200),\n"
        "  body(concat(a_, n), hub, hinge = revolute(x, concat(qa_, n)), at = [n/10, side*concat(la_, n), -0.1],\n"
        "       mass = concat(ma_, n), cm = [0.1, side*0.02, -0.2], inertia = [concat(ja_, n), 0.02, 0.03]),\n"
        "  carrier: concat(a_, n),\n"
        "  if whole = 1 then (\n"
        "    body(concat(m_, n), carrier, hinge = revolute(z, concat(qm_, n)), at = [0, 0, -0.1], mass = 0.2,\n"
        "         cm = [0.01, 0, 0], inertia = [0.001, 0.002, 0.003]), carrier: concat(m_, n)),\n"
        "  body(concat(b_, n), carrier, hinge = revolute(y, concat(qb_, n)), at = [0, side/50, -0.4],\n"
        "       mass = 0.5, cm = [0, 0, -0.2], inertia = [0.004, 0.005, 0.006]),\n"
        "  for f thru " +
        std::to_string(fingers) +
        " do (\n"
        "    parameter(concat(mf_, n, f), 0.1 + n/50 + f/40), parameter(concat(lf_, n, f), 0.1*n - 0.05*f),\n"
        "    body(concat(k_, n, f), concat(a_, n), hinge = revolute(y, concat(qk_, n, f)), mass = concat(mf_, n, f),\n"
        "         at = [0.05, concat(lf_, n, f), -0.3], cm = [0.01, 0, -0.05], inertia = [0.001, 0.002, 0.002]),\n"
        "    body(concat(t_, n, f), concat(k_, n, f), hinge = revolute([0, 1, 0], concat(qt_, n, f)), at = [0, 0, "
        "-0.1],\n"
        "         mass = 0.1, cm = [0, concat(lf_, n, f)/9, -0.03], inertia = [0.001, 0.001, 0.0005]),\n"
        "    hinge_load(concat(qk_, n, f), -k*concat(mf_, n, f)*concat(qk_, n, f) - c*concat(qt_, n, f))),\n"
        "  input(concat(w_, n)), hinge_load(concat(qa_, n), concat(w_, n)),\n"
        "  hinge_load(concat(qb_, n), moment_of(concat(qb_, n))))$\n"
        "moment_of(q) := " +
        moment + "$\n";
    for (int n = 1; n <= limbs; ++n)
        script += "limb(" + std::to_string(n) + ", " + (n % 2 == 0 ? "1" : "-1") + ", " +
                  (n < limbs || limbs == 4 || fingers > 0 ? "1" : "0") + ")$ ";
    return script + "\n";
}

// The same limbs on ground, where nothing but loads ties them together.
inline std::string walker_on_ground(const std::string& name, int limbs, const std::string& moment) {
    std::string script = walker(name, limbs, moment);
    const std::size_t hub = script.find("body(hub"), limb = script.find("limb(n,");
    script.erase(hub, limb - hub);
    const std::string carrier = ", hub,";
    return script.replace(script.find(carrier), carrier.size(), ", ground,");
}

// More rods than there can be lanes on a hub that slides and turns; every other one bends the other way.
inline std::string rods_on_hub(const std::string& name, int rods) {
    std::string script =
        "model(" + name +
        ")$ parameters(g = 9.81, k = 7)$ gravity([0, -g, 0])$ input(gate)$\n"
        "body(hub, ground, hinge = [translate(x, x), rotate(z, turn)], mass = 4, cm = [0.1, 0.2, 0],\n"
        "     inertia = [0.2, 0.3, 0.4])$ hinge_load(turn, -k*turn)$\n"
        "rod(n, side) := (parameter(concat(m_, n), 0.5 + n/20), parameter(concat(l_, n), 0.3 + n/40),\n"
        "  body(concat(rod_, n), hub, hinge = revolute([0, 0, side], concat(q_, n)), at = [n/10, side/5, 0],\n"
        "       mass = concat(m_, n), cm = [concat(l_, n)/2, side/40, 0], inertia = [0.01, 0.02, concat(l_, n)/9]),\n"
        "  input(concat(w_, n)), hinge_load(concat(q_, n), concat(w_, n) - k*concat(q_, n)*gate - concat(q_, n)'))$\n";
    for (int n = 1; n <= rods; ++n) script += "rod(" + std::to_string(n) + ", " + (n % 2 == 0 ? "1" : "-1") + ")$ ";
    return script + "\n";
}

// Calls a procedure of the script with the limb's coordinate and speed.
inline const char* const called_moment =
    "block(external(shock, [q, q', gate*position(origin(hub))[3]], [concat(of_, q)]), concat(of_, q) - q')$\n"
    "procedure(shock, [x, rate, way], [load], block([], if rate > 0 then load: -40*x - tanh(rate)\n"
    "  else load: way*atan(rate)))";

}  // namespace lag
