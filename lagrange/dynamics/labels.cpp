#include "lagrange/dynamics/labels.hpp"

namespace lag {

void Labels::add(Expr e, const std::string& text) {
    if (e.graph == nullptr) return;
    const Graph& graph = *model_.graph;
    NodeId id = e.id;
    if (graph.node(id).op == Op::neg) id = graph.node(id).operand[0];
    if (arity(graph.node(id).op) > 0) labels_.emplace(id, text);
}

void Labels::add(const Vec3<Expr>& vector, const std::string& text) {
    const Graph& graph = *model_.graph;
    for (const Expr& e : vector.c) {
        if (e.graph == nullptr || arity(graph.node(e).op) == 0) continue;
        add(e, text);
        return;
    }
}

std::string Labels::name_of_link(std::size_t l) const {
    const Link& link = kinematics_.links[l];
    const std::string& body = model_.body(link.body).name;
    return link.ends_body ? body : "hinge of " + body;
}

void Labels::add_kinematics() {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        const Link& link = kinematics_.links[l];
        if (link.rotation.kind == Rotation::Kind::elementary) add(link.rotation.sine, "rotation of " + name_of_link(l));
        if (link.rotation.kind == Rotation::Kind::general)
            add(link.rotation.matrix(0, 0), "rotation matrix of " + name_of_link(l));
        add(link.w_rel, "relative angular velocity of " + name_of_link(l));
        add(link.v_rel, "relative velocity of " + name_of_link(l));
    }
    for (std::size_t q = 0; q < kinematics_.coordinate_rates.size(); ++q)
        add(kinematics_.coordinate_rates[q], "rate of " + model_.coordinates[q].name);
}

void Labels::add_partials(const Partials& partials) {
    for (std::size_t b = 1; b < partials.of_body.size(); ++b)
        for (const BodyPartial& partial : partials.of_body[b]) {
            const std::string by = " of " + model_.bodies[b].name + " by " + model_.speeds[partial.speed.value].name;
            add(partial.omega, "partial angular velocity" + by);
            add(partial.v, "partial velocity" + by);
            add(partial.h, "angular momentum" + by);
            add(partial.p, "momentum" + by);
        }
}

void Labels::add_recursion(const std::vector<Vec3<Expr>>& omega, const std::vector<LinkAcceleration>& acceleration,
                           const std::vector<Wrench>& accumulated, const std::string& what) {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        const std::string name = name_of_link(l);
        add(omega[l], "angular velocity of " + name);
        add(acceleration[l].alpha, "angular acceleration of " + name + what);
        add(acceleration[l].a, "acceleration of " + name + what);
        add(accumulated[l].force, "force on " + name + " and all it carries" + what);
        add(accumulated[l].moment, "moment on " + name + " and all it carries" + what);
    }
}

}  // namespace lag
