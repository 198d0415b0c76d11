#include "emitters/program/unknown_symbols.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"

namespace lag {

void refuse_unknown_symbols(const std::string& model, const Routine& routine) {
    if (routine.results.empty()) return;
    const bool knows_parameters =
        std::ranges::any_of(routine.arguments, [](const Argument& a) { return a.name == "c"; });
    std::vector<Expr> roots;
    for (const ResultExpression& result : routine.results) roots.push_back(result.value);
    for (const PivotCheck& check : routine.checks) roots.push_back(check.condition);
    for (const Expr& e : symbols_in(*routine.graph, roots)) {
        const Symbol& s = routine.graph->symbol_of(e);
        if (s.role == Role::parameter && knows_parameters) continue;
        if (routine.reads.contains(s)) continue;
        const std::string what =
            s.role == Role::undeclared ? "the undeclared name " : std::string(name_of(s.role)) + " ";
        throw ModelError(fmt::format("{}{} stands in an expression of {}_{}, which does not know it", what, s.name,
                                     model, routine.name),
                         s.role == Role::undeclared ? "declare it as a parameter, an input or a coordinate" : "");
    }
}

}  // namespace lag
