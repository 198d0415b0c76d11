// Base parameters where hinges are tied to each other or to time: a rotor that turns n times as fast as a joint, a
// screw, a driven base. Columns of the regressor that are independent hinge by hinge may depend on each other there.
//
// Which ones do, and on which, is seen in numbers: doubles at many states, for general values of the parameters. The
// factors are then expressions of parameters, solved from as few rows of the regressor as there are unknowns.
#pragma once

#include <vector>

#include "lagrange/identification/base_parameters.hpp"
#include "lagrange/identification/parameter_rows.hpp"

namespace lag {

// `rows`: base parameters in standard ones, an echelon form; fewer of them come back, an echelon form again.
std::vector<EchelonRow> without_tied(const Model& model, const Kinematics& kinematics,
                                     const std::vector<StandardParameter>& standard, std::vector<EchelonRow> rows,
                                     GeneralValues& general);

}  // namespace lag
