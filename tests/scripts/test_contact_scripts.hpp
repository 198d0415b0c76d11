// Scripts with contacts and dry friction, for runs of them.
#pragma once

#include "tests/scripts/test_event_rows.hpp"

namespace lag {

struct ContactRun {
    CommandRun run;
    SimulatedColumns columns;
    std::vector<EventLine> events;

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const EventLine& event : events) names.push_back(event.name);
        return names;
    }
    double time_of(const std::string& name) const {
        for (const EventLine& event : events)
            if (event.name == name) return event.t;
        return -1;
    }
};

inline ContactRun run_contacts(const std::string& name, const std::string& script, std::vector<std::string> more,
                               bool compiled = true) {
    const std::filesystem::path folder = scratch_folder("contacts_" + name);
    write(folder / "o.lag", script);
    more.insert(more.begin(), {"simulate", "o.lag"});
    ContactRun result{run_lag(with_compiler(more, compiled), folder), {}, {}};
    UNSCOPED_INFO(result.run.errors);
    if (std::filesystem::exists(folder / "o.csv")) {
        result.columns = simulated_columns(folder / "o.csv");
        result.events = events_in(folder / "o_events.csv");
    }
    return result;
}

// A block on an incline, x down to up along it.
inline std::string block_on_incline(const std::string& alpha, const std::string& speed) {
    return "model(m)$ parameters(m = 2, g = 10, alpha = " + alpha +
           ", mu = 3/10)$\n"
           "gravity([-g*sin(alpha), -g*cos(alpha), 0])$\n"
           "body(b, ground, hinge = planar(z, [x, y, 0]), mass = m)$\n"
           "contact(foot, y, friction = mu, tangent = x')$ initial(x' = " +
           speed + ")$\n" + "output(N, normal_force(foot))$ output(F, friction_force(foot))$\n";
}

inline const std::string resting_ball =
    "model(m)$ parameters(m = 2, e = 4/5)$ gravity([0, 0, -10])$\n"
    "body(b, ground, hinge = prismatic(z, h), mass = m)$ initial(h = 1)$ contact(floor, h, restitution = e)$\n";

// 1 m by 2 m, turned by a fifth of a radian about one corner
inline const std::string rocking_block =
    "model(m)$ parameters(m = 1, b = 1, h = 2, g = 981/100)$ gravity([0, -g, 0])$\n"
    "body(block, ground, hinge = planar(z, [x, y, q]), mass = m, inertia = [0, 0, m*(b^2 + h^2)/12])$\n"
    "contact(left, y - h/2*cos(q) - b/2*sin(q), friction = 2, tangent = x' + (h/2*cos(q) - b/2*sin(q))*q')$\n"
    "contact(right, y - h/2*cos(q) + b/2*sin(q), friction = 2, tangent = x' + (h/2*cos(q) + b/2*sin(q))*q')$\n"
    "initial(q = 1/5, y = h/2*cos(1/5) + b/2*sin(1/5))$\n";

// A cart that slides on a floor, with a pendulum that hits its stop.
inline const std::string pendulum_on_sliding_cart =
    "model(m)$ parameters(m = 3, g = 10)$ gravity([0, -g, 0])$\n"
    "body(cart, ground, hinge = planar(z, [x, y, 0]), mass = m)$\n"
    "body(bob, cart, hinge = revolute(z, q), mass = 1/2, cm = [0, -1, 0])$\n"
    "contact(runner, y, friction = 1/5, tangent = x')$ limit(q, -2, 1/2, restitution = 1/2)$\n"
    "initial(x' = 4, q = -1)$\n";

}  // namespace lag
