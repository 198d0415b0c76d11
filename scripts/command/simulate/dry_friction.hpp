// What to write instead of a load that jumps where a speed changes its sign: dry friction is a statement.
#pragma once

#include <functional>
#include <string>

#include "core/model.hpp"

namespace lag {

// `g`: the function whose sign switches; `mode`: the symbol that stands for that sign in what `frozen` makes of a
// load. "" where `g` holds no speed. `hinge_friction(q, limit)$` with its limit where one load on the speed g jumps,
// against the motion; a contact where the slip is another one.
std::string dry_friction_statement(const Model& model, Expr g, Expr mode, const std::function<Expr(Expr)>& frozen);

}  // namespace lag
