// Directions in which a mechanism with equal limbs in lanes is differentiated, and the linear system A dU = -dR
// (limb_residuals.hpp) in each of them.
//
// A column that stands in the lane symbols of one limb alone is taken together with its like of the other limbs: lane j is the
// direction of limb j's column, with lanes kept apart (core/calculus.hpp). So it is for the rows of the limb itself and of the
// body that all limbs meet. A = L D L^T in lanes, limbs first, where limb j alone gives to the rows of that body: with
// constraints by the factors of u'. The unknowns of another limb i, speeds and multipliers, move with those of the body,
//     dU_i = K_i dU_body,      K_i = -A_ii^-1 A_i,body
// with K_i once for all columns. Every other column is one direction of the small mechanism, summed over the lanes.
//
// dR is found by differentiating R, or from composite inertias (recursion_slopes.hpp).
//
// Not handled: accelerations in whose residual Euler parameters off their unit length do not agree with A; lanes that
// meet in other ways than through that body.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "emitters/program/limb_residuals.hpp"
#include "emitters/program/limb_routines.hpp"
#include "lagrange/kinematics/lane_values.hpp"
#include "sparse_ldl/execute.hpp"

namespace lag {

// A direction, or as many as there are lanes, each with one column.
struct LimbDirection {
    std::size_t lanes = 0;  // 0: one direction, of one column
    std::vector<std::optional<std::size_t>> columns;
    std::vector<std::vector<Expr>> weights;    // by lane symbol, by lane
    std::vector<bool> is_mirrored;             // by column: the derivatives have a minus there
    std::vector<std::pair<Expr, Expr>> seeds;  // symbols and their slopes
    std::set<std::size_t> limbs;               // in lanes: what it says something of, beside the body
};

// Keeps references.
class LimbDirections {
  public:
    using Rows = std::vector<Expr>;  // by unknown of the small mechanism

    LimbDirections(const LimbSystem& system, const LimbRoutines& routines);

    // Before all others; false: A is not handled.
    bool form(const std::vector<Column>& columns);
    // For second derivatives: what the seeds' slopes hold moves with the columns, too. False: not with one limb alone.
    bool seed_slopes(const std::vector<Column>& columns);
    const std::vector<LimbDirection>& all() const { return directions_; }
    // Whether a direction in lanes says something of this unknown: of its own limb or of the body.
    bool is_told(const LimbDirection& direction, std::size_t unknown) const;
    // Seeded. Nothing: procedures that are not handled.
    std::optional<Differentiator> differentiator(const LimbDirection& direction) const;
    // Nothing: lanes that meet.
    std::optional<Rows> along(const LimbDirection& direction, const Rows& values, bool of_unknowns) const;
    // -dR at the solution, by direction, in each way of finding it; prepared. `narrows`: only limbs whose rows hold something
    // are told from here on.
    std::vector<std::vector<Rows>> right_sides(const LimbResidual& residual, bool narrows);
    // For `solve`: nothing in lanes that lack a hinge, identical zeros are exact ones, rows of constraints are lean ones.
    void prepare(std::vector<Rows>& right_sides) const;
    // A^-1 times this. In lanes that are directions of their own, nothing is summed. Of limbs alone: where the body has zeros.
    enum class Wanted { all, of_limbs, of_body };
    Rows solve(const LimbDirection& direction, const Rows& right_side, Wanted wanted = Wanted::all) const;
    // K by limbs' unknowns, for this unknown of the body.
    const Rows& response(std::size_t body_unknown);
    // What is identically zero in all lanes becomes an exact zero.
    void settle(std::vector<Rows>& rows) const;
    // Operations of these beside u' and the factors.
    long count(const std::vector<Expr>& more) const;

  private:
    bool factorize();
    void form_directions(const std::vector<Column>& columns);
    void find_limbs();
    void narrow(const std::vector<Rows>& right_sides);
    std::optional<std::vector<Rows>> by_direction(const LimbResidual& residual) const;
    std::optional<std::vector<Rows>> by_links(const LimbResidual& residual) const;
    void form_responses();

    const LimbSystem& system_;
    const LimbRoutines& routines_;
    const PrototypeLimb& limb_;
    Graph& graph_;
    LaneValues values_;
    const LackingHinges lacking_;
    LdlPlan plan_;
    std::optional<LdlResult<Expr>> factors_;
    std::vector<std::size_t> limb_of_;  // by unknown: a body of its limb
    std::vector<LimbDirection> directions_;
    std::vector<Rows> responses_;  // of limbs to the body, by its unknown
};

}  // namespace lag
