// Derivatives by names of the description.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scripts/statements/description.hpp"
#include "scripts/statements/states.hpp"

namespace lag {

Scalar Description::partial_derivative(Interpreter& interpreter, const Scalar& given, const std::string& name) {
    if (solved.contains(name)) throw ModelError(name + " is not independent: it follows from other coordinates");
    Scalar e = given;
    if (!solved.empty() && std::ranges::any_of(algebra_.names_in(given), [&](const std::string& held) {
            return solved.contains(held.substr(0, held.find('\'')));
        }))
        e = algebra_.raise(algebra_.lower(given.value()));
    require_slope(e, name);
    if (model_.speeds.empty()) return algebra_.diff(e, name);
    constexpr Dependence solved_for = bit(Role::acceleration) | bit(Role::multiplier);
    const bool is_held = (graph().node(meaning_of(name)).dependence & bit(Role::acceleration)) != 0;
    if (is_held || (graph().node(algebra_.lower(e.value())).dependence & solved_for) == 0)
        return algebra_.diff(e, name);
    return motion_slope(interpreter, e, name);
}

Scalar Description::motion_slope(Interpreter& interpreter, const Scalar& e, const std::string& name) {
    lag::complete(interpreter, *this);
    const Expr by = meaning_of(name), value = algebra_.lower(e.value());
    if (graph().node(by).op != Op::symbol)
        throw ModelError(name + " is not independent: it stands for its kinematic equation");
    if (is_flag(model_, name))
        throw ModelError(fmt::format("accelerations and multipliers have no derivative by {}: flags jump", name),
                         fmt::format("subst({} = 1, ..) gives the value of one mode", name));
    if (graph().symbol_of(by).role == Role::undeclared) {  // the equations of motion hold no such name
        const std::vector<Expr> names = symbols_in(graph(), std::vector<Expr>{value}, bit(Role::undeclared));
        if (std::ranges::find(names, by) != names.end()) return algebra_.diff(e, name);
        const std::string close = did_you_mean(name, declared_names());
        throw ModelError(fmt::format("no acceleration and no multiplier depends on {}: it is not declared", name),
                         close.empty() ? "" : fmt::format("did you mean {}?", close));
    }
    return algebra_.beside(algebra_.raise(mechanics_.motion_slope(model_, value, by)),
                           [&] { return e.written() / algebra_.symbol(name); });
}

// A routine's result depends on a name when an argument does, or a result that it is given.
void Description::require_slope(const Scalar& e, const std::string& name) {
    if (model_.externals.empty()) return;
    Graph& g = graph();
    const std::vector<Expr> roots{algebra_.lower(e)};
    const std::vector<Expr> used = symbols_in(g, roots, bit(Role::external_result));
    std::set<NodeId> moving{meaning_of(name).id};
    for (const ExternalRoutine& routine : model_.externals) {
        if (std::ranges::none_of(reachable(g, routine.arguments), [&](NodeId id) { return moving.contains(id); }))
            continue;
        for (const std::string& result : routine.results) {
            const Expr symbol = g.symbol(result, Role::external_result);
            moving.insert(symbol.id);
            if (std::ranges::find(used, symbol.id, &Expr::id) == used.end()) continue;
            throw ModelError(
                fmt::format("{} is what the routine '{}' makes of {} and others: nothing is known of its slope", result,
                            routine.name, name),
                "write it as an expression or a table instead");
        }
    }
}

}  // namespace lag
