#include "lagrange/formulations/labels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lagrange/kinematics/carried.hpp"
#include "lagrange/kinematics/paths.hpp"

namespace lag {

namespace {

const char* const axis_names[] = {"x", "y", "z"};

std::string place(std::size_t row, std::size_t column) {
    return fmt::format("({}, {})", row + 1, column + 1);
}

}  // namespace

void Labels::add(const Vec3<Expr>& vector, std::size_t link, const Label& label, const std::string& at,
                 const std::string& per) {
    const std::string axes = axes_of_link(link);
    for (std::size_t k = 0; k < 3; ++k) {
        const std::string axis = axis_names[k];
        const std::string name = fmt::format("{}_{}{}{}", label.name, axis, axes.empty() ? "" : "_unturned", per);
        labels_.add(vector.c[k], {fmt::format("{}, {}{}{}", label.text, axis, axes, at), label.name.empty() ? "" : name,
                                  label.quantity});
    }
}

bool Labels::has_own_origin(std::size_t l) const {
    return std::ranges::find(kinematics_.at_free_points, l) == kinematics_.at_free_points.end();
}

std::size_t Labels::place_in_hinge(std::size_t l) const {
    std::size_t place = 1;
    for (std::size_t before = kinematics_.links[l].inboard;
         before != 0 && kinematics_.links[before].body == kinematics_.links[l].body;
         before = kinematics_.links[before].inboard)
        ++place;
    return place;
}

std::string Labels::name_of_link(std::size_t l) const {
    const Link& link = kinematics_.links[l];
    const std::string& body = model_.body(link.body).name;
    const std::size_t place = place_in_hinge(l);
    if (link.ends_body) return body;
    return (place == 1 ? "hinge of " : fmt::format("turn {} in the hinge of ", place)) + body;
}

std::string Labels::word_of_link(std::size_t l) const {
    const Link& link = kinematics_.links[l];
    const std::string& body = model_.body(link.body).name;
    const std::size_t place = place_in_hinge(l);
    return link.ends_body ? body : fmt::format("hinge_{}{}", body, place > 1 ? "_" + std::to_string(place) : "");
}

std::string Labels::axes_of_link(std::size_t l) const {
    const Link& link = kinematics_.links[l];
    const bool is_held = l < kinematics_.turned.size() && kinematics_.turned[l].kind != Rotation::Kind::identity;
    const bool spins = link.ends_body && kinematics_.spin[link.body.value].kind != Rotation::Kind::identity;
    return is_held ? " of axes that do not turn" : spins ? " of axes that do not spin" : "";
}

void Labels::add_mass_matrix(const std::vector<MassEntry>& entries) {
    for (const MassEntry& entry : entries)
        labels_.add(entry.value, {fmt::format("M{}, {} by {}", place(entry.row, entry.column),
                                              model_.speeds[entry.row].name, model_.speeds[entry.column].name),
                                  fmt::format("m_{}_{}", entry.row + 1, entry.column + 1)});
}

void Labels::add_right_side(const std::vector<Expr>& right_side) {
    for (std::size_t u = 0; u < right_side.size(); ++u) {
        const std::string number = std::to_string(u + 1);
        labels_.add(right_side[u],
                    {fmt::format("f({}), right side of {}", number, model_.speeds[u].name), "f_" + number});
    }
}

void Labels::add_kinematics() {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        const Link& link = kinematics_.links[l];
        const std::string name = name_of_link(l);
        if (link.rotation.kind == Rotation::Kind::elementary) {
            const std::string word = "rotation_" + word_of_link(l);
            labels_.add(link.rotation.sine, {"sine of the rotation of " + name, "sin_" + word, Quantity::kinematics});
            labels_.add(link.rotation.cosine,
                        {"cosine of the rotation of " + name, "cos_" + word, Quantity::kinematics});
        }
        if (link.rotation.kind == Rotation::Kind::general)
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j)
                    labels_.add(link.rotation.matrix(i, j),
                                {fmt::format("rotation matrix of {}, {}", name, place(i, j)),
                                 fmt::format("r_{}_{}_{}", word_of_link(l), i + 1, j + 1), Quantity::kinematics});
        add(link.w_rel, l,
            {"relative angular velocity of " + name, "omega_rel_" + word_of_link(l), Quantity::kinematics});
        if (!has_own_origin(l)) continue;
        add(link.v_rel, l, {"relative velocity of " + name, "v_rel_" + word_of_link(l), Quantity::kinematics});
    }
    for (std::size_t q = 0; q < kinematics_.coordinate_rates.size(); ++q) {
        const std::string& name = model_.coordinates[q].name;
        labels_.add(kinematics_.coordinate_rates[q], {"rate of " + name, "rate_" + name, Quantity::kinematics});
    }
}

void Labels::add_partials(const Partials& partials) {
    for (std::size_t b = 1; b < partials.of_body.size(); ++b)
        for (const BodyPartial& partial : partials.of_body[b]) {
            const std::string& body = model_.bodies[b].name;
            const std::string& speed = model_.speeds[partial.speed.value].name;
            const std::string per = ", per " + speed, end = "_per_" + speed;
            const std::size_t link = kinematics_.link_of_body[b];
            add(partial.omega, link, {"angular velocity of " + body, "omega_" + body, Quantity::kinematics}, per, end);
            add(partial.v, link, {"velocity of the mass centre of " + body, "v_" + body, Quantity::kinematics}, per,
                end);
            add(partial.h, link, {"angular momentum of " + body, "h_" + body}, per, end);
            add(partial.p, link, {"momentum of " + body, "p_" + body}, per, end);
        }
}

void Labels::add_velocities(const std::vector<Vec3<Expr>>& omega) {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        add(omega[l], l, {"angular velocity of " + name_of_link(l), "omega_" + word_of_link(l), Quantity::kinematics});
    }
}

void Labels::add_accelerations(const std::vector<LinkAcceleration>& acceleration, const std::string& at) {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        add(acceleration[l].alpha, l, {"angular acceleration of " + name_of_link(l), "alpha_" + word_of_link(l)}, at);
        if (!has_own_origin(l)) continue;
        add(acceleration[l].a, l, {"acceleration less gravity of " + name_of_link(l), "a_" + word_of_link(l)}, at);
    }
}

void Labels::add_wrenches(const std::vector<Wrench>& accumulated, const std::string& at) {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        const std::string all = name_of_link(l) + " and all it carries";
        add(accumulated[l].force, l, {"force on " + all, "force_" + word_of_link(l)}, at);
        if (!has_own_origin(l)) continue;
        add(accumulated[l].moment, l, {"moment on " + all, "moment_" + word_of_link(l)}, at);
    }
}

void Labels::add_loads() {
    for (const ForceLoad& load : model_.forces) {
        add_turned(load.components, load.frame, load.point.body, "force");
        if (load.reaction) add_turned(load.components, load.frame, load.reaction->body, "force");
    }
    for (const TorqueLoad& load : model_.torques) {
        add_turned(load.components, load.frame, load.body, "torque");
        if (load.reaction) add_turned(load.components, load.frame, *load.reaction, "torque");
    }
}

// What reexpress (kinematics/paths.hpp) makes on the way outward, the only one along which axes come between.
void Labels::add_turned(Vec3<Expr> vector, const FrameOnBody& given, BodyIndex on, const std::string& what) {
    const std::size_t from = kinematics_.link_of_body[given.body.value], to = kinematics_.link_of_body[on.value];
    const std::size_t common = common_link(kinematics_, from, to);
    vector = to_link_axes(kinematics_, vector, given, common);
    for (const std::size_t l : path_outward(kinematics_, to, common)) {
        vector = kinematics_.links[l].rotation.outward(vector);
        const std::string name = model_.body(on).name;
        add(vector, l,
            {fmt::format("applied {} on {} in the axes of {}", what, name, name_of_link(l)),
             fmt::format("{}_{}{}", what.substr(0, 1), name, l == to ? "" : "_in_" + word_of_link(l))});
    }
}

}  // namespace lag
