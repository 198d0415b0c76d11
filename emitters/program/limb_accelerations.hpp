// Accelerations of a mechanism with equal limbs in lanes, by the small mechanism's A dU = -dR (limb_residuals.hpp).
//
// Of trees A^-1 is what the accelerations answer to loads on the speeds: the recursion's own factors once more. With constraints A
// has its factors from u'.
#pragma once

#include <vector>

#include "emitters/program/implicit_accelerations.hpp"
#include "emitters/program/limb_residuals.hpp"

namespace lag {

class LimbAccelerations : public ImplicitAccelerations {
  public:
    explicit LimbAccelerations(const LimbSystem& system);  // keeps a reference

    std::vector<Expr> differentiated() const override { return differentiated_of(system_); }
    std::vector<Product> products(const std::vector<Expr>& v) const override;
    std::vector<std::vector<Expr>> slopes(const Along& along) const override;
    bool is_differentiated_whole() const override { return system_.is_tree(); }

  private:
    // A^-1 times this.
    std::vector<Expr> solve(const std::vector<Expr>& right_side) const;

    const LimbSystem& system_;
    Graph& graph_;
    // of trees
    std::vector<Expr> loads_;    // symbols, by speed
    std::vector<Expr> answers_;  // u' with these loads
};

}  // namespace lag
