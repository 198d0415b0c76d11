// Loops whose dependent coordinates have a closed form in the independent ones (loop_chain.hpp): the coordinates leave q,
// the slots of their hinges hold the closed form, as coupled hinges do, and the loop's rows are gone.
#pragma once

#include <set>
#include <string>

#include "core/solved_loops.hpp"

namespace lag {

// `asked`: names of coordinates of which each is to be solved; a loop without any is left alone. Empty: all loops. `kept`, and
// coordinates that `hold` names, that events set or that routines of the user's are told: they stay. Else those stay that are declared first.
// Among several closed forms the one is taken that the initial values are next to, parameters at their defaults. What has no
// closed form there stands as before.
SolvedLoops solved_loops(const Model& model, const std::set<std::string>& asked, const std::set<std::string>& kept);

}  // namespace lag
