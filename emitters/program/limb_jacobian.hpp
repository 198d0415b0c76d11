// The entries of the Jacobian of [q'; u'] of a mechanism whose equal limbs are in lanes.
//
// A column that stands in the lane symbols of one limb alone is computed together with its like of the other limbs: lane j
// of a row is that row's derivative by the column of limb j, with lanes kept apart (core/calculus.hpp). So it is for the rows
// of the limb itself and of the body that all limbs meet. A dU = -dR (limb_residuals.hpp) is solved by L D L^T in lanes,
// limbs first, where limb j alone gives to the rows of that body: with constraints by the factors of u'. The unknowns of
// another limb i, speeds and multipliers, move with those of the body,
//     dU_i = K_i dU_body,      K_i = -A_ii^-1 A_i,body
// with K_i once for all columns. Every other column is one direction of the small mechanism, summed over the lanes.
//
// dR is found by differentiating R, or from composite inertias (recursion_slopes.hpp). u' itself is differentiated too, and
// what counts fewer operations is taken, column by column.
//
// Not handled (no entries): accelerations in whose residual Euler parameters off their unit length do not agree with A; lanes
// that meet in other ways than through that body; rates of states.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "emitters/program/limb_derivatives.hpp"
#include "sparse_ldl/execute.hpp"

namespace lag {

class LimbJacobian {
  public:
    // Of the whole mechanism: of [q'; u'], of the columns.
    struct Place {
        std::size_t row = 0, column = 0;
    };

    LimbJacobian(const LimbSystem& system, const LimbRoutines& routines);

    // By place. Nothing where they are not computed in lanes.
    std::optional<std::vector<LimbDerivatives::LaneResult>> entries(const std::vector<Column>& columns,
                                                                    const std::vector<Place>& places);

  private:
    using Rows = std::vector<Expr>;  // by unknown of the small mechanism

    // A direction, or as many as there are lanes, each with one column.
    struct Direction {
        std::size_t lanes = 0;  // 0: one direction, of one column
        std::vector<std::optional<std::size_t>> columns;
        std::vector<std::vector<Expr>> weights;    // by lane symbol, by lane
        std::vector<bool> is_mirrored;             // by column: the derivatives have a minus there
        std::vector<std::pair<Expr, Expr>> seeds;  // symbols and their slopes
        std::set<std::size_t> limbs;               // in lanes: what it says something of, beside the body
        Rows of_coordinates, of_unknowns;
    };
    struct SmallRow {
        bool is_speed = false, is_mirrored = false;
        std::size_t place = 0, lane = 0;
    };

    bool factorize();
    std::optional<Rows> along(const Direction& direction, const Rows& values, bool of_unknowns) const;
    void find_limbs();
    bool is_told(const Direction& direction, std::size_t u) const;
    std::optional<std::vector<Rows>> by_direction(const LimbResidual& residual) const;
    std::optional<std::vector<Rows>> by_links(const LimbResidual& residual) const;
    void narrow(const std::vector<Rows>& right_sides);
    std::optional<std::vector<Rows>> fewest_operations();
    Rows solve(const Direction& direction, const Rows& right_side) const;
    void form_directions(const std::vector<Column>& columns);
    bool differentiate();
    void settle(std::vector<Rows>& rows);
    void form_responses();
    std::vector<SmallRow> rows_of_whole() const;
    LimbDerivatives::LaneResult with_the_body(const Direction& direction, const SmallRow& row, std::size_t at);
    LimbDerivatives::LaneResult entry(const Direction& direction, const SmallRow& row, std::size_t column);
    long count(const std::vector<Expr>& more) const;

    const LimbSystem& system_;
    const LimbRoutines& routines_;
    const PrototypeLimb& limb_;
    const LimbDerivatives::Rates rates_;
    const std::vector<PivotCheck>& checks_;
    Graph& graph_;
    LaneValues values_;
    const LackingHinges lacking_;
    LdlPlan plan_;
    std::optional<LdlResult<Expr>> factors_;
    std::vector<std::size_t> limb_of_;  // by unknown: a body of its limb
    std::vector<Direction> directions_;
    std::vector<Rows> responses_;  // of limbs to the body, by its unknown
};

}  // namespace lag
