#include "scripts/import/mjcf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "scripts/import/inertia_tensor.hpp"
#include "scripts/import/meshes.hpp"
#include "scripts/import/mjcf_attributes.hpp"
#include "scripts/import/mjcf_replicas.hpp"
#include "scripts/import/solid.hpp"
#include "scripts/import/surface.hpp"

namespace lag {

namespace {

// Elements of the files that <include> names stand in its place.
XmlElement with_includes(XmlElement element, int depth = 0) {
    std::vector<XmlElement> children;
    for (XmlElement& one : element.children) {
        if (one.name != "include") {
            children.push_back(with_includes(std::move(one), depth));
            continue;
        }
        if (depth >= 10) fail_at(one, "includes are nested deeper than 10 files", "does a file include itself?");
        XmlElement file = xml_of_file(one.source->file.parent_path() / required_text(one, "file"));
        for (XmlElement& inner : with_includes(std::move(file), depth + 1).children)
            children.push_back(std::move(inner));
    }
    element.children = std::move(children);
    return element;
}

class MjcfReader {
  public:
    MjcfReader(XmlElement root, const ImportOptions& options) : root_(std::move(root)), options_(options) {}

    Robot read() {
        robot_.name = word_of(root_, "model", "");
        if (robot_.name.empty()) robot_.name = root_.source->file.stem().string();
        robot_.format = "MJCF";
        robot_.file = root_.source->file;
        for (const XmlElement& one : root_.children) {
            if (one.name == "compiler") {
                attributes_.read_compiler(one);
                for (const std::string name : {"settotalmass", "balanceinertia"})
                    if (one.attribute(name) != nullptr && *one.attribute(name) != "false" &&
                        *one.attribute(name) != "-1")
                        leave_out(one, name + " of <compiler>");
            }
            if (one.name == "default") attributes_.read_defaults(one, word_of(one, "class", "main"), "main");
            if (one.name == "option") robot_.gravity = three_of(one, "gravity", robot_.gravity);
            if (one.name == "asset")
                for (const XmlElement& mesh : one.children)
                    if (mesh.name == "mesh") {
                        const std::string file = word_of(mesh, "file", "");
                        meshes_[word_of(mesh, "name", std::filesystem::path(file).stem().string())] =
                            attributes_.effective(mesh, "main");
                    }
        }
        root_ = with_replicas(std::move(root_), attributes_);
        static const std::set<std::string> taken{"compiler",  "default",  "option",   "asset",
                                                 "worldbody", "actuator", "equality", "tendon"};
        static const std::set<std::string> about_pictures{"visual", "statistic", "size", "custom"};
        for (const XmlElement& one : root_.children)
            if (one.name == "worldbody") read_inside(one, RobotLink::no_link, "main", {});
        if (robot_.links.empty()) fail_at(root_, "the model has no <body>");
        for (const XmlElement& one : root_.children)
            if (one.name == "tendon")
                for (const XmlElement& tendon : one.children) read_tendon(tendon);
        for (const XmlElement& one : root_.children) {
            if (one.name == "actuator")
                for (const XmlElement& actuator : one.children) read_actuator(actuator);
            if (one.name == "equality")
                for (const XmlElement& row : one.children) read_equality(row);
            if (!taken.contains(one.name) && !about_pictures.contains(one.name))
                leave_out(one, fmt::format("<{}>", one.name));
        }
        return std::move(robot_);
    }

  private:
    void leave_out(const XmlElement& at, const std::string& what) {
        robot_.left_out.push_back({what, place_text(at), word_of(at, "name", "")});
    }

    static bool is_identity(const RobotFrame& frame) { return frame.p == Vec3<double>{} && frame.R == RobotFrame{}.R; }
    static RobotPlacement within(const RobotFrame& frame, const RobotPlacement& inner) {
        return is_identity(frame) ? inner : placement_of(frame * frame_of(inner));
    }

    // Bodies, geoms and frames of a body or of the world.
    void read_inside(const XmlElement& at, std::size_t link, const std::string& around, const RobotFrame& frame) {
        for (const XmlElement& one : at.children) {
            if (one.name == "body") {
                read_body(one, link, around, frame);
            } else if (one.name == "frame") {
                read_inside(one, link, word_of(one, "childclass", around),
                            frame * frame_of(attributes_.placement(one)));
            } else if (one.name == "geom") {
                read_geom(one, link, around, frame);
            } else if (one.name == "site") {
                const XmlElement site = attributes_.effective(one, around);
                sites_[word_of(site, "name", "")] = {link, within(frame, attributes_.placement(site))};
            } else if (one.name != "joint" && one.name != "freejoint" && one.name != "inertial" &&
                       one.name != "light" && one.name != "camera") {
                leave_out(one, fmt::format("<{}> of bodies", one.name));
            }
        }
    }

    void read_body(const XmlElement& at, std::size_t parent, const std::string& class_around, const RobotFrame& frame) {
        const std::string around = word_of(at, "childclass", class_around);
        const std::string name = word_of(at, "name", "body" + std::to_string(robot_.links.size() + 1));
        const RobotPlacement place = within(frame, attributes_.placement(at));
        const RobotFrame before = parent == RobotLink::no_link ? RobotFrame{} : frames_[parent];
        std::vector<std::pair<RobotMotion, Written3>> motions;
        for (const XmlElement& one : at.children)
            if (one.name == "joint" || one.name == "freejoint")
                motions.push_back(motion_of(one, around, name, motions.size()));
        if (options_.free_base) set_base(motions, parent, name, at);
        // joints about other points, and those with several coordinates, get a massless body
        RobotPlacement next = place;
        for (std::size_t k = 0; k == 0 || k < motions.size();) {
            RobotLink link;
            link.place = at.place();
            link.parent = parent;
            link.placement = next;
            if (k < motions.size()) {
                const Written3 point = motions[k].second;
                const auto is_many = [](const RobotMotion& one) {
                    return one.kind == RobotMotion::Kind::ball || one.kind == RobotMotion::Kind::free;
                };
                const bool is_alone = is_many(motions[k].first);
                do link.motions.push_back(motions[k].first);
                while (++k < motions.size() && !is_alone && !is_many(motions[k].first) &&
                       values(motions[k].second) == values(point));
                if (link.motions[0].kind == RobotMotion::Kind::free) {
                    link.motions[0].start = frame_of(next);
                    link.placement = {};
                } else if (!all_zero(point)) {
                    const Vec3<double> moved = matrix_of(next.turns) * values(point);
                    link.placement.at =
                        all_zero(next.at) && next.turns.empty() ? point : written(values(next.at) + moved);
                    link.outboard = point;
                }
            } else {
                ++k;
            }
            const bool is_last = k >= motions.size();
            link.name = is_last ? name : fmt::format("{}_{}", name, robot_.links.size());
            frames_.push_back(before * frame_of(place));
            parent = robot_.links.size();
            robot_.links.push_back(std::move(link));
            next = {};
            if (is_last) break;
        }
        if (!bodies_.emplace(name, parent).second) fail_at(at, fmt::format("a body is named '{}' already", name));
        masses_[parent];
        read_inside(at, parent, around, {});
        set_inertia(at, parent);
    }

    void set_base(std::vector<std::pair<RobotMotion, Written3>>& motions, std::size_t parent, const std::string& name,
                  const XmlElement& at) {
        if (!*options_.free_base)
            std::erase_if(motions, [](const auto& one) { return one.first.kind == RobotMotion::Kind::free; });
        if (!*options_.free_base || parent != RobotLink::no_link || !motions.empty()) return;
        RobotMotion motion;
        motion.kind = RobotMotion::Kind::free;
        motion.name = name;
        motion.place = at.place();
        motions.emplace_back(motion, Written3{});
    }

    std::pair<RobotMotion, Written3> motion_of(const XmlElement& element, const std::string& around,
                                               const std::string& body, std::size_t count) const {
        const XmlElement at = element.name == "joint" ? attributes_.effective(element, around) : element;
        RobotMotion motion;
        motion.place = at.place();
        motion.name = word_of(at, "name", fmt::format("{}_q{}", body, count == 0 ? "" : std::to_string(count + 1)));
        const std::string type = element.name == "freejoint" ? "free" : word_of(at, "type", "hinge");
        const std::map<std::string, RobotMotion::Kind> kinds{{"hinge", RobotMotion::Kind::turn},
                                                             {"slide", RobotMotion::Kind::slide},
                                                             {"ball", RobotMotion::Kind::ball},
                                                             {"free", RobotMotion::Kind::free}};
        if (!kinds.contains(type))
            fail_at(at, fmt::format("joint '{}' has the type '{}'", motion.name, type),
                    "expected hinge, slide, ball or free");
        motion.kind = kinds.at(type);
        motion.axis = three_of(at, "axis", unit_z);
        if (all_zero(motion.axis)) fail_at(at, fmt::format("the axis of joint '{}' has zero length", motion.name));
        const auto of_joint = [&](const Written& number) {
            return motion.kind == RobotMotion::Kind::turn ? attributes_.angle(number) : number;
        };
        motion.zero = of_joint(number_of(at, "ref"));
        motion.rest = of_joint(number_of(at, "springref"));
        motion.damping = first_of(at, "damping");
        motion.stiffness = first_of(at, "stiffness");
        motion.friction = number_of(at, "frictionloss");
        motion.armature = number_of(at, "armature");
        const std::string limited = word_of(at, "limited", "auto");
        if (const auto range = numbers_of(at, "range", 2);
            !range.empty() && (limited == "true" || (limited == "auto" && attributes_.autolimits()))) {
            motion.low = of_joint(range[0]);
            motion.high = of_joint(range[1]);
        }
        return {motion, motion.kind == RobotMotion::Kind::free ? Written3{} : three_of(at, "pos")};
    }

    void read_geom(const XmlElement& element, std::size_t link, const std::string& around, const RobotFrame& frame) {
        const XmlElement at = attributes_.effective(element, around);
        const std::string type = word_of(at, "type", at.attribute("mesh") != nullptr ? "mesh" : "sphere");
        std::vector<Written> size;
        if (const std::string* text = at.attribute("size")) size = numbers_in(at, "'size' of <geom>", *text);
        RobotPlacement place = within(frame, attributes_.placement(at));
        if (const auto ends = numbers_of(at, "fromto", 6); !ends.empty()) {
            const Vec3<double> a{{ends[0].value, ends[1].value, ends[2].value}},
                b{{ends[3].value, ends[4].value, ends[5].value}};
            const Vec3<double> along = b - a;
            place = within(frame, {written(0.5 * (a + b)), turns_to(-along)});
            const Written half = written(0.5 * std::sqrt(dot(along, along)));
            if (size.empty()) fail_at(at, "<geom> has 'fromto' without 'size'");
            size = type == "box" || type == "ellipsoid" ? std::vector<Written>{size[0], size[0], half}
                                                        : std::vector<Written>{size[0], half};
        }
        const std::map<std::string, std::size_t> sizes{
            {"sphere", 1}, {"capsule", 2}, {"cylinder", 2}, {"box", 3}, {"ellipsoid", 3}};
        const auto wanted = sizes.find(type);
        const bool weighs = counts_for_mass(at) && link != RobotLink::no_link;
        if (wanted == sizes.end()) {
            const bool is_weightless = type == "plane" || type == "hfield" ||
                                       (at.attribute("mass") != nullptr && number_of(at, "mass").is_zero()) ||
                                       (at.attribute("density") != nullptr && number_of(at, "density").is_zero());
            if (type == "mesh") return add_mesh(at, link, place, weighs && !is_weightless);
            if (weighs && !is_weightless) unknown_mass_.emplace(link, at);
            return leave_out(at, "<geom> of the type " + type);
        }
        if (size.size() < wanted->second)
            fail_at(at, fmt::format("'size' of a <geom> of the type {} needs {} numbers", type, wanted->second));
        if (weighs) add_mass(at, type, size, place, link);
        RobotShape shape;
        shape.link = link;
        shape.place = at.place();
        shape.collides = word_of(at, "contype", "1") != "0" || word_of(at, "conaffinity", "1") != "0";
        shape.placement = place;
        if (type == "ellipsoid") return leave_out(at, "<geom> of the type ellipsoid as a shape");
        if (type == "sphere") {
            shape.kind = RobotShape::Kind::sphere;
            shape.size[0] = size[0];
        } else if (type == "box") {
            for (std::size_t k = 0; k < 3; ++k) shape.size[k] = written(2 * size[k].value);
        } else {
            shape.kind = RobotShape::Kind::cylinder;
            shape.size = {size[0], written(2 * size[1].value), Written{}};
        }
        robot_.shapes.push_back(shape);
    }

    void add_mesh(const XmlElement& at, std::size_t link, const RobotPlacement& place, bool weighs) {
        const auto asset = meshes_.find(word_of(at, "mesh", ""));
        const auto missing = [&](const std::string& what) {
            if (weighs) unknown_mass_.emplace(link, at);
            leave_out(at, what);
        };
        if (asset == meshes_.end()) return missing("meshes whose files are not there");
        const XmlElement& mesh = asset->second;
        const std::string name = word_of(mesh, "file", "");
        if (name.empty()) return missing("meshes without a file");
        const auto file =
            mesh_file((std::filesystem::path(attributes_.mesh_folder()) / name).string(), mesh.source->file);
        if (!file) return missing("meshes whose files are not there");
        RobotShape shape;
        shape.link = link;
        shape.place = at.place();
        shape.kind = RobotShape::Kind::mesh;
        shape.collides = word_of(at, "contype", "1") != "0" || word_of(at, "conaffinity", "1") != "0";
        const Written one{"1", 1};
        shape.size = three_of(mesh, "scale", {one, one, one});
        shape.placement = place;
        shape.file = *file;
        if (mesh.attribute("refpos") != nullptr || mesh.attribute("refquat") != nullptr) {
            // scale R^T (v - r): where the scale is one number, another placement
            const Vec3<double> scale = values(shape.size);
            if (scale[0] != scale[1] || scale[0] != scale[2])
                return missing("meshes with refpos or refquat, and with another scale along each axis");
            XmlElement reference = mesh;
            reference.attributes.clear();
            if (const std::string* quat = mesh.attribute("refquat")) reference.attributes.emplace_back("quat", *quat);
            const RobotFrame turn{transpose(matrix_of(attributes_.orientation(reference))), {}};
            const Vec3<double> moved = -scale[0] * (turn.R * values(three_of(mesh, "refpos")));
            shape.placement = computed_placement(frame_of(place) * RobotFrame{turn.R, moved});
        }
        if (weighs) {
            if (is_surface(*file))
                add_mesh_mass(at, shape, mesh);
            else
                unknown_mass_.emplace(link, at);
        }
        robot_.shapes.push_back(shape);
    }

    bool counts_for_mass(const XmlElement& at) const {
        return number_of(at, "group").value >= 0 && number_of(at, "group").value <= 5;
    }

    void add_mass(const XmlElement& at, const std::string& type, const std::vector<Written>& size,
                  const RobotPlacement& place, std::size_t link) {
        if (word_of(at, "shellinertia", "false") == "true")
            fail_at(at, "shellinertia is not computed", "give the body an <inertial>");
        std::array<double, 3> sizes{};
        for (std::size_t k = 0; k < std::min<std::size_t>(3, size.size()); ++k) sizes[k] = size[k].value;
        add_solid(at, solid_of(type, sizes), place, link);
    }

    void add_solid(const XmlElement& at, const Solid& solid, const RobotPlacement& place, std::size_t link) {
        const double m = at.attribute("mass") != nullptr
                             ? number_of(at, "mass").value
                             : solid.volume * number_of(at, "density", Written{"1000", 1000}).value;
        const RobotFrame frame = frame_of(place);
        Mat3<double> inertia = frame.R * solid.inertia * transpose(frame.R);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) inertia(i, j) *= m;
        masses_[link].add(m, inertia, frame.p + frame.R * solid.centre);
    }

    // As MuJoCo weighs meshes; those of files are in its units.
    void add_mesh_mass(const XmlElement& at, const RobotShape& shape, const XmlElement& asset) {
        const std::string way =
            word_of(at, "shellinertia", "false") == "true" ? "shell" : word_of(asset, "inertia", "legacy");
        const std::map<std::string, SurfaceMass> ways{{"legacy", SurfaceMass::positive},
                                                      {"exact", SurfaceMass::enclosed},
                                                      {"convex", SurfaceMass::convex},
                                                      {"shell", SurfaceMass::shell}};
        if (!ways.contains(way))
            fail_at(asset, fmt::format("the mesh has the inertia '{}'", way),
                    "expected legacy, exact, convex or shell");
        const Vec3<double> scale = values(shape.size);
        const std::optional<Solid> solid =
            solid_of(scaled(triangles_of(shape.file, place_text(at)), scale), ways.at(way));
        if (!solid)
            fail_at(at,
                    "the mass of its mesh cannot be computed: the mesh " +
                        std::string(way == "convex" ? "is not convex, and convex hulls are not computed here"
                                                    : "encloses no volume"),
                    "give the body an <inertial>; MuJoCo's `compile` writes them");
        add_solid(at, *solid, shape.placement, shape.link);
    }

    void set_inertia(const XmlElement& at, std::size_t link) {
        const XmlElement* own = at.child("inertial");
        RobotInertia made;
        made.place = at.place();
        if (own != nullptr && attributes_.from_geoms() != "true") {
            made.place = own->place();
            made.mass = required_number(*own, "mass");
            made.cm = three_of(*own, "pos");
            if (const auto full = numbers_of(*own, "fullinertia", 6); !full.empty())
                std::copy(full.begin(), full.end(), made.about_cm.begin());
            else if (const auto three = numbers_of(*own, "diaginertia", 3); !three.empty())
                std::copy(three.begin(), three.end(), made.about_cm.begin());
            if (const auto turns = attributes_.orientation(*own); !turns.empty()) {
                made.about_cm = turned_inertia(made.about_cm, matrix_of(turns));
                made.note = "inertia turned into the body's axes";
            }
        } else if (attributes_.from_geoms() != "false") {
            if (const auto unknown = unknown_mass_.find(link); unknown != unknown_mass_.end())
                fail_at(
                    unknown->second,
                    fmt::format(
                        "the body has no <inertial>, and the mass of its <geom> of the type {} is not computed here",
                        word_of(unknown->second, "type", "mesh")),
                    "give the body an <inertial>; MuJoCo's `compile` writes them");
            const MassSum& sum = masses_[link];
            if (sum.mass <= 0) return set_least(link, made);
            made.mass = computed(sum.mass);
            const Vec3<double> c = (1 / sum.mass) * sum.first;
            made.cm = computed(c);
            MassSum away;
            away.add(-sum.mass, {}, c);
            const Mat3<double> I = sum.second + away.second;
            const double rounding = 1e-15 * (I(0, 0) + I(1, 1) + I(2, 2));
            const std::array<double, 6> elements{I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
            for (std::size_t k = 0; k < 6; ++k)
                made.about_cm[k] = std::abs(elements[k]) <= rounding ? Written{} : computed(elements[k]);
            made.note = "mass and inertia of the geoms";
        } else {
            return;
        }
        set_least(link, made);
    }

    void set_least(std::size_t link, RobotInertia& made) {
        made.mass = made.mass.value < attributes_.least_mass() ? written(attributes_.least_mass()) : made.mass;
        for (std::size_t k = 0; k < 3; ++k)
            if (made.about_cm[k].value < attributes_.least_inertia())
                made.about_cm[k] = written(attributes_.least_inertia());
        if (!made.mass.is_zero()) robot_.links[link].inertia = made;
    }

    RobotMotion* motion_named(const std::string& name) {
        for (RobotLink& link : robot_.links)
            for (RobotMotion& motion : link.motions)
                if (motion.name == name &&
                    (motion.kind == RobotMotion::Kind::turn || motion.kind == RobotMotion::Kind::slide))
                    return &motion;
        return nullptr;
    }

    void read_actuator(const XmlElement& element) {
        const XmlElement at = attributes_.effective(element, "main");
        RobotMotion* motion = motion_named(word_of(at, "joint", word_of(at, "jointinparent", "")));
        const auto tendon = std::ranges::find(robot_.tendons, word_of(at, "tendon", ""), &RobotTendon::name);
        const bool pulls = at.attribute("tendon") != nullptr && tendon != robot_.tendons.end();
        if (motion == nullptr && !pulls)
            return leave_out(at, "actuators of anything but hinges, slides and sums of these");
        RobotActuator made;
        made.name = word_of(at, "name", (pulls ? tendon->name : motion->name) + "_control");
        made.gear = first_of(at, "gear").is_zero() ? Written{"1", 1} : first_of(at, "gear");
        const Written one{"1", 1};
        if (at.name == "position") {
            made.gain = number_of(at, "kp", one);
            made.bias = {Written{}, negative(made.gain), negative(number_of(at, "kv"))};
            if (at.attribute("dampratio") != nullptr || at.attribute("timeconst") != nullptr)
                return leave_out(at, "actuators with dampratio or dynamics");
        } else if (at.name == "velocity") {
            made.gain = number_of(at, "kv", one);
            made.bias[2] = negative(made.gain);
        } else if (at.name == "general") {
            if (word_of(at, "dyntype", "none") != "none" || word_of(at, "gaintype", "fixed") != "fixed")
                return leave_out(at, "actuators with dampratio or dynamics");
            made.gain = at.attribute("gainprm") == nullptr ? one : first_of(at, "gainprm");
            if (word_of(at, "biastype", "none") == "affine" && at.attribute("biasprm") != nullptr) {
                const auto bias = numbers_in(at, "'biasprm'", *at.attribute("biasprm"));
                for (std::size_t k = 0; k < std::min<std::size_t>(3, bias.size()); ++k) made.bias[k] = bias[k];
            }
        } else if (at.name != "motor") {
            return leave_out(at, fmt::format("<{}> as an actuator", at.name));
        }
        if (const auto range = numbers_of(at, "ctrlrange", 2); !range.empty())
            made.note = fmt::format("{} to {}", range[0].text, range[1].text);
        (pulls ? tendon->actuators : motion->actuators).push_back(made);
    }

    // <fixed>: a weighted sum of coordinates.
    void read_tendon(const XmlElement& element) {
        XmlElement at = element;
        if (at.name == "fixed") at.name = "tendon";  // defaults of both kinds
        at = attributes_.effective(at, "main");
        if (element.name != "fixed") return leave_out(element, fmt::format("<{}> tendons", element.name));
        RobotTendon made;
        made.name = word_of(at, "name", "tendon" + std::to_string(robot_.tendons.size() + 1));
        made.stiffness = first_of(at, "stiffness");
        made.damping = first_of(at, "damping");
        double reference = 0;
        for (const XmlElement& one : element.children) {
            if (one.name != "joint") continue;
            const RobotMotion* motion = motion_named(required_text(one, "joint"));
            if (motion == nullptr) return leave_out(element, "tendons of joints with several coordinates");
            made.parts.emplace_back(motion->name, required_number(one, "coef"));
            reference += made.parts.back().second.value * motion->zero.value;
        }
        made.rest = computed(reference);
        if (const std::string* text = at.attribute("springlength")) {
            const std::vector<Written> rest = numbers_in(at, "'springlength'", *text);
            if (rest.size() > 1 && rest[0].value != rest[1].value)
                return leave_out(element, "tendons with a dead band");
            if (!rest.empty() && rest[0].value >= 0) made.rest = rest[0];
        }
        for (const char* name : {"frictionloss", "armature", "range"})
            if (at.attribute(name) != nullptr) leave_out(element, std::string(name) + " of tendons");
        robot_.tendons.push_back(std::move(made));
    }

    void read_equality(const XmlElement& element) {
        const XmlElement at = attributes_.effective(element, "main");
        if (word_of(at, "active", "true") == "false") return leave_out(at, "equalities that are not active");
        if (at.name == "joint") {
            RobotRelation made;
            made.place = at.place();
            made.first = required_text(at, "joint1");
            made.second = word_of(at, "joint2", "");
            const RobotMotion *first = motion_named(made.first), *second = motion_named(made.second);
            if (first == nullptr || (second == nullptr && !made.second.empty()))
                return leave_out(at, "equalities of joints with several coordinates");
            made.first_zero = first->zero;
            if (second != nullptr) made.second_zero = second->zero;
            made.coefficients = {Written{}, Written{"1", 1}};
            if (at.attribute("polycoef") != nullptr)
                made.coefficients = numbers_in(at, "'polycoef'", *at.attribute("polycoef"));
            if (second == nullptr) made.coefficients.resize(1);
            robot_.relations.push_back(made);
            return;
        }
        if (at.name != "connect" && at.name != "weld") return leave_out(at, fmt::format("<{}> of <equality>", at.name));
        RobotLoop loop;
        loop.kind = at.name == "weld" ? RobotLoop::Kind::hinge : RobotLoop::Kind::point;
        loop.name = word_of(at, "name", at.name);
        loop.place = at.place();
        if (at.attribute("site1") != nullptr) {
            const auto one = sites_.find(*at.attribute("site1")), other = sites_.find(required_text(at, "site2"));
            if (one == sites_.end() || other == sites_.end()) fail_at(at, "there is no such site");
            loop.inboard = one->second.first, loop.at = one->second.second;
            loop.outboard = other->second.first, loop.outboard_at = other->second.second;
        } else {
            loop.inboard = body_named(at, required_text(at, "body1"));
            loop.outboard = body_named(at, word_of(at, "body2", "world"));
            const auto frame = [&](std::size_t i) { return i == RobotLink::no_link ? RobotFrame{} : frames_[i]; };
            const RobotFrame between = inverse(frame(loop.inboard)) * frame(loop.outboard);  // at the start
            const auto pose = numbers_of(at, "relpose", 7);
            if (loop.kind == RobotLoop::Kind::point) {
                loop.at.at = three_of(at, "anchor");
                loop.outboard_at.at = written(inverse(between).p + inverse(between).R * values(loop.at.at));
            } else if (!pose.empty() &&
                       (pose[3].value != 0 || pose[4].value != 0 || pose[5].value != 0 || pose[6].value != 0)) {
                XmlElement turn = at;  // of the second body in the first
                turn.attributes = {
                    {"quat", fmt::format("{} {} {} {}", pose[3].text, pose[4].text, pose[5].text, pose[6].text)}};
                loop.at = {{pose[0], pose[1], pose[2]}, attributes_.orientation(turn)};
            } else {
                loop.at = placement_of(between);
            }
        }
        if (loop.inboard == loop.outboard) return leave_out(at, fmt::format("<{}> of a body to itself", at.name));
        robot_.loops.push_back(loop);
    }

    std::size_t body_named(const XmlElement& at, const std::string& name) const {
        if (name == "world") return RobotLink::no_link;
        const auto found = bodies_.find(name);
        if (found == bodies_.end()) fail_at(at, fmt::format("no body is named '{}'", name));
        return found->second;
    }

    XmlElement root_;
    const ImportOptions& options_;
    Robot robot_;
    MjcfAttributes attributes_;
    std::map<std::string, XmlElement> meshes_;
    std::map<std::string, std::size_t> bodies_;
    std::map<std::string, std::pair<std::size_t, RobotPlacement>> sites_;
    std::map<std::size_t, MassSum> masses_;
    std::map<std::size_t, XmlElement> unknown_mass_;
    std::vector<RobotFrame> frames_;  // of the links, at the start
};

}  // namespace

Robot robot_of_mjcf(const XmlElement& root, const ImportOptions& options) {
    return MjcfReader(with_includes(root), options).read();
}

}  // namespace lag
