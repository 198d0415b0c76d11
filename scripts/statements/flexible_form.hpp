// Flexible bodies as a script has described them: what their nodes are made of.
#pragma once

#include <cstddef>
#include <memory>

#include "lagrange/elastic/beam.hpp"
#include "lagrange/elastic/sid.hpp"

namespace lag {

// A beam, or the data of a file.
struct FlexibleForm {
    BodyIndex body;
    std::shared_ptr<const Beam> beam;
    std::shared_ptr<const Sid> sid;
    bool stiffening = true;
    bool sid_parameters = false;

    std::size_t modes() const { return beam ? beam->modes() : sid->modes; }
};

}  // namespace lag
