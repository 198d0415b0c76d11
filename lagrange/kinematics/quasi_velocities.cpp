// Quasi-coordinates (T2, T5, T18): hinges whose speeds are body-fixed components of the relative angular velocity w and
// of the velocity v of the hinge point, and their kinematic differential equations q' = Gamma^-1 w, e' = E w / 2, r' =
// C^T v.
#include "core/errors.hpp"
#include "lagrange/kinematics/link_motions.hpp"
#include "lagrange/kinematics/unit_vector.hpp"

namespace lag {

std::array<Expr, 3> euler_angle_rates(Graph& graph, int sequence, const std::array<Expr, 3>& angles,
                                      const Vec3<Expr>& w) {
    const auto i = static_cast<std::size_t>(sequence / 100 - 1), j = static_cast<std::size_t>(sequence / 10 % 10 - 1),
               k = static_cast<std::size_t>(sequence % 10 - 1);
    // Resolve w in the axes before the third rotation: w = a1 e_i(turned by the second) + a2 e_j + a3 e_k there.
    Vec3<Expr> third;
    third[k] = graph.integer(1);
    const Vec3<Expr> s = rotation_about(graph, third, angles[2]).inward(w);
    const Expr sine = sin(angles[1]), cosine = cos(angles[1]);
    const std::size_t m = 3 - i - j;  // the axis that the second rotation mixes with i
    // e_i in the turned axes: cosine e_i + signed sine e_m
    const Expr signed_sine = i == (j + 1) % 3 ? -sine : sine;
    std::array<Expr, 3> rates;
    rates[1] = s[j];
    if (k == i) {
        rates[0] = s[m] / signed_sine;
        rates[2] = s[i] - cosine * rates[0];
    } else {
        rates[0] = s[i] / cosine;
        rates[2] = s[m] - signed_sine * rates[0];
    }
    return rates;
}

std::array<Expr, 4> euler_parameter_rates(Graph& graph, const std::array<Expr, 4>& e, const Vec3<Expr>& w) {
    const Expr half = graph.rational(1, 2);
    const Vec3<Expr> h = half * w;
    return {-(e[1] * h[0] + e[2] * h[1] + e[3] * h[2]), e[0] * h[0] + e[2] * h[2] - e[3] * h[1],
            e[0] * h[1] + e[3] * h[0] - e[1] * h[2], e[0] * h[2] + e[1] * h[1] - e[2] * h[0]};
}

Mat3<Expr> rotation_from_euler_parameters(Graph& graph, const std::array<Expr, 4>& e) {
    const Expr one = graph.integer(1);
    const Expr d1 = 2 * e[1], d2 = 2 * e[2], d3 = 2 * e[3];
    const Expr e01 = e[0] * d1, e02 = e[0] * d2, e03 = e[0] * d3;
    const Expr e11 = e[1] * d1, e12 = e[1] * d2, e13 = e[1] * d3, e22 = e[2] * d2, e23 = e[2] * d3, e33 = e[3] * d3;
    Mat3<Expr> R;
    R(0, 0) = one - (e22 + e33), R(0, 1) = e12 + e03, R(0, 2) = e13 - e02;
    R(1, 0) = e12 - e03, R(1, 1) = one - (e11 + e33), R(1, 2) = e23 + e01;
    R(2, 0) = e13 + e02, R(2, 1) = e23 - e01, R(2, 2) = one - (e11 + e22);
    return R;
}

namespace {

Link massless_link(std::size_t inboard, BodyIndex b) {
    Link link;
    link.inboard = inboard;
    link.body = b;
    return link;
}

// Planar: translation and rotation share one link; v along the two cyclic axes after the hinge axis, r about it.
void append_planar(Kinematics& kinematics, const Model& model, BodyIndex b, std::size_t inboard, const Vec3<Expr>& at) {
    Graph& graph = *model.graph;
    const Hinge& hinge = model.body(b).hinge;
    const auto axis = static_cast<std::size_t>(hinge.planar_axis);
    const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    Link link = massless_link(inboard, b);
    link.o = at;
    for (std::size_t m = 0; m < 2; ++m) link.o = link.o + hinge.motions[m].value * hinge.motions[m].axis;
    link.rotation = rotation_about(graph, unit_vector(graph, axis), hinge.motions[2].value);
    const std::array<std::size_t, 2> directions{x, y};
    for (std::size_t m = 0; m < 2; ++m) {
        const SpeedIndex u = hinge.speeds[m];
        link.columns.push_back({u, {}, unit_vector(graph, directions[m])});
        link.v_rel[directions[m]] = symbol(model, u);
    }
    link.columns.push_back({hinge.speeds[2], unit_vector(graph, axis), {}});
    link.w_rel[axis] = symbol(model, hinge.speeds[2]);
    const Vec3<Expr> position_rate = link.rotation.inward(link.v_rel);
    kinematics.coordinate_rates[hinge.coordinates[0].value] = position_rate[x];
    kinematics.coordinate_rates[hinge.coordinates[1].value] = position_rate[y];
    kinematics.coordinate_rates[hinge.coordinates[2].value] = link.w_rel[axis];
    kinematics.links.push_back(std::move(link));
}

// The axes-only rotations of an orientation: three elementary links for Euler angles, one general link for Euler
// parameters. All but the last are without any relative motion *in the sense of speeds*: the whole w sits on the last
// link, in body axes.
std::vector<Rotation> orientation_rotations(const Model& model, const Hinge& hinge, std::size_t first_angle) {
    Graph& graph = *model.graph;
    if (hinge.euler_parameters) {
        std::array<Expr, 4> e;
        for (std::size_t k = 0; k < 4; ++k) e[k] = symbol(model, hinge.coordinates[k]);
        Rotation rotation;
        rotation.kind = Rotation::Kind::general;
        rotation.matrix = rotation_from_euler_parameters(graph, e);
        return {rotation};
    }
    std::vector<Rotation> rotations;
    for (std::size_t m = first_angle; m < hinge.motions.size(); ++m)
        rotations.push_back(rotation_about(graph, hinge.motions[m].axis, hinge.motions[m].value));
    return rotations;
}

void store_orientation_rates(Kinematics& kinematics, const Model& model, const Hinge& hinge, const Vec3<Expr>& w) {
    Graph& graph = *model.graph;
    if (hinge.euler_parameters) {
        std::array<Expr, 4> e;
        for (std::size_t k = 0; k < 4; ++k) e[k] = symbol(model, hinge.coordinates[k]);
        const auto rates = euler_parameter_rates(graph, e, w);
        for (std::size_t k = 0; k < 4; ++k) kinematics.coordinate_rates[hinge.coordinates[k].value] = rates[k];
        return;
    }
    std::array<Expr, 3> angles;
    for (std::size_t k = 0; k < 3; ++k) angles[k] = symbol(model, hinge.coordinates[k]);
    const auto rates = euler_angle_rates(graph, hinge.sequence, angles, w);
    for (std::size_t k = 0; k < 3; ++k) kinematics.coordinate_rates[hinge.coordinates[k].value] = rates[k];
}

}  // namespace

void append_quasi_hinge(Kinematics& kinematics, const Model& model, BodyIndex b, std::size_t inboard,
                        const Vec3<Expr>& at) {
    Graph& graph = *model.graph;
    const Hinge& hinge = model.body(b).hinge;
    if (hinge.quasi == Quasi::planar) return append_planar(kinematics, model, b, inboard, at);

    const bool free = hinge.quasi == Quasi::free;
    const std::size_t translations = free ? 3 : 0;
    Vec3<Expr> o = at;
    for (std::size_t m = 0; m < translations; ++m) o = o + hinge.motions[m].value * hinge.motions[m].axis;

    const std::vector<Rotation> rotations = orientation_rotations(model, hinge, translations);
    const std::size_t first = kinematics.links.size();
    for (std::size_t m = 0; m < rotations.size(); ++m) {
        Link link = massless_link(m == 0 ? inboard : kinematics.links.size() - 1, b);
        if (m == 0) link.o = o;
        link.rotation = rotations[m];
        kinematics.links.push_back(std::move(link));
    }
    Link& last = kinematics.links.back();
    for (std::size_t k = 0; k < 3; ++k) {
        last.columns.push_back({hinge.speeds[k], unit_vector(graph, k), {}});
        last.w_rel[k] = symbol(model, hinge.speeds[k]);
    }
    for (std::size_t k = 0; free && k < 3; ++k) {
        last.columns.push_back({hinge.speeds[3 + k], {}, unit_vector(graph, k)});
        last.v_rel[k] = symbol(model, hinge.speeds[3 + k]);
    }
    store_orientation_rates(kinematics, model, hinge, last.w_rel);
    if (!free) return;
    Vec3<Expr> position_rate = last.v_rel;  // back to hinge axes, rotation by rotation
    for (std::size_t l = kinematics.links.size(); l-- > first;)
        position_rate = kinematics.links[l].rotation.inward(position_rate);
    const std::size_t first_position = hinge.euler_parameters ? 4 : 3;
    for (std::size_t k = 0; k < 3; ++k)
        kinematics.coordinate_rates[hinge.coordinates[first_position + k].value] = position_rate[k];
}

}  // namespace lag
