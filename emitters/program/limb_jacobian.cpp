#include "emitters/program/limb_jacobian.hpp"

#include <algorithm>
#include <utility>

namespace lag {

namespace {

std::vector<Expr> all_of(const std::vector<std::vector<Expr>>& rows) {
    std::vector<Expr> all;
    for (const std::vector<Expr>& row : rows) all.insert(all.end(), row.begin(), row.end());
    return all;
}

}  // namespace

LimbJacobian::LimbJacobian(const LimbSystem& system, const LimbRoutines& routines)
    : system_(system),
      limb_(system.limb()),
      rates_{system.equations().kinematic_equations, system.solved().accelerations},
      graph_(*limb_.model.graph),
      directions_(system, routines) {}

// A^-1 (-dR), in the way that has fewest.
std::optional<std::vector<LimbJacobian::Rows>> LimbJacobian::fewest_operations() {
    std::optional<std::vector<Rows>> best;
    long fewest = 0;
    for (const LimbResidual& residual : system_.residuals())
        for (const std::vector<Rows>& right_sides : directions_.right_sides(residual, true)) {
            std::vector<Rows> solved;
            for (std::size_t d = 0; d < right_sides.size(); ++d)
                solved.push_back(directions_.solve(directions_.all()[d], right_sides[d]));
            const long operations = directions_.count(all_of(solved));
            if (!best || operations < fewest) best = std::move(solved), fewest = operations;
        }
    return best;
}

bool LimbJacobian::differentiate() {
    const std::optional<std::vector<Rows>> solved = fewest_operations();
    std::vector<std::optional<Rows>> whole;  // u' itself
    for (const LimbDirection& direction : directions_.all()) {
        const std::optional<Rows> of_coordinates = directions_.along(direction, rates_.of_coordinates, false);
        whole.push_back(system_.is_tree() ? directions_.along(direction, rates_.of_speeds, true) : std::nullopt);
        if (!of_coordinates || !(whole.back() || solved)) return false;
        of_coordinates_.push_back(*of_coordinates);
    }
    for (std::size_t d = 0; d < whole.size(); ++d) of_unknowns_.push_back(solved ? (*solved)[d] : *whole[d]);
    long fewest = directions_.count(all_of(of_unknowns_));
    for (std::size_t d = 0; solved && d < whole.size(); ++d) {
        if (!whole[d]) continue;
        std::swap(of_unknowns_[d], *whole[d]);
        const long operations = directions_.count(all_of(of_unknowns_));
        if (operations < fewest)
            fewest = operations;
        else
            std::swap(of_unknowns_[d], *whole[d]);
    }
    directions_.settle(of_unknowns_);
    return true;
}

// By row of the whole mechanism's [q'; u'].
std::vector<LimbJacobian::SmallRow> LimbJacobian::rows_of_whole() const {
    const std::size_t first_speed = entries_of_whole(limb_.coordinates);
    std::vector<SmallRow> rows(first_speed + entries_of_whole(limb_.speeds));
    const auto add = [&](const auto& entries, bool is_speed) {
        for (std::size_t k = 0; k < entries.size(); ++k)
            for (std::size_t lane = 0; lane < entries[k].by_lane.size(); ++lane)
                if (const auto& index = entries[k].by_lane[lane])
                    rows[(is_speed ? first_speed : 0) + index->value] = {is_speed, entries[k].is_mirrored[lane], k,
                                                                         lane};
    };
    add(limb_.coordinates, false), add(limb_.speeds, true);
    return rows;
}

// What a limb's speed does that moves with the body alone, by the column in lane `at`: one product serves all columns of
// the direction, or all limbs of the row.
LimbDerivatives::LaneResult LimbJacobian::with_the_body(std::size_t d, const SmallRow& row, std::size_t at) {
    const LimbDirection& direction = directions_.all()[d];
    const bool serves_columns =
        directions_.is_told(direction, row.place) || system_.lanes_of(row.place) < direction.lanes;
    Expr sum = graph_.integer(0);
    for (std::size_t b = 0; b < system_.unknowns().size(); ++b) {
        if (system_.lanes_of(b) > 0) continue;
        const Expr response = directions_.response(b)[row.place], moved = graph_.own(of_unknowns_[d][b]);
        sum = sum + (serves_columns ? graph_.lane_member(response, row.lane) * moved
                                    : response * graph_.lane_member(moved, at));
    }
    return {sum, (serves_columns ? at : row.lane) + 1};
}

LimbDerivatives::LaneResult LimbJacobian::entry(std::size_t d, const SmallRow& row, std::size_t column) {
    const LimbDirection& direction = directions_.all()[d];
    const auto of_column = std::ranges::find(direction.columns, std::optional(column));
    const auto at = static_cast<std::size_t>(of_column - direction.columns.begin());
    LimbDerivatives::LaneResult found{graph_.own((row.is_speed ? of_unknowns_ : of_coordinates_)[d][row.place]),
                                      row.lane + 1};
    if (direction.lanes > 0) {
        const Expr like =
            row.is_speed ? system_.unknowns()[row.place] : symbol(limb_.model, CoordinateIndex{row.place});
        const bool is_own = graph_.lanes_of(like) == direction.lanes && row.lane == at;
        found.lane = at + 1;
        if (graph_.is_lane_value(like) &&
            !(row.is_speed ? is_own && directions_.is_told(direction, row.place) : is_own))
            found = row.is_speed ? with_the_body(d, row, at) : LimbDerivatives::LaneResult{graph_.integer(0), 0};
    }
    if (row.is_mirrored != direction.is_mirrored[at]) found.value = graph_.neg(found.value);
    return {found.value, graph_.is_lane_value(found.value) ? found.lane : 0};
}

std::optional<std::vector<LimbDerivatives::LaneResult>> LimbJacobian::entries(const std::vector<Column>& columns,
                                                                              const std::vector<Place>& places) {
    if (!directions_.form(columns) || !differentiate()) return std::nullopt;
    std::vector<std::size_t> of_column(columns.size());
    for (std::size_t d = 0; d < directions_.all().size(); ++d)
        for (const auto& column : directions_.all()[d].columns)
            if (column) of_column[*column] = d;
    const std::vector<SmallRow> rows = rows_of_whole();
    std::vector<LimbDerivatives::LaneResult> results;
    for (const Place& place : places) results.push_back(entry(of_column[place.column], rows[place.row], place.column));
    return results;
}

}  // namespace lag
