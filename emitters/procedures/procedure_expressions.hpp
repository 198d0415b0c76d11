// A procedure of a script as expressions: its branches become selections, its loops are written out.
#pragma once

#include <optional>
#include <vector>

#include "core/graph.hpp"
#include "emitters/procedures/procedure.hpp"

namespace lag::procedures {

// Its results, element by element, of these arguments, where it has a border in them: a branch, abs, min, max, floor. Nothing
// where it has none, and where it does not come to some hundred operations without loops: what an index, the end of a loop or a
// return depends on is no number.
std::optional<std::vector<Expr>> results_with_borders(const Procedure& procedure, Graph& graph,
                                                      const std::vector<Expr>& given);

}  // namespace lag::procedures
