#include "lagrange/formulations/mass_matrix.hpp"

#include <map>
#include <utility>

namespace lag {

std::vector<MassEntry> with_weighted_rows(std::vector<MassEntry> mass_matrix, const ConstraintRows& constraints,
                                          const std::vector<RowWeight>& weights) {
    if (weights.empty()) return mass_matrix;
    std::map<std::pair<std::size_t, std::size_t>, Expr> all;
    for (const MassEntry& entry : mass_matrix) all.emplace(std::pair(entry.row, entry.column), entry.value);
    for (const auto& [r, weight] : weights)
        for (const auto& [i, by_i] : constraints.rows[r].B)
            for (const auto& [j, by_j] : constraints.rows[r].B) {
                if (i < j) continue;
                Graph& graph = *by_i.graph;
                const Expr term = graph.constant(exact_rational(weight)) * (by_i * by_j);
                const auto [place, is_new] = all.emplace(std::pair(i.value, j.value), term);
                if (!is_new) place->second = place->second + term;
            }
    mass_matrix.clear();
    for (const auto& [place, value] : all) mass_matrix.push_back({place.first, place.second, value});
    return mass_matrix;
}

std::vector<Expr> with_weighted_rows(std::vector<Expr> right_side, const ConstraintRows& constraints,
                                     const std::vector<RowWeight>& weights) {
    const std::size_t nu = right_side.size() - constraints.rows.size();
    for (const auto& [r, weight] : weights)
        for (const auto& [speed, coefficient] : constraints.rows[r].B)
            right_side[speed.value] +=
                coefficient.graph->constant(exact_rational(weight)) * (coefficient * right_side[nu + r]);
    return right_side;
}

}  // namespace lag
