// The linear system of limbs in lanes of which some lack a hinge (lagrange/kinematics/lane_presence.hpp): in their lanes its equation
// is u' = 0, and no other equation feels that speed.
#pragma once

#include <vector>

#include "core/constraint_rows.hpp"
#include "core/model.hpp"
#include "lagrange/formulations/mass_matrix.hpp"

namespace lag {

class LackingHinges {
  public:
    explicit LackingHinges(const Model& model);
    std::vector<MassEntry> of_mass_matrix(std::vector<MassEntry> entries) const;
    ConstraintRows of_rows(ConstraintRows constraints) const;
    // A right side or a residual: by speed, and more behind.
    std::vector<Expr> of_values(std::vector<Expr> values) const;

  private:
    Expr where_present(Expr value, std::size_t speed) const;

    Graph& graph_;
    std::vector<std::optional<Expr>> presence_;  // by speed
};

}  // namespace lag
