#include "lagrange/formulations/pivot_reference.hpp"

#include <limits>

#include "core/lanes.hpp"
#include "lagrange/formulations/composite.hpp"

namespace lag {

namespace {

// Are they so in every lane?
template <class Condition>
bool holds_in_lanes(const Model& model, const std::vector<Mat3<Expr>>& given, const Condition& condition) {
    std::size_t lanes = 0;
    for (const Mat3<Expr>& m : given)
        for (const auto& row : m.rows)
            for (const Expr& e : row) lanes = std::max(lanes, model.graph->lanes_of(e));
    if (lanes == 0) return condition(given);
    LaneExpansion in_lane(*model.graph);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        std::vector<Mat3<Expr>> values = given;
        for (Mat3<Expr>& m : values)
            for (auto& row : m.rows)
                for (Expr& e : row) e = in_lane(model.graph->lane_repeat(e, lanes), lane);
        if (!condition(values)) return false;
    }
    return true;
}

}  // namespace

PivotReference::PivotReference(const Model& model, const Kinematics& k, const std::vector<Inertia>& inertias)
    : model_(model),
      k_(k),
      inertias_(inertias),
      boundary_(model, k),
      index_(model),
      at_defaults_(
          *model.graph,
          [this](const Symbol& s) {
              return s.role == Role::parameter
                         ? model_.graph->constant_double(model_.parameter(index_.parameter(s)).default_value)
                         : std::numeric_limits<double>::quiet_NaN();
          },
          [this](Expr constant) { return model_.graph->constant_double(constant); }) {}

Mat3<double> PivotReference::values_of(const Mat3<Expr>& m) {
    Mat3<double> result;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result(i, j) = at_defaults_(m(i, j));
    return result;
}

std::optional<Expr> PivotReference::lead(std::size_t l, const SpeedColumn& column) {
    if (is_kept_up(l, column)) return std::nullopt;
    if (composite_.empty()) composite_ = composite_inertias(k_, inertias_, &boundary_);
    const Inertia& inertia = composite_[l];
    const Expr whole = dot(column.w, angular_momentum(inertia, column.w, column.v)) +
                       dot(column.v, momentum(inertia, column.w, column.v));
    return whole.is_zero() ? std::nullopt : std::optional(whole);
}

bool PivotReference::is_kept_up(std::size_t l, const SpeedColumn& column) {
    const Link& link = k_.links[l];
    const BodyIndex b = link.body;
    if (model_.body(b).elastic) return false;  // its shape yields
    if (link.columns.size() > 1 || !link.ends_body) return is_positive_definite(b) && slots_are_independent(b);
    const Body& body = model_.body(b);
    if (is_massless(body)) return false;
    const Rotation& spin = k_.spin[b.value];
    const Vec3<Expr> w = spin.outward(column.w);
    const Vec3<Expr> h = body.inertia * w, v = spin.outward(column.v) + cross(w, body.cm);
    Mat3<Expr> own;
    own(0, 0) = dot(w, h) + body.mass * dot(v, v);
    return holds_in_lanes(model_, {own}, [&](const std::vector<Mat3<Expr>>& m) { return values_of(m[0])(0, 0) > 0; });
}

bool PivotReference::is_positive_definite(BodyIndex b) {
    const Body& body = model_.body(b);
    Mat3<Expr> mass;
    mass(0, 0) = body.mass;
    return holds_in_lanes(model_, {mass, body.inertia}, [&](const std::vector<Mat3<Expr>>& values) {
        const Mat3<double> J = values_of(values[1]);
        const double minor = J(0, 0) * J(1, 1) - J(0, 1) * J(1, 0);
        const Vec3<double> first{{J(0, 0), J(0, 1), J(0, 2)}};
        const double determinant =
            dot(first, cross(Vec3<double>{{J(1, 0), J(1, 1), J(1, 2)}}, Vec3<double>{{J(2, 0), J(2, 1), J(2, 2)}}));
        return values_of(values[0])(0, 0) > 0 && J(0, 0) > 0 && minor > 0 && determinant > 0;
    });
}

// Do the motions of this body's hinge stay independent at every state? Sure of: translations along different axes
// before all rotations, and at most two rotations about different axes (three can line up).
bool PivotReference::slots_are_independent(BodyIndex b) const {
    std::vector<Vec3<Expr>> translations, rotations;
    for (const Link& link : k_.links) {
        if (link.body != b) continue;
        if (link.columns.size() > 1)
            return true;  // body axes: a free, spherical or planar hinge has no other link with columns
        for (const SpeedColumn& column : link.columns) {
            const bool rotates = is_zero(column.v);
            if (!rotates && !is_zero(column.w)) return false;
            if (!rotates && !rotations.empty()) return false;
            std::vector<Vec3<Expr>>& same = rotates ? rotations : translations;
            const Vec3<Expr>& axis = rotates ? column.w : column.v;
            for (const Vec3<Expr>& other : same)
                if (!dot(axis, other).is_zero()) return false;
            same.push_back(axis);
        }
    }
    return rotations.size() <= 2;
}

}  // namespace lag
