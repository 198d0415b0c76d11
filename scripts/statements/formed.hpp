// What the mechanism forms, as values that carry their own units (Interpreter::formed). `unit` "" where it is unknown.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

Value formed(Call& call, Expr value, const std::string& unit);
Value formed(Call& call, const Vec3<Expr>& vector, const std::string& unit);
Value formed(Call& call, const Mat3<Expr>& matrix, const std::string& unit);
// a list, a matrix: the unit of each entry by its place, from 0
Value formed(Call& call, const std::vector<Expr>& list, const std::function<std::string(std::size_t)>& unit);
Value formed(Call& call, const std::vector<std::vector<Expr>>& rows,
             const std::function<std::string(std::size_t, std::size_t)>& unit);

}  // namespace lag
