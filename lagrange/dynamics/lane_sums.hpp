// Where equal limbs in lanes (core/lanes.hpp) meet the bodies that carry them: what one limb hands inward is a lane
// value, what its inboard link receives is the sum over the lanes.
#pragma once

#include <vector>

#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/wrench.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

// By body: for how many equal ones it stands; 0: for itself. A limb in lanes begins at the first body outward whose
// hinge has a speed in lanes.
std::vector<std::size_t> lanes_of_bodies(const Model& model);

// Component by component; zeros stay zeros of no graph.
Expr lane_sum(Expr e, std::size_t lanes);
Vec3<Expr> lane_sum(const Vec3<Expr>& v, std::size_t lanes);
Mat3<Expr> lane_sum(const Mat3<Expr>& m, std::size_t lanes);
Inertia lane_sum(const Inertia& inertia, std::size_t lanes);
Wrench lane_sum(const Wrench& wrench, std::size_t lanes);

// Links in lanes, and the way inward from them.
class LaneBoundary {
  public:
    LaneBoundary(const Model& model, const Kinematics& kinematics)
        : model_(model), kinematics_(kinematics), lanes_of_body_(lanes_of_bodies(model)) {}

    std::size_t lanes_of(BodyIndex b) const { return lanes_of_body_[b.value]; }
    std::size_t lanes_of(std::size_t link) const { return link == 0 ? 0 : lanes_of(kinematics_.links[link].body); }
    bool is_crossed_from(std::size_t link) const {
        return lanes_of(link) > 0 && lanes_of(kinematics_.links[link].inboard) == 0;
    }
    // What link `link` carries inward, as its inboard link receives it.
    template <class T>
    T received(std::size_t link, T carried) const {
        return is_crossed_from(link) ? lane_sum(carried, lanes_of(link)) : carried;
    }
    // Each limb has one; other speeds may move hinges of limbs too (the rack of a steered vehicle).
    bool is_in_lanes(SpeedIndex speed) const { return model_.graph->is_lane_value(symbol(model_, speed)); }
    // A term of the equation of `speed`, or of the mass of both, that is formed at link `link`.
    Expr of_speed(std::size_t link, SpeedIndex speed, Expr term) const {
        return lanes_of(link) > 0 && !is_in_lanes(speed) ? lane_sum(term, lanes_of(link)) : term;
    }
    Expr of_speeds(std::size_t link, SpeedIndex one, SpeedIndex other, Expr term) const {
        return lanes_of(link) > 0 && is_in_lanes(one) ? term : of_speed(link, other, term);
    }
    // A load on link `link`; it stands for `lanes` equal ones, 0: for itself.
    Vec3<Expr> applied(std::size_t link, const Vec3<Expr>& load, std::size_t lanes) const {
        return lanes > 0 && lanes_of(link) == 0 ? lane_sum(load, lanes) : load;
    }

  private:
    const Model& model_;
    const Kinematics& kinematics_;
    std::vector<std::size_t> lanes_of_body_;
};

}  // namespace lag
