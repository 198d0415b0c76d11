#include "lagrange/kinematics/cut_hinge_frames.hpp"

#include <algorithm>
#include <array>

#include "lagrange/kinematics/time_derivative.hpp"

namespace lag {

namespace {

bool parallel(const Vec3<Expr>& v, const Vec3<Expr>& axis) {
    return v == axis || is_zero(cross(v, axis));
}

bool depends_on(Graph& graph, Expr e, const Model& model, const std::vector<CoordinateIndex>& coordinates) {
    const std::array<Expr, 1> roots{e};
    for (const Expr& s : symbols_in(graph, roots, bit(Role::coordinate)))
        for (const CoordinateIndex q : coordinates)
            if (s == symbol(model, q)) return true;
    return false;
}

}  // namespace

CutFrames::CutFrames(const Model& model, const Kinematics& kinematics, const CutHinge& cut)
    : model_(model),
      k_(kinematics),
      cut_(cut),
      orient_(rotations_of_orientation(*model.graph, cut.orient, cut.orient_rotations)) {
    Graph& graph = *model.graph;
    for (const Motion& motion : cut.hinge.motions) {
        Step step;
        step.rotates = motion.kind == Motion::Kind::rotate;
        step.free = motion.is_free();
        step.axis = motion.axis;
        step.value = graph.own(motion.value);
        step.moves_with = motion.unmeasured || depends_on(graph, step.value, model, cut.hinge.coordinates);
        if (motion.coordinate) step.coordinate = *motion.coordinate;
        if (step.rotates) step.rotation = rotation_about(graph, step.axis, step.value);
        steps.push_back(std::move(step));
    }
    a = k_.link_of_body[cut.A.value];
    b = k_.link_of_body[cut.B.value];
    common_body = common_inboard_body(model, cut.A, cut.B);
    common = k_.link_of_body[common_body.value];
    at_a = {a, k_.spin[cut.A.value].inward(cut.at)};
    at_b = {b, k_.spin[cut.B.value].inward(cut.outboard_at)};
}

std::vector<std::size_t> CutFrames::free_steps(bool rotations) const {
    std::vector<std::size_t> list;
    for (std::size_t s = 0; s < steps.size(); ++s)
        if (steps[s].free && steps[s].rotates == rotations) list.push_back(s);
    return list;
}

Vec3<Expr> CutFrames::brought(Vec3<Expr> v, std::size_t from, std::size_t to) const {
    for (; from > to; --from)
        if (steps[from - 1].rotates && !parallel(v, steps[from - 1].axis)) v = steps[from - 1].rotation.inward(v);
    for (; from < to; ++from)
        if (steps[from].rotates && !parallel(v, steps[from].axis)) v = steps[from].rotation.outward(v);
    return v;
}

Vec3<Expr> CutFrames::in_a(const Vec3<Expr>& v, std::size_t frame) const {
    Vec3<Expr> in = brought(v, frame, 0);
    for (auto r = orient_.rbegin(); r != orient_.rend(); ++r) in = r->inward(in);
    return k_.spin[cut_.A.value].inward(in);
}

Vec3<Expr> CutFrames::in_b(const Vec3<Expr>& v, std::size_t frame) const {
    return k_.spin[cut_.B.value].inward(brought(v, frame, steps.size()));
}

std::size_t CutFrames::innermost(const Vec3<Expr>& v, std::size_t frame) const {
    while (frame > 0 && (!steps[frame - 1].rotates || parallel(v, steps[frame - 1].axis))) --frame;
    return frame;
}
std::size_t CutFrames::outermost(const Vec3<Expr>& v, std::size_t frame) const {
    while (frame < steps.size() && (!steps[frame].rotates || parallel(v, steps[frame].axis))) ++frame;
    return frame;
}

std::size_t CutFrames::own_rotations(std::size_t from, std::size_t to) const {
    std::size_t count = 0;
    for (; from < to; ++from) count += steps[from].rotates && steps[from].moves_with ? 1 : 0;
    return count;
}

bool CutFrames::nearer_to_b(const Vec3<Expr>& v, std::size_t frame) const {
    if (cut_.hinge.euler_parameters) return false;
    return own_rotations(outermost(v, frame), steps.size()) < own_rotations(0, innermost(v, frame));
}

CarriedScalar CutFrames::moving(Expr e) const {
    const Expr rate = time_derivative(model_, k_, e, Accelerations::zero);
    return {.v = e, .rate = rate, .bias = time_derivative(model_, k_, rate, Accelerations::zero)};
}

Carried CutFrames::moving(const Vec3<Expr>& v) const {
    Carried c;
    for (std::size_t i = 0; i < 3; ++i) {
        const CarriedScalar component = moving(v[i]);
        c.v[i] = component.v, c.rate[i] = component.rate, c.bias[i] = component.bias;
    }
    return c;
}

Carried CutFrames::through_a(Carried c, std::size_t frame) const {
    for (frame = innermost(c.v, frame); frame > 0; --frame) {
        const Step& step = steps[frame - 1];
        if (!step.rotates) continue;
        const CarriedScalar angle = motion(step);
        c = turned_inward(step.rotation, angle.rate * step.axis, angle.bias * step.axis, c);
    }
    for (auto r = orient_.rbegin(); r != orient_.rend(); ++r) c = turned_inward(*r, {}, {}, c);
    // as observed in A, whatever axes the link has
    c = turned_inward(k_.spin[cut_.A.value], {}, {}, c);
    return direction_seen(k_, c, a, common);
}

Carried CutFrames::through_b(Carried c, std::size_t frame) const {
    for (frame = outermost(c.v, frame); frame < steps.size(); ++frame) {
        const Step& step = steps[frame];
        if (!step.rotates) continue;
        const CarriedScalar angle = motion(step);
        c = turned_outward(step.rotation, angle.rate * step.axis, angle.bias * step.axis, c);
    }
    c = turned_inward(k_.spin[cut_.B.value], {}, {}, c);
    return direction_seen(k_, c, b, common);
}

Carried CutFrames::through_nearer(const Carried& c, std::size_t frame) const {
    return nearer_to_b(c.v, frame) ? through_b(c, frame) : through_a(c, frame);
}

}  // namespace lag
