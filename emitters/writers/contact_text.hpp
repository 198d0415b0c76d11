// The texts of the routines that solve for contacts: contact_loads, contact_modes, contact_impulses, of fixed size. They
// come along where a chosen routine calls them (program/contact_system.hpp).
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// Empty where none of the routines calls one. C and C++ need them before the routines.
std::string fortran_contacts(const Program& program, const std::vector<const Routine*>& routines);
std::string fortran77_contacts(const Program& program, const std::vector<const Routine*>& routines);
// `functions`: "static inline" or "inline"
std::string c_contacts(const Program& program, const std::vector<const Routine*>& routines,
                       const std::string& functions);

}  // namespace lag
