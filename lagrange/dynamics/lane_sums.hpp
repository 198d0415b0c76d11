// Where equal limbs in lanes (core/lanes.hpp) meet the bodies that carry them: what one limb hands inward is a lane
// value, what its inboard link receives is the sum over the lanes.
#pragma once

#include <vector>

#include "lagrange/dynamics/recursion.hpp"

namespace lag {

// By body, by link: whether it stands for several equal ones. A limb in lanes begins at the first body outward whose
// hinge has a speed in lanes.
std::vector<bool> bodies_in_lanes(const Model& model);
std::vector<bool> links_in_lanes(const Model& model, const Kinematics& kinematics);

// Component by component; zeros stay zeros of no graph.
Expr lane_sum(Expr e);
Vec3<Expr> lane_sum(const Vec3<Expr>& v);
Mat3<Expr> lane_sum(const Mat3<Expr>& m);
Inertia lane_sum(const Inertia& inertia);
Wrench lane_sum(const Wrench& wrench);

// Links in lanes, and the way inward from them.
class LaneBoundary {
  public:
    LaneBoundary(const Model& model, const Kinematics& kinematics)
        : kinematics_(kinematics), in_lanes_(links_in_lanes(model, kinematics)) {}

    bool is_crossed_from(std::size_t link) const {
        return in_lanes_[link] && !in_lanes_[kinematics_.links[link].inboard];
    }
    bool has_lanes(std::size_t link) const { return in_lanes_[link]; }
    // What link `link` carries inward, as its inboard link receives it.
    template <class T>
    T received(std::size_t link, T carried) const {
        return is_crossed_from(link) ? lane_sum(carried) : carried;
    }
    // A load on link `link`, whatever it is made of.
    template <class T>
    T applied(std::size_t link, T load) const {
        return in_lanes_[link] ? load : sum_of_lane_values(load);
    }

  private:
    static Vec3<Expr> sum_of_lane_values(const Vec3<Expr>& v);
    const Kinematics& kinematics_;
    std::vector<bool> in_lanes_;
};

}  // namespace lag
