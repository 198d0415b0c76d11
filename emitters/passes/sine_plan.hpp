// Which sines and cosines of a body are evaluated together, and in which order its statements then stand.
//
// An angle made of no sine belongs to the first group, one made of sines of the first group to the second, and so on.
// What a group's angles are computed from moves before the group; everything else keeps its order. Angles that need
// results of a user's routine are in no group: their sines stay the library's. An angle is
// evaluated for both functions even where a body uses one.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

class SinePlan {
  public:
    struct Group {
        std::string angle, sine, cosine;  // the names of its arrays
        std::vector<Item> angles;
        std::size_t before = 0;  // stands before order()[before]
        std::size_t lanes = 0;   // of each of its angles; 0: they are scalars
    };
    struct Place {
        std::string array;
        std::size_t element = 0;
    };

    SinePlan(const Routine& routine, std::size_t piece);

    const std::vector<Group>& groups() const { return groups_; }
    const std::vector<std::size_t>& order() const { return order_; }  // the piece's statements
    // Where the value of a node stands, or null if it is no sine or cosine.
    const Place* find(const Code& code, CodeId id) const;

  private:
    std::vector<Group> groups_;
    std::vector<std::size_t> order_;
    std::map<std::pair<Item, bool>, Place> places_;  // by angle; true: the cosine
};

// The most angles that one group of `derivatives` has; 0 without that routine.
std::size_t angles_together(const Program& program);

}  // namespace lag
