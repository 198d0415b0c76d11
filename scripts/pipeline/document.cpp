#include "scripts/pipeline/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/errors.hpp"
#include "emitters/choice/formulations.hpp"
#include "emitters/program/program.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "scripts/algebra/reader_form.hpp"
#include "scripts/pipeline/own_units.hpp"
#include "scripts/pipeline/stages.hpp"
#include "sparse_ldl/plan.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_shown = 400;     // characters of an expression in the script's syntax
constexpr std::size_t largest_written = 5000;  // nodes; above, an expression is not spelt out to be measured
constexpr std::size_t largest_picture = 300;   // rows
constexpr const char* too_long = "(too long to write out)";

class Describer {
  public:
    explicit Describer(const Model& model) : model_(model), graph_(*model.graph), algebra_(model.graph) {}

    Document run() {
        document_.title = model_.title.empty() ? model_.name : model_.title;
        describe_mechanism();
        describe_quantities();
        describe_loads();
        describe_equations();
        return std::move(document_);
    }

  private:
    Block& add(Block::Kind kind, const std::string& text = {}) {
        document_.blocks.emplace_back();
        document_.blocks.back().kind = kind;
        document_.blocks.back().text = text;
        return document_.blocks.back();
    }
    void table(const std::string& title, std::vector<std::vector<std::string>> rows) {
        if (rows.size() < 2) return;
        add(Block::Kind::heading, title);
        add(Block::Kind::table).rows = std::move(rows);
    }

    Scalar readable(Expr e) { return reader_form(algebra_, algebra_.raise(e)); }
    std::string text_of(Expr e) {
        if (e.graph == nullptr) return "0";
        if (unfolded_size(graph_, e.id, largest_written) > largest_written) return too_long;
        try {
            std::string text = algebra_.to_text(readable(e));
            if (text.size() <= longest_shown) return text;
            return fmt::format("({} characters)", text.size());
        } catch (const ModelError&) {
            return too_long;
        }
    }
    // A number as a decimal, anything else as it is.
    std::string decimal_of(Expr e) {
        if (e.graph == nullptr || !graph_.is_constant_expression(e)) return text_of(e);
        return shortest_decimal(graph_.constant_double(e));
    }
    std::string text_of(const Vec3<Expr>& v) {
        return fmt::format("[{}, {}, {}]", text_of(v[0]), text_of(v[1]), text_of(v[2]));
    }
    std::string name_tex(const std::string& name) { return algebra_.to_tex(algebra_.symbol(name)); }
    ShownEquation equation(const std::string& left, const std::string& left_tex, Expr e) {
        ShownEquation shown{left, left_tex, text_of(e), ""};
        if (!is_left_out(shown)) {
            try {
                shown.tex = algebra_.to_tex(readable(e.graph == nullptr ? graph_.integer(0) : e));
            } catch (const ModelError&) {
                shown.tex.clear();
            }
        }
        return shown;
    }

    // A list of motions is spelt out: "rotate driven, rotate spin".
    std::string motions_text(const Hinge& hinge) const {
        std::string text;
        for (const Motion& motion : hinge.motions) {
            const bool rotates = motion.kind == Motion::Kind::rotate;
            text += (text.empty() ? "" : ", ") + std::string(rotates ? "rotate " : "translate ");
            if (motion.coordinate)
                text += model_.coordinates[motion.coordinate->value].name;
            else if (motion.unmeasured)
                text += "free";
            else
                text += graph_.is_constant_expression(motion.value) ? "locked" : "driven";
        }
        return text;
    }
    std::string hinge_text(const Hinge& hinge) const {
        if (hinge.kind == "list") return motions_text(hinge);
        std::string names;
        for (const CoordinateIndex q : hinge.coordinates)
            names += (names.empty() ? "" : ", ") + model_.coordinates[q.value].name;
        return hinge.kind + (names.empty() ? "" : ": " + names);
    }

    // "x", "-z", "[0, 3/5, 4/5]"
    std::string axis_text(const Vec3<Expr>& axis) {
        std::size_t along = 3, others = 0;
        for (std::size_t i = 0; i < 3; ++i) axis[i].is_zero() ? ++others : along = i;
        const bool is_positive = along < 3 && axis[along].is_one(), is_negative = along < 3 && (-axis[along]).is_one();
        if (others != 2 || (!is_positive && !is_negative)) return text_of(axis);
        return (is_negative ? "-" : "") + std::string(1, "xyz"[along]);
    }
    // The motions in their order: "revolute about z: q", "planar along x, y, about z: a, b, c"
    std::string hinge_with_axes(const Hinge& hinge) {
        std::string axes;
        std::optional<Motion::Kind> before;
        for (const Motion& motion : hinge.motions) {
            const std::string word = motion.kind == Motion::Kind::rotate ? " about " : " along ";
            axes += (axes.empty() ? "" : ",") + (before == motion.kind ? " " : word) + axis_text(motion.axis);
            before = motion.kind;
        }
        const std::string plain = hinge_text(hinge);
        if (hinge.kind == "list") return plain + (axes.empty() ? "" : fmt::format(" ({})", axes.substr(1)));
        return hinge.kind + axes + plain.substr(hinge.kind.size());
    }

    void add_outboard(std::size_t inboard, std::size_t depth, std::vector<TreeNode>& nodes) {
        // an inboard body precedes its outboard ones, so that the depth is bounded by their number; no recursion
        std::vector<std::pair<std::size_t, std::size_t>> open{{inboard, depth}};
        while (!open.empty()) {
            const auto [b, level] = open.back();
            open.pop_back();
            nodes.push_back(
                {b == 0 ? "ground" : fmt::format("{} ({})", model_.bodies[b].name, hinge_text(model_.bodies[b].hinge)),
                 level});
            for (std::size_t o = model_.bodies.size(); o-- > 1;)
                if (model_.bodies[o].inboard.value == b) open.emplace_back(o, level + 1);
        }
    }

    void describe_mechanism() {
        if (model_.bodies.size() > 1) {
            add(Block::Kind::heading, "Bodies and hinges");
            add_outboard(0, 0, add(Block::Kind::tree).tree);
            std::vector<std::vector<std::string>> rows{
                {"body", "inboard", "hinge", "at", "mass", "mass centre", "inertia"}};
            for (std::size_t b = 1; b < model_.bodies.size(); ++b) {
                const Body& body = model_.bodies[b];
                rows.push_back({body.name, model_.body(body.inboard).name, hinge_with_axes(body.hinge),
                                text_of(body.at), text_of(body.mass), text_of(body.cm),
                                text_of(Vec3<Expr>{{body.inertia(0, 0), body.inertia(1, 1), body.inertia(2, 2)}})});
            }
            add(Block::Kind::table).rows = std::move(rows);
        }
        for (const JointUse& joint : model_.joints)
            add(Block::Kind::paragraph, fmt::format("Joint {} {}.", joint.name, use_text(model_, joint)));
        for (const KineticTerm& term : model_.kinetic_terms)
            add(Block::Kind::paragraph, "Explicit kinetic energy: " + text_of(term.value));
        if (!is_zero(model_.gravity)) add(Block::Kind::paragraph, "Gravity, ground axes: " + text_of(model_.gravity));
    }

    void describe_quantities() {
        const OwnUnits own(model_);
        std::vector<std::vector<std::string>> rows{{"q", "coordinate", "unit", "initial value"}};
        for (std::size_t k = 0; k < model_.coordinates.size(); ++k) {
            const Coordinate& q = model_.coordinates[k];
            rows.push_back({std::to_string(k + 1), q.name, own.label(q.unit), decimal_of(q.initial_value)});
        }
        table("Coordinates", std::move(rows));
        rows = {{"u", "speed", "unit", "initial value"}};
        for (std::size_t k = 0; k < model_.speeds.size(); ++k) {
            const Speed& u = model_.speeds[k];
            rows.push_back({std::to_string(k + 1), u.name, own.label(u.unit), decimal_of(u.initial_value)});
        }
        table("Speeds", std::move(rows));
        rows = {{"s", "state", "rate", "unit", "initial value", "meaning"}};
        for (std::size_t k = 0; k < model_.states.size(); ++k) {
            const StateVariable& s = model_.states[k];
            rows.push_back(
                {std::to_string(k + 1), s.name, text_of(s.rate), s.unit, decimal_of(s.initial_value), s.text});
        }
        table("States", std::move(rows));
        rows = {{"parameter", "default", "unit", "meaning"}};
        for (const Parameter& p : model_.parameters)
            rows.push_back({p.name, shortest_decimal(graph_.constant_double(p.default_value)), p.unit, p.text});
        table("Parameters", std::move(rows));
        rows = {{"input", "unit", "meaning"}};
        for (const Input& w : model_.inputs)
            if (!w.is_flag()) rows.push_back({w.name, w.unit, w.text});
        table("Inputs", std::move(rows));
        rows = {{"flag", "first value", "meaning"}};
        for (const Input& w : model_.inputs)
            if (w.is_flag()) rows.push_back({w.name, text_of(*w.first_value), w.text});
        table("Flags", std::move(rows));
        rows = {{"output", "value", "unit", "meaning"}};
        for (const Output& o : model_.outputs) rows.push_back({o.name, text_of(o.value), o.unit, o.text});
        table("Outputs", std::move(rows));
    }

    void describe_loads() {
        std::vector<std::vector<std::string>> rows{{"load", "acts on", "value"}};
        for (const ForceLoad& load : model_.forces)
            rows.push_back({"force", load.point.name + (load.reaction ? ", opposite on " + load.reaction->name : ""),
                            fmt::format("{} in {}", text_of(load.components), load.frame.name)});
        for (const TorqueLoad& load : model_.torques)
            rows.push_back({"torque",
                            model_.body(load.body).name +
                                (load.reaction ? ", opposite on " + model_.body(*load.reaction).name : ""),
                            fmt::format("{} in {}", text_of(load.components), load.frame.name)});
        for (const HingeLoad& load : model_.hinge_loads)
            rows.push_back({"hinge load",
                            load.cut ? model_.coordinates[load.cut->value].name : model_.speeds[load.speed.value].name,
                            text_of(load.value)});
        for (const LineLoad& load : model_.line_loads)
            rows.push_back({load.spring ? "spring" : "line force", fmt::format("{} - {}", load.P.name, load.Q.name),
                            text_of(load.value)});
        for (const Potential& load : model_.potentials) rows.push_back({"potential", "", text_of(load.value)});
        for (const Dissipation& load : model_.dissipations) rows.push_back({"dissipation", "", text_of(load.value)});
        for (const ExternalRoutine& routine : model_.externals) {
            std::string results;
            for (const std::string& name : routine.results) results += (results.empty() ? "" : ", ") + name;
            rows.push_back({"external routine", routine.name, "gives " + results});
        }
        table("Loads", std::move(rows));
        rows = {{"constraint", "what"}};
        for (std::size_t c = 0; c < model_.constraints.size(); ++c) rows.push_back(constraint_row(c));
        table("Constraints", std::move(rows));
        describe_events();
    }
    void describe_events() {
        std::vector<std::vector<std::string>> rows{{"event", "where this passes zero", "direction", "what happens"}};
        for (const Event& event : model_.events)
            rows.push_back({event.name, text_of(event.function),
                            event.direction == Event::Direction::rising    ? "rising"
                            : event.direction == Event::Direction::falling ? "falling"
                                                                           : "either",
                            actions_of(event)});
        table("Events", std::move(rows));
        ModeGraph graph = mode_graph(model_);
        if (graph.modes.size() < 2) return;
        add(Block::Kind::heading, "Modes");
        add(Block::Kind::paragraph,
            std::string("Which switched rows hold, and which event leads where if it happens; the start is framed.") +
                (graph.is_cut ? " There are more modes than these." : ""));
        add(Block::Kind::modes).modes = std::move(graph);
    }
    std::string actions_of(const Event& event) {
        std::string text;
        const auto add_action = [&](const std::string& action) { text += (text.empty() ? "" : "; ") + action; };
        for (const Event::Impulse& impulse : event.impulses)
            add_action(
                fmt::format("impulse {} on {}", text_of(impulse.value), model_.speeds[impulse.speed.value].name));
        for (const std::size_t c : event.impact)
            add_action(fmt::format("impact on {}, restitution {}", row_name(model_, c, 0), text_of(event.restitution)));
        for (const Event::Setting& setting : event.settings)
            add_action(fmt::format("{} becomes {}", model_.graph->symbol_of(symbol(model_, setting)).name,
                                   text_of(setting.value)));
        if (event.stop) add_action("the simulation ends");
        return text;
    }
    std::vector<std::string> constraint_row(std::size_t c) {
        std::vector<std::string> row = permanent_row(c);
        if (const Constraint& constraint = model_.constraints[c]; constraint.is_switched())
            row.back() += fmt::format(", while {} is not 0", text_of(constraint.active));
        return row;
    }
    // Of bodies that move freely, as options(joints = absolute) has it.
    bool is_rows(const std::string& joint) const {
        return std::ranges::any_of(model_.joints, [&](const JointUse& use) {
            return use.name == joint && use_text(model_, use).starts_with("is rows");
        });
    }
    std::vector<std::string> permanent_row(std::size_t c) {
        const Constraint& constraint = model_.constraints[c];
        const std::string name = constraint.name.empty() ? std::to_string(c + 1) : constraint.name;
        switch (constraint.kind) {
            case Constraint::Kind::loop:
                return {name, fmt::format("{} and {} coincide", constraint.P.name, constraint.Q.name)};
            case Constraint::Kind::hinge:
                return {name, fmt::format("{} hangs on {} by {}, {}", model_.body(constraint.cut.B).name,
                                          model_.body(constraint.cut.A).name,
                                          is_rows(name) ? "a hinge that is rows" : "a cut hinge",
                                          hinge_text(constraint.cut.hinge))};
            default:
                return {name, text_of(constraint.value) + " = 0"};
        }
    }

    // Most speeds are rates of coordinates; only the others need an equation.
    void describe_rates(const Model& model, const Equations& equations) {
        std::string rates;
        std::vector<ShownEquation> others;
        for (std::size_t q = 0; q < model.coordinates.size(); ++q) {
            const std::string name = model.coordinates[q].name + "'";
            ShownEquation shown = equation(name, name_tex(name), equations.kinematic_equations[q]);
            if (shown.text == name)
                rates += (rates.empty() ? "" : ", ") + name;
            else
                others.push_back(std::move(shown));
        }
        add(Block::Kind::heading, "Kinematic differential equations");
        if (!rates.empty()) add(Block::Kind::paragraph, fmt::format("Speeds of their own are the rates {}.", rates));
        if (!others.empty()) add(Block::Kind::equations).equations = std::move(others);
    }

    void add_rows_left_out(const ConstraintRows& rows) {
        std::string text;
        const auto say = [&](const std::string& note) { text += (text.empty() ? "" : "; ") + note; };
        for (const std::string& note : rows.notes) say(note);
        for (const LeftOutRow& row : rows.left_out) say(note_on(row));
        if (!text.empty()) add(Block::Kind::paragraph, fmt::format("Not among the rows: {}.", text));
    }

    static bool is_left_out(const ShownEquation& e) {
        return e.text == too_long || (e.text.starts_with('(') && e.text.ends_with(" characters)"));
    }
    // Takes those out that are only named: "M[1,1] (1174 characters), f[3] (too long to write out)".
    static std::string take_long_ones(std::vector<ShownEquation>& equations) {
        std::string names;
        for (const ShownEquation& e : equations)
            if (is_left_out(e)) names += fmt::format("{}{} {}", names.empty() ? "" : ", ", e.left, e.text);
        std::erase_if(equations, is_left_out);
        return names;
    }

    void describe_equations() {
        const Kinematics kinematics = compute_kinematics(model_);
        const MinimalSystem system = minimal_system(model_, kinematics);
        const Model& model = system.model;
        const Equations equations = form_equations(system, compute_partials(model, system.kinematics), {});
        const LdlPlan plan = plan_ldl(equations.pattern);
        require_pivots(model, equations, plan);

        describe_rates(model, equations);
        add(Block::Kind::heading, "Equations of motion");
        add(Block::Kind::paragraph, equations.constraints.rows.empty()
                                        ? "M u' = f; the entries of M that are not zero by structure, and f:"
                                        : "M u' = f - B^T lambda, B u' = gamma; the entries of M that are not zero by "
                                          "structure, f, and the constraint rows:");
        Block* block = &add(Block::Kind::equations);
        for (const MassEntry& entry : equations.mass_matrix) {
            const std::string i = std::to_string(entry.row + 1), j = std::to_string(entry.column + 1);
            block->equations.push_back(
                equation(fmt::format("M[{},{}]", i, j), fmt::format("M_{{{},{}}}", i, j), entry.value));
        }
        for (std::size_t u = 0; u < equations.right_side.size(); ++u)
            block->equations.push_back(
                equation(fmt::format("f[{}]", u + 1), fmt::format("f_{{{}}}", u + 1), equations.right_side[u]));
        for (std::size_t r = 0; r < equations.constraints.rows.size(); ++r) {
            const ConstraintRow& row = equations.constraints.rows[r];
            const std::string number = std::to_string(r + 1);
            block->equations.push_back(equation(fmt::format("phi[{}] ({})", number, row.name),
                                                fmt::format("\\varphi_{{{}}}", number), row.phi));
            for (const auto& [speed, coefficient] : row.B) {
                const std::string j = std::to_string(speed.value + 1);
                block->equations.push_back(
                    equation(fmt::format("B[{},{}]", number, j), fmt::format("B_{{{},{}}}", number, j), coefficient));
            }
        }
        block->equations.push_back(equation("kinetic energy", "T", equations.kinetic_energy));
        block->equations.push_back(equation("potential energy", "V", equations.potential_energy));
        const std::string left_out = take_long_ones(block->equations);
        if (!left_out.empty()) add(Block::Kind::paragraph, fmt::format("Too long to be read here: {}.", left_out));
        add_rows_left_out(system.whole ? system.whole->constraints : equations.constraints);
        add_patterns(model, equations, plan);
        add_counts(kinematics, system);
    }

    void add_patterns(const Model& model, const Equations& equations, const LdlPlan& plan) {
        const std::size_t nu = model.speeds.size(), n = plan.size();
        if (n == 0 || n > largest_picture) return;
        const std::vector<std::string> names = pattern_row_names(model, equations);
        const SymmetricPattern& A = plan.pattern;
        PatternPicture mass{"M", {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(nu)}, {}},
            rows{"B", {}, {}};
        for (std::size_t i = 0; i < n; ++i) {
            std::vector<int> line;
            for (std::size_t j = 0; j < nu; ++j) line.push_back(A.has(std::max(i, j), std::min(i, j)) ? 1 : 0);
            (i < nu ? mass : rows).cells.push_back(line);
            if (i >= nu) rows.rows.push_back(names[i]);
        }
        const auto factor = [&](const std::string& title, const EliminationOrder& order) {
            const FactorPattern L = factor_pattern(A, order);
            PatternPicture picture{fmt::format("{}, {} entries below the diagonal", title, L.nonzeros()), {}, {}};
            for (std::size_t i = 0; i < n; ++i) {
                picture.rows.push_back(names[order[i]]);
                std::vector<int> line(n, 0);
                for (std::size_t j = 0; j < i; ++j)
                    if (L.has(i, j))
                        line[j] = A.has(std::max(order[i], order[j]), std::min(order[i], order[j])) ? 1 : 2;
                line[i] = 1;
                picture.cells.push_back(std::move(line));
            }
            return picture;
        };
        EliminationOrder declared(n);
        std::iota(declared.begin(), declared.end(), std::size_t{0});
        add(Block::Kind::heading, "Sparsity");
        add(Block::Kind::paragraph, "What may be non-zero; in L, what only elimination makes is lighter.");
        Block& block = add(Block::Kind::pictures);
        block.pictures.push_back(std::move(mass));
        if (!rows.cells.empty()) block.pictures.push_back(std::move(rows));
        block.pictures.push_back(factor("L in declared order", declared));
        block.pictures.push_back(factor("L as ordered", plan.order));
    }

    void add_counts(const Kinematics& kinematics, const MinimalSystem& system) {
        const Program program = cheapest_program({model_, kinematics, system}, Formulation::automatic, {});
        std::vector<std::vector<std::string>> rows{{"routine", "add", "mul", "div", "sqrt", "call", "computes"}};
        for (const Routine& routine : program.routines) {
            const OperationCount& n = routine.operations;
            rows.push_back({fmt::format("{}_{}", model_.name, routine.name), std::to_string(n.add),
                            std::to_string(n.mul), std::to_string(n.div), std::to_string(n.sqrt),
                            std::to_string(n.call), routine.text});
        }
        table("Operations in each routine", std::move(rows));
    }

    const Model& model_;
    Graph& graph_;
    Algebra algebra_;
    Document document_;
};

}  // namespace

Document document_of(const Model& model) {
    return Describer(model).run();
}

}  // namespace lag
