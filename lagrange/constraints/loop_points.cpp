#include "lagrange/constraints/loop_points.hpp"

#include "lagrange/kinematics/cut_hinge_frames.hpp"

namespace lag {

std::optional<LoopPoints> loop_points(const Model& model, const Kinematics& k, const Constraint& constraint) {
    if (constraint.kind == Constraint::Kind::loop) {
        const BodyIndex body = common_inboard_body(model, constraint.P.body, constraint.Q.body);
        return LoopPoints{on_link(k, constraint.P), on_link(k, constraint.Q), body, k.link_of_body[body.value]};
    }
    if (constraint.kind != Constraint::Kind::hinge) return std::nullopt;
    const CutFrames frames(model, k, constraint.cut);
    for (const CutFrames::Step& step : frames.steps)
        if (!step.rotates && (step.free || !step.value.is_zero())) return std::nullopt;
    return LoopPoints{frames.at_a, frames.at_b, frames.common_body, k.link_of_body[frames.common_body.value]};
}

}  // namespace lag
