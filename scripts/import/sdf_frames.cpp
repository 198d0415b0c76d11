#include "scripts/import/sdf_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "scripts/import/sdf_include.hpp"

namespace lag {

namespace {

std::string text_of(const XmlElement& at, const std::string& attribute) {
    const std::string* text = at.attribute(attribute);
    return text == nullptr ? std::string() : *text;
}

bool says_true(const std::string& text) {
    return text == "1" || text == "true" || text == "True" || text == "TRUE";
}

}  // namespace

RobotPlacement sdf_placement(const XmlElement* pose) {
    if (pose == nullptr) return {};
    std::vector<Written> n = numbers_in(*pose, "<pose>", pose->text);
    const std::string format = text_of(*pose, "rotation_format");
    const std::size_t wanted = format == "quat_xyzw" ? 7 : 6;
    if (n.empty()) return {};
    if (n.size() != wanted) fail_at(*pose, fmt::format("<pose> holds {} numbers, expected {}", n.size(), wanted));
    const Written3 at{n[0], n[1], n[2]};
    if (wanted == 7) {
        const Vec3<double> v{{n[3].value, n[4].value, n[5].value}};
        const double length = std::sqrt(dot(v, v));
        if (length == 0) return {at, {}};
        const Written angle = as_angle(written(2 * std::atan2(length, n[6].value)));
        return {at, {{{n[3], n[4], n[5]}, angle}}};
    }
    if (says_true(text_of(*pose, "degrees")))
        for (std::size_t k = 3; k < 6; ++k) n[k] = written(n[k].value * std::numbers::pi / 180);
    return {at, roll_pitch_yaw({n[3], n[4], n[5]})};
}

SdfFrames::SdfFrames(const XmlElement& root) {
    const XmlElement* world = root.child("world");
    scopes_.push_back({world == nullptr ? &root : world, 0, "", "", false, 0});
    SdfFrame ground;
    ground.kind = SdfFrame::Kind::world;
    ground.at = scopes_[0].at;
    frames_["world"] = ground;
    collect(*scopes_[0].at, 0);
    // one model: its name before every other one tells nothing
    if (std::ranges::count(scopes_, 0U, &SdfScope::outer) == 2) {
        const std::string first = scopes_[1].key;
        for (std::size_t k = 1; k < scopes_.size(); ++k) scopes_[k].shown = scopes_[k].key.substr(first.size());
    }
}

void SdfFrames::add(const std::string& name, const SdfFrame& frame) {
    std::string key = scopes_[frame.scope].key + name;
    // before 1.7 a joint could have the name of a link
    if (frame.kind == SdfFrame::Kind::joint && scopes_[frame.scope].minor < 7 && frames_.contains(key)) key += " joint";
    if (!frames_.emplace(key, frame).second)
        fail_at(*frame.at, fmt::format("<{}> '{}': the name is taken already", frame.at->name, name));
    keys_[frame.at] = key;
}

void SdfFrames::add_model(const XmlElement& at, std::size_t outer) {
    SdfFrame frame;
    frame.kind = SdfFrame::Kind::model;
    frame.at = &at;
    frame.scope = outer;
    frame.own = scopes_.size();
    const std::string name = required_text(at, "name");
    add(name, frame);
    SdfScope scope;
    scope.at = &at;
    scope.outer = outer;
    scope.key = scope.shown = fmt::format("{}{}::", scopes_[outer].key, name);
    const std::string* fixed = child_text(at, "static");
    scope.is_static = scopes_[outer].is_static || (fixed != nullptr && says_true(*fixed));
    const std::string version = text_of(at, sdf_version);
    std::from_chars(version.data() + std::min<std::size_t>(2, version.size()), version.data() + version.size(),
                    scope.minor);
    scopes_.push_back(scope);
    collect(at, frame.own);
}

void SdfFrames::collect(const XmlElement& at, std::size_t scope) {
    for (const XmlElement& one : at.children) {
        SdfFrame frame;
        frame.at = &one;
        frame.scope = scope;
        if (one.name == "model") {
            add_model(one, scope);
            continue;
        }
        if (one.name == "link")
            frame.kind = SdfFrame::Kind::link;
        else if (one.name != "frame")
            continue;
        add(required_text(one, "name"), frame);
    }
    for (const XmlElement& one : at.children)
        if (one.name == "joint") add(required_text(one, "name"), {SdfFrame::Kind::joint, &one, scope, 0});
}

const SdfFrame& SdfFrames::of_element(const XmlElement& at) const {
    return frames_.at(keys_.at(&at));
}

const SdfFrame& SdfFrames::model_frame(std::size_t scope) const {
    return scope == 0 ? frames_.at("world") : of_element(*scopes_[scope].at);
}

const SdfFrame& SdfFrames::named(const XmlElement& place, std::size_t scope, const std::string& name) const {
    if (name == "world") return frames_.at("world");
    if (name == "__model__" || name == "__root__") return model_frame(name == "__root__" ? 0 : scope);
    const std::string& key = scopes_[scope].key;
    const std::string inner = "::__model__";
    const auto found = frames_.find(key + (name.ends_with(inner) ? name.substr(0, name.size() - inner.size()) : name));
    if (found != frames_.end()) return found->second;
    // before 1.7 a model's own name could stand before the names in it
    if (scope > 0)
        if (const auto again = frames_.find(scopes_[scopes_[scope].outer].key + name);
            again != frames_.end() && again->first.starts_with(key))
            return again->second;
    std::vector<std::string> names;
    for (const auto& [one, frame] : frames_)
        if (one.starts_with(key)) names.push_back(one.substr(key.size()));
    const std::string near = did_you_mean(name, names);
    fail_at(place, fmt::format("nothing in the model is named '{}'", name),
            near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

const SdfFrame& SdfFrames::base_of(const SdfFrame& frame) const {
    if (frame.kind == SdfFrame::Kind::joint) {
        const std::string* child = child_text(*frame.at, "child");
        if (child == nullptr)
            fail_at(*frame.at, fmt::format("joint '{}' has no <child>", required_text(*frame.at, "name")));
        return named(*frame.at, frame.scope, *child);
    }
    if (frame.kind == SdfFrame::Kind::frame)
        if (const std::string attached = text_of(*frame.at, "attached_to"); !attached.empty())
            return named(*frame.at, frame.scope, attached);
    return model_frame(frame.scope);
}

SdfPose SdfFrames::pose_of(const XmlElement& at, std::size_t scope, const SdfFrame& otherwise) const {
    const XmlElement* pose = at.child("pose");
    std::string relative;
    if (pose != nullptr)
        for (const char* attribute : {"relative_to", "frame"})  // frame: before 1.7
            if (relative.empty()) relative = text_of(*pose, attribute);
    return {sdf_placement(pose), in_ground(relative.empty() ? otherwise : named(*pose, scope, relative))};
}

SdfPose SdfFrames::pose_of(const SdfFrame& frame) const {
    return pose_of(*frame.at, frame.scope, base_of(frame));
}

// Relative to the frame of its model, so that the model can be placed by one of its own frames.
RobotFrame SdfFrames::in_own_scope_now(const SdfFrame& frame) const {
    const XmlElement* pose = frame.at->child("pose");
    std::string relative;
    if (pose != nullptr)
        for (const char* attribute : {"relative_to", "frame"})
            if (relative.empty()) relative = text_of(*pose, attribute);
    const SdfFrame& base = relative.empty() ? base_of(frame) : named(*pose, frame.scope, relative);
    const RobotFrame placed = within_scope(base, frame.scope) * frame_of(sdf_placement(pose));
    if (frame.kind != SdfFrame::Kind::model) return placed;
    const std::string by = text_of(*frame.at, "placement_frame");
    return by.empty() ? placed : placed * inverse(within_scope(named(*frame.at, frame.own, by), frame.own));
}

RobotFrame SdfFrames::in_own_scope(const SdfFrame& frame) const {
    if (frame.kind == SdfFrame::Kind::world) return {};
    if (const auto found = known_.find(frame.at); found != known_.end()) return found->second;
    if (std::ranges::find(asked_, frame.at) != asked_.end())
        fail_at(*frame.at, fmt::format("the pose of '{}' is relative to itself", text_of(*frame.at, "name")));
    asked_.push_back(frame.at);
    const RobotFrame found = in_own_scope_now(frame);
    asked_.pop_back();
    known_[frame.at] = found;
    return found;
}

// Relative to the frame of a model around it.
RobotFrame SdfFrames::within_scope(const SdfFrame& frame, std::size_t scope) const {
    if (frame.kind == SdfFrame::Kind::world || (frame.kind == SdfFrame::Kind::model && frame.own == scope)) return {};
    RobotFrame placed = in_own_scope(frame);
    for (std::size_t at = frame.scope; at != scope && at != 0; at = scopes_[at].outer)
        placed = in_own_scope(model_frame(at)) * placed;
    return placed;
}

RobotFrame SdfFrames::in_ground(const SdfFrame& frame) const {
    return within_scope(frame, 0);
}

const SdfFrame* SdfFrames::canonical(std::size_t scope) const {
    const XmlElement& at = *scopes_[scope].at;
    if (const std::string name = text_of(at, "canonical_link"); !name.empty()) return &named(at, scope, name);
    for (const char* kind : {"link", "model"})
        if (const XmlElement* first = at.child(kind)) return &of_element(*first);
    return nullptr;
}

const XmlElement* SdfFrames::link_of(const SdfFrame& frame) const {
    const SdfFrame* at = &frame;
    for (std::size_t steps = 0; steps <= frames_.size(); ++steps) {
        if (at->kind == SdfFrame::Kind::world || scopes_[at->scope].is_static) return nullptr;
        if (at->kind == SdfFrame::Kind::link) return at->at;
        if (at->kind == SdfFrame::Kind::model) {
            if (scopes_[at->own].is_static) return nullptr;
            const SdfFrame* inside = canonical(at->own);
            if (inside == nullptr)
                fail_at(*at->at, fmt::format("the model '{}' has no link", text_of(*at->at, "name")));
            at = inside;
        } else {
            at = &base_of(*at);
        }
    }
    fail_at(*frame.at, fmt::format("'{}' is attached to itself", text_of(*frame.at, "name")));
}

}  // namespace lag
