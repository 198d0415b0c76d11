// What a node of the graph is, for people who read emitted code: a text that stands above its statement, and the name
// that its temporary bears.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "core/graph.hpp"

namespace lag {

// `kinematics`: places, orientations and velocities, without masses and loads. `factor`: holds pivots' reciprocals.
enum class Quantity { any, kinematics, factor };

struct Label {
    std::string text;  // "angular velocity of arm, y"
    std::string name;  // "omega_arm_y", not yet made legal for any language; empty: numbered like any other
    Quantity quantity = Quantity::any;
};

// `minus`: the node is minus what the label says.
struct SignedLabel {
    std::shared_ptr<const Label> what;
    bool minus = false;
};

class NodeLabels {
  public:
    // What has a label keeps it; but what is only known as minus something takes one without the sign. Numbers and
    // symbols have none.
    void add(const Expr& e, const Label& label);
    // Those of `others` for nodes without a label of their own.
    void add(const NodeLabels& others);

    const SignedLabel* find(NodeId id) const;  // or null
    void clear() { labels_.clear(); }

  private:
    void add(NodeId id, SignedLabel label);
    std::unordered_map<NodeId, SignedLabel> labels_;
};

}  // namespace lag
