// The way from A to B through a cut hinge, motion by motion: what vectors fixed somewhere between its motions are in
// A's and in B's axes. Internal to the cut_hinge_*.cpp files.
//
// Frame f lies after f motions: frame 0 are the hinge axes, fixed in A; the last is fixed in B, but
// for Euler parameters.
#pragma once

#include <vector>

#include "lagrange/kinematics/carried.hpp"

namespace lag {

class CutFrames {
  public:
    struct Step {
        bool rotates = false;
        bool free = false;        // its value is a coordinate of this hinge, or nothing measures it
        bool moves_with = false;  // its value depends on the hinge's own coordinates (free, or coupled to one)
        Vec3<Expr> axis;
        Rotation rotation;
        Expr value;
        CoordinateIndex coordinate;  // when free and measured
    };

    CutFrames(const Model& model, const Kinematics& kinematics, const CutHinge& cut);

    std::vector<Step> steps;
    std::size_t a = 0, b = 0, common = 0;  // links of A, B and of their nearest common body
    BodyIndex common_body;
    PointOnLink at_a, at_b;  // the hinge points

    std::vector<std::size_t> free_steps(bool rotations) const;

    // Components from one frame's axes to another's. A rotation about the vector itself is passed over.
    Vec3<Expr> brought(Vec3<Expr> v, std::size_t from, std::size_t to) const;
    // The same from frame f to the axes of link a or b.
    Vec3<Expr> in_a(const Vec3<Expr>& v, std::size_t frame) const;
    Vec3<Expr> in_b(const Vec3<Expr>& v, std::size_t frame) const;
    // The first and the last frame in which v has the same components as in frame f.
    std::size_t innermost(const Vec3<Expr>& v, std::size_t frame) const;
    std::size_t outermost(const Vec3<Expr>& v, std::size_t frame) const;
    // Whether the way from frame f to B crosses fewer of the hinge's own rotations than the way to A.
    bool nearer_to_b(const Vec3<Expr>& v, std::size_t frame) const;

    // Carried to the axes of link `common`, through A or through B. The rates of the hinge's coordinates must be known.
    Carried through_a(Carried c, std::size_t frame) const;
    Carried through_b(Carried c, std::size_t frame) const;
    Carried through_nearer(const Carried& c, std::size_t frame) const;
    // An expression that moves in time, and a vector of such.
    CarriedScalar moving(Expr e) const;
    Carried moving(const Vec3<Expr>& v) const;
    CarriedScalar motion(const Step& step) const { return moving(step.value); }

  private:
    std::size_t own_rotations(std::size_t from, std::size_t to) const;

    const Model& model_;
    const Kinematics& k_;
    const CutHinge& cut_;
    std::vector<Rotation> orient_;  // from A's axes to hinge axes
};

}  // namespace lag
