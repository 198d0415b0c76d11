// Which links the two-ended elimination (articulated.hpp) treats from the ground outward: the inner half of the longest
// chain that hangs on ground (planar_chain.hpp).
#pragma once

#include <optional>
#include <vector>

#include "lagrange/dynamics/inertias.hpp"

namespace lag {

struct HeldChain {
    std::vector<std::size_t> held;  // links, from the ground outward
    std::size_t next = 0;           // the link that hangs on the last of them; 0: none
    std::size_t axis = 0;

    std::size_t links() const { return 2 * held.size(); }  // of the whole chain, or one less
    bool holds(std::size_t link) const;
    // The chain's link on a held one; 0 for any other link.
    std::size_t after(std::size_t link) const;
};

constexpr std::size_t shortest_held_chain = 3;  // links

// Nothing where the chain has fewer links, or a speed moves several hinges.
std::optional<HeldChain> find_held_chain(const Model& model, const Kinematics& kinematics,
                                         const std::vector<Inertia>& inertias);
// ModelError where there is none.
HeldChain held_chain(const Model& model, const Kinematics& kinematics, const std::vector<Inertia>& inertias);

}  // namespace lag
