// Bounds of expressions over all states: which sides of a border nothing can reach.
//
// Interval arithmetic in doubles, each operation widened by one unit in the last place; symbols reach over all reals,
// masses and principal moments of inertia over the positive ones.
#pragma once

#include <span>
#include <unordered_map>

#include "core/model.hpp"

namespace lag {

struct Range {
    double low, high;
};

class Ranges {
  public:
    Ranges(const Model& model, std::span<const Expr> roots);
    const Range& operator()(NodeId id) const { return ranges_.at(id); }  // of a node below the roots

  private:
    Range of(const Node& node) const;
    std::unordered_map<NodeId, Range> ranges_;
};

}  // namespace lag
