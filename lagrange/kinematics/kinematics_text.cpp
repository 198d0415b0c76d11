// The text of `--dump kinematics`: what each link does, with named components.
#include <fmt/format.h>

#include <array>

#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

namespace {

std::string text_of(Graph& graph, const Vec3<Expr>& v) {
    constexpr std::size_t limit = 200;
    return fmt::format("[{}, {}, {}]", to_string(graph, v[0], limit), to_string(graph, v[1], limit),
                       to_string(graph, v[2], limit));
}

std::string rotation_text(Graph& graph, const Rotation& rotation) {
    switch (rotation.kind) {
        case Rotation::Kind::identity:
            return "no rotation";
        case Rotation::Kind::elementary:
            return fmt::format("rotation about {}, sine {}", "xyz"[rotation.axis],
                               to_string(graph, rotation.sine, 200));
        case Rotation::Kind::general:
            break;
    }
    std::string text = "rotation matrix";
    for (const auto& row : rotation.matrix.rows) text += " " + text_of(graph, {{row[0], row[1], row[2]}});
    return text;
}

}  // namespace

std::string to_string(const Model& model, const Kinematics& kinematics) {
    Graph& graph = *model.graph;
    std::string text;
    for (std::size_t l = 1; l < kinematics.links.size(); ++l) {
        const Link& link = kinematics.links[l];
        text += fmt::format("link {} on link {}, hinge of {}{}\n", l, link.inboard, model.body(link.body).name,
                            link.ends_body ? " (its body axes)" : "");
        text += fmt::format("    o = {}, {}\n", text_of(graph, link.o), rotation_text(graph, link.rotation));
        if (!is_zero(link.w_rel)) text += fmt::format("    w_rel = {}\n", text_of(graph, link.w_rel));
        if (!is_zero(link.v_rel)) text += fmt::format("    v_rel = {}\n", text_of(graph, link.v_rel));
        if (link.ends_body && kinematics.spin[link.body.value].kind != Rotation::Kind::identity)
            text += fmt::format("    body of revolution: link axes do not spin; to body axes: {}\n",
                                rotation_text(graph, kinematics.spin[link.body.value]));
    }
    for (std::size_t q = 0; q < kinematics.coordinate_rates.size(); ++q)
        text +=
            fmt::format("{}' = {}\n", model.coordinates[q].name, to_string(graph, kinematics.coordinate_rates[q], 400));
    return text;
}

}  // namespace lag
