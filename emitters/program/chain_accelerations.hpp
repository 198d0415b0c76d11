// Accelerations of a tree with a planar chain in segments (lagrange/formulations/segmented_product.hpp): z^T R is formed in lanes along
// the chain, and A^-1 is what the accelerations answer to moments on the chain's links and to loads on all other speeds.
//
// Where pins are and how they accelerate is known at the solution, so it is not formed again.
#pragma once

#include <vector>

#include "emitters/program/implicit_accelerations.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

class ChainAccelerations : public ImplicitAccelerations {
  public:
    // `model`: with its lines in axes that do not turn; `equations`: solved in segments as `way` says; `accelerations`: u' of these.
    // Keeps references.
    ChainAccelerations(const Model& model, const Equations& equations, const FormulationChoice& way,
                       const std::vector<Expr>& accelerations);

    std::vector<Expr> differentiated() const override;
    std::vector<Product> products(const std::vector<Expr>& v) const override;
    std::vector<std::vector<Expr>> slopes(const Along& along) const override;
    bool is_differentiated_whole() const override { return true; }

  private:
    // By unknown.
    struct Unknowns {
        std::vector<Expr> rotations;  // by step, in lanes
        std::vector<Expr> of_speeds;  // by speed; those of rotations are not read
    };
    // A^-1 times this.
    struct Answer {
        std::vector<Expr> of_speeds;
        std::vector<PlaneMotion> by_step;
    };
    Answer solve(const Unknowns& right_side) const;
    void put(Substitution& known, const SegmentedProduct::Motions& symbols, const std::vector<Expr>& of_speeds,
             const std::vector<PlaneMotion>& by_step) const;
    Expr gathered(std::size_t step, const std::vector<Expr>& by_speed) const;

    Graph& graph_;
    const Equations& equations_;
    const std::vector<Expr>& accelerations_;
    SegmentedProduct product_;
    Unknowns loads_;               // symbols
    SolvedAccelerations answers_;  // with these
};

}  // namespace lag
