// Frames of an SDF file: of models, links, joints and those that it names; where they stand, and in which links.
//
// Semantics: http://sdformat.org/tutorials?tut=pose_frame_semantics. A pose holds where all coordinates are zero.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scripts/import/robot.hpp"
#include "scripts/import/xml.hpp"

namespace lag {

// A model, or at index 0 the world: names are unique within it.
struct SdfScope {
    const XmlElement* at = nullptr;
    std::size_t outer = 0;
    std::string key;    // before the names in it: "car::wheel::"
    std::string shown;  // the same, for people
    bool is_static = false;
    int minor = 4;  // version 1.minor
};

struct SdfFrame {
    enum class Kind { world, model, link, joint, frame };
    Kind kind = Kind::frame;
    const XmlElement* at = nullptr;
    std::size_t scope = 0;  // that it stands in
    std::size_t own = 0;    // model: its own scope
};

// A pose as written, and the frame that it is relative to.
struct SdfPose {
    RobotPlacement placement;
    RobotFrame base;  // in ground
    RobotFrame in_ground() const { return base * frame_of(placement); }
};

class SdfFrames {
  public:
    // Of the tree below <sdf>, which must stay where it is.
    explicit SdfFrames(const XmlElement& root);

    const std::vector<SdfScope>& scopes() const { return scopes_; }
    const std::map<std::string, SdfFrame>& all() const { return frames_; }

    // The frame that `name`, written in a scope, means. InputError at `place` where there is none.
    const SdfFrame& named(const XmlElement& place, std::size_t scope, const std::string& name) const;
    RobotFrame in_ground(const SdfFrame& frame) const;
    // Of <pose> of an element in a scope; `otherwise`: relative to what, where it does not say.
    SdfPose pose_of(const XmlElement& at, std::size_t scope, const SdfFrame& otherwise) const;
    SdfPose pose_of(const SdfFrame& frame) const;
    // The link that moves the frame; null: ground.
    const XmlElement* link_of(const SdfFrame& frame) const;
    const SdfFrame& of_element(const XmlElement& at) const;

  private:
    void collect(const XmlElement& at, std::size_t scope);
    void add(const std::string& name, const SdfFrame& frame);
    void add_model(const XmlElement& at, std::size_t outer);
    const SdfFrame& base_of(const SdfFrame& frame) const;
    const SdfFrame& model_frame(std::size_t scope) const;
    RobotFrame within_scope(const SdfFrame& frame, std::size_t scope) const;
    RobotFrame in_own_scope(const SdfFrame& frame) const;
    RobotFrame in_own_scope_now(const SdfFrame& frame) const;
    const SdfFrame* canonical(std::size_t scope) const;

    std::vector<SdfScope> scopes_;
    std::map<std::string, SdfFrame> frames_;  // by key
    std::map<const XmlElement*, std::string> keys_;
    mutable std::map<const XmlElement*, RobotFrame> known_;
    mutable std::vector<const XmlElement*> asked_;  // to find circles
};

// Of a <pose>; all zero where `pose` is null.
RobotPlacement sdf_placement(const XmlElement* pose);

}  // namespace lag
