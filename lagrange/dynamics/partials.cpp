#include "lagrange/dynamics/partials.hpp"

#include <fmt/format.h>

#include "lagrange/dynamics/inertias.hpp"

namespace lag {

namespace {

// Inherited columns of a link, carried out from its inboard link, merged with its own (both ascending).
std::vector<SpeedColumn> carried_out(const Link& link, const std::vector<SpeedColumn>& inboard) {
    std::vector<SpeedColumn> columns;
    auto own = link.columns.begin();
    const auto append_own_below = [&](SpeedIndex limit) {
        for (; own != link.columns.end() && own->speed < limit; ++own) columns.push_back(*own);
    };
    for (const SpeedColumn& column : inboard) {
        append_own_below(column.speed);
        SpeedColumn carried{column.speed, link.rotation.outward(column.w),
                            link.rotation.outward(column.v + cross(column.w, link.o))};
        if (own != link.columns.end() && own->speed == column.speed) {
            carried.w = carried.w + own->w;
            carried.v = carried.v + own->v;
            ++own;
        }
        columns.push_back(carried);
    }
    for (; own != link.columns.end(); ++own) columns.push_back(*own);
    return columns;
}

BodyPartial at_mass_centre(const SpeedColumn& column, Expr mass, const Vec3<Expr>& cm, const Mat3<Expr>& inertia) {
    BodyPartial partial;
    partial.speed = column.speed;
    partial.omega = column.w;
    partial.v = column.v + cross(column.w, cm);
    partial.h = inertia * partial.omega;
    partial.p = mass * partial.v;
    return partial;
}

}  // namespace

Partials compute_partials(const Model& model, const Kinematics& kinematics) {
    Partials partials;
    partials.of_link.resize(kinematics.links.size());
    partials.of_body.resize(model.bodies.size());
    for (std::size_t l = 1; l < kinematics.links.size(); ++l) {
        const Link& link = kinematics.links[l];
        partials.of_link[l] = carried_out(link, partials.of_link[link.inboard]);
        if (!link.ends_body || is_massless(model.body(link.body))) continue;
        const std::size_t b = link.body.value;
        const Vec3<Expr> cm = mass_centre(model, kinematics, b);
        const Mat3<Expr> inertia = inertia_in_link_axes(model, kinematics, b);
        for (const SpeedColumn& column : partials.of_link[l])
            partials.of_body[b].push_back(at_mass_centre(column, model.bodies[b].mass, cm, inertia));
    }
    return partials;
}

namespace {

std::string text_of(Graph& graph, const Vec3<Expr>& v) {
    constexpr std::size_t limit = 60;
    return fmt::format("[{}, {}, {}]", to_string(graph, v[0], limit), to_string(graph, v[1], limit),
                       to_string(graph, v[2], limit));
}

}  // namespace

std::string to_string(const Model& model, const Partials& partials) {
    Graph& graph = *model.graph;
    std::string text;
    for (std::size_t b = 1; b < partials.of_body.size(); ++b) {
        const auto& list = partials.of_body[b];
        text += fmt::format(
            "body {}: {}\n", model.bodies[b].name,
            list.empty() ? "massless" : fmt::format("{} of {} speeds move it", list.size(), model.speeds.size()));
        for (const BodyPartial& partial : list)
            text += fmt::format("    d/d({}): omega {}, v(cm) {}\n", model.speeds[partial.speed.value].name,
                                text_of(graph, partial.omega), text_of(graph, partial.v));
    }
    return text;
}

}  // namespace lag
