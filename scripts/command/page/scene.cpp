#include "scripts/command/page/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/calculus.hpp"
#include "core/dense.hpp"
#include "core/errors.hpp"
#include "scripts/import/surface.hpp"
#include "scripts/statements/flexible.hpp"

namespace lag {

namespace {

constexpr Dependence drawable = bit(Role::time) | bit(Role::parameter) | bit(Role::coordinate) | bit(Role::input) |
                                bit(Role::speed) | bit(Role::state);

double length_of(const Vec3<double>& v) {
    return std::sqrt(dot(v, v));
}

bool is_fixed(const Model& model, Expr e) {
    const std::vector<Expr> roots{e};
    for (const Expr& s : symbols_in(*model.graph, roots))
        if (model.graph->symbol_of(s).role != Role::parameter) return false;
    return true;
}

bool is_drawable(const Model& model, const std::vector<Expr>& roots) {
    for (const Expr& s : symbols_in(*model.graph, roots))
        if ((bit(model.graph->symbol_of(s).role) & drawable) == 0) return false;
    return true;
}

// A unit vector for the third axis, completed to axes: components in them -> where the vector is given.
Mat3<double> axes_along(const Vec3<double>& direction) {
    const std::size_t least =
        static_cast<std::size_t>(std::min_element(direction.c.begin(), direction.c.end(),
                                                  [](double a, double b) { return std::abs(a) < std::abs(b); }) -
                                 direction.c.begin());
    Vec3<double> other;
    other[least] = 1;
    Vec3<double> x = cross(other, direction);
    x = (1 / length_of(x)) * x;
    const Vec3<double> y = cross(direction, x);
    Mat3<double> axes;
    for (std::size_t i = 0; i < 3; ++i) axes(i, 0) = x[i], axes(i, 1) = y[i], axes(i, 2) = direction[i];
    return axes;
}

class SceneBuilder {
  public:
    SceneBuilder(const Model& model, const std::vector<double>& p, const std::vector<PictureState>& states)
        : model_(model), values_(model, p), states_(states), reader_(model) {
        for (const PictureState& state : states)
            poses_.push_back(reader_.poses(values_.at(state, reader_.expressions())));
    }

    Scene build(const std::vector<BodyShape>& shapes) {
        scene_.title = model_.title.empty() ? model_.name : model_.title;
        for (const PictureState& state : states_) scene_.times.push_back(state.t);
        const Vec3<double> g = constant(model_.gravity);
        scene_.up = length_of(g) > 0 ? (-1 / length_of(g)) * g : Vec3<double>{{0, 0, 1}};
        for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
            scene_.nodes.push_back({model_.bodies[b].name, {}});
            for (const MechanismPoses& poses : poses_) scene_.nodes.back().poses.push_back(poses.bodies[b]);
        }
        for (std::size_t b = 1; b < model_.bodies.size(); ++b) add_hinge(b);
        for (const Constraint& constraint : model_.constraints) add_closure(constraint);
        for (const BodyShape& shape : shapes) add_shape(shape);
        for (const PointOnBody& point : model_.points)
            if (!model_.body(point.body).is_node) scene_.points.push_back({place(point), point.name});
        for (std::size_t b = 1; b < model_.bodies.size(); ++b)
            if (model_.bodies[b].elastic == nullptr) add_mass(b), add_rods(b), add_stub(b);
        add_loads();
        return std::move(scene_);
    }

  private:
    const PictureState& first() const { return states_.front(); }

    Vec3<double> constant(const Vec3<Expr>& v) const {
        const std::vector<double> n = values_.at(first(), {v.c.begin(), v.c.end()});
        return {{n[0], n[1], n[2]}};
    }
    Mat3<double> constant(const Mat3<Expr>& m) const {
        Mat3<double> result;
        for (std::size_t i = 0; i < 3; ++i) result.rows[i] = constant(Vec3<Expr>{m.rows[i]}).c;
        return result;
    }
    double constant(Expr e) const { return values_.at(first(), {e}).front(); }
    ScenePlace place(const PointOnBody& point) const { return {point.body.value, constant(point.location)}; }

    // -- hinges

    // An axis stands in the inboard body while nothing moves before it, in the outboard one when nothing moves after
    // it, else in axes of its own.
    void add_hinge(std::size_t b) {
        const Body& body = model_.bodies[b];
        if (body.hinge.kind == "spherical") {
            scene_.axes.push_back({SceneAxis::Kind::ball, {b, constant(body.outboard_at)}, {}, body.name, false});
            return;
        }
        if (body.hinge.kind == "free" || body.is_node) return;
        const auto& motions = body.hinge.motions;
        std::vector<std::size_t> moving;
        for (std::size_t k = 0; k < motions.size(); ++k)
            if (!is_fixed(model_, motions[k].value)) moving.push_back(k);
        for (const std::size_t k : moving) {
            SceneAxis axis;
            axis.kind = motions[k].kind == Motion::Kind::rotate ? SceneAxis::Kind::turns : SceneAxis::Kind::slides;
            if (motions[k].coordinate) axis.name = model_.coordinates[motions[k].coordinate->value].name;
            const MotionPose& at_first = poses_.front().motions[b][k];
            const Vec3<double> direction = at_first.before.axes * constant(motions[k].axis);
            const bool is_first = k == moving.front(), is_last = k == moving.back();
            const Pose& seen = is_first ? at_first.before : at_first.after;
            if (is_first || is_last) {
                axis.place.node = is_first ? body.inboard.value : b;
                const Pose& node = scene_.nodes[axis.place.node].poses.front();
                axis.place.r = node.local(seen.origin);
                axis.direction = transpose_times(node.axes, direction);
            } else {
                axis.place.node = scene_.nodes.size();
                axis.direction = transpose_times(seen.axes, direction);
                SceneNode node;
                for (const MechanismPoses& poses : poses_) node.poses.push_back(poses.motions[b][k].after);
                scene_.nodes.push_back(std::move(node));
            }
            scene_.axes.push_back(std::move(axis));
        }
        add_telescope(b, moving);
    }

    // A rope, a telescope: what slides along a direction that turns, from the hinge on the inboard body.
    void add_telescope(std::size_t b, const std::vector<std::size_t>& moving) {
        const Body& body = model_.bodies[b];
        const auto kind = [&](std::size_t k) { return body.hinge.motions[k].kind; };
        const bool slides_behind_turn =
            moving.size() > 1 && kind(moving.front()) == Motion::Kind::rotate &&
            std::ranges::any_of(moving, [&](std::size_t k) { return kind(k) == Motion::Kind::translate; });
        if (!slides_behind_turn || body.hinge.kind == "screw" || body.hinge.kind == "cylindrical") return;
        const ScenePlace seat{body.inboard.value,
                              scene_.nodes[body.inboard.value].poses.front().local(poses_.front().seats[b].origin)};
        scene_.lines.push_back({seat, {b, constant(body.outboard_at)}, false});
    }

    void add_closure(const Constraint& constraint) {
        if (constraint.kind == Constraint::Kind::loop) {
            scene_.closures.push_back(place(constraint.P));
            scene_.closures.push_back(place(constraint.Q));
            return;
        }
        if (constraint.kind != Constraint::Kind::hinge) return;
        const CutHinge& cut = constraint.cut;
        scene_.closures.push_back({cut.B.value, constant(cut.outboard_at)});
        for (const Motion& motion : cut.hinge.motions) {
            if (!motion.unmeasured && is_fixed(model_, motion.value)) continue;
            const bool turns = motion.kind == Motion::Kind::rotate;
            const ScenePlace where{cut.A.value, constant(cut.at)};
            scene_.axes.push_back({turns ? SceneAxis::Kind::turns : SceneAxis::Kind::slides, where,
                                   transpose_times(constant(cut.orient), constant(motion.axis)),
                                   motion.coordinate ? model_.coordinates[motion.coordinate->value].name : "", true});
            return;  // the others turn with it
        }
    }

    // -- bodies

    void add_flexible(const BodyShape& shape) {
        for (const std::vector<Vec3<Expr>>& line : lines_of(model_, *shape.form.flexible)) {
            std::vector<Expr> places;
            for (const Vec3<Expr>& place : line) places.insert(places.end(), place.c.begin(), place.c.end());
            SceneBeam made{shape.body.value, {}};
            for (const PictureState& state : states_) {
                const std::vector<double> n = values_.at(state, places);
                made.lines.emplace_back();
                for (std::size_t k = 0; k + 2 < n.size(); k += 3)
                    made.lines.back().push_back({{n[k], n[k + 1], n[k + 2]}});
            }
            scene_.beams.push_back(std::move(made));
        }
    }

    void add_shape(const BodyShape& shape) {
        if (shape.form.kind == ShapeForm::Kind::beam) return add_flexible(shape);
        SceneShape made;
        made.kind = shape.form.kind;
        made.node = shape.body.value;
        made.at = constant(shape.at);
        made.axes = transpose(constant(shape.orient));
        const auto size = [&](Expr e) {
            const double value = constant(e);
            if (!(value > 0) || !std::isfinite(value))
                throw ModelError(
                    fmt::format("a shape of '{}' has the size {}", model_.bodies[shape.body.value].name, value),
                    "lengths and radii of shapes are positive");
            return value;
        };
        switch (made.kind) {
            case ShapeForm::Kind::box:
                for (std::size_t i = 0; i < 3; ++i) made.edges[i] = size(shape.form.edges[i]);
                break;
            case ShapeForm::Kind::cylinder:
                made.axes = made.axes * axes_along(constant(shape.form.axis));
                made.length = size(shape.form.length);
                made.radius = size(shape.form.radius);
                break;
            case ShapeForm::Kind::sphere:
                made.radius = size(shape.form.radius);
                break;
            case ShapeForm::Kind::mesh:
                for (const double number :
                     scaled(triangles_of(shape.form.file, shape.form.place), constant(shape.form.scale)))
                    made.triangles.push_back(static_cast<float>(number));
                break;
            case ShapeForm::Kind::beam:
                break;
        }
        scene_.shapes.push_back(std::move(made));
    }

    void add_mass(std::size_t b) {
        const Body& body = model_.bodies[b];
        SceneMass mass{{b, constant(body.cm)}, constant(body.mass), {}, identity_axes()};
        if (!(mass.mass > 0)) return;
        const Mat3<double> inertia = constant(body.inertia);
        Eigen::MatrixXd I(3, 3);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                I(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = inertia(i, j);
        const double size = I.cwiseAbs().maxCoeff();
        if (size > 0 && std::isfinite(size)) set_box(mass, I);
        scene_.masses.push_back(mass);
    }

    // edges: a^2 = 6 (I2 + I3 - I1)/m. No spread of mass has a moment larger than the sum of the others, as a planar
    // model may give it, 0 0 J: then that edge is 0. What is left is a flat plate with this moment.
    static void set_box(SceneMass& mass, const Eigen::MatrixXd& I) {
        const bool is_diagonal = (I - Eigen::MatrixXd(I.diagonal().asDiagonal())).cwiseAbs().maxCoeff() == 0;
        Eigen::MatrixXd axes = Eigen::MatrixXd::Identity(3, 3);
        Eigen::VectorXd moments = I.diagonal();
        if (!is_diagonal) {
            const SymmetricEigenvalues principal = symmetric_eigenvalues(I);
            axes = principal.vectors;
            moments = principal.values;
        }
        double largest = 0;
        for (Eigen::Index k = 0; k < 3; ++k) {
            const double square = 6 * (moments.sum() - 2 * moments(k)) / mass.mass;
            mass.edges[static_cast<std::size_t>(k)] = std::sqrt(std::max(square, 0.0));
            largest = std::max(largest, mass.edges[static_cast<std::size_t>(k)]);
        }
        for (double& edge : mass.edges.c) edge = std::max(edge, largest / 25);
        for (Eigen::Index i = 0; i < 3; ++i)
            for (Eigen::Index j = 0; j < 3; ++j)
                mass.axes(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) = axes(i, j);
    }

    // From where a body hangs to all that hangs on it and to its points; to the mass centre where there is nothing.
    void add_rods(std::size_t b) {
        const Body& body = model_.bodies[b];
        const Vec3<double> hinge = constant(body.outboard_at);
        std::vector<Vec3<double>> ends;
        for (const SceneAxis& axis : scene_.axes)
            if (axis.place.node == b) ends.push_back(axis.place.r);
        for (std::size_t c = 1; c < model_.bodies.size(); ++c)
            if (model_.bodies[c].inboard.value == b)
                ends.push_back(scene_.nodes[b].poses.front().local(poses_.front().seats[c].origin));
        for (const ScenePlace& closure : scene_.closures)
            if (closure.node == b) ends.push_back(closure.r);
        for (const ScenePoint& point : scene_.points)
            if (point.place.node == b) ends.push_back(point.place.r);
        for (const Constraint& constraint : model_.constraints)
            if (constraint.kind == Constraint::Kind::hinge && constraint.cut.A.value == b)
                ends.push_back(constant(constraint.cut.at));
        add_ends_of_lines(b, ends);
        const bool is_drawn = std::ranges::any_of(ends, [&](const auto& end) { return length_of(end - hinge) > 1e-9; });
        if (!is_drawn) ends.push_back(constant(body.cm));
        std::vector<Vec3<double>> drawn;
        for (const Vec3<double>& end : ends) {
            const bool again = std::ranges::any_of(drawn, [&](const auto& d) { return length_of(d - end) < 1e-9; });
            if (again || length_of(end - hinge) < 1e-9) continue;
            drawn.push_back(end);
            scene_.rods.push_back({b, hinge, end});
        }
    }

    void add_stub(std::size_t b) {
        const Body& body = model_.bodies[b];
        const auto has = [&](const auto& parts, const auto& is_of_body) {
            return std::ranges::any_of(parts, is_of_body);
        };
        const bool shows =
            has(scene_.shapes, [&](const SceneShape& s) { return s.node == b; }) ||
            has(scene_.rods, [&](const SceneRod& r) { return r.node == b; }) ||
            has(scene_.masses, [&](const SceneMass& m) { return m.place.node == b && length_of(m.edges) > 0; });
        if (shows || body.is_node) return;
        scene_.stubs.push_back({b, constant(constant(body.mass) > 0 ? body.cm : body.outboard_at)});
    }

    void add_ends_of_lines(std::size_t b, std::vector<Vec3<double>>& ends) const {
        for (const LineLoad& load : model_.line_loads)
            for (const PointOnBody* point : {&load.P, &load.Q})
                if (point->body.value == b) ends.push_back(constant(point->location));
    }

    // -- loads

    std::vector<double> over_time(const std::vector<Expr>& expressions, std::size_t frame) const {
        return values_.at(states_[frame], expressions);
    }

    void add_arrow(const ScenePlace& where, bool torque, std::vector<Vec3<double>> values,
                   const std::optional<ScenePlace>& reaction) {
        const auto is_something = [](const Vec3<double>& v) { return length_of(v) > 0; };
        if (std::ranges::none_of(values, is_something)) return;
        if (reaction) {
            std::vector<Vec3<double>> opposite;
            for (const Vec3<double>& v : values) opposite.push_back(-v);
            scene_.arrows.push_back({*reaction, torque, std::move(opposite)});
        }
        scene_.arrows.push_back({where, torque, std::move(values)});
    }

    // Components in a frame, as ground components over time. Nothing where they are not known.
    std::vector<Vec3<double>> vectors(const Vec3<Expr>& components, const FrameOnBody& frame) {
        std::vector<Vec3<double>> values;
        const std::vector<Expr> roots(components.c.begin(), components.c.end());
        if (!is_drawable(model_, roots)) {
            scene_.leaves_loads_out = true;
            return values;
        }
        const Mat3<double> R = constant(frame.R_FB);
        for (std::size_t k = 0; k < states_.size(); ++k) {
            const std::vector<double> n = over_time(roots, k);
            const Vec3<double> in_body = transpose_times(R, Vec3<double>{{n[0], n[1], n[2]}});
            values.push_back(scene_.nodes[frame.body.value].poses[k].axes * in_body);
        }
        return values;
    }

    std::vector<double> scalars(Expr e) {
        std::vector<double> values;
        if (!is_drawable(model_, {e}))
            scene_.leaves_loads_out = true;
        else
            for (std::size_t k = 0; k < states_.size(); ++k) values.push_back(over_time({e}, k).front());
        return values;
    }

    void add_loads() {
        for (const ForceLoad& load : model_.forces) {
            std::optional<ScenePlace> reaction;
            if (load.reaction) reaction = place(*load.reaction);
            add_arrow(place(load.point), false, vectors(load.components, load.frame), reaction);
        }
        for (const TorqueLoad& load : model_.torques) {
            std::optional<ScenePlace> reaction;
            if (load.reaction) reaction = ScenePlace{load.reaction->value, constant(model_.body(*load.reaction).cm)};
            add_arrow({load.body.value, constant(model_.body(load.body).cm)}, true,
                      vectors(load.components, load.frame), reaction);
        }
        for (const LineLoad& load : model_.line_loads) add_line(load);
        for (const HingeLoad& load : model_.hinge_loads) add_hinge_load(load);
    }

    void add_line(const LineLoad& load) {
        const ScenePlace P = place(load.P), Q = place(load.Q);
        scene_.lines.push_back({P, Q, load.spring});
        const std::vector<double> values = scalars(load.value);
        std::vector<Vec3<double>> pushes;
        for (std::size_t k = 0; k < values.size(); ++k) {
            const Vec3<double> r = scene_.nodes[P.node].poses[k].point(P.r) - scene_.nodes[Q.node].poses[k].point(Q.r);
            pushes.push_back(length_of(r) > 0 ? (values[k] / length_of(r)) * r : Vec3<double>{});
        }
        add_arrow(P, false, std::move(pushes), Q);
    }

    // Along the axis of the coordinate whose rate the speed is.
    void add_hinge_load(const HingeLoad& load) {
        if (load.cut) return;
        const auto q = model_.speeds[load.speed.value].rate_of;
        if (!q) return;
        const std::size_t b = model_.coordinates[q->value].body.value;
        const auto& motions = model_.bodies[b].hinge.motions;
        for (std::size_t m = 0; m < motions.size(); ++m) {
            if (motions[m].coordinate != q) continue;
            const std::vector<double> values = scalars(load.value);
            const Vec3<double> axis = constant(motions[m].axis);
            std::vector<Vec3<double>> along;
            for (std::size_t k = 0; k < values.size(); ++k)
                along.push_back(values[k] * (poses_[k].motions[b][m].before.axes * axis));
            add_arrow({b, constant(model_.bodies[b].outboard_at)}, motions[m].kind == Motion::Kind::rotate,
                      std::move(along), {});
        }
    }

    const Model& model_;
    const PictureValues values_;
    const std::vector<PictureState>& states_;
    const PoseReader reader_;
    std::vector<MechanismPoses> poses_;
    Scene scene_;
};

}  // namespace

Scene scene_of(const Model& model, const std::vector<BodyShape>& shapes, const std::vector<double>& p,
               const std::vector<PictureState>& states) {
    if (states.empty()) throw InternalError("a scene without a state");
    return SceneBuilder(model, p, states).build(shapes);
}

}  // namespace lag
