// A closed loop as a chain of steps from one of the two points that it holds together to the other, and those of its
// coordinates that follow from the others in closed form.
//
// The way from the first point to the last is zero. With W the way from where a step begins to the chain's begin, V the
// way from where it ends to the chain's end, a turn about `a` says R V = W, so that without its own angle
//     a . V = a . W,     |V| = |W|,
// and a slide along `e` the components of V = W - s e across e. Where one of these holds a single unknown, it is
//     A cos x + B sin x = C     or     (s + b)^2 = c,
// and gives it, up to a sign. The last unknown is the angle from V to W about a, or e . (W - V).
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

struct ChainStep {
    bool turns = false;    // else it shifts
    Vec3<Expr> shift;      // in the axes before it
    Rotation rotation;     // from the axes before it to those after it
    Vec3<Expr> axis = {};  // of a coordinate's step: a unit vector
    std::optional<CoordinateIndex> coordinate = {};
    bool backward = false;  // the chain goes from the outboard side of its hinge to the inboard one
};

// The two points that a constraint holds together: a loop's, or those of a cut hinge that does not slide. Nothing for
// others.
struct HeldPoints {
    PointOnBody first, last;
};
std::optional<HeldPoints> held_points(const Constraint& constraint);

// From the first point to the last, along the tree.
std::vector<ChainStep> loop_chain(const Model& model, const Kinematics& kinematics, const HeldPoints& points);

struct ClosedCoordinate {
    CoordinateIndex coordinate;
    Expr value;  // of what else the chain holds
};
struct ClosedForm {
    std::vector<ClosedCoordinate> coordinates;
    std::size_t roots = 0;  // how many signs were free
};
// `unknown`: coordinates of which each is the value of one step alone. `plus`: by root, whether its sign is +; beyond, it
// is. `number`: of an expression that the unknowns are not in, where the mechanism starts. Nothing where the steps above do
// not lead to all of them.
std::optional<ClosedForm> closed_form(const Model& model, const std::vector<ChainStep>& chain,
                                      const std::set<CoordinateIndex>& unknown, const std::vector<bool>& plus,
                                      const std::function<double(Expr)>& number);

}  // namespace lag
