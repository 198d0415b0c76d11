// A scene's first frame as a still picture: what the page that moves shows before it does.
#pragma once

#include <string>

#include "scripts/command/page/scene.hpp"

namespace lag {

// An <svg> element in parallel projection, from the front of a planar mechanism, else from a corner above. Empty where
// the scene has no body. Deterministic text.
std::string still_picture(const Scene& scene);

}  // namespace lag
