#include "lagrange/constraints/firm_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/dense.hpp"
#include "core/model_values.hpp"

namespace lag {

namespace {

class Blocks {
  public:
    Blocks(const ConstraintRows& rows, const SampledMechanism& sampled)
        : rows_(rows), model_(sampled.model), index_(sampled.model), states_(sampled.states) {}

    bool is_firm(const RowBlock& stated) const {
        const RowBlock block = without_repeated(stated);
        // Of the largest distance from a lower rank that was seen. Pivots of the rows are about the squares of such
        // distances: at most four digits are lost.
        constexpr double well_away = 0.01;
        if (block.rows.size() > block.speeds.size()) return false;
        double least = std::numeric_limits<double>::infinity(), largest = 0;
        for (const ModelValues& state : states_) {
            const double distance = distance_from_lower_rank(block, state).value_or(0);
            least = std::min(least, distance), largest = std::max(largest, distance);
        }
        return least > well_away * largest;
    }

  private:
    // Less the switched rows that hold what another one holds: both stops of a hinge, which are never closed at once.
    RowBlock without_repeated(RowBlock block) const {
        const auto holds_the_same = [&](std::size_t a, std::size_t b) {
            const auto &of_a = rows_.rows[a].B, &of_b = rows_.rows[b].B;
            return rows_.rows[a].is_switched() && rows_.rows[b].is_switched() &&
                   (of_a == of_b || std::ranges::equal(of_a, of_b, [&](const auto& x, const auto& y) {
                        return x.first == y.first && model_.graph->own(x.second) == -model_.graph->own(y.second);
                    }));
        };
        std::vector<std::size_t> kept;
        for (const std::size_t row : block.rows)
            if (std::ranges::none_of(kept, [&](std::size_t other) { return holds_the_same(row, other); }))
                kept.push_back(row);
        block.rows = std::move(kept);
        return block;
    }
    // The least singular value of B of the block; 0 where it is negligible beside the first. Nothing where B has no value.
    std::optional<double> distance_from_lower_rank(const RowBlock& block, const ModelValues& state) const {
        constexpr double negligible = 1e-9;
        auto value = evaluator_of(model_, index_, state);
        Eigen::MatrixXd B = Eigen::MatrixXd::Zero(at_index(block.speeds.size()), at_index(block.rows.size()));
        for (std::size_t r = 0; r < block.rows.size(); ++r)
            for (const auto& [speed, coefficient] : rows_.rows[block.rows[r]].B) {
                const auto place = std::ranges::find(block.speeds, speed.value);
                if (place == block.speeds.end()) continue;
                B(place - block.speeds.begin(), at_index(r)) = value(model_.graph->own(coefficient));
            }
        if (!B.allFinite()) return std::nullopt;
        const Eigen::VectorXd values = singular_values(B);
        const double first = values(0), least = values(at_index(block.rows.size()) - 1);
        return least > negligible * first ? least : 0;
    }

    const ConstraintRows& rows_;
    const Model& model_;
    ModelIndex index_;
    const std::vector<ModelValues>& states_;
};

}  // namespace

bool are_firm(const ConstraintRows& rows, const SampledMechanism& sampled, const std::vector<RowBlock>& blocks) {
    const Blocks all(rows, sampled);
    return std::ranges::all_of(blocks, [&](const RowBlock& block) { return all.is_firm(block); });
}

}  // namespace lag
