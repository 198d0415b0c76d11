#include "scripts/import/collada.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numbers>

#include "scripts/import/written.hpp"

namespace lag {

namespace {

// x -> M x + p: scales and shears as well, which RobotFrame has not.
struct Affine {
    Mat3<double> M{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    Vec3<double> p;
    Affine after(const Affine& inner) const { return {M * inner.M, p + M * inner.p}; }
    Vec3<double> operator()(const Vec3<double>& x) const { return p + M * x; }
};

std::vector<double> values_of(const XmlElement& at, std::size_t count) {
    std::vector<double> found;
    for (const Written& number : numbers_in(at, fmt::format("<{}>", at.name), at.text)) found.push_back(number.value);
    if (count != 0 && found.size() != count)
        fail_at(at, fmt::format("<{}> holds {} numbers, expected {}", at.name, found.size(), count));
    return found;
}

class Collada {
  public:
    explicit Collada(const XmlElement& root) : root_(root) { index(root); }

    std::vector<double> triangles() {
        Affine unit;
        if (const XmlElement* asset = root_.child("asset"))
            if (const XmlElement* length = asset->child("unit")) {
                const double metres = number_of(*length, "meter", Written{"1", 1}).value;
                for (std::size_t i = 0; i < 3; ++i) unit.M(i, i) = metres;
            }
        const XmlElement* scene = nullptr;
        if (const XmlElement* at = root_.child("scene"))
            if (const XmlElement* instance = at->child("instance_visual_scene")) scene = target(*instance, "url");
        if (scene == nullptr)
            if (const XmlElement* library = root_.child("library_visual_scenes"))
                scene = library->child("visual_scene");
        if (scene != nullptr) {
            for (const XmlElement& node : scene->children)
                if (node.name == "node") add_node(node, unit, 0);
        } else if (const XmlElement* library = root_.child("library_geometries")) {
            for (const XmlElement& geometry : library->children) add_geometry(geometry, unit);
        }
        return std::move(numbers_);
    }

  private:
    void index(const XmlElement& at) {
        if (const std::string* id = at.attribute("id")) by_id_.emplace(*id, &at);
        for (const XmlElement& one : at.children) index(one);
    }

    // "#id"; null where it is not there, as in files that name others.
    const XmlElement* target(const XmlElement& at, const std::string& attribute) const {
        const std::string* name = at.attribute(attribute);
        if (name == nullptr || !name->starts_with('#')) return nullptr;
        const auto found = by_id_.find(name->substr(1));
        return found == by_id_.end() ? nullptr : found->second;
    }

    static Affine transform(const XmlElement& at) {
        Affine made;
        if (at.name == "matrix") {
            const std::vector<double> m = values_of(at, 16);
            for (std::size_t i = 0; i < 3; ++i) {
                for (std::size_t j = 0; j < 3; ++j) made.M(i, j) = m[4 * i + j];
                made.p[i] = m[4 * i + 3];
            }
        } else if (at.name == "translate") {
            const std::vector<double> t = values_of(at, 3);
            made.p = {{t[0], t[1], t[2]}};
        } else if (at.name == "scale") {
            const std::vector<double> s = values_of(at, 3);
            for (std::size_t i = 0; i < 3; ++i) made.M(i, i) = s[i];
        } else if (at.name == "rotate") {
            const std::vector<double> r = values_of(at, 4);
            const Vec3<double> axis{{r[0], r[1], r[2]}};
            if (dot(axis, axis) > 0)
                made.M = matrix_of(RobotTurn{written(axis), written(r[3] * std::numbers::pi / 180)});
        }
        return made;
    }

    void add_node(const XmlElement& node, Affine place, int depth) {
        if (depth > 50) fail_at(node, "nodes are nested deeper than 50 levels", "does a node hold itself?");
        for (const XmlElement& one : node.children) place = place.after(transform(one));
        for (const XmlElement& one : node.children) {
            if (one.name == "node") add_node(one, place, depth + 1);
            const XmlElement* named =
                one.name == "instance_node" || one.name == "instance_geometry" ? target(one, "url") : nullptr;
            if (named == nullptr) continue;
            if (one.name == "instance_node")
                add_node(*named, place, depth + 1);
            else
                add_geometry(*named, place);
        }
    }

    void add_geometry(const XmlElement& geometry, const Affine& place) {
        const XmlElement* mesh = geometry.child("mesh");
        if (mesh == nullptr) return;
        for (const XmlElement& part : mesh->children)
            if (part.name == "triangles" || part.name == "polylist" || part.name == "polygons" ||
                part.name == "tristrips" || part.name == "trifans")
                add_part(part, place);
    }

    // Places of <vertices>, through <input semantic="VERTEX">.
    std::vector<double> places_of(const XmlElement& part, std::size_t& offset, std::size_t& stride) const {
        const XmlElement* source = nullptr;
        stride = 1;
        for (const XmlElement& input : part.children) {
            if (input.name != "input") continue;
            const auto at = static_cast<std::size_t>(std::max(0.0, number_of(input, "offset").value));
            stride = std::max(stride, at + 1);
            if (required_text(input, "semantic") != "VERTEX") continue;
            offset = at;
            const XmlElement* vertices = target(input, "source");
            if (vertices == nullptr) continue;
            for (const XmlElement& one : vertices->children)
                if (one.name == "input" && required_text(one, "semantic") == "POSITION") source = target(one, "source");
        }
        const XmlElement* array = source == nullptr ? nullptr : source->child("float_array");
        if (array == nullptr) return {};
        std::size_t step = 3, first = 0;
        if (const XmlElement* common = source->child("technique_common"))
            if (const XmlElement* accessor = common->child("accessor")) {
                step = static_cast<std::size_t>(std::max(3.0, number_of(*accessor, "stride", Written{"3", 3}).value));
                first = static_cast<std::size_t>(std::max(0.0, number_of(*accessor, "offset").value));
            }
        const std::vector<double> all = values_of(*array, 0);
        std::vector<double> places;
        for (std::size_t at = first; at + 2 < all.size(); at += step)
            places.insert(places.end(), {all[at], all[at + 1], all[at + 2]});
        return places;
    }

    void add_part(const XmlElement& part, const Affine& place) {
        std::size_t offset = 0, stride = 1;
        const std::vector<double> places = places_of(part, offset, stride);
        std::vector<double> counts;
        if (const XmlElement* list = part.child("vcount")) counts = values_of(*list, 0);
        for (const XmlElement& list : part.children) {
            if (list.name != "p") continue;
            std::vector<std::size_t> corners;
            const std::vector<double> indices = values_of(list, 0);
            for (std::size_t at = offset; at < indices.size(); at += stride) {
                if (indices[at] < 0 || 3 * indices[at] + 2 >= static_cast<double>(places.size()))
                    fail_at(list, fmt::format("a corner is number {} of {}", static_cast<long>(indices[at]),
                                              places.size() / 3));
                corners.push_back(static_cast<std::size_t>(indices[at]));
            }
            add_corners(part.name, corners, counts, places, place);
        }
    }

    void add_corners(const std::string& kind, const std::vector<std::size_t>& corners,
                     const std::vector<double>& counts, const std::vector<double>& places, const Affine& place) {
        const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
            for (const std::size_t k : {corners[a], corners[b], corners[c]}) {
                const Vec3<double> x = place({{places[3 * k], places[3 * k + 1], places[3 * k + 2]}});
                numbers_.insert(numbers_.end(), x.c.begin(), x.c.end());
            }
        };
        const auto fan = [&](std::size_t first, std::size_t count) {
            for (std::size_t k = 2; k < count && first + k < corners.size(); ++k) add(first, first + k - 1, first + k);
        };
        if (kind == "triangles") {
            for (std::size_t k = 0; k + 2 < corners.size(); k += 3) add(k, k + 1, k + 2);
        } else if (kind == "tristrips") {
            for (std::size_t k = 0; k + 2 < corners.size(); ++k)
                k % 2 == 0 ? add(k, k + 1, k + 2) : add(k + 1, k, k + 2);
        } else if (kind == "polylist") {
            std::size_t first = 0;
            for (const double count : counts) {
                fan(first, static_cast<std::size_t>(std::max(0.0, count)));
                first += static_cast<std::size_t>(std::max(0.0, count));
            }
        } else {
            fan(0, corners.size());  // one polygon or fan for each <p>
        }
    }

    const XmlElement& root_;
    std::map<std::string, const XmlElement*> by_id_;
    std::vector<double> numbers_;
};

}  // namespace

std::vector<double> collada_triangles(const std::filesystem::path& file) {
    const XmlElement root = xml_of_file(file);
    if (root.name != "COLLADA") fail_at(root, fmt::format("found <{}>, expected <COLLADA>", root.name));
    return Collada(root).triangles();
}

}  // namespace lag
