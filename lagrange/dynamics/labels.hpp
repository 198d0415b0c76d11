// Names of nodes for people who read emitted code: bodies and quantities at the head of each block.
#pragma once

#include <map>
#include <string>

#include "core/model.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/dynamics/recursion.hpp"

namespace lag {

class Labels {
  public:
    Labels(const Model& model, const Kinematics& kinematics) : model_(model), kinematics_(kinematics) {}

    // The first component that is an operation of its own gets the text; what has a label keeps it.
    void add(const Vec3<Expr>& vector, const std::string& text);
    void add(Expr e, const std::string& text);

    void add_kinematics();
    void add_partials(const Partials& partials);
    void add_recursion(const std::vector<Vec3<Expr>>& omega, const std::vector<LinkAcceleration>& acceleration,
                       const std::vector<Wrench>& accumulated, const std::string& what);

    std::map<NodeId, std::string> take() { return std::move(labels_); }

  private:
    std::string name_of_link(std::size_t link) const;  // "arm", or "hinge of arm" for what lies before its own axes
    const Model& model_;
    const Kinematics& kinematics_;
    std::map<NodeId, std::string> labels_;
};

}  // namespace lag
