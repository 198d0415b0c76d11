// Constraint rows at one position in 60 digits, with the parameters at their defaults or moved off them. There a row
// that depends on others leaves 1e-45, so that one with a small part of its own (1e-8 of it, say) is told from it; and
// a row that depends on others only at special values of parameters, such as equal lengths, does not depend on them
// here once these values are moved.
//
// Rows and residuals are in the measure of RowNumbers where it matters: each row is divided by its unit there.
#pragma once

#include <map>
#include <vector>

#include "core/evaluate.hpp"
#include "core/newton.hpp"
#include "core/real.hpp"
#include "lagrange/constraints/row_numbers.hpp"

namespace lag {

class ExactRows {
  public:
    // `off` moves every parameter by 1/2 to 1 of `off` relative to its default, or of lengths 0 relative to the model's
    // longest length, other zeros to it; 0: the defaults. The same `seed` moves alike.
    ExactRows(const Model& model, const Kinematics& kinematics, const RowNumbers& numbers, double off,
              std::uint64_t seed);

    // Newton's method from `start` onto phi = 0 of the rows `held` (position rows); false where it does not converge
    // or something has no value. Their slopes are to have full rank.
    bool bring_onto(const std::vector<std::size_t>& held, const ModelState& start);

    // At the position found. Whether B of `row` is a combination of B of the rows `on`, and whether phi of `row` (of a
    // speed row, the rest of its rate at u = 0 by the same combination) is zero; rows `on` are to have full rank. False
    // with `known` false where something has no value.
    struct Answer {
        bool known = false, in_span = false, agrees = false;
    };
    Answer follows(std::size_t row, const std::vector<std::size_t>& on);

  private:
    using Vector = std::vector<Real>;
    struct Values {
        Real phi, drift;
        Vector B;
    };
    Evaluator<Real> evaluator(const std::map<std::string, Real>& speeds) const;
    Values values_of(std::size_t row, Evaluator<Real>& value) const;
    void move(const Vector& step);
    void normalize();
    LinearizedConditions<Real> linearized(const std::vector<std::size_t>& held) const;  // phi and slopes of these rows

    const Model& model_;
    const Kinematics& kinematics_;
    const RowNumbers& numbers_;
    std::map<std::string, Real> values_;  // parameters, coordinates, inputs, states, t
};

}  // namespace lag
