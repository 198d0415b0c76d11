#include "emitters/program/routine_slopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/adjoint.hpp"
#include "core/errors.hpp"
#include "emitters/program/calls.hpp"

namespace lag {

std::vector<Expr> RoutineSlopes::arguments_of(const ExternalRoutine& routine) const {
    std::vector<Expr> arguments = routine.arguments;
    for (Expr& e : arguments) e = graph_.own(e);
    return arguments;
}

// A routine of the user's depends on a column when an argument does, or a result that it is given.
void RoutineSlopes::refuse_linked(const std::vector<Expr>& columns, const std::vector<Expr>& values) const {
    if (linked_among(model_.externals) == nullptr) return;
    std::set<NodeId> moving;
    for (const Expr& column : columns) moving.insert(column.id);
    const std::vector<NodeId> used = reachable(graph_, values);
    for (const ExternalRoutine& routine : model_.externals) {
        const std::vector<NodeId> given = reachable(graph_, arguments_of(routine));
        const auto on = std::ranges::find_if(given, [&](NodeId id) { return moving.contains(id); });
        if (on == given.end()) continue;
        for (const std::string& name : routine.results) {
            const Expr result = graph_.symbol(name, Role::external_result);
            moving.insert(result.id);
            if (!routine.is_linked() || !std::ranges::binary_search(used, result.id)) continue;
            throw ModelError(fmt::format("derivatives cannot go through '{}', a routine of the user's: its result {} "
                                         "depends on {}, and nothing is known of its slope",
                                         routine.name, name, graph_.symbol_of(*on).name),
                             fmt::format("write the load as an expression or a table; or declare {} as an input, call "
                                         "the routine outside, and add its slopes to the columns of w there",
                                         name));
        }
    }
}

// Results of procedures depend on the column through their arguments, which earlier results may stand in.
void RoutineSlopes::seed(Differentiator& derivative, bool of_slopes) const {
    for (const ExternalRoutine& routine : model_.externals) {
        if (routine.is_linked()) continue;
        std::vector<Expr> by_column;
        for (const Expr& argument : arguments_of(routine)) by_column.push_back(derivative(argument));
        const auto seed_result = [&](const std::string& result) {
            Expr slope = graph_.integer(0);
            for (std::size_t k = 0; k < by_column.size(); ++k)
                slope += slope_symbol(graph_, result, k) * graph_.own(by_column[k]);
            derivative.seed(graph_.symbol(result, Role::external_result), slope);
        };
        for (const std::string& result : routine.results) {
            seed_result(result);
            for (std::size_t k = 0; of_slopes && k < by_column.size(); ++k) seed_result(slope_name(result, k));
        }
    }
}

std::vector<Expr> RoutineSlopes::results() const {
    std::vector<Expr> symbols;
    for (const ExternalRoutine& routine : model_.externals)
        if (!routine.is_linked())
            for (const std::string& name : routine.results)
                symbols.push_back(graph_.symbol(name, Role::external_result));
    return symbols;
}

// From derivatives by columns and results to those by columns: the last results first, since arguments may hold
// earlier ones.
std::vector<Expr> RoutineSlopes::through(std::vector<Expr> by, const std::vector<Expr>& symbols) const {
    std::size_t end = symbols.size();
    for (auto routine = model_.externals.rbegin(); routine != model_.externals.rend(); ++routine) {
        if (routine->is_linked()) continue;
        end -= routine->results.size();
        const std::vector<Expr> arguments = arguments_of(*routine);
        for (std::size_t k = 0; k < arguments.size(); ++k) {
            Expr by_argument = graph_.integer(0);
            for (std::size_t r = 0; r < routine->results.size(); ++r)
                by_argument += graph_.own(by[end + r]) * slope_symbol(graph_, routine->results[r], k);
            const std::vector<Expr> slopes =
                gradient(graph_, arguments[k], {symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(end)},
                         Quotients::by_reciprocal);
            for (std::size_t c = 0; c < end; ++c) by[c] = graph_.own(by[c]) + by_argument * graph_.own(slopes[c]);
        }
    }
    by.resize(end);
    return by;
}

}  // namespace lag
