// Labels of what the equations are made of: quantities by body, component and speed.
#pragma once

#include <string>

#include "core/model.hpp"
#include "lagrange/dynamics/node_label.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/dynamics/recursion.hpp"
#include "lagrange/formulations/mass_matrix.hpp"

namespace lag {

// A node that is several quantities at once (a wheel's angular velocity across its axle is its carrier's) has the label
// that was added first. Components are those in the axes in use; the text says so where these are not the body's own.
class Labels {
  public:
    Labels(const Model& model, const Kinematics& kinematics) : model_(model), kinematics_(kinematics) {}

    void add_mass_matrix(const std::vector<MassEntry>& entries);
    void add_right_side(const std::vector<Expr>& right_side);
    void add_kinematics();
    void add_partials(const Partials& partials);
    // `at`: the u' at which accelerations and wrenches are meant: " at u' = 0", or nothing for any.
    void add_velocities(const std::vector<Vec3<Expr>>& omega);
    void add_accelerations(const std::vector<LinkAcceleration>& acceleration, const std::string& at);
    // Inertia less applied loads, accumulated inward.
    void add_wrenches(const std::vector<Wrench>& accumulated, const std::string& at);
    // Forces and torques in the axes on the way from those in which they are given to the body's.
    void add_loads();

    void add(const NodeLabels& others) { labels_.add(others); }

    NodeLabels take() { return std::move(labels_); }

  private:
    // The components of a vector, each with its axis behind text and name, and `per` behind the name.
    void add(const Vec3<Expr>& vector, std::size_t link, const Label& label, const std::string& at = {},
             const std::string& per = {});
    void add_turned(Vec3<Expr> vector, const FrameOnBody& given, BodyIndex on, const std::string& what);
    bool has_own_origin(std::size_t link) const;         // else what is about the origin, or its, has no label
    std::size_t place_in_hinge(std::size_t link) const;  // from 1: a hinge of several turns has a link for each
    std::string name_of_link(std::size_t link) const;    // "arm", or "hinge of arm" for what lies before its own axes
    std::string word_of_link(std::size_t link) const;    // the same for names: "hinge_arm", "hinge_arm_2"
    std::string axes_of_link(std::size_t link) const;    // nothing where they are the link's own
    const Model& model_;
    const Kinematics& kinematics_;
    NodeLabels labels_;
};

}  // namespace lag
