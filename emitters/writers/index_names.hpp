// Constants that name places in the arrays, so that callers write q(iq_yaw) and p(ip_m_chassis):
//   iq_ coordinates, iu_ speeds (iu_yaw is that of yaw'), ip_ parameters, iw_ inputs, io_ outputs
//
// What no identifier may hold becomes _, a prime is left out. A name that is too long is cut, and one that an earlier
// constant or a main program in Fortran has, whatever the case, gets its place at the end: iu_yaw_4. Where the model's
// routines could have such names (a model called `ip`), all constants of that kind begin with index_p_.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

struct IndexNames {
    std::vector<std::string> names;  // by place
};

// The tables that have entries, in the order above; no name is longer than `longest`.
std::vector<IndexNames> index_names(const Program& program, std::size_t longest);

// "iq_yaw = 1" for each name of one table; `prefix` before the name, `first` the first place.
std::vector<std::string> index_definitions(const IndexNames& table, const std::string& prefix, std::size_t first);

}  // namespace lag
