#include "lagrange/dynamics/kinetic_energy.hpp"

#include <vector>

#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

Expr kinetic_energy(const Model& model, const Kinematics& k) {
    Graph& graph = *model.graph;
    const std::vector<LinkVelocity> velocity = link_velocities(k);
    Expr twice{&graph, 0};
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const Body& body = model.bodies[b];
        if (is_massless(body)) continue;
        const LinkVelocity& link = velocity[k.link_of_body[b]];
        if (body.elastic) {
            const Inertia inertia{body.mass, body.elastic->moment, body.elastic->inertia};
            twice += dot(link.omega, inertia.J * link.omega) + body.mass * dot(link.v, link.v) +
                     2 * dot(link.v, cross(link.omega, inertia.moment));
            continue;
        }
        const Vec3<Expr> v = link.v + cross(link.omega, mass_centre(model, k, b));
        twice += dot(link.omega, inertia_in_link_axes(model, k, b) * link.omega) + body.mass * dot(v, v);
    }
    return graph.rational(1, 2) * twice;
}

}  // namespace lag
