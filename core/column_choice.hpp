// What the derivatives of a model are differentiated by: whole groups of its symbols, or single ones by name.
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"
#include "core/routine_names.hpp"

namespace lag {

// `role` is time, coordinate, speed, state, input or parameter; without a name it is all of them, in declared order.
struct ColumnChoice {
    Role role = Role::coordinate;
    std::string name;
    friend bool operator==(const ColumnChoice&, const ColumnChoice&) = default;
};

// A routine of derivative_routines() but `jacobian`, with its columns. `role` acceleration is a column of the routines of
// inverse_dynamics, and changes nothing in others.
struct DerivativeChoice {
    RoutineName routine = RoutineName::adjoint;
    std::vector<ColumnChoice> columns;
    int index = 1;  // of the residual: constraints stand in it as rows of accelerations (1) or of speeds (2)
};

// The group that a word stands for: t, q, u, states, w, p or udot; undeclared for any other word.
Role column_group(const std::string& word);

struct Column {
    Expr symbol;
    std::string name;
};

// In the order chosen. ModelError for a name that the model does not have in that role (constraints = eliminate takes
// dependent speeds out of it) and for one that is chosen twice.
std::vector<Column> chosen_columns(const Model& model, const std::vector<ColumnChoice>& choices,
                                   DerivativeKind kind = DerivativeKind::jacobian);

}  // namespace lag
