// What the derivatives of a mechanism with equal limbs in lanes are formed of: the system A dU = -dR in U = [u'; lambda] of
// the small mechanism, and how lane symbols depend on the columns.
//
// Of trees A = M and R = ID(q, u, u'). With constraints A = [M B^T; B 0], and R = [ID + B^T lambda; B u' - gamma] or A U - b as it
// was solved: both are zero at the solution, and A has been factorized for it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/calculus.hpp"
#include "core/column_choice.hpp"
#include "core/lanes.hpp"
#include "emitters/program/solved_system.hpp"
#include "lagrange/formulations/formulation_choice.hpp"
#include "lagrange/formulations/lacking_hinges.hpp"
#include "lagrange/formulations/pivot_guard.hpp"
#include "lagrange/kinematics/lane_values.hpp"
#include "lagrange/kinematics/prototype_limb.hpp"

namespace lag {

// A symbol that is to be replaced, or differentiated by: in so many lanes.
Expr placeholder(Graph& graph, const std::string& name, std::size_t lanes);

// What each check tests, in every lane that it has.
std::vector<Expr> conditions_by_lane(const std::vector<PivotCheck>& checks, LaneExpansion& in_lane);

// R in symbols of U.
struct LimbResidual {
    std::vector<Expr> rows;                // by unknown
    std::vector<Expr> beside;              // what they hold beside the inverse dynamics; of trees none
    std::optional<FormulationChoice> way;  // of the inverse dynamics; none: R = A U - b
};

// Keeps references.
class LimbSystem {
  public:
    // `equations`, `plan`, `solved`: of the small mechanism; `way`: that of its equations.
    LimbSystem(const PrototypeLimb& limb, const Equations& equations, const LdlPlan& plan, const SolvedSystem& solved,
               const FormulationChoice& way);

    const PrototypeLimb& limb() const { return limb_; }
    const Model& model() const { return limb_.model; }
    const Equations& equations() const { return equations_; }
    const LdlPlan& plan() const { return plan_; }
    const SolvedSystem& solved() const { return solved_; }
    const FormulationChoice& way() const { return way_; }
    bool is_tree() const { return equations_.solved() != nullptr; }

    // Symbols, by speed, then by constraint row.
    const std::vector<Expr>& unknowns() const { return unknowns_; }
    std::size_t lanes_of(std::size_t unknown) const { return graph_.lanes_of(unknowns_[unknown]); }
    // In forms that differ in operations, each zero at the solution at every state. Off the unit length of Euler parameters there
    // may be none of trees.
    const std::vector<LimbResidual>& residuals() const { return residuals_; }
    // U in place of its symbols.
    Substitution solution() const;
    // A^-1 times this, with constraints.
    std::vector<Expr> solve(const std::vector<Expr>& right_side) const;

  private:
    std::vector<Expr> constraint_part() const;
    std::vector<Expr> of_system() const;
    void add_product(std::vector<Expr>& rows, std::size_t row, std::size_t column, Expr entry, Expr x) const;
    bool is_zero_at_rates(const std::vector<Expr>& residual) const;
    bool is_of_system(const std::vector<Expr>& residual) const;

    const PrototypeLimb& limb_;
    const Equations& equations_;
    const LdlPlan& plan_;
    const SolvedSystem& solved_;
    const FormulationChoice& way_;
    Graph& graph_;
    const LackingHinges lacking_;
    std::vector<Expr> unknowns_;
    std::vector<LimbResidual> residuals_;
};

// By lane symbol below `roots` and by column: the derivatives of its members, by lane, where any is not zero.
using LaneWeights = std::map<NodeId, std::map<std::size_t, std::vector<Expr>>>;
LaneWeights lane_weights(Graph& graph, const std::vector<Expr>& roots, const std::vector<Column>& columns);
// Elements of the whole mechanism, from `first` on, as the small one has its entries.
template <class AnyIndex>
std::vector<Expr> gathered(LaneValues& values, const std::vector<LaneEntry<AnyIndex>>& entries,
                           const std::vector<Expr>& elements, std::size_t first) {
    Graph& graph = *elements.front().graph;
    std::vector<Expr> found;
    for (const LaneEntry<AnyIndex>& entry : entries) {
        std::vector<Expr> members;
        for (std::size_t lane = 0; lane < entry.by_lane.size(); ++lane) {
            const auto& index = entry.by_lane[lane];
            const Expr e = index ? elements.at(first + index->value) : graph.integer(0);
            members.push_back(entry.is_mirrored[lane] ? -e : e);
        }
        found.push_back(entry.has_lanes ? values.joined(members) : members.front());
    }
    return found;
}
// What a term in so many lanes gives to a scalar.
inline Expr summed(Expr value, std::size_t lanes) {
    return lanes == 0 || value.is_zero() ? value : value.graph->lane_sum(value, lanes);
}
// All of that which is differentiated.
std::vector<Expr> differentiated_of(const LimbSystem& system);

}  // namespace lag
