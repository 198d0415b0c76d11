#include "lagrange/constraints/elimination_states.hpp"

#include "core/calculus.hpp"
#include "lagrange/constraints/consistent_states.hpp"
#include "lagrange/constraints/independent_rows.hpp"
#include "lagrange/constraints/row_numbers.hpp"
#include "lagrange/constraints/sample_states.hpp"

namespace lag {

namespace {

bool holds_parameters(const Model& model, const ConstraintRows& constraints) {
    Graph& graph = *model.graph;
    std::vector<Expr> held;
    for (const ConstraintRow& row : constraints.rows) {
        held.push_back(graph.own(row.phi));
        held.push_back(graph.own(row.phidot));
    }
    return !symbols_in(graph, held, bit(Role::parameter)).empty();
}

// Two states on the rows with parameters moved off their defaults, near the states given; where the rows cannot be
// closed there, not on them.
std::vector<ModelValues> states_elsewhere(const Model& model, const Kinematics& kinematics,
                                          const ConstraintRows& constraints, const std::vector<ModelState>& near) {
    if (!holds_parameters(model, constraints)) return {};
    std::vector<ModelValues> states;
    for (std::size_t k = 0; k < 2; ++k) {
        ModelState state;
        std::vector<double> parameters;
        for (const double off : {1e-2, 1e-4}) {
            const RowNumbers numbers(model, kinematics, constraints, off, 500 + k);
            std::vector<std::size_t> position;
            for (std::size_t r = 0; r < numbers.rows(); ++r)
                if (numbers.is_position(r)) position.push_back(r);
            state = near.empty() ? numbers.initial() : near[k % near.size()];
            parameters = numbers.parameters();
            const auto closed = brought_onto(numbers, position, state);
            if (!closed) continue;
            state = *closed;
            break;
        }
        states.push_back({.t = state.t, .p = std::move(parameters), .q = state.q, .u = {}, .w = state.w, .s = state.s});
    }
    return states;
}

}  // namespace

EliminationStates elimination_states(const Model& model, const Kinematics& kinematics,
                                     const ConstraintRows& constraints, const RowStudy& study) {
    return {.defaults = sample_states(model, kinematics, constraints),
            .elsewhere = states_elsewhere(model, kinematics, constraints, study.states),
            .singular_at_defaults = !study.singular_at_defaults.empty()};
}

}  // namespace lag
