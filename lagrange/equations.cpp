#include "lagrange/equations.hpp"

#include "lagrange/kinematics.hpp"
#include "lagrange/labels.hpp"
#include "lagrange/loads.hpp"
#include "lagrange/partials.hpp"
#include "lagrange/recursion.hpp"
#include "lagrange/turner.hpp"

namespace lag {

namespace {

// Inertia wrenches less applied ones, accumulated inward.
std::vector<Wrench> accumulated(const Kinematics& k, std::vector<Wrench> inertia, const std::vector<Wrench>& applied) {
    for (std::size_t l = 1; l < inertia.size(); ++l) {
        inertia[l].force = inertia[l].force - applied[l].force;
        inertia[l].moment = inertia[l].moment - applied[l].moment;
    }
    accumulate_inward(k, inertia);
    return inertia;
}

// The rows they give, less the loads that act on one row.
std::vector<Expr> rows_of(const Model& model, const Kinematics& k, const std::vector<Wrench>& wrenches,
                          const std::vector<Expr>& direct) {
    std::vector<Expr> rows = project(model, k, wrenches);
    for (std::size_t u = 0; u < rows.size(); ++u) rows[u] -= direct[u];
    return rows;
}

std::vector<Expr> negated(std::vector<Expr> rows) {
    for (Expr& row : rows) row = -row;
    return rows;
}

// T = sum of (omega . h + v . p) / 2 with the named momenta h = J omega, p = M v (T40, T46)
Expr kinetic_energy(const Model& model, const Kinematics& k) {
    Graph& graph = *model.graph;
    const std::vector<LinkVelocity> velocity = link_velocities(k);
    Expr twice{&graph, 0};
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const Body& body = model.bodies[b];
        if (is_massless(body)) continue;
        const LinkVelocity& link = velocity[k.link_of_body[b]];
        const Vec3<Expr> v = link.v + cross(link.omega, body.cm);
        twice += dot(link.omega, body.inertia * link.omega) + body.mass * dot(v, v);
    }
    return graph.rational(1, 2) * twice;
}

// M, and B below it with nothing on the multipliers' diagonal.
SymmetricPattern pattern_of(const Model& model, const Equations& equations) {
    const std::size_t nu = model.speeds.size();
    std::vector<int> signs(nu, +1);
    signs.resize(nu + equations.constraints.rows.size(), -1);
    SymmetricPattern pattern(signs);
    for (const MassEntry& entry : equations.mass_matrix) pattern.insert(entry.row, entry.column);
    for (std::size_t r = 0; r < equations.constraints.rows.size(); ++r)
        for (const auto& [speed, coefficient] : equations.constraints.rows[r].B) pattern.insert(nu + r, speed.value);
    return pattern;
}

}  // namespace

Equations form_equations(const Model& model, const Kinematics& k, const Partials& partials) {
    Equations equations;
    equations.graph = model.graph;
    equations.kinematic_equations = k.coordinate_rates;

    equations.mass_matrix = turner_mass_matrix(model, partials);
    equations.constraints = form_constraints(model, k);
    equations.pattern = pattern_of(model, equations);

    const Vec3<Expr> up = -model.gravity;
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(k);
    const std::vector<Wrench> applied = applied_wrenches(model, k);
    const std::vector<Expr> direct = direct_loads(model, k);
    Labels labels(model, k);
    labels.add_kinematics();
    labels.add_partials(partials);
    for (const MassEntry& entry : equations.mass_matrix)
        labels.add(entry.value,
                   "mass matrix, " + model.speeds[entry.row].name + " by " + model.speeds[entry.column].name);
    const auto inertia_less_loads = [&](Accelerations accelerations, const char* what) {
        const std::vector<LinkAcceleration> acceleration = link_accelerations(model, k, omega, accelerations, up);
        const std::vector<Wrench> wrenches = accumulated(k, inertia_wrenches(model, k, omega, acceleration), applied);
        labels.add_recursion(omega, acceleration, wrenches, what);
        return rows_of(model, k, wrenches, direct);
    };
    equations.right_side = negated(inertia_less_loads(Accelerations::zero, " at u' = 0"));
    equations.inverse_dynamics = inertia_less_loads(Accelerations::symbols, "");
    for (std::size_t u = 0; u < model.speeds.size(); ++u)
        labels.add(equations.right_side[u], "right side of " + model.speeds[u].name);

    // Gravity and loads alone: forces m (-g) on bodies that neither turn nor accelerate.
    std::vector<Wrench> weight(k.links.size());
    std::vector<Vec3<Expr>> up_in(k.links.size());
    up_in[0] = up;
    for (std::size_t l = 1; l < k.links.size(); ++l) up_in[l] = k.links[l].rotation.outward(up_in[k.links[l].inboard]);
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const std::size_t l = k.link_of_body[b];
        weight[l].force = model.bodies[b].mass * up_in[l];
        weight[l].moment = cross(model.bodies[b].cm, weight[l].force);
    }
    equations.generalized_forces = negated(rows_of(model, k, accumulated(k, weight, applied), direct));

    equations.kinetic_energy = kinetic_energy(model, k);
    equations.potential_energy = potential_energy(model, k);
    equations.labels = labels.take();
    return equations;
}

std::string to_string(const Model& model, const Equations& equations) {
    Graph& graph = *equations.graph;
    constexpr std::size_t limit = 400;
    const std::size_t n = model.speeds.size();
    std::string text = "mass matrix, structure (x: may be non-zero)\n";
    for (std::size_t i = 0; i < n; ++i) {
        text += "    ";
        for (std::size_t j = 0; j < n; ++j) text += equations.pattern.has(i, j) ? "x" : ".";
        text += "  " + model.speeds[i].name + "\n";
    }
    for (const MassEntry& entry : equations.mass_matrix)
        text += "M[" + std::to_string(entry.row + 1) + "," + std::to_string(entry.column + 1) +
                "] = " + to_string(graph, entry.value, limit) + "\n";
    for (std::size_t i = 0; i < n; ++i)
        text += "f[" + std::to_string(i + 1) + "] = " + to_string(graph, equations.right_side[i], limit) + "\n";
    for (const ConstraintRow& row : equations.constraints.rows) {
        text += "constraint row " + row.name + "\n    B ";
        for (std::size_t u = 0, next = 0; u < n; ++u) {
            const bool there = next < row.B.size() && row.B[next].first.value == u;
            text += there ? "x" : ".";
            if (there) ++next;
        }
        text += "\n    phi = " + to_string(graph, row.phi, limit) + "\n";
        for (const auto& [speed, coefficient] : row.B)
            text += "    B[" + model.speeds[speed.value].name + "] = " + to_string(graph, coefficient, limit) + "\n";
        text += "    gamma = " + to_string(graph, row.gamma, limit) + "\n";
    }
    for (std::size_t q = 0; q < model.coordinates.size(); ++q)
        text += model.coordinates[q].name + "' = " + to_string(graph, equations.kinematic_equations[q], limit) + "\n";
    text += "kinetic energy = " + to_string(graph, equations.kinetic_energy, limit) + "\n";
    text += "potential energy = " + to_string(graph, equations.potential_energy, limit) + "\n";
    return text;
}

}  // namespace lag
