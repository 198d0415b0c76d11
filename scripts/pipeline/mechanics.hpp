// Mechanics (the interpreter's view of the later stages) implemented with lagrange/.
#pragma once

#include <memory>

#include "scripts/language/mechanics.hpp"
#include "scripts/pipeline/external_values.hpp"

namespace lag {

// What calls a model's external routines where numbers are asked for, and who is told how far derivatives by differences
// may be off; either may be empty.
struct ExternalSupport {
    UserRoutinesOf routines;
    std::function<void(const std::string& note)> note;
};

std::unique_ptr<Mechanics> lagrange_mechanics(ExternalSupport externals = {});

}  // namespace lag
