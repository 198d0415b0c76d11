// A file of tree_numbers as Pinocchio's model, with numbers of any kind S: symbols of CasADi or doubles.
// A free body has Euler angles (321) and speeds in its own axes. Its pose is the identity and gravity is turned instead:
// nothing cheaper gives the same accelerations.
#pragma once

#include <algorithm>
#include <fstream>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Line {  // of the file
    std::string name, kind;
    std::size_t inboard = 0;
    Eigen::Vector3d axis, at, cm;
    double mass = 0, inertia[6] = {};
    int motor = -1;
    Eigen::Matrix3d turned = Eigen::Matrix3d::Identity();  // hinge components -> the inboard body's
};

inline std::istream& operator>>(std::istream& lines, Line& b) {
    std::string text;
    std::getline(lines >> std::ws, text);
    std::istringstream in(text);
    in >> b.name >> b.inboard >> b.kind;
    for (Eigen::Vector3d* x : {&b.axis, &b.at})
        for (int k = 0; k < 3; ++k) in >> (*x)[k];
    in >> b.mass;
    for (int k = 0; k < 3; ++k) in >> b.cm[k];
    for (double& x : b.inertia) in >> x;
    if (!(in >> b.motor)) lines.setstate(std::ios::failbit);
    if (std::string word; in >> word)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) in >> b.turned(j, i);
    return lines;
}

template <class S>
class Tree {
  public:
    using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    using V3 = Eigen::Matrix<S, 3, 1>;
    using M3 = Eigen::Matrix<S, 3, 3>;

    pinocchio::ModelTpl<S> model;
    int speeds = 0, inputs = 0;
    bool is_free = false;       // the first body
    std::vector<int> speed_of;  // Pinocchio's velocity k is this speed of ours
    std::vector<int> motor_of;  // its load is this input; -1: none
    Vector q, v, tau;

    // `number`: double -> S, called once for each number of the model.
    template <class Number>
    Tree(const char* path, Number& number) {
        std::ifstream in(path);
        std::size_t count = 0;
        double g[3] = {};
        in >> count >> g[0] >> g[1] >> g[2];
        std::vector<Line> lines(count);
        for (Line& line : lines) in >> line;
        if (!in) throw std::runtime_error(std::string(path) + " is no file of tree_numbers");
        for (const Line& b : lines) {
            inputs = std::max(inputs, b.motor + 1);
            speeds += b.kind == "free" ? 6 : b.kind == "fixed" ? 0 : 1;
        }
        for (int k = 0; k < 3; ++k) gravity_[k] = number(g[k]);
        is_free = lines[0].kind == "free";
        joints_ = {0}, places_ = {Place::Identity()};
        for (const Line& b : lines) add(b, number);
        q.resize(model.nq), v.resize(model.nv), tau.resize(model.nv);
    }

    // Sets q, v, tau and the model's gravity. `y` = [q; u], `w`: functions of an index.
    template <class Y, class W>
    void set(const Y& y, const W& w) {
        V3 g = gravity_;
        if (is_free) {
            const M3 R = turned(y(0), y(1), y(2));
            g = (R.transpose() * gravity_).eval();
            for (int k = 0; k < 7; ++k) q[k] = S(k < 6 ? 0 : 1);
        }
        model.gravity.linear() = g;
        for (int k = is_free ? 6 : 0; k < model.nv; ++k) q[k + (is_free ? 1 : 0)] = y(speed_of[k]);
        for (int k = 0; k < model.nv; ++k) {
            v[k] = y(speeds + speed_of[k]);
            tau[k] = motor_of[k] < 0 ? S(0) : S(w(motor_of[k]));
        }
    }

  private:
    using Place = pinocchio::SE3Tpl<S>;

    V3 gravity_;
    std::vector<pinocchio::JointIndex> joints_;  // by body, the ground first
    std::vector<Place> places_;                  // of bodies in their joints' axes

    static M3 turned(const S& yaw, const S& pitch, const S& roll) {  // of the sequence 321, body to ground components
        using std::cos, std::sin;
        const S cy = cos(yaw), sy = sin(yaw), cp = cos(pitch), sp = sin(pitch), cr = cos(roll), sr = sin(roll);
        M3 m;
        m << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, sy * cp, sy * sp * sr + cy * cr,
            sy * sp * cr - cy * sr, -sp, cp * sr, cp * cr;
        return m;
    }

    static int aligned(const Eigen::Vector3d& axis) {  // 0, 1, 2 for x, y, z; -1 for no positive axis of coordinates
        for (int k = 0; k < 3; ++k)
            if (axis == Eigen::Vector3d::Unit(k)) return k;
        return -1;
    }

    template <template <class, int, int> class Aligned, template <class, int> class Any>
    pinocchio::JointIndex add_joint(const Line& b, const Place& place) {
        const auto inboard = joints_[b.inboard];
        switch (aligned(b.axis)) {
            case 0:
                return model.addJoint(inboard, Aligned<S, 0, 0>(), place, b.name);
            case 1:
                return model.addJoint(inboard, Aligned<S, 0, 1>(), place, b.name);
            case 2:
                return model.addJoint(inboard, Aligned<S, 0, 2>(), place, b.name);
            default:
                return model.addJoint(inboard, Any<S, 0>(S(b.axis[0]), S(b.axis[1]), S(b.axis[2])), place, b.name);
        }
    }

    template <class Number>
    static pinocchio::InertiaTpl<S> inertia_of(const Line& b, Number& number) {
        const S m = number(b.mass);
        V3 cm;
        for (int k = 0; k < 3; ++k) cm[k] = number(b.cm[k]);
        S j[6];
        for (int k = 0; k < 6; ++k) j[k] = number(b.inertia[k]);
        M3 about;
        about << j[0], j[3], j[4], j[3], j[1], j[5], j[4], j[5], j[2];
        return {m, cm, about};
    }

    template <class Number>
    void add(const Line& b, Number& number) {
        Place place = Place::Identity();
        for (int k = 0; k < 3; ++k) place.translation()[k] = number(b.at[k]);
        if (b.turned != Eigen::Matrix3d::Identity())
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) place.rotation()(i, j) = number(b.turned(i, j));
        if (b.kind == "fixed") {
            joints_.push_back(joints_[b.inboard]);
            places_.push_back(places_[b.inboard] * place);
            model.appendBodyToJoint(joints_.back(), inertia_of(b, number), places_.back());
            return;
        }
        place = places_[b.inboard] * place;
        if (b.kind == "free") {
            if (model.nv > 0) throw std::runtime_error("only the first body may be free");
            joints_.push_back(model.addJoint(0, pinocchio::JointModelFreeFlyerTpl<S, 0>(), place, b.name));
            for (const int k : {3, 4, 5, 0, 1, 2}) speed_of.push_back(k), motor_of.push_back(-1);
        } else {
            speed_of.push_back(model.nv), motor_of.push_back(b.motor);
            joints_.push_back(
                b.kind == "hinge"
                    ? add_joint<pinocchio::JointModelRevoluteTpl, pinocchio::JointModelRevoluteUnalignedTpl>(b, place)
                    : add_joint<pinocchio::JointModelPrismaticTpl, pinocchio::JointModelPrismaticUnalignedTpl>(b,
                                                                                                               place));
        }
        places_.push_back(Place::Identity());
        model.appendBodyToJoint(joints_.back(), inertia_of(b, number), Place::Identity());
    }
};
