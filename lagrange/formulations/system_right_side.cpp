#include "lagrange/formulations/system_right_side.hpp"

namespace lag {

std::vector<Expr> system_right_side(const Model& model, const Equations& equations, const ConstraintRows& rows) {
    const bool absorbing = !equations.absorbed.empty();
    std::vector<Expr> values = absorbing ? equations.linear_system()->absorbed_right_side : equations.right_side;
    const std::vector<Expr> gamma = stabilized_gamma(model, rows);
    for (std::size_t r = 0; r < gamma.size(); ++r) {
        values.push_back(gamma[r]);
        if (!absorbing) continue;
        for (const auto& [speed, coefficient] : rows.rows[r].B)
            values.back() -= coefficient * equations.absorbed[speed.value];
    }
    return values;
}

}  // namespace lag
