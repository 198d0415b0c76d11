// Whether a row depends on others also where parameters do not have their defaults. All parameters are moved a little,
// each by itself, and the rows that are kept are closed again from a consistent position at the defaults: as far from
// these as Newton's method follows.
#pragma once

#include <vector>

#include "lagrange/constraints/exact_rows.hpp"

namespace lag {

class MovedParameters {
  public:
    MovedParameters(const Model& model, const Kinematics& kinematics, const ConstraintRows& rows,
                    const RowNumbers& numbers)
        : model_(model), kinematics_(kinematics), rows_(rows), numbers_(numbers) {}

    // The position rows that are kept, and a position on them at the defaults.
    void hold(std::vector<std::size_t> held, const ModelState& start);

    enum class Verdict {
        follows,      // from the rows `on`
        contradicts,  // B depends on theirs, and the row does not hold
        independent,
    };
    // Rows without parameters follow. Where the rows held first cannot be closed elsewhere, the defaults decide; where
    // rows held later cannot, nothing can follow from them.
    Verdict verdict(std::size_t row, const std::vector<std::size_t>& on);

  private:
    bool holds_parameters(std::size_t row) const;
    void find_places();

    const Model& model_;
    const Kinematics& kinematics_;
    const ConstraintRows& rows_;
    const RowNumbers& numbers_;
    std::vector<std::size_t> held_;
    ModelState start_;
    std::vector<ExactRows> places_;
    bool looked_ = false;
    int times_held_ = 0;
};

}  // namespace lag
