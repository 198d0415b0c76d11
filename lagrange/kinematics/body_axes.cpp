#include "lagrange/kinematics/body_axes.hpp"

#include <array>

namespace lag {

namespace {

Mat3<Expr> matrix_of(Graph& graph, const QuarterTurns& turn) {
    Mat3<Expr> m;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) m(i, j) = graph.integer(turn(i, j));
    return m;
}

class InBodyAxes {
  public:
    InBodyAxes(const Model& model, const std::map<BodyIndex, BodyAxes>& axes)
        : model_(model), graph_(*model.graph), axes_(axes) {}

    Model run() {
        model_.serial = next_serial();  // what is kept of the other one is in other axes
        for (std::size_t b = 1; b < model_.bodies.size(); ++b) place(model_.bodies[b], axes_of(BodyIndex(b)));
        for (PointOnBody& point : model_.points) place(point);
        for (FrameOnBody& frame : model_.frames) place(frame);
        for (ForceLoad& load : model_.forces) {
            place(load.point), place(load.frame);
            if (load.reaction) place(*load.reaction);
        }
        for (TorqueLoad& load : model_.torques) place(load.frame);
        for (LineLoad& load : model_.line_loads) place(load.P), place(load.Q);
        return std::move(model_);
    }

  private:
    const BodyAxes* axes_of(BodyIndex b) const {
        const auto found = axes_.find(b);
        return found == axes_.end() ? nullptr : &found->second;
    }
    // A point of the body, in its new axes from its new origin.
    static Vec3<Expr> seen_from(const BodyAxes* axes, const Vec3<Expr>& point) {
        return axes == nullptr ? point : turned(axes->turn, point - axes->origin);
    }
    Expr angle(int quarters) { return graph_.integer(quarters) * graph_.pi() / graph_.integer(2); }

    void place(Body& body, const BodyAxes* own) {
        if (own != nullptr) body.at = body.at + transpose_times(body.orient, own->origin);
        body.at = seen_from(axes_of(body.inboard), body.at);
        if (own == nullptr) return;
        body.cm = seen_from(own, body.cm);
        if (!own->orient) return;
        QuarterTurns orient = quarter_turns(0, 0);
        body.orient_rotations.clear();
        for (const auto& [axis, quarters] : *own->orient) {
            orient = quarter_turns(static_cast<std::size_t>(axis), quarters) * orient;
            body.orient_rotations.emplace_back(axis, angle(quarters));
        }
        body.orient = matrix_of(graph_, orient);
        const Mat3<Expr> turn = matrix_of(graph_, own->turn);
        body.outboard_at = turned(own->turn, body.outboard_at);
        body.inertia = turn * body.inertia * transpose(turn);
        for (Motion& motion : body.hinge.motions) {
            motion.axis = turned(own->turn, motion.axis);
            if (own->quarters != 0) motion.value = motion.value + angle(own->quarters);
        }
    }
    void place(PointOnBody& point) const { point.location = seen_from(axes_of(point.body), point.location); }
    void place(FrameOnBody& frame) {
        const BodyAxes* const own = axes_of(frame.body);
        if (own == nullptr || !own->orient) return;
        frame.R_FB = frame.R_FB * transpose(matrix_of(graph_, own->turn));
        frame.aligned = frame.aligned && own->turn == quarter_turns(0, 0);
    }

    Model model_;
    Graph& graph_;
    const std::map<BodyIndex, BodyAxes>& axes_;
};

}  // namespace

QuarterTurns quarter_turns(std::size_t axis, int quarters) {
    constexpr std::array<int, 4> cosines{1, 0, -1, 0}, sines{0, 1, 0, -1};
    const auto k = static_cast<std::size_t>((quarters % 4 + 4) % 4);
    const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    QuarterTurns turn;
    turn(axis, axis) = 1;
    turn(x, x) = turn(y, y) = cosines.at(k);
    turn(x, y) = sines.at(k), turn(y, x) = -sines.at(k);
    return turn;
}

Vec3<Expr> turned(const QuarterTurns& turn, const Vec3<Expr>& v) {
    Vec3<Expr> result;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            if (turn(i, j) != 0) result[i] = turn(i, j) > 0 ? v[j] : -v[j];
    return result;
}

Model in_body_axes(const Model& model, const std::map<BodyIndex, BodyAxes>& axes) {
    return InBodyAxes(model, axes).run();
}

}  // namespace lag
