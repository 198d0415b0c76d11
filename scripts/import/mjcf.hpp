// MJCF, the format of MuJoCo: https://mujoco.readthedocs.io/en/stable/XMLreference.html, with its defaults and classes.
#pragma once

#include "scripts/import/robot.hpp"

namespace lag {

// InputError with the place of what is wrong. Rows of `equality` become exact; what MuJoCo softens is not taken over.
Robot robot_of_mjcf(const XmlElement& root, const ImportOptions& options);

}  // namespace lag
