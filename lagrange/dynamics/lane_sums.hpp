// Where equal limbs in lanes (core/lanes.hpp) meet the bodies that carry them: what one limb hands inward is a lane
// value, what its inboard link receives is the sum over the lanes. A limb in lanes that carries others (fingers of two
// hands) receives the sum over its own ones in each of its lanes.
#pragma once

#include <algorithm>
#include <vector>

#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/dynamics/wrench.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/lanes_of_bodies.hpp"

namespace lag {

// How lane values are summed: to a scalar (`into` 0), or into fewer lanes.
struct LaneSum {
    std::size_t lanes, into = 0;
};
// Component by component; zeros stay zeros of no graph.
Expr lane_sum(Expr e, LaneSum over);
Vec3<Expr> lane_sum(const Vec3<Expr>& v, LaneSum over);
Mat3<Expr> lane_sum(const Mat3<Expr>& m, LaneSum over);
Inertia lane_sum(const Inertia& inertia, LaneSum over);
Wrench lane_sum(const Wrench& wrench, LaneSum over);

// Links in lanes, and the way inward from them.
class LaneBoundary {
  public:
    LaneBoundary(const Model& model, const Kinematics& kinematics)
        : model_(model), kinematics_(kinematics), lanes_of_body_(lanes_of_bodies(model)) {}

    std::size_t lanes_of(BodyIndex b) const { return lanes_of_body_[b.value]; }
    std::size_t lanes_of(std::size_t link) const { return link == 0 ? 0 : lanes_of(kinematics_.links[link].body); }
    bool is_crossed_from(std::size_t link) const { return lanes_of(link) != lanes_of(kinematics_.links[link].inboard); }
    // What link `link` carries inward, as its inboard link receives it.
    template <class T>
    T received(std::size_t link, T carried) const {
        const LaneSum over{lanes_of(link), lanes_of(kinematics_.links[link].inboard)};
        return is_crossed_from(link) ? lane_sum(carried, over) : carried;
    }
    // Each limb has one; other speeds may move hinges of limbs too (the rack of a steered vehicle).
    std::size_t lanes_of(SpeedIndex speed) const { return model_.graph->lanes_of(symbol(model_, speed)); }
    bool is_in_lanes(SpeedIndex speed) const { return lanes_of(speed) > 0; }
    // A term that is formed at link `link`, of what has so many lanes.
    Expr summed(std::size_t link, std::size_t into, Expr term) const {
        return lanes_of(link) > into ? lane_sum(term, {lanes_of(link), into}) : term;
    }
    // A term of the equation of `speed`, or of the mass of both, that is formed at link `link`.
    Expr of_speed(std::size_t link, SpeedIndex speed, Expr term) const { return summed(link, lanes_of(speed), term); }
    Expr of_speeds(std::size_t link, SpeedIndex one, SpeedIndex other, Expr term) const {
        return summed(link, std::max(lanes_of(one), lanes_of(other)), term);
    }
    // A load on link `link`; it stands for `lanes` equal ones, 0: for itself.
    Vec3<Expr> applied(std::size_t link, const Vec3<Expr>& load, std::size_t lanes) const {
        return lanes > lanes_of(link) ? lane_sum(load, {lanes, lanes_of(link)}) : load;
    }

  private:
    const Model& model_;
    const Kinematics& kinematics_;
    std::vector<std::size_t> lanes_of_body_;
};

}  // namespace lag
