#include "scripts/statements/warnings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <unordered_set>

#include "core/evaluate.hpp"
#include "core/routine_names.hpp"
#include "scripts/statements/defaults.hpp"
#include "scripts/statements/description.hpp"

namespace lag {

namespace {

// Looks for the first sub-expression of parameters alone, in the order of the graph, that has no finite value.
class AtDefaults {
  public:
    explicit AtDefaults(const Model& model)
        : model_(model),
          graph_(*model.graph),
          value_(
              graph_, [this](const Symbol& s) { return default_of(s.name); },
              [this](Expr constant) { return graph_.constant_double(constant); }) {}

    std::optional<Expr> without_number(Expr root) {
        std::vector<NodeId> open{root.id};
        std::unordered_set<NodeId> seen;
        while (!open.empty()) {
            const NodeId id = open.back();
            open.pop_back();
            if (!seen.insert(id).second) continue;
            if (of_parameters(id)) {
                if (!std::isfinite(number(id))) return cause(id);
                continue;
            }
            const Node& node = graph_.node(id);
            if (node.op == Op::div && of_parameters(node.operand[1]) && number(node.operand[1]) == 0)
                return Expr{&graph_, id};
            if (node.op == Op::select && of_parameters(node.operand[0])) {
                open.push_back(node.operand[number(node.operand[0]) != 0 ? 1 : 2]);
                continue;
            }
            for (int k = 0; k < arity(node.op); ++k) open.push_back(node.operand[k]);
        }
        return std::nullopt;
    }

  private:
    bool of_parameters(NodeId id) const {
        return (graph_.node(id).dependence & static_cast<Dependence>(~only_parameters)) == 0;
    }
    double number(NodeId id) { return value_(Expr{&graph_, id}); }
    double default_of(const std::string& name) const {
        for (const Parameter& p : model_.parameters)
            if (p.name == name) return graph_.constant_double(p.default_value);
        return 1;  // of another model of the script
    }
    // The operation whose operands are still numbers.
    Expr cause(NodeId id) {
        for (;;) {
            const Node& node = graph_.node(id);
            NodeId next = id;
            for (int k = 0; k < arity(node.op); ++k)
                if (!std::isfinite(number(node.operand[k]))) next = node.operand[k];
            if (next == id) return Expr{&graph_, id};
            id = next;
        }
    }

    const Model& model_;
    Graph& graph_;
    Evaluator<double> value_;
};

std::string defaults_in(const Model& model, Expr e) {
    Graph& graph = *model.graph;
    const std::array<Expr, 1> roots{e};
    std::string text;
    for (const Expr& s : symbols_in(graph, roots, only_parameters))
        for (const Parameter& p : model.parameters)
            if (p.name == graph.symbol_of(s).name)
                text +=
                    fmt::format("{}{} = {}", text.empty() ? "" : ", ", p.name, shown_value(model, p.default_value, 0));
    return text;
}

}  // namespace

void warn_of_no_number(Call& call, Expr e, const Syntax& at, const std::string& what) {
    const Model& model = call.description().model();
    Graph& graph = call.description().graph();
    if (model.parameters.empty() || graph.is_constant_expression(e)) return;
    try {
        const std::optional<Expr> found = AtDefaults(model).without_number(e);
        if (!found) return;
        const std::string text = to_string(graph, *found, 120);
        if (!call.description().warned_of.insert(text).second) return;
        call.interpreter.warning(at,
                                 fmt::format("{}: {} is no finite number at the default parameters ({})", what, text,
                                             defaults_in(model, *found)),
                                 "the emitted code holds it as it is: give the parameter another default, or set it "
                                 "before the first call");
    } catch (const ModelError&) {
        // a constant without a double's value: its own message comes with its emission
    }
}

void warn_of_long_quaternions(Call& call) {
    const Model& model = call.description().model();
    for (const auto& quaternion : quaternions(model)) {
        double square = 0;
        std::string names;
        for (const CoordinateIndex e : quaternion) {
            const Coordinate& q = model.coordinates[e.value];
            const std::optional<double> value = value_at_defaults(model, q.initial_value);
            square += value ? *value * *value : std::nan("");
            names += (names.empty() ? "" : ", ") + q.name;
        }
        if (!(std::abs(square - 1) > 1e-6) || !call.description().warned_of.insert(names).second) continue;
        call.interpreter.warning(call.node,
                                 fmt::format("the Euler parameters {} start with length {} and not 1", names,
                                             shortest_decimal(std::sqrt(square))),
                                 square > 0 ? routine_of(model.name, RoutineName::normalize) +
                                                  "(q) scales them; initial(..) may hold exact "
                                                  "numbers such as sqrt(2)/2"
                                            : "no rotation has four zeros: e0 is cos(angle/2), 1 for none");
    }
}

namespace {

// Every expression that a model is made of.
class Expressions {
  public:
    explicit Expressions(const Model& model) : model_(model) {
        add(model.gravity);
        for (const Body& body : model.bodies) add(body);
        for (const Coordinate& q : model.coordinates) add(q.initial_value);
        for (const Speed& u : model.speeds) add(u.initial_value);
        add_loads();
        for (const ExternalRoutine& routine : model.externals)
            for (const Expr argument : routine.arguments) add(argument);
        for (const StateVariable& s : model.states) add(s.rate), add(s.initial_value);
        for (const Input& w : model.inputs)
            if (w.is_flag()) add(*w.first_value);
        for (const Event& event : model.events) add(event);
        for (const auto* const some : {&model.contacts, &model.stops})
            for (const Contact& contact : *some) add(contact.limit), add(contact.restitution), add(contact.speed);
        if (!model.contacts.empty() || !model.stops.empty()) add(model.contact_speed);
        for (const Output& output : model.outputs) add(output.value);
        for (const Constraint& constraint : model.constraints) {
            add(constraint.value);
            add(constraint.P.location), add(constraint.Q.location);
            add(constraint.cut.at), add(constraint.cut.outboard_at);
            add(constraint.cut.orient), add(constraint.cut.hinge);
        }
        add(model.treatment.alpha), add(model.treatment.beta), add(model.treatment.decay);
    }

    std::vector<Expr> all;

  private:
    void add(Expr e) {
        if (e.graph != nullptr) all.push_back(e);
    }
    void add(const Vec3<Expr>& v) {
        for (const Expr e : v.c) add(e);
    }
    void add(const Mat3<Expr>& m) {
        for (const auto& row : m.rows)
            for (const Expr e : row) add(e);
    }
    void add(const Hinge& hinge) {
        for (const Motion& motion : hinge.motions) add(motion.value);
    }
    void add(const Body& body) {
        add(body.hinge);
        add(body.at), add(body.outboard_at), add(body.orient);
        add(body.mass), add(body.cm), add(body.inertia);
    }
    void add(const Event& event) {
        add(event.function), add(event.restitution);
        for (const Event::Impulse& impulse : event.impulses) add(impulse.value);
        for (const Event::Setting& setting : event.settings) add(setting.value);
    }
    void add_loads() {
        for (const ForceLoad& load : model_.forces) {
            add(load.components), add(load.frame.R_FB), add(load.point.location);
            if (load.reaction) add(load.reaction->location);
        }
        for (const TorqueLoad& load : model_.torques) add(load.components), add(load.frame.R_FB);
        for (const HingeLoad& load : model_.hinge_loads) add(load.value);
        for (const LineLoad& load : model_.line_loads)
            add(load.value), add(load.P.location), add(load.Q.location), add(load.stiffness), add(load.length);
        for (const Potential& potential : model_.potentials) add(potential.value);
        for (const Dissipation& dissipation : model_.dissipations) add(dissipation.value);
        for (const KineticTerm& term : model_.kinetic_terms) add(term.value);
    }

    const Model& model_;
};

}  // namespace

void warn_of_unused_parameters(Call& call) {
    const Model& model = call.description().model();
    const Expressions expressions(model);
    std::unordered_set<std::string> used;
    for (const Expr s : symbols_in(call.description().graph(), expressions.all, only_parameters))
        used.insert(call.description().graph().symbol_of(s).name);
    std::string names;
    std::size_t count = 0;
    for (const Parameter& p : model.parameters) {
        if (used.contains(p.name)) continue;
        names += fmt::format("{}{}'", names.empty() ? "'" : ", '", p.name);
        ++count;
    }
    if (count == 0 || !call.description().warned_of.insert("unused " + names).second) return;
    call.interpreter.warning(call.node,
                             fmt::format("{}{}{} not used by the model", count == 1 ? "parameter " : "parameters ",
                                         names, count == 1 ? " is" : " are"),
                             std::string(count == 1 ? "leave it out, or look for the place where its name is missing"
                                                    : "leave them out, or look for the places where their names are "
                                                      "missing") +
                                 "; what only the default of another parameter reads is a variable: name: value");
}

}  // namespace lag
