// The entries of the Jacobian of [q'; u'] of a mechanism whose equal limbs are in lanes.
//
// A dU = -dR is solved in directions of all limbs at once (limb_directions.hpp); what a limb does that moves with the body alone
// takes the body's derivatives. u' itself is differentiated too, and what counts fewer operations is taken, column by column.
//
// Not handled (no entries): what these directions do not handle; rates of states.
#pragma once

#include <optional>
#include <vector>

#include "emitters/program/limb_derivatives.hpp"
#include "emitters/program/limb_directions.hpp"

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
    using Rows = LimbDirections::Rows;
    struct SmallRow {
        bool is_speed = false, is_mirrored = false;
        std::size_t place = 0, lane = 0;
    };

    std::optional<std::vector<Rows>> fewest_operations();
    bool differentiate();
    std::vector<SmallRow> rows_of_whole() const;
    LimbDerivatives::LaneResult with_the_body(std::size_t d, const SmallRow& row, std::size_t at);
    LimbDerivatives::LaneResult entry(std::size_t d, const SmallRow& row, std::size_t column);

    const LimbSystem& system_;
    const PrototypeLimb& limb_;
    const LimbDerivatives::Rates rates_;
    Graph& graph_;
    LimbDirections directions_;
    std::vector<Rows> of_coordinates_, of_unknowns_;  // by direction
};

}  // namespace lag
