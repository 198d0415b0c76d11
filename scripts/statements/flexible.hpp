// Flexible bodies as a script has described them: what their nodes are made of.
#pragma once

#include "core/model.hpp"
#include "lagrange/elastic/beam.hpp"

namespace lag {

struct FlexibleForm {
    BodyIndex body;
    Beam beam;
};

}  // namespace lag
