#include "core/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

namespace lag {

std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

Expr symbol(const Model& model, CoordinateIndex q) {
    return model.graph->symbol(model.coordinates[q.value].name, Role::coordinate);
}
Expr symbol(const Model& model, SpeedIndex u) {
    return model.graph->symbol(model.speeds[u.value].name, Role::speed);
}
Expr symbol(const Model& model, ParameterIndex p) {
    return model.graph->symbol(model.parameters[p.value].name, Role::parameter);
}
Expr symbol(const Model& model, InputIndex w) {
    return model.graph->symbol(model.inputs[w.value].name, Role::input);
}
Expr symbol(const Model& model, FlagIndex f) {
    return symbol(model, input_of(model, f));
}
Expr symbol(const Model& model, StateIndex s) {
    return model.graph->symbol(model.states[s.value].name, Role::state);
}
Expr acceleration_symbol(const Model& model, SpeedIndex u) {
    return model.graph->symbol(model.speeds[u.value].name + "'", Role::acceleration);
}
namespace {

std::size_t free_motions(const Hinge& hinge, Motion::Kind kind) {
    return static_cast<std::size_t>(std::count_if(hinge.motions.begin(), hinge.motions.end(),
                                                  [&](const Motion& m) { return m.kind == kind && m.is_free(); }));
}

std::size_t rows_left(std::size_t free) {
    return free < 3 ? 3 - free : 0;
}

}  // namespace

std::size_t separation_row_count(const CutHinge& cut) {
    return rows_left(free_motions(cut.hinge, Motion::Kind::translate));
}
std::size_t orientation_row_count(const CutHinge& cut) {
    return cut.hinge.euler_parameters ? 0 : rows_left(free_motions(cut.hinge, Motion::Kind::rotate));
}
std::size_t row_count(const Constraint& constraint) {
    if (constraint.kind == Constraint::Kind::hinge)
        return separation_row_count(constraint.cut) + orientation_row_count(constraint.cut);
    return constraint.kind == Constraint::Kind::loop ? 3 : 1;
}
std::string row_name(const Model& model, std::size_t constraint, std::size_t component) {
    const Constraint& c = model.constraints[constraint];
    const std::string name = c.name.empty() ? "constraint " + std::to_string(constraint + 1) : c.name;
    if (c.kind == Constraint::Kind::hinge) {
        const std::size_t separations = separation_row_count(c.cut);
        return component < separations ? fmt::format("{}.s{}", name, component + 1)
                                       : fmt::format("{}.r{}", name, component - separations + 1);
    }
    return c.kind == Constraint::Kind::loop ? fmt::format("{}.{}", name, "xyz"[component]) : name;
}
Expr multiplier_symbol(const Model& model, std::size_t constraint, std::size_t component) {
    return model.graph->symbol(fmt::format("lambda({})", row_name(model, constraint, component)), Role::multiplier);
}
Expr symbol(const Model& model, const Event::Setting& setting) {
    return std::visit([&](auto index) { return symbol(model, index); }, setting.what);
}
Expr time_symbol(const Model& model) {
    return model.graph->symbol("t", Role::time);
}
bool is_held(const Model& model, const HeldValue& value) {
    return std::ranges::find(model.held, value) != model.held.end();
}
bool follows_pose(const Model& model, CoordinateIndex q) {
    return std::ranges::any_of(model.constraints, [&](const Constraint& c) {
        const std::vector<CoordinateIndex>& own = c.cut.hinge.coordinates;
        return c.cut.starts_closed && std::ranges::find(own, q) != own.end();
    });
}
void insert_input(Model& model, InputIndex place, Input input) {
    const auto move = [&](InputIndex& w) {
        if (w >= place) ++w.value;
    };
    model.inputs.insert(model.inputs.begin() + static_cast<std::ptrdiff_t>(place.value), std::move(input));
    for (StageRoutine& routine : model.stage_routines) {
        for (StageRoutine::Told& told : routine.arguments)
            if (InputIndex* const w = std::get_if<InputIndex>(&told)) move(*w);
        for (InputIndex& w : routine.results) move(w);
    }
}

std::size_t flag_count(const Model& model) {
    std::size_t flags = 0;  // they stand after all inputs; a script may declare millions of these
    while (flags < model.inputs.size() && model.inputs[model.inputs.size() - 1 - flags].is_flag()) ++flags;
    return flags;
}
InputIndex input_of(const Model& model, FlagIndex f) {
    return InputIndex(model.inputs.size() - flag_count(model) + f.value);
}
std::optional<FlagIndex> flag_named(const Model& model, const std::string& name) {
    for (std::size_t k = 0; k < flag_count(model); ++k)
        if (model.inputs[input_of(model, FlagIndex(k)).value].name == name) return FlagIndex(k);
    return std::nullopt;
}
bool is_flag(const Model& model, const std::string& name) {
    return flag_named(model, name).has_value();
}

std::vector<std::array<CoordinateIndex, 4>> quaternions(const Model& model) {
    std::vector<std::array<CoordinateIndex, 4>> all;
    const auto add = [&](const Hinge& hinge) {
        if (!hinge.euler_parameters) return;
        all.push_back({hinge.coordinates[0], hinge.coordinates[1], hinge.coordinates[2], hinge.coordinates[3]});
    };
    for (const Body& body : model.bodies) add(body.hinge);
    for (const Constraint& c : model.constraints)
        if (c.kind == Constraint::Kind::hinge) add(c.cut.hinge);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a[0] < b[0]; });
    return all;
}

bool is_crowd_of_contacts(const Model& model) {
    return std::ranges::count_if(model.contacts, [](const Contact& c) { return c.normal.has_value(); }) >
           static_cast<std::ptrdiff_t>(most_enumerated_contacts);
}

bool contacts_share_loads(const Model& model) {
    return is_crowd_of_contacts(model) ||
           std::ranges::any_of(model.contacts, [](const Contact& c) { return c.second.has_value(); });
}

bool has_flexible_bodies(const Model& model) {
    return std::ranges::any_of(model.bodies, [](const Body& body) { return body.elastic != nullptr; });
}

bool is_elastic(const Model& model, CoordinateIndex q) {
    const std::shared_ptr<const ElasticBody>& elastic = model.body(model.coordinates[q.value].body).elastic;
    return elastic && std::ranges::find(elastic->coordinates, q) != elastic->coordinates.end();
}

double trial_size(const Model& model, CoordinateIndex q) {
    return is_elastic(model, q) ? model.body(model.coordinates[q.value].body).elastic->small : 1;
}

bool is_empty(const Model& model) {
    return model.bodies.size() < 2 && model.kinetic_terms.empty();
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
    return fmt::format("[{}, {}, {}]", to_string(graph, v[0]), to_string(graph, v[1]), to_string(graph, v[2]));
}

std::string described(const std::string& unit, const std::string& text) {
    return (unit.empty() ? "" : fmt::format("  [{}]", unit)) + (text.empty() ? "" : "  " + text);
}

std::string motion_text(Graph& graph, const Motion& motion) {
    return fmt::format("{} about {} by {}{}", motion.kind == Motion::Kind::rotate ? "rotate" : "translate",
                       text_of(graph, motion.axis), to_string(graph, motion.value),
                       motion.unmeasured   ? "  (free)"
                       : motion.coordinate ? ""
                                           : "  (given)");
}

std::string hinge_text(const Model& model, const Hinge& hinge) {
    std::string text;
    for (const Motion& motion : hinge.motions) {
        std::string line = motion_text(*model.graph, motion);
        if (motion.kind == Motion::Kind::translate) line.replace(line.find(" about "), 7, " along ");
        text += fmt::format("    {}\n", line);
    }
    return text + (hinge.euler_parameters ? "    orientation by Euler parameters\n" : "");
}

std::string cut_hinge_text(const Model& model, const Constraint& c) {
    Graph& graph = *model.graph;
    std::string text = fmt::format("cut_hinge {} on {}, hinge {}{}\n{}    at {}\n", model.body(c.cut.B).name,
                                   model.body(c.cut.A).name, c.cut.hinge.kind, c.name.empty() ? "" : "  name " + c.name,
                                   hinge_text(model, c.cut.hinge), text_of(graph, c.cut.at));
    if (!is_zero(c.cut.outboard_at)) text += fmt::format("    outboard_at {}\n", text_of(graph, c.cut.outboard_at));
    return text;
}

std::string constraint_text(const Model& model, const Constraint& c) {
    if (c.kind == Constraint::Kind::hinge) return cut_hinge_text(model, c);
    const std::string what =
        c.kind == Constraint::Kind::loop
            ? fmt::format("close_loop {}, {}", c.P.name, c.Q.name)
            : fmt::format("{}{} = 0", c.kind == Constraint::Kind::speed ? "speed_constraint " : "constraint ",
                          to_string(*model.graph, c.value, 400));
    const std::string active = c.is_switched() ? "  while " + to_string(*model.graph, c.active) : "";
    return fmt::format("{}{}{}\n", what, c.name.empty() ? "" : "  name " + c.name, active);
}

std::string event_text(const Model& model, const Event& event) {
    Graph& graph = *model.graph;
    const char* const direction = event.direction == Event::Direction::rising    ? " rising"
                                  : event.direction == Event::Direction::falling ? " falling"
                                                                                 : "";
    std::string text =
        fmt::format("event {} at {} = 0{}", event.name, to_string(graph, event.function, 400), direction);
    for (const Event::Impulse& impulse : event.impulses)
        text += fmt::format("\n    impulse on {}: {}", model.speeds[impulse.speed.value].name,
                            to_string(graph, impulse.value, 400));
    for (const std::size_t c : event.impact)
        text += fmt::format("\n    impact on {}, restitution {}", row_name(model, c, 0),
                            to_string(graph, event.restitution, 400));
    for (const Event::Setting& setting : event.settings)
        text += fmt::format("\n    set {} = {}", graph.symbol_of(symbol(model, setting)).name,
                            to_string(graph, setting.value, 400));
    return fmt::format("{}{}\n", text, event.stop ? "\n    stop" : "");
}

std::string body_text(const Model& model, std::size_t b) {
    Graph& graph = *model.graph;
    const Body& body = model.bodies[b];
    std::string text =
        fmt::format("body {}, inboard {}, hinge {}\n", body.name, model.body(body.inboard).name, body.hinge.kind);
    text += hinge_text(model, body.hinge);
    if (body.elastic) {
        text += "    flexible, coordinates";
        for (const CoordinateIndex q : body.elastic->coordinates) text += " " + model.coordinates[q.value].name;
        text += "\n";
    }
    text += fmt::format("    at {}\n", text_of(graph, body.at));
    if (!is_zero(body.outboard_at)) text += fmt::format("    outboard_at {}\n", text_of(graph, body.outboard_at));
    text += fmt::format("    mass {}, cm {}\n", to_string(graph, body.mass), text_of(graph, body.cm));
    for (std::size_t i = 0; i < 3; ++i)
        text += fmt::format("{}{}\n", i == 0 ? "    inertia " : "            ",
                            text_of(graph, {{body.inertia(i, 0), body.inertia(i, 1), body.inertia(i, 2)}}));
    return text;
}

// " of rod"; nothing for what `lagrange` declares
std::string holder(const Model& model, BodyIndex body) {
    return body == ground ? "" : " of " + model.body(body).name;
}

// Whether options(joints = absolute) or treat = absolute made it move freely on ground.
bool is_freed(const Model& model, BodyIndex b) {
    const Body& body = model.body(b);
    const auto is_named = [&](std::size_t k, const char* what) {
        const std::vector<CoordinateIndex>& q = body.hinge.coordinates;
        return k < q.size() && model.coordinates[q[k].value].name == body.name + what;
    };
    return body.inboard == ground && (is_named(0, "_e0") || is_named(2, "_turn"));
}

}  // namespace

std::string use_text(const Model& model, const JointUse& joint) {
    const std::string &A = model.body(joint.A).name, &B = model.body(joint.B).name;
    if (joint.kind == JointUse::Kind::branch) return fmt::format("carries {} on {}", B, A);
    if (joint.kind == JointUse::Kind::reversed_branch) return fmt::format("carries {} on {}, from B to A", A, B);
    if (is_freed(model, joint.A) || is_freed(model, joint.B)) return fmt::format("is rows between {} and {}", B, A);
    const bool stands = std::ranges::any_of(model.constraints, [&](const auto& c) { return c.name == joint.name; });
    return fmt::format("is {}: it closes a loop between {} and {}", stands ? "cut" : "solved", B, A);
}

std::string to_string(const Model& model) {
    Graph& graph = *model.graph;
    std::string text = fmt::format("model {}{}\n", model.name, model.title.empty() ? "" : ": " + model.title);
    for (const Parameter& p : model.parameters)
        text +=
            fmt::format("parameter {} = {}{}\n", p.name, to_string(graph, p.default_value), described(p.unit, p.text));
    for (const Input& w : model.inputs)
        text += fmt::format(
            "{}{}\n",
            w.is_flag() ? fmt::format("flag {} = {}", w.name, to_string(graph, *w.first_value)) : "input " + w.name,
            described(w.unit, w.text));
    text += fmt::format("gravity {}\n", text_of(graph, model.gravity));
    for (std::size_t b = 1; b < model.bodies.size(); ++b) text += body_text(model, b);
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        text += fmt::format("q({}) {}{}\n", k + 1, model.coordinates[k].name, holder(model, model.coordinates[k].body));
    for (std::size_t k = 0; k < model.speeds.size(); ++k)
        text += fmt::format("u({}) {}{}{}\n", k + 1, model.speeds[k].name, holder(model, model.speeds[k].body),
                            model.speeds[k].rate_of ? "" : "  (quasi-velocity)");
    for (const ForceLoad& load : model.forces)
        text += fmt::format("force {} in {} at {} of {}{}\n", text_of(graph, load.components), load.frame.name,
                            load.point.name, model.body(load.point.body).name,
                            load.reaction ? ", reaction at " + load.reaction->name : "");
    for (const TorqueLoad& load : model.torques)
        text += fmt::format("torque {} in {} on {}{}\n", text_of(graph, load.components), load.frame.name,
                            model.body(load.body).name,
                            load.reaction ? ", reaction on " + model.body(*load.reaction).name : "");
    for (const HingeLoad& load : model.hinge_loads)
        text += fmt::format("hinge_load on {}: {}\n",
                            load.cut ? model.coordinates[load.cut->value].name : model.speeds[load.speed.value].name,
                            to_string(graph, load.value));
    for (const LineLoad& load : model.line_loads)
        text += fmt::format("{} between {} and {}: {}\n", load.spring ? "spring" : "line_force", load.P.name,
                            load.Q.name, to_string(graph, load.value, 400));
    for (const Potential& load : model.potentials) text += fmt::format("potential {}\n", to_string(graph, load.value));
    for (const Dissipation& load : model.dissipations)
        text += fmt::format("dissipation {}\n", to_string(graph, load.value));
    for (const KineticTerm& term : model.kinetic_terms)
        text += fmt::format("kinetic energy {}\n", to_string(graph, term.value, 400));
    for (const ExternalRoutine& routine : model.externals) {
        text += fmt::format("external {}(", routine.name);
        for (std::size_t k = 0; k < routine.arguments.size(); ++k)
            text += (k == 0 ? "" : ", ") + to_string(graph, routine.arguments[k], 400);
        text += ") ->";
        for (const std::string& result : routine.results) text += " " + result;
        text += "\n";
    }
    for (const JointUse& joint : model.joints) text += fmt::format("joint {} {}\n", joint.name, use_text(model, joint));
    for (const Constraint& c : model.constraints) text += constraint_text(model, c);
    for (const StateVariable& s : model.states)
        text +=
            fmt::format("state {0}, {0}' = {1}{2}\n", s.name, to_string(graph, s.rate, 400), described(s.unit, s.text));
    for (const Event& event : model.events) text += event_text(model, event);
    for (const Output& o : model.outputs)
        text += fmt::format("output {} = {}{}\n", o.name, to_string(graph, o.value, 400), described(o.unit, o.text));
    return text;
}

const ExternalRoutine* linked_among(const std::vector<ExternalRoutine>& externals) {
    const auto found = std::ranges::find_if(externals, [](const ExternalRoutine& r) { return r.is_linked(); });
    return found == externals.end() ? nullptr : &*found;
}

}  // namespace lag
