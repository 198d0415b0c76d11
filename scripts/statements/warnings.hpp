// What a statement may say though it is hardly meant: the model is emitted, and a warning names the numbers.
#pragma once

#include <string>

#include "scripts/language/built_in.hpp"

namespace lag {

// A quantity that is no finite number at the default parameters: 1/k with k = 0. Each sub-expression is named once per
// model. What a condition on parameters shuts out does not count: `if k > 0 then 1/k else 0`.
void warn_of_no_number(Call& call, Expr e, const Syntax& at, const std::string& what);

// Euler parameters that do not start with unit length. For statements that complete the model.
void warn_of_long_quaternions(Call& call);

// Parameters that neither the equations nor the outputs and initial values hold: no value that a caller gives them
// changes anything. Each list once per model; for statements that complete the model.
void warn_of_unused_parameters(Call& call);

// Beams with stiffening = false that turn faster at the start than a third of their first frequency. Each once per model;
// for statements that complete the model.
void note_fast_soft_beams(Call& call);

}  // namespace lag
