#include "lagrange/formulations/labels.hpp"

namespace lag {

namespace {

const char* const axis_names[] = {"x", "y", "z"};

std::string place(std::size_t row, std::size_t column) {
    return "(" + std::to_string(row + 1) + ", " + std::to_string(column + 1) + ")";
}

}  // namespace

void Labels::add(const Vec3<Expr>& vector, std::size_t link, const Label& label, const std::string& at) {
    const std::string axes = axes_of_link(link);
    for (std::size_t k = 0; k < 3; ++k) {
        const std::string axis = axis_names[k];
        const bool is_named = !label.name.empty() && axes.empty();
        labels_.add(vector.c[k],
                    {label.text + ", " + axis + axes + at, is_named ? label.name + "_" + axis : "", label.quantity});
    }
}

std::string Labels::name_of_link(std::size_t l) const {
    const Link& link = kinematics_.links[l];
    const std::string& body = model_.body(link.body).name;
    return link.ends_body ? body : "hinge of " + body;
}

std::string Labels::axes_of_link(std::size_t l) const {
    const Link& link = kinematics_.links[l];
    const bool is_held = l < kinematics_.turned.size() && kinematics_.turned[l].kind != Rotation::Kind::identity;
    const bool spins = link.ends_body && kinematics_.spin[link.body.value].kind != Rotation::Kind::identity;
    return is_held ? " of axes that do not turn" : spins ? " of axes that do not spin" : "";
}

void Labels::add_mass_matrix(const std::vector<MassEntry>& entries) {
    for (const MassEntry& entry : entries)
        labels_.add(entry.value, {"M" + place(entry.row, entry.column) + ", " + model_.speeds[entry.row].name + " by " +
                                      model_.speeds[entry.column].name,
                                  "m_" + std::to_string(entry.row + 1) + "_" + std::to_string(entry.column + 1)});
}

void Labels::add_right_side(const std::vector<Expr>& right_side) {
    for (std::size_t u = 0; u < right_side.size(); ++u) {
        const std::string number = std::to_string(u + 1);
        labels_.add(right_side[u], {"f(" + number + "), right side of " + model_.speeds[u].name, "f_" + number});
    }
}

void Labels::add_kinematics() {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        const Link& link = kinematics_.links[l];
        const std::string name = name_of_link(l);
        if (link.rotation.kind == Rotation::Kind::elementary) {
            labels_.add(link.rotation.sine, {"sine of the rotation of " + name, {}, Quantity::kinematics});
            labels_.add(link.rotation.cosine, {"cosine of the rotation of " + name, {}, Quantity::kinematics});
        }
        if (link.rotation.kind == Rotation::Kind::general)
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j)
                    labels_.add(link.rotation.matrix(i, j),
                                {"rotation matrix of " + name + ", " + place(i, j), {}, Quantity::kinematics});
        add(link.w_rel, l, {"relative angular velocity of " + name, {}, Quantity::kinematics});
        add(link.v_rel, l, {"relative velocity of " + name, {}, Quantity::kinematics});
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
            const std::string per = ", per " + model_.speeds[partial.speed.value].name;
            const std::size_t link = kinematics_.link_of_body[b];
            add(partial.omega, link, {"angular velocity of " + body, {}, Quantity::kinematics}, per);
            add(partial.v, link, {"velocity of the mass centre of " + body, {}, Quantity::kinematics}, per);
            add(partial.h, link, {"angular momentum of " + body, {}}, per);
            add(partial.p, link, {"momentum of " + body, {}}, per);
        }
}

void Labels::add_velocities(const std::vector<Vec3<Expr>>& omega) {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        const std::string name = name_of_link(l);
        add(omega[l], l,
            {"angular velocity of " + name, kinematics_.links[l].ends_body ? "omega_" + name : "",
             Quantity::kinematics});
    }
}

void Labels::add_accelerations(const std::vector<LinkAcceleration>& acceleration, const std::string& at) {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        add(acceleration[l].alpha, l, {"angular acceleration of " + name_of_link(l), {}}, at);
        add(acceleration[l].a, l, {"acceleration less gravity of " + name_of_link(l), {}}, at);
    }
}

void Labels::add_wrenches(const std::vector<Wrench>& accumulated, const std::string& at) {
    for (std::size_t l = 1; l < kinematics_.links.size(); ++l) {
        const std::string all = name_of_link(l) + " and all it carries";
        add(accumulated[l].force, l, {"force on " + all, {}}, at);
        add(accumulated[l].moment, l, {"moment on " + all, {}}, at);
    }
}

}  // namespace lag
