// What the quantities of a model may depend on, and the values of those that depend on parameters alone.
#pragma once

#include <optional>
#include <string>

#include "core/model.hpp"

namespace lag {

// What a quantity may depend on.
inline constexpr Dependence only_parameters = bit(Role::parameter);
inline constexpr Dependence no_state = only_parameters | bit(Role::time) | bit(Role::input);
inline constexpr Dependence no_speeds = no_state | bit(Role::coordinate);
inline constexpr Dependence no_accelerations =
    no_speeds | bit(Role::speed) | bit(Role::external_result) | bit(Role::state);
inline constexpr Dependence anything = no_accelerations | bit(Role::acceleration) | bit(Role::multiplier);

// The value of an expression of parameters at their defaults; nothing when it has none.
std::optional<double> value_at_defaults(const Model& model, Expr e);
// "-2", or "m1 - 3 = -2 at the default parameter values"
std::string shown_value(const Model& model, Expr e, double value);

}  // namespace lag
