// What `lag simulate` and the emitted main programs write of events, and scripts that have some.
#pragma once

#include <cstdlib>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

struct EventLine {
    double t = 0;
    std::string name;
    std::map<std::string, double> values;  // by heading
};

inline std::vector<EventLine> events_in(const std::filesystem::path& path) {
    std::istringstream text(contents(path));
    std::string line, cell;
    std::getline(text, line);
    std::vector<std::string> names;
    for (std::istringstream cells(line); std::getline(cells, cell, ',');) names.push_back(cell);
    REQUIRE(names.at(0) == "t");
    REQUIRE(names.at(1) == "event");
    std::vector<EventLine> events;
    while (std::getline(text, line)) {
        std::istringstream cells(line);
        events.emplace_back();
        for (const std::string& name : names) {
            REQUIRE(std::getline(cells, cell, ','));
            if (name == "t") events.back().t = std::strtod(cell.c_str(), nullptr);
            if (name == "event") events.back().name = cell;
            if (name != "t" && name != "event") events.back().values[name] = std::strtod(cell.c_str(), nullptr);
        }
    }
    return events;
}

// A gun's recoil between two cams (Wehage and Haug's automatic cannon with cams of ours): inches, seconds,
// pounds of force. The pin and the link to the sleeve have no mass.
inline const std::string cannon =
    "model(cannon)$ parameters(m2 = 2919/1000, m3 = 2044/10000, m4 = 2368/10000, L = 4)$ h: L/sqrt(2)$\n"
    "ramp(z) := if z <= -1/2 then 0 else if z >= 1/2 then z else (z + 1/2)^3*(3/2 - z)/2$\n"
    "flag(forward, 1)$ flag(buffer, 0)$ flag(back, 0)$ flag(rear, 0)$ flag(held, 1)$ flag(latched, 0)$\n"
    "body(barrel, ground, hinge = prismatic(x, xb), mass = m2)$\n"
    "body(sear, ground, hinge = prismatic(x, xs), mass = m3)$\n"
    "body(sleeve, ground, hinge = prismatic(x, xq), mass = m4)$\n"
    "body(slide, ground, hinge = prismatic(x, xp), mass = 0)$ body(pin, slide, hinge = prismatic(y, yp), mass = 0)$\n"
    "constraint((xp - xq)^2 + yp^2 = L^2, name = link)$\n"
    "constraint(yp = -ramp(30 - xp), name = outer_cam)$\n"
    "constraint(yp = -h + ramp(5171572875/1000000000 - (xp - xb)), name = inner_cam)$\n"
    "constraint(xs = 0, name = catch, active = held)$ constraint(xb - xs = 16, name = lock, active = latched)$\n"
    "hinge_load(xb, 1600*forward - 6900*buffer + 2000*back)$ hinge_load(xs, 12100*rear)$\n"
    "event(front, xb - 3426/100, rising, set = [buffer = 1])$\n"
    "event(fire, xb - 3675/100, rising, impulse = [xb' = -880], set = [forward = 0, back = 1])$\n"
    "event(free, xb - 3426/100, falling, set = [buffer = 0])$\n"
    "event(latch, xb - xs - 16, falling, set = [held = 0, latched = 1, rear = 1])$\n"
    "event(turn, xb', rising, set = [back = 0, rear = 0, forward = 1])$\n"
    "event(home, xs, rising, set = [held = 1, latched = 0], stop = true)$\n"
    "output(a, xb'')$\n"
    "initial(xb = 16, xq = 24343145751/1000000000, xp = 27171572875/1000000000, yp = -2828427125/1000000000, xb' = "
    "40)$\n";

inline std::string bouncing_ball(const std::string& more) {
    return "model(ball)$ parameters(e = 4/5)$ gravity([0, 0, -10])$ flag(held, 0)$ flag(bounces, 0)$\n"
           "body(b, ground, hinge = prismatic(z, h), mass = 2)$ constraint(h = 0, name = floor, active = held)$\n"
           "event(bump, h, falling, impact = [floor], restitution = e, set = [bounces = bounces + 1])$ initial(h = "
           "1)$\n" +
           more;
}

// A ball on a table whose height is an input.
inline std::string ball_on_table(const std::string& restitution) {
    return "model(m)$ gravity([0, 0, -10])$ input(table, \"m\")$ flag(bounces, 0)$ flag(held, 0)$\n"
           "body(ball, ground, hinge = prismatic(z, h), mass = 2)$ initial(h = 1)$\n"
           "constraint(h = table, name = floor, active = held)$\n"
           "event(bump, h - table, falling, impact = [floor], restitution = " +
           restitution + ", set = [bounces = bounces + 1])$\n";
}

}  // namespace lag
