#include "lagrange/formulations/truncated_equations.hpp"

#include <algorithm>

#include "core/small_terms.hpp"

namespace lag {

namespace {

class Truncated {
  public:
    explicit Truncated(const Model& model) : model_(model), small_(model), order_(model.small.drop_from) {
        for (const Speed& u : model.speeds) of_speed_.push_back(small_.order_of({u.name, Role::speed}));
    }

    void mass_matrix(std::vector<MassEntry>& entries) {
        for (MassEntry& entry : entries)
            entry.value = small_.below(entry.value, order_ - std::min(of_speed_[entry.row], of_speed_[entry.column]));
        std::erase_if(entries, [](const MassEntry& entry) { return entry.value.is_zero(); });
    }
    void values(std::vector<Expr>& expressions) {
        for (Expr& e : expressions) value(e);
    }
    void value(Expr& e) { e = small_.below(e, order_); }
    std::vector<Expr> inverse_dynamics(const Equations& equations) const {
        std::vector<Expr> rows;
        for (const Expr& f : equations.right_side) rows.push_back(-f);
        const auto acceleration = [&](std::size_t u) { return acceleration_symbol(model_, SpeedIndex{u}); };
        for (const MassEntry& entry : equations.mass_matrix) {
            rows[entry.row] = rows[entry.row] + entry.value * acceleration(entry.column);
            if (entry.row != entry.column)
                rows[entry.column] = rows[entry.column] + entry.value * acceleration(entry.row);
        }
        return rows;
    }

  private:
    const Model& model_;
    SmallTerms small_;
    int order_;
    std::vector<int> of_speed_;
};

}  // namespace

void truncate(const Model& model, Equations& equations) {
    if (!model.small.any()) return;
    Truncated truncated(model);
    truncated.mass_matrix(equations.mass_matrix);
    truncated.values(equations.right_side), truncated.values(equations.kinematic_equations);
    if (!equations.generalized_forces.empty()) {
        truncated.values(equations.generalized_forces);
        equations.inverse_dynamics = truncated.inverse_dynamics(equations);
    }
}

}  // namespace lag
