#include "scripts/command/page/still.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>

#include "scripts/files/markup.hpp"

namespace lag {

namespace {

using SpaceVector = Vec3<double>;

constexpr double width = 760, height = 440, margin = 46;             // pixels
constexpr double letter = 8.2, line_height = 17;                     // of names
constexpr std::size_t most_drawn_triangles = 4000, most_named = 40;  // beyond: a mesh's box; no names
constexpr int sides = 24;                                            // of a cylinder
constexpr std::array<const char*, 8> palette{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#e69f00", "#56b4e9", "#8c6bb1", "#999933"};
constexpr const char *amber = "#f2a900", *red = "#d0312d", *grey = "#5a6675", *ink = "#1c2733";

double space_length(const SpaceVector& v) {
    return std::sqrt(dot(v, v));
}
SpaceVector unit(const SpaceVector& v) {
    return (1 / space_length(v)) * v;
}

std::string pixels(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return std::string(text.data()) == "-0.0" ? "0.0" : text.data();
}

std::string shaded(const std::string& colour, double brightness) {
    std::array<char, 8> text{};
    std::array<int, 3> parts{};
    for (std::size_t k = 0; k < 3; ++k)
        parts[k] = std::clamp(
            static_cast<int>(std::lround(std::stoi(colour.substr(1 + 2 * k, 2), nullptr, 16) * brightness)), 0, 255);
    std::snprintf(text.data(), text.size(), "#%02x%02x%02x", static_cast<unsigned>(parts[0]) & 0xffU,
                  static_cast<unsigned>(parts[1]) & 0xffU, static_cast<unsigned>(parts[2]) & 0xffU);
    return text.data();
}

// -- from where it is seen

struct View {
    SpaceVector right, top, towards;  // towards the one who looks
};

// The direction that all turning hinges share, across `up`: of a planar mechanism that stands.
std::optional<SpaceVector> front_of(const Scene& scene) {
    std::optional<SpaceVector> common;
    for (const SceneAxis& axis : scene.axes) {
        if (axis.kind == SceneAxis::Kind::ball) return std::nullopt;
        if (axis.kind != SceneAxis::Kind::turns) continue;
        const SpaceVector here = scene.nodes[axis.place.node].poses[0].axes * axis.direction;
        if (common && std::abs(dot(*common, here)) < 0.9999) return std::nullopt;
        if (!common) common = here;
    }
    if (!common || std::abs(dot(*common, scene.up)) > 0.2) return std::nullopt;
    const auto [least, largest] = std::minmax_element(common->c.begin(), common->c.end());
    return *largest < -*least ? -*common : *common;
}

View view_of(const Scene& scene) {
    const SpaceVector& up = scene.up;
    const SpaceVector other = std::abs(up[0]) < 0.9 ? SpaceVector{{1, 0, 0}} : SpaceVector{{0, 1, 0}};
    const SpaceVector side = unit(other - dot(other, up) * up), across = cross(up, side);
    double azimuth = -1.03, elevation = 0.42;
    if (const auto front = front_of(scene)) {
        azimuth = std::atan2(dot(*front, across), dot(*front, side)) + 0.28;
        elevation = 0.2;
    }
    View view;
    view.towards =
        std::cos(elevation) * (std::cos(azimuth) * side + std::sin(azimuth) * across) + std::sin(elevation) * up;
    view.right = unit(cross(up, view.towards));
    view.top = cross(view.towards, view.right);
    return view;
}

// -- what is drawn: faces, strokes and discs, the farthest first

struct DrawnItem {
    enum class Kind { face, stroke, disc, mass };
    Kind kind = Kind::face;
    std::vector<SpaceVector> points;
    std::string colour;
    double size = 0;  // stroke: its width, disc: its radius; pixels
    double opacity = 1;
    double nearness = 0;
};

class Drawing {
  public:
    explicit Drawing(const Scene& scene) : scene_(scene), view_(view_of(scene)) {
        light_ = unit(0.6 * view_.towards + 0.75 * view_.top + -0.35 * view_.right);
    }

    std::string text() {
        for (const SceneShape& shape : scene_.shapes) add_shape(shape);
        for (const SceneRod& rod : scene_.rods)
            if (!has_shape(rod.node))
                add_stroke({at({rod.node, rod.from}), at({rod.node, rod.to})}, colour_of(rod.node), 5);
        for (const SceneBeam& beam : scene_.beams) {
            std::vector<SpaceVector> points;
            for (const SpaceVector& r : beam.lines[0]) points.push_back(at({beam.node, r}));
            add_stroke(std::move(points), colour_of(beam.node), 5);
        }
        for (const SceneMass& mass : scene_.masses) add_mass(mass);
        for (const SceneLine& line : scene_.lines) add_line(line);
        size_ = extent();
        for (const ScenePlace& stub : scene_.stubs) {
            const double edge = 0.05 * size_;
            add_box({at(stub), scene_.nodes[stub.node].poses[0].axes}, {{edge, edge, edge}}, colour_of(stub.node), 1);
        }
        for (const SceneAxis& axis : scene_.axes) add_axis(axis);
        for (const ScenePlace& closure : scene_.closures) add(DrawnItem::Kind::disc, {at(closure)}, red, 4.5, 0.03);
        if (items_.empty()) return {};
        return written();
    }

  private:
    SpaceVector at(const ScenePlace& place) const { return scene_.nodes[place.node].poses[0].point(place.r); }
    bool has_shape(std::size_t node) const {
        return std::ranges::any_of(scene_.shapes, [&](const SceneShape& s) { return s.node == node; });
    }
    static std::string colour_of(std::size_t node) {
        return node == 0 ? "#8a97a6" : palette[(node - 1) % palette.size()];
    }

    // `lift`: how much nearer than it is, in the picture's sizes.
    void add(DrawnItem::Kind kind, std::vector<SpaceVector> points, const std::string& colour, double size,
             double lift = 0, double opacity = 1) {
        SpaceVector middle;
        for (const SpaceVector& point : points) middle = middle + point;
        const double near = dot(middle, view_.towards) / static_cast<double>(points.size()) + lift * size_;
        items_.push_back({kind, std::move(points), colour, size, opacity, near});
    }
    void add_stroke(std::vector<SpaceVector> points, const std::string& colour, double size, double lift = 0) {
        add(DrawnItem::Kind::stroke, std::move(points), colour, size, lift);
    }

    // An outer face; those of the far side are not seen.
    void add_face(std::vector<SpaceVector> points, const SpaceVector& outward, const std::string& colour,
                  double opacity = 1) {
        if (opacity == 1 && dot(outward, view_.towards) <= 0) return;
        const double brightness = 0.62 + 0.42 * std::max(0.0, dot(outward, light_));
        add(DrawnItem::Kind::face, std::move(points), shaded(colour, brightness), 0, 0, opacity);
    }

    void add_box(const Pose& pose, const SpaceVector& edges, const std::string& colour, double opacity) {
        for (std::size_t i = 0; i < 3; ++i)
            for (const double side : {-0.5, 0.5}) {
                const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
                std::vector<SpaceVector> corners;
                for (const auto& [a, b] : {std::pair(-0.5, -0.5), {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
                    SpaceVector r;
                    r[i] = side * edges[i], r[j] = a * edges[j], r[k] = b * edges[k];
                    corners.push_back(pose.point(r));
                }
                SpaceVector normal;
                normal[i] = side > 0 ? 1 : -1;
                add_face(std::move(corners), pose.axes * normal, colour, opacity);
            }
    }

    // Its axis is the pose's z.
    void add_cylinder(const Pose& pose, double radius, double length, const std::string& colour) {
        const auto rim = [&](int k, double z) {
            const double angle = 2 * std::numbers::pi * k / sides;
            return pose.point({{radius * std::cos(angle), radius * std::sin(angle), z * length / 2}});
        };
        for (int k = 0; k < sides; ++k) {
            const double middle = 2 * std::numbers::pi * (k + 0.5) / sides;
            add_face({rim(k, -1), rim(k + 1, -1), rim(k + 1, 1), rim(k, 1)},
                     pose.axes * SpaceVector{{std::cos(middle), std::sin(middle), 0}}, colour);
        }
        for (const double z : {-1.0, 1.0}) {
            std::vector<SpaceVector> cap;
            for (int k = 0; k < sides; ++k) cap.push_back(rim(k, z));
            add_face(std::move(cap), pose.axes * SpaceVector{{0, 0, z}}, colour);
        }
    }

    void add_ball(const SpaceVector& centre, double radius, const std::string& colour) {
        items_.push_back(
            {DrawnItem::Kind::disc, {centre}, colour, -radius, 1, dot(centre, view_.towards)});  // in metres
        extent_.push_back(centre + radius * view_.right + radius * view_.top);
        extent_.push_back(centre - radius * view_.right - radius * view_.top);
    }

    void add_mesh(const Pose& pose, const std::vector<float>& triangles, const std::string& colour) {
        const auto corner = [&](std::size_t k) {
            return SpaceVector{{triangles[3 * k], triangles[3 * k + 1], triangles[3 * k + 2]}};
        };
        if (triangles.size() / 9 > most_drawn_triangles) {
            SpaceVector low = corner(0), high = low;
            for (std::size_t k = 0; k < triangles.size() / 3; ++k)
                for (std::size_t i = 0; i < 3; ++i) {
                    low[i] = std::min(low[i], corner(k)[i]);
                    high[i] = std::max(high[i], corner(k)[i]);
                }
            add_box({pose.point(0.5 * (low + high)), pose.axes}, high - low, colour, 1);
            return;
        }
        for (std::size_t k = 0; k + 2 < triangles.size() / 3; k += 3) {
            const SpaceVector a = pose.point(corner(k)), b = pose.point(corner(k + 1)), c = pose.point(corner(k + 2));
            const SpaceVector normal = cross(b - a, c - a);
            if (space_length(normal) > 0) add_face({a, b, c}, unit(normal), colour);
        }
    }

    void add_shape(const SceneShape& shape) {
        const Pose& node = scene_.nodes[shape.node].poses[0];
        const Pose pose{node.point(shape.at), node.axes * shape.axes};
        const std::string colour = colour_of(shape.node);
        switch (shape.kind) {
            case ShapeForm::Kind::box:
                return add_box(pose, shape.edges, colour, 1);
            case ShapeForm::Kind::cylinder:
                return add_cylinder(pose, shape.radius, shape.length, colour);
            case ShapeForm::Kind::sphere:
                return add_ball(pose.origin, shape.radius, colour);
            case ShapeForm::Kind::mesh:
                return add_mesh(pose, shape.triangles, colour);
            case ShapeForm::Kind::beam:
                return;  // drawn by its line
        }
    }

    void add_mass(const SceneMass& mass) {
        const Pose& node = scene_.nodes[mass.place.node].poses[0];
        if (has_shape(mass.place.node)) return;
        if (space_length(mass.edges) > 0)
            add_box({at(mass.place), node.axes * mass.axes}, mass.edges, colour_of(mass.place.node), 0.16);
        add(DrawnItem::Kind::mass, {at(mass.place)}, ink, 6.5, 1);
    }

    // A spring as a zigzag in the picture's plane.
    void add_line(const SceneLine& line) {
        const SpaceVector from = at(line.from), along = at(line.to) - from;
        const SpaceVector beside = cross(view_.towards, along);
        if (!line.spring || space_length(beside) == 0) return add_stroke({from, from + along}, "#7a8798", 2.5);
        const SpaceVector swing = (0.06 * space_length(along) / space_length(beside)) * beside;
        std::vector<SpaceVector> points{from};
        constexpr int turns = 10;
        for (int k = 0; k < turns; ++k)
            points.push_back(from + ((k + 0.5) / turns) * along + (k % 2 == 0 ? 1.0 : -1.0) * swing);
        points.push_back(from + along);
        add_stroke(std::move(points), grey, 1.8);
    }

    void add_axis(const SceneAxis& axis) {
        const SpaceVector place = at(axis.place);
        const std::string colour = axis.cut ? red : amber;
        if (axis.kind == SceneAxis::Kind::ball) return add(DrawnItem::Kind::disc, {place}, colour, 6, 0.02);
        const SpaceVector along = scene_.nodes[axis.place.node].poses[0].axes * axis.direction;
        const double half = axis.kind == SceneAxis::Kind::turns ? 0.03 : 0.08;
        add_stroke({place - half * size_ * along, place + half * size_ * along}, colour,
                   axis.kind == SceneAxis::Kind::turns ? 8 : 3, 0.02);
        if (axis.kind == SceneAxis::Kind::turns)
            add_stroke({place - 2.3 * half * size_ * along, place + 2.3 * half * size_ * along}, colour, 1.6, 0.02);
        else
            add(DrawnItem::Kind::disc, {place}, colour, 4, 0.025);
    }

    double extent() const {
        SpaceVector low, high;
        bool any = false;
        for (const DrawnItem& item : items_)
            for (const SpaceVector& point : item.points)
                for (std::size_t i = 0; i < 3; ++i) {
                    low[i] = any ? std::min(low[i], point[i]) : point[i];
                    high[i] = any ? std::max(high[i], point[i]) : point[i];
                    if (i == 2) any = true;
                }
        const double size = any ? space_length(high - low) : 0;
        return size > 0 ? size : 1;
    }

    // -- on paper

    void fit() {
        std::vector<SpaceVector> all = extent_;
        for (const DrawnItem& item : items_) all.insert(all.end(), item.points.begin(), item.points.end());
        double left = 1e300, right = -1e300, bottom = 1e300, top = -1e300;
        for (const SpaceVector& point : all) {
            left = std::min(left, dot(point, view_.right)), right = std::max(right, dot(point, view_.right));
            bottom = std::min(bottom, dot(point, view_.top)), top = std::max(top, dot(point, view_.top));
        }
        const double wide = std::max(right - left, 1e-9 * size_), high = std::max(top - bottom, 1e-9 * size_);
        scale_ = std::min({(width - 2 * margin) / wide, (height - 2 * margin) / high, 0.7 * width / size_ * 2});
        x0_ = width / 2 - scale_ * (left + right) / 2;
        y0_ = height / 2 + scale_ * (bottom + top) / 2;
    }
    double x(const SpaceVector& point) const { return x0_ + scale_ * dot(point, view_.right); }
    double y(const SpaceVector& point) const { return y0_ - scale_ * dot(point, view_.top); }
    std::string path_of(const std::vector<SpaceVector>& points) const {
        std::string path;
        for (const SpaceVector& point : points)
            path += fmt::format("{}{},{}", path.empty() ? "" : " ", pixels(x(point)), pixels(y(point)));
        return path;
    }

    void write(Markup& svg, const DrawnItem& item) const {
        const SpaceVector& point = item.points.front();
        switch (item.kind) {
            case DrawnItem::Kind::face:
                svg.empty("polygon", {{"points", path_of(item.points)},
                                      {"fill", item.colour},
                                      {"fill-opacity", pixels(10 * item.opacity) == "10.0" ? "1" : "0.16"},
                                      {"stroke", item.colour},
                                      {"stroke-width", "0.7"}});
                break;
            case DrawnItem::Kind::stroke:
                svg.empty("polyline", {{"points", path_of(item.points)},
                                       {"fill", "none"},
                                       {"stroke", item.colour},
                                       {"stroke-width", pixels(item.size)},
                                       {"stroke-linecap", "round"},
                                       {"stroke-linejoin", "round"}});
                break;
            case DrawnItem::Kind::disc:
                svg.empty("circle", {{"cx", pixels(x(point))},
                                     {"cy", pixels(y(point))},
                                     {"r", pixels(item.size > 0 ? item.size : -item.size * scale_)},
                                     {"fill", item.colour},
                                     {"stroke", shaded(item.colour, 0.6)},
                                     {"stroke-width", "0.7"}});
                break;
            case DrawnItem::Kind::mass: {
                const std::string cx = pixels(x(point)), cy = pixels(y(point)), r = pixels(item.size);
                svg.empty(
                    "circle",
                    {{"cx", cx}, {"cy", cy}, {"r", r}, {"fill", "white"}, {"stroke", ink}, {"stroke-width", "1.2"}});
                for (const char* const sign : {"", "-"}) {
                    const std::string s = sign;
                    svg.line().empty("path", {{"d", fmt::format("M{0},{1} v{2}{3} a{3},{3} 0 0,1 {4}{3},{4}{3} z", cx,
                                                                cy, s, r, s.empty() ? "-" : "")},
                                              {"fill", ink}});
                }
                break;
            }
        }
        svg.line();
    }

    // Beside the mass centres, each below those that would lie under it.
    void write_names(Markup& svg) const {
        if (scene_.masses.size() > most_named) return;
        struct Box {
            double left, right, top, bottom;
        };
        std::vector<Box> taken;
        for (const SceneMass& mass : scene_.masses) {
            const std::string& name = scene_.nodes[mass.place.node].name;
            const double wide = letter * static_cast<double>(name.size());
            const SpaceVector place = at(mass.place);
            double left = std::clamp(x(place) + 10, 2.0, std::max(2.0, width - wide - 2)), base = y(place) - 8;
            for (int tries = 0; tries < 60; ++tries) {
                const Box here{left, left + wide, base - 13, base + 4};
                const auto clash = std::ranges::find_if(taken, [&](const Box& b) {
                    return here.left < b.right && b.left < here.right && here.top < b.bottom && b.top < here.bottom;
                });
                if (clash == taken.end()) break;
                base = clash->bottom + line_height - 3;
                if (base > height - 6) base = 16, left = std::min(left + 60, width - wide - 2);
            }
            base = std::clamp(base, 15.0, height - 6);
            taken.push_back({left, left + wide, base - 13, base + 4});
            svg.element("text",
                        {{"x", pixels(left)},
                         {"y", pixels(base)},
                         {"paint-order", "stroke"},
                         {"stroke", "white"},
                         {"stroke-width", "3"}},
                        name)
                .line();
        }
    }

    std::string written() {
        std::stable_sort(items_.begin(), items_.end(),
                         [](const DrawnItem& a, const DrawnItem& b) { return a.nearness < b.nearness; });
        fit();
        Markup svg;
        svg.open("svg", {{"class", "mechanism"},
                         {"role", "img"},
                         {"aria-label", "the mechanism at the start"},
                         {"style", "max-width: 100%; height: auto"},
                         {"viewBox", fmt::format("0 0 {} {}", pixels(width), pixels(height))},
                         {"width", pixels(width)},
                         {"height", pixels(height)}})
            .line();
        for (const DrawnItem& item : items_) write(svg, item);
        write_names(svg);
        svg.close();
        return svg.finished();
    }

    const Scene& scene_;
    const View view_;
    SpaceVector light_;
    std::vector<DrawnItem> items_;
    std::vector<SpaceVector> extent_;
    double size_ = 1, scale_ = 1, x0_ = 0, y0_ = 0;
};

}  // namespace

std::string still_picture(const Scene& scene) {
    if (scene.nodes.size() < 2) return {};
    return Drawing(scene).text();
}

}  // namespace lag
