#include "lagrange/constraints/closed_loops.hpp"

#include <algorithm>
#include <array>

#include "core/calculus.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/kinematics/cut_hinge.hpp"
#include "lagrange/kinematics/displacement.hpp"

namespace lag {

namespace {

constexpr int closing_steps = 2;

using NewValues = std::vector<std::pair<Expr, Expr>>;  // by symbol of a coordinate

// One step, from the coordinates as they are.
NewValues newton_step(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                      const Elimination& elimination) {
    Graph& graph = *model.graph;
    std::vector<Expr> by_row, displacement(model.speeds.size(), graph.integer(0));
    for (const ConstraintRow& row : constraints.rows) by_row.push_back(-row.phi);
    const std::vector<Expr> solution = dependent_solution(elimination, by_row);
    for (std::size_t d = 0; d < solution.size(); ++d) displacement[elimination.dependent[d].speed.value] = solution[d];
    std::vector<Expr> next = displaced_coordinates(model, kinematics.coordinate_rates, displacement);
    std::vector<bool> moves(next.size(), false);
    for (std::size_t q = 0; q < next.size(); ++q) {
        const std::array<Expr, 1> rate{graph.own(kinematics.coordinate_rates[q])};
        for (const Expr& u : symbols_in(graph, rate, bit(Role::speed)))
            for (const DependentSpeed& d : elimination.dependent)
                if (symbol(model, d.speed) == u) moves[q] = true;
    }
    for (const auto& quaternion : quaternions(model))
        if (std::ranges::any_of(quaternion, [&](CoordinateIndex e) { return moves[e.value]; }))
            for (const CoordinateIndex e : quaternion) moves[e.value] = true;
    for (const Constraint& constraint : model.constraints) {
        if (constraint.kind != Constraint::Kind::hinge) continue;
        for (const auto& [q, lack] : cut_hinge_lacks(model, kinematics, constraint.cut)) {
            next[q.value] = next[q.value] + lack;
            moves[q.value] = true;
        }
    }
    NewValues values;
    for (std::size_t q = 0; q < next.size(); ++q)
        if (moves[q]) values.emplace_back(symbol(model, CoordinateIndex(q)), graph.own(next[q]));
    return values;
}

Substitution replacing(Graph& graph, const NewValues& values) {
    Substitution substitution(graph);
    for (const auto& [symbol, value] : values) substitution.replace(symbol, value);
    return substitution;
}

Elimination replaced(Elimination elimination, Substitution substitute) {
    const auto all = [&](auto& list) {
        for (auto& [place, value] : list) value = substitute(value);
    };
    for (DependentSpeed& d : elimination.dependent) {
        all(d.T);
        for (Expr* const e : {&d.drift, &d.value, &d.bias}) *e = substitute(*e);
    }
    for (EliminationPivot& pivot : elimination.pivots) {
        all(pivot.lower), all(pivot.upper);
        for (Expr* const e : {&pivot.divisor, &pivot.reciprocal, &pivot.holds}) *e = substitute(*e);
    }
    return elimination;
}

}  // namespace

bool can_close_loops(const Model& model, const ConstraintRows& constraints) {
    return !model.small.any() &&
           std::ranges::none_of(model.bodies, [](const Body& b) { return b.elastic != nullptr; }) &&
           std::ranges::none_of(constraints.rows, [&](const ConstraintRow& row) { return is_speed_row(model, row); });
}

ClosedLoops closed_loops(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                         const Elimination& elimination) {
    Graph& graph = *model.graph;
    const NewValues step = newton_step(model, kinematics, constraints, elimination);
    ClosedLoops closed;
    for (int k = 0; k < closing_steps; ++k) {
        Substitution here = replacing(graph, closed.coordinates);
        closed.errors.clear();
        for (const ConstraintRow& row : constraints.rows) closed.errors.push_back(here(graph.own(row.phi)));
        const Elimination there = replaced(elimination, here);
        closed.passed.insert(closed.passed.end(), there.pivots.begin(), there.pivots.end());
        NewValues next;
        for (const auto& [symbol, value] : step) next.emplace_back(symbol, here(value));
        closed.coordinates = std::move(next);
    }
    closed.elimination = replaced(elimination, replacing(graph, closed.coordinates));
    return closed;
}

}  // namespace lag
