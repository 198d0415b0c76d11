#include "lagrange/dynamics/node_label.hpp"

namespace lag {

void NodeLabels::add(NodeId id, SignedLabel label) {
    const auto [place, is_new] = labels_.try_emplace(id, label);
    if (!is_new && place->second.minus && !label.minus) place->second = std::move(label);
}

void NodeLabels::add(const Expr& e, const Label& label) {
    if (e.graph == nullptr) return;
    NodeId id = e.id;
    bool minus = false;
    for (; e.graph->node(id).op == Op::neg; minus = !minus) id = e.graph->node(id).operand[0];
    if (arity(e.graph->node(id).op) > 0) add(id, {std::make_shared<const Label>(label), minus});
}

void NodeLabels::add(const NodeLabels& others) {
    for (const auto& [id, label] : others.labels_) add(id, label);
}

const SignedLabel* NodeLabels::find(NodeId id) const {
    const auto found = labels_.find(id);
    return found == labels_.end() ? nullptr : &found->second;
}

}  // namespace lag
