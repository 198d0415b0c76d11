// A mass on a spring and a damper over a road of straight lines, and where it is, in closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace lag {

// m z'' = k (zr - z) + c (zr' - z'). On each line of zr the way e = z - zr is that of a free damped oscillation.
inline const std::string quarter = R"(model(quarter)$ parameters(m = 2, k = 50, c = 3)$ input(zr, "m")$
body(chassis, ground, hinge = prismatic(z, z), mass = m)$
hinge_load(z, k*(zr - z) + c*(diff(zr, t) - z'))$
)";
// rows of the run are every 0.25 s: bends lie on them and beside them
inline const std::vector<std::pair<double, double>> road{{0, 0},     {0.25, 0},   {0.31, 0.4}, {0.5, 0.4},
                                                         {0.77, -1}, {0.775, -1}, {1.5, 2},    {2.1, 0}};

struct RoadPoint {
    double z, speed;
};

// e, with e' lower by the change of the slope at every bend.
inline RoadPoint closed_form(double t) {
    const double decay = 3.0 / 4, w = std::sqrt(25 - decay * decay);
    double e = 0, rate = 0, from = 0, height = 0, slope = 0;
    for (std::size_t k = 0;; ++k) {
        const bool is_last = k + 1 == road.size();
        const double next = is_last ? 0 : (road[k + 1].second - road[k].second) / (road[k + 1].first - road[k].first);
        rate += slope - next;
        slope = next, from = road[k].first, height = road[k].second;
        const double to = is_last ? t : std::min(t, road[k + 1].first), tau = to - from;
        const double a = e, b = (rate + decay * e) / w, f = std::exp(-decay * tau);
        e = f * (a * std::cos(w * tau) + b * std::sin(w * tau));
        rate = -decay * e + f * w * (b * std::cos(w * tau) - a * std::sin(w * tau));
        if (is_last || t <= road[k + 1].first) return {e + height + slope * tau, rate + slope};
    }
}

inline std::string road_text() {
    std::ostringstream text;
    text << "t,zr\n";
    for (const auto& [t, height] : road) text << t << "," << height << "\n";
    return text.str();
}

}  // namespace lag
