// Which inertias no body can have, and which motions move nothing that has inertia.
#pragma once

#include "scripts/import/robot.hpp"

namespace lag {

// InputError that names every one of them with its place. With options.accept each has a comment at its body: what the
// language takes stays, negative masses, moments, armatures and frictions are left out, and what moves nothing is held.
void require_inertias(Robot& robot, const ImportOptions& options);

}  // namespace lag
