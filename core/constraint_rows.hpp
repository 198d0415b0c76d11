// What the conditions of a model become (T19-T33): rows
//     phi(q, s, t) = 0,     phidot = B u - b(t),     B u' = gamma
// where states s that rows hold bring their rates, B = dphi/dq + dphi/ds drate/du;
// formed by lagrange/constraints/constraints.hpp, read by the language (multiplier, constraint_matrix, check) and by
// the emitters.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph.hpp"
#include "core/index.hpp"

namespace lag {

struct ConstraintRow {
    std::string name;            // "loop1.x", "height", "constraint 2"
    std::size_t constraint = 0;  // which of model.constraints
    std::size_t component = 0;   // which of its rows, dropped ones counted: of a loop 0, 1, 2 for x, y, z
    Expr phi;                    // position error; zero for a speed constraint. Unit of the condition
    Expr phidot;                 // its rate, or the speed constraint's error
    Expr gamma;                  // B u' = gamma: minus d/dt(phidot) at u' = 0
    std::vector<std::pair<SpeedIndex, Expr>> B;  // non-zero entries, ascending speeds
    // Of a position row that holds a state whose rate holds speeds: B of displacements, which leave the states alone.
    std::optional<std::vector<std::pair<SpeedIndex, Expr>>> of_displacements = {};
    Expr active = {};         // a flag: the row holds while it is not 0; the zero: it always holds
    bool of_contact = false;  // its load is what a contact or dry friction allows
    bool is_switched() const { return !active.is_zero(); }
    // dphi = this times a displacement by speeds: what a position is brought onto the row by.
    const std::vector<std::pair<SpeedIndex, Expr>>& slopes() const { return of_displacements ? *of_displacements : B; }
};
struct ConstraintRows;
// Their numbers: those that always hold.
std::vector<std::size_t> permanent_rows(const ConstraintRows& rows);
// Those whose load is whatever it takes to hold them: all but those of contacts and of dry friction.
std::vector<std::size_t> bilateral_rows(const ConstraintRows& rows);

// A row that others imply in every consistent position. It stands in no equation, and its load is 0.
struct LeftOutRow {
    ConstraintRow row;
    std::vector<std::string> depends_on;  // the others' names
};
std::string note_on(const LeftOutRow& left_out);

struct ConstraintRows {
    std::vector<ConstraintRow> rows;
    std::vector<LeftOutRow> left_out;
    std::vector<std::string> notes;     // rows that restrict no motion at all and were dropped
    std::vector<std::string> warnings;  // where dependent rows could not be told
};

// Whether positions on them, or B, depend on states: routines of positions then take s.
bool hold_states(Graph& graph, const ConstraintRows& rows);
// The rows with their slopes as B.
ConstraintRows rows_of_displacements(const ConstraintRows& rows);

// The rows alone, without notes and warnings.
ConstraintRows rows_numbered(const ConstraintRows& rows, const std::vector<std::size_t>& numbers);

// `value` where the row holds, 0 where it is switched off.
Expr where_it_holds(Graph& graph, const ConstraintRow& row, Expr value);

}  // namespace lag
