#include "lagrange/kinematics/lanes_of_bodies.hpp"

#include <algorithm>

namespace lag {

std::vector<std::size_t> lanes_of_bodies(const Model& model) {
    std::vector<std::size_t> found(model.bodies.size(), 0);
    for (std::size_t b = 1; b < found.size(); ++b) {
        const Body& body = model.bodies[b];
        found[b] = found[body.inboard.value];
        for (const SpeedIndex u : body.hinge.speeds)
            found[b] = std::max(found[b], model.graph->lanes_of(symbol(model, u)));
    }
    return found;
}

}  // namespace lag
