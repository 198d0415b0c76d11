// Where the bodies of a mechanism stand, in numbers: hinge by hinge from the ground, without the equations' kinematics.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"
#include "core/model_index.hpp"

namespace lag {

// Axes with an origin, as seen from the ground.
struct Pose {
    Vec3<double> origin;  // m, in ground axes
    Mat3<double> axes;    // components in these axes -> in ground axes

    Vec3<double> point(const Vec3<double>& local) const { return origin + axes * local; }
    Vec3<double> local(const Vec3<double>& point) const { return transpose_times(axes, point - origin); }
};
Mat3<double> identity_axes();

// What an expression is worth in one state. Leaves that have no value there: nan.
struct PictureState {
    double t = 0;
    std::vector<double> q, w;                            // coordinates, inputs in the order of the model
    std::vector<std::pair<std::string, double>> others;  // speeds and states, by name
};
class PictureValues {
  public:
    PictureValues(const Model& model, const std::vector<double>& p) : model_(&model), index_(model), p_(&p) {}
    // By expression, in this order, at one state. They hold no external results, accelerations and multipliers.
    std::vector<double> at(const PictureState& state, const std::vector<Expr>& expressions) const;

  private:
    const Model* model_;
    ModelIndex index_;
    const std::vector<double>* p_;
};

// One motion of a hinge: the axes that it moves from and those that it moves to.
struct MotionPose {
    Pose before, after;
};

struct MechanismPoses {
    std::vector<Pose> bodies;                      // by body, ground first
    std::vector<Pose> seats;                       // by body: the hinge on the inboard body, before any motion
    std::vector<std::vector<MotionPose>> motions;  // by body, in the order of Hinge::motions
};

// The expressions that positions are made of, gathered once; then the poses at any state.
class PoseReader {
  public:
    explicit PoseReader(const Model& model);
    const std::vector<Expr>& expressions() const { return expressions_; }
    // `values`: of expressions(), in their order.
    MechanismPoses poses(const std::vector<double>& values) const;

  private:
    const Model* model_;
    std::vector<Expr> expressions_;
};

// R as Euler parameters [e0, e1, e2, e3] of the turn from ground axes to these: e0 the scalar, not negative.
std::vector<double> euler_parameters(const Mat3<double>& axes);
// A turn about a unit vector; components after it -> components before it.
Mat3<double> turned_about(const Vec3<double>& axis, double angle);

}  // namespace lag
