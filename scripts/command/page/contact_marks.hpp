// The contacts of a mechanism as a page marks them: closed or open over time, and where they are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scripts/command/page/scene.hpp"

namespace lag {

enum class ContactMark { open, closed, slides };  // closed: with friction it sticks

struct SceneContact {
    std::string name;
    bool has_friction = false;
    std::optional<ScenePlace> place;
    std::vector<ContactMark> marks;  // by frame
};

// One mark for each state, by the flags in its inputs. A contact is at a declared point, or else a body's origin, if its
// gap is a linear function of where that is, such as position(tip)[3] - r; others have no place.
std::vector<SceneContact> contact_marks(const Model& model, const std::vector<double>& p,
                                        const std::vector<PictureState>& states);

}  // namespace lag
