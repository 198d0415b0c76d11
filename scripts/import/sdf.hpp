// SDF 1.4 to 1.11: http://sdformat.org/spec.
#pragma once

#include "scripts/import/robot.hpp"
#include "scripts/import/xml.hpp"

namespace lag {

// InputError with the place where the file is no robot.
Robot robot_of_sdf(const XmlElement& root, const ImportOptions& options);

}  // namespace lag
