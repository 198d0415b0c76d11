// Do the units of a model's names agree where a statement uses them? (units.hpp: what a unit is)
//
// Units of parameters and inputs are the user's; coordinates and speeds have those of their hinges, and what the
// mechanism forms (positions, energies, reactions, ..) the unit of its kind, whatever numbers it is formed of; t is in
// s. What follows from them is compared where terms are added or compared, where a function needs a number, and with
// what the statement needs: in dimension and in scale (deg beside rad, mm beside m). One side must carry a unit of the
// user's for a complaint. No complaint where anything has no unit: a name without one, or a number that may stand for a
// quantity. A number counts as a mere factor (1/2 in m*v^2/2) only beside a name with a unit of the user's, and only
// when it is a fraction of 1, 2, 3, 4, 6, 8, 12; numbers fit everywhere as terms of sums. Factors whose product is the
// ratio of two scales convert: delta*%pi/180.
#pragma once

#include <optional>
#include <string>

#include "scripts/language/built_in.hpp"
#include "scripts/statements/units.hpp"

namespace lag {

// InputError at `at` that names both sides. `what`: "a force". Of a list every entry is checked, at its own place.
void require_unit(Call& call, const Value& value, const std::string& unit, const Syntax& at, const std::string& what);
// The same when `unit` is the user's own, given for the output `what`.
void require_declared_unit(Call& call, const Value& value, const std::string& unit, const Syntax& at,
                           const std::string& what);
// lhs = rhs of a constraint
void require_same_unit(Call& call, const Value& lhs, const Value& rhs, const Syntax& at, const std::string& what);
// Only what is inside the expression.
void require_consistent_units(Call& call, const Value& value, const Syntax& at, const std::string& what);
// The unit that follows for an expression; empty where none does.
std::string deduced_unit(Call& call, const Value& value, const Syntax& at, const std::string& what);
// The dimension that follows for an expression of the model's; nothing where none does, or where it is in another scale
// than the mechanism's own quantities (mm beside metres).
std::optional<Dimension> own_dimension(Call& call, Expr e);
// The text of argument i, a unit that is known here; empty when there is no such argument.
std::string unit_argument(Call& call, std::size_t i);
// The unit of the generalized force on a speed: power over the speed's unit; empty when that has none.
std::string load_unit(const std::string& speed_unit);
std::string load_unit(const Model& model, SpeedIndex u);
// The unit of a multiplier: power over the unit of its row's error at speed level. Empty where that unit is not the one
// that the mechanism's own quantities have.
std::string multiplier_unit(Call& call, const std::string& rate_unit);

}  // namespace lag
