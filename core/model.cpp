#include "core/model.hpp"

#include <algorithm>

namespace lag {

Expr symbol(const Model& model, CoordinateIndex q) {
    return model.graph->symbol(model.coordinates[q.value].name, Role::coordinate);
}
Expr symbol(const Model& model, SpeedIndex u) {
    return model.graph->symbol(model.speeds[u.value].name, Role::speed);
}
Expr acceleration_symbol(const Model& model, SpeedIndex u) {
    return model.graph->symbol(model.speeds[u.value].name + "'", Role::acceleration);
}
Expr multiplier_symbol(const Model& model, std::size_t row) {
    return model.graph->symbol("lambda(" + std::to_string(row + 1) + ")", Role::multiplier);
}
Expr time_symbol(const Model& model) {
    return model.graph->symbol("t", Role::time);
}

bool is_inboard_of(const Model& model, BodyIndex inner, BodyIndex outer) {
    // an inboard body always precedes its outboard bodies
    while (inner.value < outer.value) outer = model.body(outer).inboard;
    return inner == outer;
}

BodyIndex common_inboard_body(const Model& model, BodyIndex a, BodyIndex b) {
    while (!(a == b)) {
        if (a.value < b.value) std::swap(a, b);
        a = model.body(a).inboard;
    }
    return a;
}

namespace {

std::string text_of(Graph& graph, const Vec3<Expr>& v) {
    return "[" + to_string(graph, v[0]) + ", " + to_string(graph, v[1]) + ", " + to_string(graph, v[2]) + "]";
}

std::string described(const std::string& unit, const std::string& text) {
    return (unit.empty() ? "" : "  [" + unit + "]") + (text.empty() ? "" : "  " + text);
}

std::string motion_text(Graph& graph, const Motion& motion) {
    return std::string(motion.kind == Motion::Kind::rotate ? "rotate" : "translate") + " about " +
           text_of(graph, motion.axis) + " by " + to_string(graph, motion.value) +
           (motion.coordinate ? "" : "  (given)");
}

std::string body_text(const Model& model, std::size_t b) {
    Graph& graph = *model.graph;
    const Body& body = model.bodies[b];
    std::string text =
        "body " + body.name + ", inboard " + model.body(body.inboard).name + ", hinge " + body.hinge.kind + "\n";
    for (const Motion& motion : body.hinge.motions) {
        std::string line = motion_text(graph, motion);
        if (motion.kind == Motion::Kind::translate) line.replace(line.find(" about "), 7, " along ");
        text += "    " + line + "\n";
    }
    if (body.hinge.euler_parameters) text += "    orientation by Euler parameters\n";
    text += "    at " + text_of(graph, body.at) + "\n";
    if (!is_zero(body.outboard_at)) text += "    outboard_at " + text_of(graph, body.outboard_at) + "\n";
    text += "    mass " + to_string(graph, body.mass) + ", cm " + text_of(graph, body.cm) + "\n";
    for (std::size_t i = 0; i < 3; ++i)
        text += std::string(i == 0 ? "    inertia " : "            ") +
                text_of(graph, {{body.inertia(i, 0), body.inertia(i, 1), body.inertia(i, 2)}}) + "\n";
    return text;
}

}  // namespace

std::string to_string(const Model& model) {
    Graph& graph = *model.graph;
    std::string text = "model " + model.name + (model.title.empty() ? "" : ": " + model.title) + "\n";
    for (const Parameter& p : model.parameters)
        text += "parameter " + p.name + " = " + to_string(graph, p.default_value) + described(p.unit, p.text) + "\n";
    for (const Input& w : model.inputs) text += "input " + w.name + described(w.unit, w.text) + "\n";
    text += "gravity " + text_of(graph, model.gravity) + "\n";
    for (std::size_t b = 1; b < model.bodies.size(); ++b) text += body_text(model, b);
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        text += "q(" + std::to_string(k + 1) + ") " + model.coordinates[k].name + " of " +
                model.body(model.coordinates[k].body).name + "\n";
    for (std::size_t k = 0; k < model.speeds.size(); ++k)
        text += "u(" + std::to_string(k + 1) + ") " + model.speeds[k].name + " of " +
                model.body(model.speeds[k].body).name + (model.speeds[k].rate_of ? "" : "  (quasi-velocity)") + "\n";
    for (const ForceLoad& load : model.forces)
        text += "force " + text_of(graph, load.components) + " in " + load.frame.name + " at " + load.point.name +
                " of " + model.body(load.point.body).name +
                (load.reaction ? ", reaction at " + load.reaction->name : "") + "\n";
    for (const TorqueLoad& load : model.torques)
        text += "torque " + text_of(graph, load.components) + " in " + load.frame.name + " on " +
                model.body(load.body).name + (load.reaction ? ", reaction on " + model.body(*load.reaction).name : "") +
                "\n";
    for (const HingeLoad& load : model.hinge_loads)
        text += "hinge_load on " + model.speeds[load.speed.value].name + ": " + to_string(graph, load.value) + "\n";
    for (const LineLoad& load : model.line_loads)
        text += std::string(load.spring ? "spring" : "line_force") + " between " + load.P.name + " and " + load.Q.name +
                ": " + to_string(graph, load.value, 400) + "\n";
    for (const Potential& load : model.potentials) text += "potential " + to_string(graph, load.value) + "\n";
    for (const Dissipation& load : model.dissipations) text += "dissipation " + to_string(graph, load.value) + "\n";
    for (const Constraint& c : model.constraints)
        text += (c.kind == Constraint::Kind::loop ? "close_loop " + c.P.name + ", " + c.Q.name
                                                  : std::string(c.kind == Constraint::Kind::speed ? "speed_" : "") +
                                                        "constraint " + to_string(graph, c.value, 400) + " = 0") +
                (c.name.empty() ? "" : "  name " + c.name) + "\n";
    for (const Output& o : model.outputs)
        text += "output " + o.name + " = " + to_string(graph, o.value, 400) + described(o.unit, o.text) + "\n";
    return text;
}

}  // namespace lag
