#include "scripts/import/sdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "scripts/import/base.hpp"
#include "scripts/import/inertia_tensor.hpp"
#include "scripts/import/meshes.hpp"
#include "scripts/import/sdf_frames.hpp"
#include "scripts/import/sdf_include.hpp"

namespace lag {

namespace {

Written child_number(const XmlElement& at, const std::string& name, const Written& otherwise = {}) {
    const XmlElement* found = at.child(name);
    if (found == nullptr || found->text.empty()) return otherwise;
    const std::vector<Written> numbers = numbers_in(*found, fmt::format("<{}>", name), found->text);
    if (numbers.size() != 1) fail_at(*found, fmt::format("<{}> holds {} numbers, expected 1", name, numbers.size()));
    return numbers[0];
}

Written3 child_three(const XmlElement& at, const std::string& name, const Written3& otherwise) {
    const XmlElement* found = at.child(name);
    if (found == nullptr || found->text.empty()) return otherwise;
    const std::vector<Written> numbers = numbers_in(*found, fmt::format("<{}>", name), found->text);
    if (numbers.size() != 3) fail_at(*found, fmt::format("<{}> holds {} numbers, expected 3", name, numbers.size()));
    return {numbers[0], numbers[1], numbers[2]};
}

// Of a limit: nothing where the format's "no limit" stands, which is inf or a large number.
std::optional<Written> bound(const XmlElement& at, const std::string& name) {
    const std::string* text = child_text(at, name);
    if (text == nullptr || text->find("inf") != std::string::npos || text->find("INF") != std::string::npos)
        return std::nullopt;
    const Written number = child_number(at, name);
    constexpr double none = 1e12;
    return std::abs(number.value) >= none ? std::nullopt : std::optional(number);
}

bool is_same(const RobotFrame& a, const RobotFrame& b) {
    return a.p == b.p && a.R == b.R;
}

// R v, with the numbers of the file where R changes nothing.
Written3 turned(const Mat3<double>& R, const Written3& v) {
    return R == RobotFrame{}.R ? v : computed(R * values(v));
}

class SdfReader {
  public:
    SdfReader(XmlElement root, std::vector<LeftOut> left_out, const ImportOptions& options)
        : root_(std::move(root)), frames_(root_), options_(options) {
        robot_.left_out = std::move(left_out);
    }

    Robot read() {
        robot_.format = "SDF";
        robot_.file = root_.source->file;
        const std::vector<SdfScope>& scopes = frames_.scopes();
        const bool is_one = scopes.size() > 1 && std::ranges::count(scopes, 0U, &SdfScope::outer) == 2;
        const XmlElement& named = is_one ? *scopes[1].at : *scopes[0].at;
        if (const std::string* name = named.attribute("name")) robot_.name = *name;
        read_gravity();
        for (std::size_t k = 0; k < scopes.size(); ++k) read_links(k);
        if (robot_.links.empty()) fail_at(root_, "the file has no <link>");
        for (std::size_t k = 0; k < scopes.size(); ++k)
            for (const XmlElement& one : scopes[k].at->children)
                if (one.name == "joint") read_joint(one, k);
        for (const auto& [at, scope] : gearboxes_) read_gearbox(*at, scope);
        for (std::size_t i = 0; i < robot_.links.size(); ++i) set_root(i);
        add_effort_inputs(robot_, {});
        set_base(robot_, options_);
        return std::move(robot_);
    }

  private:
    void leave_out(const XmlElement& at, const std::string& what) { robot_.left_out.push_back({what, place_text(at)}); }

    void read_gravity() {
        robot_.gravity[2] = {"-9.8", -9.8};  // the format's default
        const XmlElement* world = root_.child("world");
        if (world == nullptr) return;
        robot_.gravity = child_three(*world, "gravity", robot_.gravity);
        if (const XmlElement* physics = world->child("physics"))  // before 1.6
            robot_.gravity = child_three(*physics, "gravity", robot_.gravity);
    }

    // -- links

    void read_links(std::size_t scope) {
        const SdfScope& own = frames_.scopes()[scope];
        static const std::vector<std::string> known{"joint",       "frame",   "model",        "pose",
                                                    "static",      "gravity", "self_collide", "allow_auto_disable",
                                                    "enable_wind", "world",   "physics",      "scene"};
        for (const XmlElement& one : own.at->children) {
            if (one.name == "link")
                read_link(one, scope);
            else if (std::ranges::find(known, one.name) == known.end())
                leave_out(one, fmt::format("<{}>", one.name));
        }
    }

    void read_link(const XmlElement& at, std::size_t scope) {
        const SdfScope& own = frames_.scopes()[scope];
        const SdfFrame& frame = frames_.of_element(at);
        RobotLink link;
        link.name = own.shown + required_text(at, "name");
        link.place = at.place();
        const std::size_t index = robot_.links.size();
        links_[&at] = index;
        poses_.push_back(frames_.pose_of(frame));
        in_ground_.push_back(frames_.in_ground(frame));
        is_static_.push_back(own.is_static);
        if (!own.is_static) link.inertia = inertia_of(at);
        robot_.links.push_back(std::move(link));
        for (const XmlElement& one : at.children) {
            if (one.name == "visual" || one.name == "collision")
                read_shape(one, index, scope, frame);
            else if (one.name == "gravity" && (one.text == "0" || one.text == "false"))
                leave_out(one, "links without gravity");
            else if (one.name == "kinematic" && (one.text == "1" || one.text == "true"))
                leave_out(one, "links that something else moves (<kinematic>)");
            else if (one.name == "sensor" || one.name == "light" || one.name == "velocity_decay" ||
                     one.name == "battery" || one.name == "projector" || one.name == "particle_emitter" ||
                     one.name == "audio_source")
                leave_out(one, fmt::format("<{}> of links", one.name));
        }
    }

    static RobotInertia inertia_of(const XmlElement& link) {
        RobotInertia made;
        const Written one{"1", 1};
        const XmlElement* at = link.child("inertial");
        made.place = at == nullptr ? link.place() : at->place();
        made.mass = one;
        made.about_cm = {one, one, one, Written{}, Written{}, Written{}};
        if (at == nullptr) {
            made.note = "the file gives no mass: these are the format's defaults";
            return made;
        }
        if (const std::string* from_shapes = at->attribute("auto"); from_shapes != nullptr && *from_shapes == "true")
            fail_at(*at, "inertias that the simulator computes from shapes (auto) are not read",
                    "write <mass> and <inertia>");
        made.mass = child_number(*at, "mass", one);
        const std::array<const char*, 6> names{"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
        if (const XmlElement* inertia = at->child("inertia"))
            for (std::size_t k = 0; k < 6; ++k)
                made.about_cm[k] = child_number(*inertia, names[k], k < 3 ? one : Written{});
        const RobotPlacement placement = sdf_placement(at->child("pose"));
        made.cm = placement.at;
        if (!placement.turns.empty()) turn_inertia(made, placement.turns, "the pose " + at->child("pose")->text);
        return made;
    }

    void read_shape(const XmlElement& at, std::size_t link, std::size_t scope, const SdfFrame& of_link) {
        const XmlElement* geometry = at.child("geometry");
        if (geometry == nullptr || geometry->children.empty()) return;
        const XmlElement& form = geometry->children.front();
        RobotShape shape;
        shape.link = link;
        shape.place = at.place();
        shape.collides = at.name == "collision";
        const SdfPose pose = frames_.pose_of(at, scope, of_link);
        shape.placement = is_same(pose.base, in_ground_[link])
                              ? pose.placement
                              : computed_placement(inverse(in_ground_[link]) * pose.in_ground());
        const Written one{"1", 1};
        if (form.name == "box") {
            shape.kind = RobotShape::Kind::box;
            shape.size = child_three(form, "size", {one, one, one});
        } else if (form.name == "cylinder" || form.name == "capsule") {
            shape.kind = RobotShape::Kind::cylinder;
            shape.size = {child_number(form, "radius", one), child_number(form, "length", one), Written{}};
        } else if (form.name == "sphere") {
            shape.kind = RobotShape::Kind::sphere;
            shape.size[0] = child_number(form, "radius", one);
        } else if (form.name == "mesh") {
            const std::string* uri = child_text(form, "uri");
            const auto file = uri == nullptr ? std::nullopt : mesh_file(*uri, form.source->file);
            if (!file) return leave_out(at, "meshes whose files are not there");
            shape.kind = RobotShape::Kind::mesh;
            shape.size = child_three(form, "scale", {one, one, one});
            shape.file = *file;
        } else {
            return leave_out(form, fmt::format("<{}> as a geometry", form.name));
        }
        robot_.shapes.push_back(std::move(shape));
    }

    // -- joints

    std::size_t link_of(const SdfFrame& frame) const {
        const XmlElement* at = frames_.link_of(frame);
        return at == nullptr ? RobotLink::no_link : links_.at(at);
    }

    RobotFrame ground_frame(std::size_t link) const {
        return link == RobotLink::no_link ? RobotFrame{} : in_ground_[link];
    }

    bool hangs_on(std::size_t link, std::size_t above) const {
        for (; link != RobotLink::no_link; link = robot_.links[link].parent)
            if (link == above) return true;
        return false;
    }

    void read_joint(const XmlElement& at, std::size_t scope) {
        const std::string name = required_text(at, "name"), type = required_text(at, "type");
        const std::string *parent = child_text(at, "parent"), *child = child_text(at, "child");
        if (parent == nullptr) fail_at(at, fmt::format("joint '{}' has no <parent>", name));
        if (child == nullptr) fail_at(at, fmt::format("joint '{}' has no <child>", name));
        if (type == "gearbox") {
            gearboxes_.emplace_back(&at, scope);
            return;
        }
        const std::size_t inboard = link_of(frames_.named(at, scope, *parent)),
                          outboard = link_of(frames_.named(at, scope, *child));
        for (const XmlElement& one : at.children)
            if (one.name == "sensor" || one.name.find(':') != std::string::npos)
                leave_out(one, fmt::format("<{}> of joints", one.name));
        const bool is_on_ground = outboard == RobotLink::no_link;
        if (is_on_ground && inboard == RobotLink::no_link) return;
        if (inboard == outboard)
            fail_at(at, fmt::format("joint '{}' joins link '{}' to itself", name, robot_.links[inboard].name));
        const std::string shown = frames_.scopes()[scope].shown + name;
        const RobotFrame joint = frames_.in_ground(frames_.of_element(at));
        // the axes of what hangs on the joint serve as the joint's, so that they need no turn behind the motion
        const std::size_t axes = is_on_ground ? inboard : outboard;
        std::vector<RobotMotion> motions = motions_of(at, scope, shown, type, ground_frame(axes).R, joint.R);
        const bool closes = is_on_ground || has_joint_.contains(outboard) || hangs_on(inboard, outboard);
        if (closes) return add_loop(at, shown, type, inboard, outboard, joint, std::move(motions));
        has_joint_.insert({outboard, &at});
        RobotLink& link = robot_.links[outboard];
        link.parent = inboard;
        link.motions = std::move(motions);
        place(link, outboard, inboard, joint);
    }

    // On its inboard link: the joint's place, the axes of the link itself.
    void place(RobotLink& link, std::size_t index, std::size_t inboard, const RobotFrame& joint) {
        const RobotFrame before = ground_frame(inboard), own = in_ground_[index];
        if (is_same(joint, own) && is_same(poses_[index].base, before)) {
            link.placement = poses_[index].placement;
            return;
        }
        link.placement = computed_placement(inverse(before) * RobotFrame{own.R, joint.p});
        link.outboard = computed((inverse(own) * joint).p);
        if (link.motions.empty() && !all_zero(link.outboard)) {  // fixed: one point less to read
            link.placement = computed_placement(inverse(before) * own);
            link.outboard = {};
        }
    }

    void add_loop(const XmlElement& at, const std::string& name, const std::string& type, std::size_t inboard,
                  std::size_t outboard, const RobotFrame& joint, std::vector<RobotMotion> motions) {
        RobotLoop loop;
        loop.kind = type == "ball" ? RobotLoop::Kind::point : RobotLoop::Kind::hinge;
        loop.name = name + "_closes";
        loop.place = at.place();
        loop.inboard = inboard;
        loop.outboard = outboard;
        const RobotFrame axes{ground_frame(outboard == RobotLink::no_link ? inboard : outboard).R, joint.p};
        loop.at = computed_placement(inverse(ground_frame(inboard)) * axes);
        loop.outboard_at = computed_placement(inverse(ground_frame(outboard)) * axes);
        if (loop.kind == RobotLoop::Kind::hinge)
            loop.motions = std::move(motions);
        else if (!motions.empty() && !motions[0].damping.is_zero())
            leave_out(at, "damping of balls that close loops");
        robot_.loops.push_back(std::move(loop));
    }

    std::vector<RobotMotion> motions_of(const XmlElement& at, std::size_t scope, const std::string& name,
                                        const std::string& type, const Mat3<double>& axes, const Mat3<double>& joint) {
        if (type == "fixed") return {};
        if (type == "ball") {
            RobotMotion motion;
            motion.kind = RobotMotion::Kind::ball;
            motion.name = name;
            motion.place = at.place();
            if (const XmlElement* axis = at.child("axis")) read_dynamics(*axis, motion);
            return {motion};
        }
        static const std::vector<std::string> types{"revolute", "continuous", "prismatic",
                                                    "screw",    "revolute2",  "universal"};
        if (std::ranges::find(types, type) == types.end())
            fail_at(at, fmt::format("joint '{}' has the type '{}'", name, type),
                    "expected revolute, continuous, prismatic, fixed, ball, universal, revolute2, screw or gearbox");
        const bool has_two = type == "universal" || type == "revolute2";
        std::vector<RobotMotion> motions;
        for (const char* which : {"axis", "axis2"}) {
            RobotMotion motion;
            motion.name = has_two ? name + (motions.empty() ? "_1" : "_2") : name;
            motion.place = at.place();
            motion.kind = type == "prismatic" ? RobotMotion::Kind::slide : RobotMotion::Kind::turn;
            if (const XmlElement* axis = at.child(which))
                read_axis(*axis, scope, motion, axes, joint);
            else
                motion.axis = turned(transpose(axes) * joint, unit_z);
            if (type == "continuous") motion.low = motion.high = std::nullopt;
            if (type == "screw") motion.pitch = pitch_of(at);
            motions.push_back(std::move(motion));
            if (!has_two) break;
        }
        if (has_two && cross(values(motions[0].axis), values(motions[1].axis)) == Vec3<double>{})
            fail_at(at, fmt::format("the two axes of joint '{}' are parallel", name), "give <axis> and <axis2>");
        return motions;
    }

    static Written pitch_of(const XmlElement& at) {
        constexpr double turn = 2 * std::numbers::pi;
        if (at.child("screw_thread_pitch") == nullptr && at.child("thread_pitch") != nullptr) {
            const Written old = child_number(at, "thread_pitch");  // rad/m, positive for a left-handed thread
            if (old.is_zero())
                fail_at(at, fmt::format("the thread_pitch of joint '{}' is zero", required_text(at, "name")));
            return {"-1/" + (old.value < 0 ? fmt::format("({})", old.text) : old.text), -1 / old.value};
        }
        const Written advance = child_number(at, "screw_thread_pitch", Written{"1", 1});  // m for a turn
        return {advance.text + "/(2*%pi)", advance.value / turn};
    }

    void read_axis(const XmlElement& at, std::size_t scope, RobotMotion& motion, const Mat3<double>& axes,
                   const Mat3<double>& joint) {
        const Written3 xyz = child_three(at, "xyz", unit_z);
        if (all_zero(xyz)) fail_at(at, fmt::format("the axis of joint '{}' has zero length", motion.name));
        const XmlElement* direction = at.child("xyz");
        const std::string* in = direction == nullptr ? nullptr : direction->attribute("expressed_in");
        std::string frame = in == nullptr ? std::string() : *in;
        const std::string* in_model = child_text(at, "use_parent_model_frame");  // 1.5 and 1.6; always so in 1.4
        const int minor = frames_.scopes()[scope].minor;
        if (minor == 4 || (minor < 7 && in_model != nullptr && (*in_model == "1" || *in_model == "true")))
            frame = "__model__";
        const Mat3<double> R = frame.empty() ? joint : frames_.in_ground(frames_.named(at, scope, frame)).R;
        motion.axis = R == axes ? xyz : turned(transpose(axes) * R, xyz);
        read_dynamics(at, motion);
        if (const XmlElement* limit = at.child("limit")) read_limit(*limit, motion);
        if (const XmlElement* mimic = at.child("mimic")) read_mimic(*mimic, scope, motion);
    }

    static void read_dynamics(const XmlElement& axis, RobotMotion& motion) {
        const XmlElement* at = axis.child("dynamics");
        if (at == nullptr) return;
        motion.damping = child_number(*at, "damping");
        motion.friction = child_number(*at, "friction");
        motion.stiffness = child_number(*at, "spring_stiffness");
        motion.rest = child_number(*at, "spring_reference");
    }

    static void read_limit(const XmlElement& at, RobotMotion& motion) {
        const auto low = bound(at, "lower"), high = bound(at, "upper"), effort = bound(at, "effort"),
                   speed = bound(at, "velocity");
        const auto also = [&](const std::string& text) { motion.note += (motion.note.empty() ? "" : ", ") + text; };
        if (low && high)
            motion.low = low, motion.high = high;
        else if (low)
            also(fmt::format("from {} up", low->text));
        else if (high)
            also("up to " + high->text);
        if (speed && speed->value > 0)
            also(fmt::format("at most {}{}", speed->text, motion.kind == RobotMotion::Kind::slide ? " m/s" : " rad/s"));
        if (effort && effort->value > 0) motion.effort = effort;
    }

    // Since 1.11: multiplier (leader - reference) + offset.
    void read_mimic(const XmlElement& at, std::size_t scope, RobotMotion& motion) {
        RobotMimic mimic;
        mimic.leader = frames_.scopes()[scope].shown + required_text(at, "joint");
        mimic.factor = child_number(at, "multiplier", Written{"1", 1});
        mimic.offset = child_number(at, "offset");
        const Written reference = child_number(at, "reference");
        if (!reference.is_zero()) mimic.offset = computed(mimic.offset.value - mimic.factor.value * reference.value);
        motion.mimic = mimic;
    }

    // A relation of two hinges on one body: the second angle is -ratio times the first.
    void read_gearbox(const XmlElement& at, std::size_t scope) {
        const std::string* reference = child_text(at, "gearbox_reference_body");
        if (reference == nullptr) return leave_out(at, "gearboxes without a reference body");
        const std::size_t on = link_of(frames_.named(at, scope, *reference));
        RobotRelation made;
        made.place = at.place();
        double factor = -child_number(at, "gearbox_ratio", Written{"1", 1}).value;
        const RobotFrame joint = frames_.in_ground(frames_.of_element(at));
        for (const auto& [which, name] : {std::pair("parent", "axis"), std::pair("child", "axis2")}) {
            const std::size_t link = link_of(frames_.named(at, scope, *child_text(at, which)));
            if (link == RobotLink::no_link || robot_.links[link].parent != on ||
                robot_.links[link].motions.size() != 1 ||
                robot_.links[link].motions[0].kind != RobotMotion::Kind::turn || robot_.links[link].motions[0].mimic)
                return leave_out(at, "gearboxes of other links than two that turn on the reference body");
            const RobotMotion& motion = robot_.links[link].motions[0];
            RobotMotion along;
            along.axis = unit_z;
            if (const XmlElement* axis = at.child(name)) read_axis(*axis, scope, along, in_ground_[link].R, joint.R);
            if (dot(values(along.axis), values(motion.axis)) < 0) factor = -factor;
            (std::string(which) == "parent" ? made.second : made.first) = motion.name;
        }
        made.coefficients = {Written{}, written(factor)};
        robot_.relations.push_back(std::move(made));
    }

    // A link that no joint holds moves freely, unless its model is static.
    void set_root(std::size_t i) {
        RobotLink& link = robot_.links[i];
        if (has_joint_.contains(i)) return;
        link.placement = is_same(poses_[i].base, {}) ? poses_[i].placement : computed_placement(in_ground_[i]);
        if (!is_static_[i]) set_free(link);
    }

    const XmlElement root_;
    const SdfFrames frames_;
    const ImportOptions& options_;
    Robot robot_;
    std::map<const XmlElement*, std::size_t> links_;
    std::vector<SdfPose> poses_;                          // of the links, as written
    std::vector<RobotFrame> in_ground_;                   // of the links
    std::vector<bool> is_static_;                         // of the links
    std::map<std::size_t, const XmlElement*> has_joint_;  // links that a joint of the tree holds
    std::vector<std::pair<const XmlElement*, std::size_t>> gearboxes_;
};

}  // namespace

Robot robot_of_sdf(const XmlElement& root, const ImportOptions& options) {
    std::vector<LeftOut> left_out;
    XmlElement whole = with_sdf_includes(root, left_out);
    return SdfReader(std::move(whole), std::move(left_out), options).read();
}

}  // namespace lag
