#include "lagrange/identification/hinge_steps.hpp"

#include "lagrange/kinematics/link_motions.hpp"

namespace lag {

InertialVector inertial_vector(const Inertia& inertia) {
    const Mat3<Expr>& J = inertia.J;
    const Vec3<Expr>& s = inertia.moment;
    return {J(2, 2), J(0, 0), J(0, 1), J(0, 2), J(1, 2), s[0], s[1], s[2], inertia.mass, J(1, 1)};
}

Inertia unit_inertia(Graph& graph, std::size_t component) {
    constexpr std::array<std::array<std::size_t, 2>, 5> products{{{2, 2}, {0, 0}, {0, 1}, {0, 2}, {1, 2}}};
    const Expr one = graph.integer(1);
    Inertia inertia;
    if (component < products.size()) {
        const auto [i, j] = products[component];
        inertia.J(i, j) = inertia.J(j, i) = one;
    } else if (component < 8) {
        inertia.moment[component - products.size()] = one;
    } else if (component == 8) {
        inertia.mass = one;
    } else {
        inertia.J(1, 1) = one;
    }
    return inertia;
}

namespace {

class StepBuilder {
  public:
    explicit StepBuilder(const Model& model) : model_(model), graph_(*model.graph) {
        steps_.steps.resize(1);
        steps_.step_of_body = {0};
    }

    HingeSteps build() {
        for (std::size_t b = 1; b < model_.bodies.size(); ++b) append(model_.bodies[b]);
        for (const Expr& component : model_.gravity.c)
            steps_.independent = steps_.independent && is_parametric(component);
        return std::move(steps_);
    }

  private:
    void append(const Body& body) {
        at_ = steps_.step_of_body[body.inboard.value];
        append_fixed({}, body.at);
        for (const Rotation& rotation : rotations_of_orientation(graph_, body.orient, body.orient_rotations))
            append_fixed(rotation, {});
        if (body.hinge.quasi != Quasi::none) {
            append_moving(twists_of(body.hinge));
        } else {
            for (const Motion& motion : body.hinge.motions) append_motion(motion);
        }
        append_fixed({}, -body.outboard_at);
        // bodies share no step: what one of them carries is no other's
        if (at_ == steps_.step_of_body[body.inboard.value]) append_step({});
        steps_.step_of_body.push_back(at_);
    }

    void append_motion(const Motion& motion) {
        const bool rotates = motion.kind == Motion::Kind::rotate;
        if (!is_parametric(motion.value)) {
            // a slot given by an expression: of coordinates that stand elsewhere, of time or of inputs
            steps_.independent = steps_.independent && motion.coordinate.has_value();
            append_moving({{rotates, motion.axis}});
        } else if (rotates) {
            append_fixed(rotation_about(graph_, motion.axis, motion.value), {});
        } else {
            append_fixed({}, motion.value * motion.axis);
        }
    }

    std::vector<Twist> twists_of(const Hinge& hinge) const {
        std::vector<Twist> twists;
        const auto axis = static_cast<std::size_t>(hinge.planar_axis);
        for (std::size_t k = 0; k < 3; ++k) {
            const bool turns = hinge.quasi != Quasi::planar || k == axis;
            const bool shifts = hinge.quasi == Quasi::free || (hinge.quasi == Quasi::planar && k != axis);
            if (turns) twists.push_back({true, unit(k)});
            if (shifts) twists.push_back({false, unit(k)});
        }
        return twists;
    }

    void append_fixed(const Rotation& rotation, const Vec3<Expr>& o) {
        if (rotation.kind == Rotation::Kind::identity && is_zero(o)) return;
        HingeStep step;
        step.rotation = rotation;
        step.o = o;
        append_step(step);
    }
    void append_moving(std::vector<Twist> twists) {
        HingeStep step;
        step.twists = std::move(twists);
        append_step(step);
    }
    void append_step(HingeStep step) {
        step.inboard = at_;
        steps_.steps.push_back(std::move(step));
        at_ = steps_.steps.size() - 1;
    }

    Vec3<Expr> unit(std::size_t axis) const {
        Vec3<Expr> e;
        e[axis] = graph_.integer(1);
        return e;
    }
    bool is_parametric(Expr e) const { return (graph_.node(e).dependence & ~bit(Role::parameter)) == 0; }

    const Model& model_;
    Graph& graph_;
    HingeSteps steps_;
    std::size_t at_ = 0;  // the step that the next one hangs on
};

}  // namespace

HingeSteps hinge_steps(const Model& model) {
    return StepBuilder(model).build();
}

std::array<InertialVector, inertial_count> carried_columns(Graph& graph, const HingeStep& step) {
    Link carrier;
    carrier.rotation = step.rotation;
    carrier.o = step.o;
    std::array<InertialVector, inertial_count> columns;
    for (std::size_t k = 0; k < inertial_count; ++k)
        columns[k] = inertial_vector(carried_inward(carrier, unit_inertia(graph, k)));
    return columns;
}

}  // namespace lag
