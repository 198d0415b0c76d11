#include "scripts/import/urdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "scripts/import/base.hpp"
#include "scripts/import/inertia_tensor.hpp"
#include "scripts/import/meshes.hpp"

namespace lag {

namespace {

class UrdfReader {
  public:
    UrdfReader(const XmlElement& root, const ImportOptions& options) : root_(root), options_(options) {}

    Robot read() {
        require_expanded(root_);
        if (const std::string* name = root_.attribute("name")) robot_.name = *name;
        robot_.format = "URDF";
        robot_.file = root_.source->file;
        for (const XmlElement& one : root_.children)
            if (one.name == "link") read_link(one);
        if (robot_.links.empty()) fail_at(root_, "the robot has no <link>");
        for (const XmlElement& one : root_.children)
            if (one.name == "joint") read_joint(one);
        require_tree();
        for (const XmlElement& one : root_.children) {
            if (one.name == "transmission")
                read_transmission(one);
            else if (one.name == "loop_joint" || one.name == "drake:loop_joint")
                read_loop(one);
            else if (one.name != "link" && one.name != "joint" && one.name != "material")
                leave_out(one, fmt::format("<{}>", one.name));
        }
        add_effort_inputs(robot_, driven_);
        set_base(robot_, options_);
        return std::move(robot_);
    }

  private:
    void leave_out(const XmlElement& at, const std::string& what) { robot_.left_out.push_back({what, place_text(at)}); }

    void require_expanded(const XmlElement& root) const {
        const std::string file = root.source->file.string();
        const std::string hint = fmt::format("expand them first: xacro {} > expanded.urdf", file);
        static const std::set<std::string> statements{"xacro:macro", "xacro:include", "xacro:property",
                                                      "xacro:if",    "xacro:unless",  "xacro:arg",
                                                      "xacro:call",  "xacro:element", "xacro:attribute"};
        if (file.ends_with(".xacro")) fail_at(root, "this is a file of xacro macros, expected URDF", hint);
        for (const XmlElement& one : root.children) {
            if (statements.contains(one.name))
                fail_at(one, fmt::format("found <{}>: xacro macros are not expanded here", one.name), hint);
            for (const auto& [name, value] : one.attributes)
                if (value.find("${") != std::string::npos || value.find("$(") != std::string::npos)
                    fail_at(one, fmt::format("found '{}': xacro macros are not expanded here", value.substr(0, 60)),
                            hint);
            require_expanded_below(one, hint);
        }
    }

    static void require_expanded_below(const XmlElement& element, const std::string& hint) {
        for (const XmlElement& one : element.children) {
            for (const auto& [name, value] : one.attributes)
                if (value.find("${") != std::string::npos || value.find("$(") != std::string::npos) {
                    if (element.name == "gazebo" || element.name == "plugin")
                        continue;  // read by others, when they run
                    fail_at(one, fmt::format("found '{}': xacro macros are not expanded here", value.substr(0, 60)),
                            hint);
                }
            require_expanded_below(one, hint);
        }
    }

    static RobotPlacement origin_of(const XmlElement& of) {
        RobotPlacement placement;
        if (const XmlElement* origin = of.child("origin")) {
            placement.at = three_of(*origin, "xyz");
            placement.turns = roll_pitch_yaw(three_of(*origin, "rpy"));
        }
        return placement;
    }

    void read_link(const XmlElement& at) {
        RobotLink link;
        link.name = required_text(at, "name");
        link.place = at.place();
        const std::size_t index = robot_.links.size();
        if (!links_.emplace(link.name, index).second)
            fail_at(at, fmt::format("a link is named '{}' already", link.name));
        if (const XmlElement* inertial = at.child("inertial")) link.inertia = inertia_of(*inertial);
        robot_.links.push_back(std::move(link));
        for (const XmlElement& one : at.children) {
            if (one.name == "visual" || one.name == "collision")
                read_shape(one, index);
            else if (one.name != "inertial")
                leave_out(one, fmt::format("<{}> of links", one.name));
        }
    }

    static RobotInertia inertia_of(const XmlElement& at) {
        RobotInertia made;
        const XmlElement *mass = at.child("mass"), *inertia = at.child("inertia");
        if (mass == nullptr) fail_at(at, "<inertial> has no <mass>");
        if (inertia == nullptr) fail_at(at, "<inertial> has no <inertia>");
        made.mass = required_number(*mass, "value");
        const std::array<const char*, 6> names{"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
        for (std::size_t i = 0; i < 6; ++i)
            made.about_cm[i] = i < 3 ? required_number(*inertia, names[i]) : number_of(*inertia, names[i]);
        const RobotPlacement origin = origin_of(at);
        made.cm = origin.at;
        if (!origin.turns.empty()) turn_inertia(made, origin.turns, "rpy = " + *at.child("origin")->attribute("rpy"));
        made.place = at.place();
        return made;
    }

    void read_shape(const XmlElement& at, std::size_t link) {
        const XmlElement* geometry = at.child("geometry");
        if (geometry == nullptr || geometry->children.empty())
            fail_at(at, fmt::format("<{}> has no <geometry>", at.name));
        const XmlElement& form = geometry->children.front();
        RobotShape shape;
        shape.link = link;
        shape.place = at.place();
        shape.collides = at.name == "collision";
        shape.placement = origin_of(at);
        if (form.name == "box") {
            required_text(form, "size");
            shape.kind = RobotShape::Kind::box;
            shape.size = three_of(form, "size");
        } else if (form.name == "cylinder" || form.name == "capsule") {
            shape.kind = RobotShape::Kind::cylinder;
            shape.size = {required_number(form, "radius"), required_number(form, "length"), Written{}};
        } else if (form.name == "sphere") {
            shape.kind = RobotShape::Kind::sphere;
            shape.size = {required_number(form, "radius"), Written{}, Written{}};
        } else if (form.name == "mesh") {
            shape.kind = RobotShape::Kind::mesh;
            const std::string name = required_text(form, "filename");
            const auto file = mesh_file(name, robot_.file);
            shape.size = three_of(form, "scale", {Written{"1", 1}, Written{"1", 1}, Written{"1", 1}});
            if (!file) return leave_out(at, "meshes whose files are not there");
            shape.file = *file;
        } else {
            return leave_out(form, fmt::format("<{}> as a geometry", form.name));
        }
        robot_.shapes.push_back(std::move(shape));
    }

    std::size_t link_named(const XmlElement& at, const std::string& attribute) const {
        const std::string name = required_text(at, attribute);
        const auto found = links_.find(name);
        if (found != links_.end()) return found->second;
        std::vector<std::string> names;
        for (const auto& [one, index] : links_) names.push_back(one);
        const std::string near = did_you_mean(name, names);
        fail_at(at, fmt::format("no link is named '{}'", name),
                near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }

    void read_joint(const XmlElement& at) {
        const std::string name = required_text(at, "name"), type = required_text(at, "type");
        if (!joints_.insert(name).second) fail_at(at, fmt::format("a joint is named '{}' already", name));
        const XmlElement *parent = at.child("parent"), *child = at.child("child");
        if (parent == nullptr) fail_at(at, fmt::format("joint '{}' has no <parent>", name));
        if (child == nullptr) fail_at(at, fmt::format("joint '{}' has no <child>", name));
        const std::size_t inboard = link_named(*parent, "link");
        RobotLink& link = robot_.links[link_named(*child, "link")];
        if (link.parent != RobotLink::no_link)
            fail_at(at,
                    fmt::format("link '{}' has two parents: '{}' and '{}'", link.name, robot_.links[link.parent].name,
                                robot_.links[inboard].name),
                    "a loop is closed by <loop_joint>, or in the script by cut_hinge");
        link.parent = inboard;
        link.placement = origin_of(at);
        RobotMotion motion;
        motion.name = name;
        motion.place = at.place();
        motion.axis = unit_x;
        if (type == "fixed") return;
        if (const XmlElement* axis = at.child("axis"); axis != nullptr && type != "floating") {
            motion.axis = three_of(*axis, "xyz", unit_x);
            if (all_zero(motion.axis)) fail_at(*axis, fmt::format("the axis of joint '{}' has zero length", name));
        }
        read_loads(at, motion);
        if (type == "revolute" || type == "continuous" || type == "prismatic") {
            motion.kind = type == "prismatic" ? RobotMotion::Kind::slide : RobotMotion::Kind::turn;
            if (type == "continuous") motion.low = motion.high = std::nullopt;
            if (const XmlElement* mimic = at.child("mimic"))
                motion.mimic =
                    RobotMimic{required_text(*mimic, "joint"), number_of(*mimic, "multiplier", Written{"1", 1}),
                               number_of(*mimic, "offset")};
            link.motions.push_back(std::move(motion));
        } else if (type == "floating" || type == "ball" || type == "spherical") {
            motion.kind = type == "floating" ? RobotMotion::Kind::free : RobotMotion::Kind::ball;
            link.motions.push_back(std::move(motion));
        } else if (type == "planar") {
            add_planar(link, motion);
        } else {
            fail_at(at, fmt::format("joint '{}' has the type '{}'", name, type),
                    "expected revolute, continuous, prismatic, fixed, floating, planar or ball");
        }
    }

    // Two translations across the axis, then a turn about it.
    static void add_planar(RobotLink& link, const RobotMotion& like) {
        const Vec3<double> z = values(like.axis);
        Vec3<double> x{{1, 0, 0}};
        for (const Vec3<double>& one : {Vec3<double>{{0, 1, 0}}, Vec3<double>{{0, 0, 1}}})
            if (std::abs(dot(one, z)) < std::abs(dot(x, z))) x = one;
        x = x - (dot(x, z) / dot(z, z)) * z;
        const Vec3<double> y = cross(z, x);
        for (const auto& [axis, ending] : {std::pair(written(x), "_x"), std::pair(written(y), "_y")}) {
            RobotMotion slide = like;
            slide.kind = RobotMotion::Kind::slide;
            slide.axis = axis;
            slide.name += ending;
            slide.low = slide.high = std::nullopt;
            link.motions.push_back(std::move(slide));
        }
        RobotMotion turn = like;
        turn.name += "_yaw";
        turn.low = turn.high = std::nullopt;
        link.motions.push_back(std::move(turn));
    }

    void read_loads(const XmlElement& at, RobotMotion& motion) {
        if (const XmlElement* dynamics = at.child("dynamics")) {
            motion.damping = number_of(*dynamics, "damping");
            motion.friction = number_of(*dynamics, "friction");
        }
        if (const XmlElement* limit = at.child("limit")) {
            if (limit->attribute("lower") != nullptr || limit->attribute("upper") != nullptr) {
                motion.low = number_of(*limit, "lower");
                motion.high = number_of(*limit, "upper");
            }
            if (const Written speed = number_of(*limit, "velocity"); !speed.is_zero())
                motion.note = fmt::format("at most {}{}", speed.text,
                                          at.attribute("type")->starts_with("prism") ? " m/s" : " rad/s");
            motion.effort = number_of(*limit, "effort");
        }
        for (const XmlElement& one : at.children)
            if (one.name == "safety_controller" || one.name == "calibration" || one.name.find(':') != std::string::npos)
                leave_out(one, fmt::format("<{}> of joints", one.name));
    }

    void read_transmission(const XmlElement& at) {
        for (const XmlElement& one : at.children)
            if (one.name == "joint") driven_.insert(required_text(one, "name"));
        leave_out(at, "<transmission>, but for the joint that it drives");
    }

    // <loop_joint> of Drake's parser: two links, each with the place of the hinge.
    void read_loop(const XmlElement& at) {
        const XmlElement *one = at.child("link1"), *other = at.child("link2");
        if (one == nullptr || other == nullptr) fail_at(at, fmt::format("<{}> has no <link1> and <link2>", at.name));
        RobotLoop loop;
        const std::string* name = at.attribute("name");
        loop.name = name == nullptr ? "loop" : *name;
        loop.place = at.place();
        loop.inboard = link_named(*one, "link");
        loop.outboard = link_named(*other, "link");
        if (loop.inboard == loop.outboard)
            fail_at(at, fmt::format("a loop is closed between two links, and both are '{}'", *one->attribute("link")));
        loop.at = {three_of(*one, "xyz"), roll_pitch_yaw(three_of(*one, "rpy"))};
        loop.outboard_at = {three_of(*other, "xyz"), roll_pitch_yaw(three_of(*other, "rpy"))};
        const std::string* type = at.attribute("type");
        if (type == nullptr || *type == "continuous" || *type == "revolute") {
            loop.kind = RobotLoop::Kind::hinge;
            RobotMotion turn;
            turn.name = loop.name + "_q";
            turn.place = at.place();
            if (const XmlElement* axis = at.child("axis")) turn.axis = three_of(*axis, "xyz", unit_x);
            loop.motions.push_back(std::move(turn));
        } else if (*type == "fixed") {
            loop.kind = RobotLoop::Kind::hinge;
        } else if (*type != "ball" && *type != "spherical") {
            fail_at(at, fmt::format("a loop is closed by a joint of the type '{}'", *type),
                    "expected continuous, ball or fixed");
        }
        robot_.loops.push_back(std::move(loop));
    }

    void require_tree() const {
        const RobotLink* root = nullptr;
        for (const RobotLink& link : robot_.links) {
            if (link.parent != RobotLink::no_link) continue;
            if (root != nullptr)
                throw InputError(Diagnostic{
                    link.place, fmt::format("links '{}' and '{}' both have no parent", root->name, link.name),
                    "a robot has one root: connect them by a joint, such as one of the type fixed"});
            root = &link;
        }
        for (const RobotLink& link : robot_.links) {
            std::size_t at = static_cast<std::size_t>(&link - robot_.links.data()), steps = 0;
            while (at != RobotLink::no_link && steps <= robot_.links.size()) at = robot_.links[at].parent, ++steps;
            if (at != RobotLink::no_link)
                throw InputError(Diagnostic{link.place, fmt::format("link '{}' hangs on itself", link.name),
                                            "the joints go round in a circle: one of them needs another parent"});
        }
    }

    const XmlElement& root_;
    const ImportOptions& options_;
    Robot robot_;
    std::map<std::string, std::size_t> links_;
    std::set<std::string> joints_, driven_;
};

}  // namespace

Robot robot_of_urdf(const XmlElement& root, const ImportOptions& options) {
    return UrdfReader(root, options).read();
}

}  // namespace lag
