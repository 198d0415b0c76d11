// The slopes of what procedures of the script give, in the small mechanism that has limbs in lanes (routine_slopes.hpp).
//
// The calls of equal limbs are one call in lanes: its results are lane symbols, its arguments the lane values that
// prototype_calls.hpp has formed, its slopes lane symbols of the single calls' slopes. All other calls are as in the whole mechanism,
// in symbols of that. Where they are given a result of a call in lanes, that is a symbol too; where lanes are given their
// results, that is one step more.
//
// Not handled: calls of limbs that are given results of each other's; with lanes apart
// (core/calculus.hpp) a single call that moves with a limb.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "core/calculus.hpp"
#include "lagrange/kinematics/prototype_limb.hpp"

namespace lag {

class LimbRoutines {
  public:
    // `roots`: in which results stand. Nothing where they are not handled.
    static std::optional<LimbRoutines> formed(const PrototypeLimb& limb, std::vector<Expr> roots);

    bool empty() const { return calls_.empty(); }
    // All that calls are given.
    std::vector<Expr> arguments() const;
    // Forward, after all other seeds: results get their derivatives. `apart`: where lanes are kept apart, those that have a
    // direction. Whether that is handled.
    bool seed(Differentiator& derivative, const std::vector<bool>& apart = {}) const;
    // Of the whole mechanism: those on which single calls depend, through calls in lanes too.
    std::set<NodeId> symbols_of_single_calls() const;
    // Reverse: the symbols of all results. From the derivatives of a value by symbols that end with these to those by the
    // others.
    std::vector<Expr> results() const;
    std::vector<Expr> through(std::vector<Expr> by, const std::vector<Expr>& symbols) const;

  private:
    struct Call {
        std::size_t lanes = 0;                 // of the results; 0: a single call
        std::vector<Expr> results, arguments;  // symbols, values
        std::vector<std::vector<Expr>>
            members;  // by result, by lane: symbols of single results, if they are of this call
        std::vector<std::vector<Expr>> slopes;  // by result, by argument: symbols
    };
    explicit LimbRoutines(Graph& graph) : graph_(graph) {}

    bool is_in_order() const;

    Graph& graph_;
    std::vector<Call> calls_;  // of procedures, in their order
};

}  // namespace lag
