// What is said of each link of a chain -> lane values of its segments (chain_segments.hpp).
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "core/calculus.hpp"
#include "lagrange/formulations/chain_segments.hpp"
#include "lagrange/kinematics/lane_values.hpp"

namespace lag {

// Angles and angular velocities of the links are sums along the chain, formed in lanes; what is formed alike of them and of the
// hinges' own coordinates and speeds is a lane value formed once, anything else is gathered from scalars.
class SegmentValues {
  public:
    SegmentValues(const Model& model, const Kinematics& kinematics, const ChainSegments& segments);

    // The lane value that is members[i] in lane i, or the scalar that all of them are.
    Expr joined(const std::vector<Expr>& members);

  private:
    void pair_hinges(const Model& model, const Kinematics& kinematics, const ChainSegments& segments, std::size_t step);
    template <class Of>
    std::vector<Expr> accumulated(const Kinematics& k, const ChainSegments& segments, const Of& of);
    std::optional<Expr> last_term(Expr sum, Expr before);
    void know(const std::vector<Expr>& scalars, Expr value, Role role, const std::string& what);
    Expr paired(const std::vector<Expr>& symbols, Role role, const std::string& name);
    std::optional<Expr> alike(const std::vector<Expr>& members);

    Graph& graph_;
    LaneValues values_;
    Substitution to_symbols_, from_symbols_;
    std::set<NodeId> paired_, known_;  // symbols that play a part; their lane symbols
};

}  // namespace lag
