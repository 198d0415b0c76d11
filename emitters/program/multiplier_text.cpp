#include "emitters/program/multiplier_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lag {

namespace {

// The nearest body that both are or hang on.
BodyIndex common_body(const Model& model, BodyIndex a, BodyIndex b) {
    std::vector<std::size_t> path{a.value};
    while (path.back() != 0) path.push_back(model.bodies[path.back()].inboard.value);
    while (std::ranges::count(path, b.value) == 0) b = model.body(b).inboard;
    return b;
}

std::string loop_text(const Model& model, const Constraint& loop, std::size_t component) {
    const std::string point = loop.P.name.empty() ? "" : " at " + loop.P.name;
    return fmt::format("force on {}{} along {} of {} [N], its opposite on {}", model.body(loop.P.body).name, point,
                       "xyz"[component], model.body(common_body(model, loop.P.body, loop.Q.body)).name,
                       model.body(loop.Q.body).name);
}

std::string hinge_text(const Model& model, const Constraint& hinge, const ConstraintRow& row) {
    const std::string A = model.body(hinge.cut.A).name, B = model.body(hinge.cut.B).name;
    if (is_orientation_row(row))
        return fmt::format("-lambda times the row's axis is the moment on {} [N m], its opposite acts on {}", B, A);
    const std::string force = fmt::format("force on {} along the row's axis [N], its opposite on {}", A, B);
    if (hinge.cut.hinge.kind != "screw") return force;
    return fmt::format(
        "{}; pitch times its part along the screw's axis is a moment about that axis on {} [N m], its opposite acts on "
        "{}",
        force, B, A);
}

}  // namespace

bool is_orientation_row(const ConstraintRow& row) {
    return row.name[row.name.rfind('.') + 1] == 'r';
}

std::vector<std::string> multiplier_texts(const Model& model, const std::vector<ConstraintRow>& rows) {
    std::vector<std::string> texts;
    for (const ConstraintRow& row : rows) {
        const Constraint& constraint = model.constraints.at(row.constraint);
        std::string text;
        switch (constraint.kind) {
            case Constraint::Kind::loop:
                text = loop_text(model, constraint, row.component);
                break;
            case Constraint::Kind::hinge:
                text = hinge_text(model, constraint, row);
                break;
            case Constraint::Kind::position:
                text = "the load on a coordinate is -lambda times the derivative of lhs - rhs by it";
                break;
            case Constraint::Kind::speed:
                text = "the load on a speed is -lambda times the derivative of lhs - rhs by it";
                break;
        }
        const std::string unit =
            constraint.multiplier_unit.empty() ? "" : fmt::format(" [{}]", constraint.multiplier_unit);
        texts.push_back(fmt::format("{}{}: {}", row.name, unit, text));
    }
    return texts;
}

}  // namespace lag
