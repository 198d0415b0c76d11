// Stage: Model, Equations, LdlPlan -> Program: which routine computes what, from what.
//
// The accelerations are the LdlPlan executed on expressions: the numbers are graph nodes, so that running the plan
// writes the code. The check of a pivot (sparse_ldl/plan.hpp) becomes a condition; a pivot that fails is replaced by
// selection. Constraint rows enter here: `SolvedSystem` takes its matrix from the plan's rows nu, nu+1, ... and its
// multipliers from x.

#include <algorithm>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "emitters/program.hpp"
#include "sparse_ldl/execute.hpp"

namespace lag {

namespace {

using Intent = Argument::Intent;

struct SolvedSystem {
    std::vector<Expr> accelerations, multipliers;
    std::vector<PivotCheck> checks;
    std::unordered_map<NodeId, std::string> labels;
};

class ExpressionPolicy {
  public:
    ExpressionPolicy(Graph& graph, const Model& model) : graph_(&graph), model_(&model) {}

    Expr reciprocal_of_pivot(const Expr& d, const Expr& lead, const PivotSite& site) {
        const Expr zero = graph_->integer(0);
        const Expr bound = site.can_cancel ? graph_->mul(graph_->constant(exact_rational(pivot_margin)), lead) : zero;
        const Expr holds = site.sign > 0 ? graph_->binary(Op::less, bound, d) : graph_->binary(Op::less, d, bound);
        const Expr harmless = graph_->constant(site.sign * parse_rational("1e30"));
        const Expr reciprocal = graph_->div(graph_->integer(1), graph_->select(holds, d, harmless));
        checks.push_back({holds, site.row + 1});
        const std::size_t nu = model_->speeds.size();
        labels.emplace(d.id, "pivot of " + (site.row < nu ? model_->speeds[site.row].name
                                                          : "constraint row " + std::to_string(site.row - nu + 1)));
        return reciprocal;
    }

    std::vector<PivotCheck> checks;
    std::unordered_map<NodeId, std::string> labels;

  private:
    Graph* graph_;
    const Model* model_;
};

SolvedSystem solve(const Model& model, const Equations& equations, const LdlPlan& plan) {
    Graph& graph = *model.graph;
    const std::size_t nu = model.speeds.size();
    std::map<std::pair<std::size_t, std::size_t>, Expr> mass;
    for (const MassEntry& entry : equations.mass_matrix) mass[{entry.row, entry.column}] = entry.value;
    for (std::size_t r = 0; r < equations.constraints.rows.size(); ++r)
        for (const auto& [speed, coefficient] : equations.constraints.rows[r].B)
            mass[{nu + r, speed.value}] = coefficient;
    const auto entry = [&](std::size_t i, std::size_t j) {
        const auto found = mass.find({i, j});
        return found == mass.end() ? graph.integer(0) : Expr{&graph, found->second.id};
    };
    std::vector<Expr> right_side;
    for (const Expr& f : equations.right_side) right_side.push_back({&graph, f.id});
    for (const ConstraintRow& row : equations.constraints.rows) right_side.push_back({&graph, row.gamma.id});
    ExpressionPolicy policy(graph, model);
    const LdlResult<Expr> result = execute(plan, entry, right_side, policy);
    const auto split = result.x.begin() + static_cast<std::ptrdiff_t>(nu);
    return {{result.x.begin(), split}, {split, result.x.end()}, policy.checks, policy.labels};
}

class Lowering {
  public:
    Lowering(const Model& model, const Equations& equations, const LdlPlan& plan)
        : model_(model),
          equations_(equations),
          labels_(equations.labels.begin(), equations.labels.end()),
          solved_(solve(model, equations, plan)) {}

    Program program() {
        describe();
        add_defaults(), add_initial(), add_setup();
        add_derivatives(), add_accelerations(), add_mass_matrix(), add_right_side(), add_kinematics();
        add_inverse_dynamics(), add_constraints(), add_constraint_matrix(), add_energy(), add_outputs(),
            add_normalize();
        for (const Routine& routine : program_.routines) check_symbols(routine);
        return std::move(program_);
    }

  private:
    void describe() {
        program_.name = model_.name, program_.title = model_.title;
        for (const Coordinate& q : model_.coordinates) program_.coordinates.push_back({q.name, q.unit, ""});
        for (const Speed& u : model_.speeds) program_.speeds.push_back({u.name, u.unit, ""});
        for (const Parameter& p : model_.parameters) program_.parameters.push_back({p.name, p.unit, p.text});
        for (const Input& w : model_.inputs) program_.inputs.push_back({w.name, w.unit, w.text});
        for (const Output& o : model_.outputs) program_.outputs.push_back({o.name, o.unit, o.text});
        for (const ConstraintRow& row : equations_.constraints.rows) program_.constraints.push_back({row.name, "", ""});
        program_.sizes = {nq_ = {"nq", model_.coordinates.size()},
                          nu_ = {"nu", model_.speeds.size()},
                          np_ = {"np", model_.parameters.size()},
                          nw_ = {"nw", model_.inputs.size()},
                          nc_ = {"nc", 0},
                          nl_ = {"nl", equations_.constraints.rows.size()},
                          nphi_ = {"nphi", equations_.constraints.rows.size()},
                          no_ = {"no", model_.outputs.size()}};
        program_.constants_graph = std::make_shared<Graph>();
    }

    Routine& add(const std::string& name, const std::string& text) {
        Routine& routine = program_.routines.emplace_back();
        routine.name = name, routine.text = text, routine.graph = model_.graph, routine.labels = labels_;
        return routine;
    }
    static std::size_t argument(Routine& routine, const std::string& name, Intent intent, std::vector<Extent> shape) {
        routine.arguments.push_back({name, intent, Argument::Type::real, std::move(shape), {}});
        return routine.arguments.size() - 1;
    }
    static void add_info(Routine& routine) {
        routine.arguments.push_back({"info", Intent::out, Argument::Type::integer, {}, {}});
    }
    void read_time(Routine& r) const {
        r.reads[{Role::time, graph().symbol_of(time_symbol(model_).id).name}] = {argument(r, "t", Intent::in, {}), 0};
    }
    void read_coordinates(Routine& r, const std::string& name = "q", Intent intent = Intent::in) const {
        const std::size_t a = argument(r, name, intent, {nq_});
        for (std::size_t i = 0; i < nq_.value; ++i) r.reads[{Role::coordinate, model_.coordinates[i].name}] = {a, i};
    }
    void read_speeds(Routine& r) const {
        const std::size_t a = argument(r, "u", Intent::in, {nu_});
        for (std::size_t i = 0; i < nu_.value; ++i) r.reads[{Role::speed, model_.speeds[i].name}] = {a, i};
    }
    void read_state(Routine& r) const {
        const std::size_t a = argument(r, "y", Intent::in, {{"nq+nu", nq_.value + nu_.value}});
        for (std::size_t i = 0; i < nq_.value; ++i) r.reads[{Role::coordinate, model_.coordinates[i].name}] = {a, i};
        for (std::size_t i = 0; i < nu_.value; ++i) r.reads[{Role::speed, model_.speeds[i].name}] = {a, nq_.value + i};
    }
    void read_accelerations(Routine& r) const {
        const std::size_t a = argument(r, "udot", Intent::in, {nu_});
        for (std::size_t i = 0; i < nu_.value; ++i) {
            const Expr symbol = acceleration_symbol(model_, SpeedIndex{i});
            r.reads[{Role::acceleration, graph().symbol_of(symbol.id).name}] = {a, i};
        }
    }
    void read_inputs_and_constants(Routine& r) const {
        const std::size_t a = argument(r, "w", Intent::in, {nw_});
        for (std::size_t i = 0; i < nw_.value; ++i) r.reads[{Role::input, model_.inputs[i].name}] = {a, i};
        argument(r, "c", Intent::in, {nc_});
    }
    void read_parameters(Routine& r) const {
        const std::size_t a = argument(r, "p", Intent::in, {np_});
        for (std::size_t i = 0; i < np_.value; ++i) r.reads[{Role::parameter, model_.parameters[i].name}] = {a, i};
    }
    void write(Routine& r, std::size_t argument, std::size_t element, Expr value) const {
        r.results.push_back({{argument, element}, Expr{&graph(), value.id}});
    }
    void write_all(Routine& r, const std::string& name, const Extent& extent, const std::vector<Expr>& values,
                   std::vector<std::string> names) const {
        const std::size_t a = argument(r, name, Intent::out, {extent});
        r.arguments[a].element_names = std::move(names);
        if (values.size() != extent.value)
            throw InternalError(r.name + ": " + std::to_string(values.size()) + " values for " + name);
        for (std::size_t i = 0; i < values.size(); ++i) write(r, a, i, values[i]);
    }
    Graph& graph() const { return *model_.graph; }

    static std::vector<std::string> names_of(const std::vector<TableRow>& table, const std::string& suffix = "") {
        std::vector<std::string> names;
        for (const TableRow& row : table) {
            std::string name = row.name + suffix;
            if (suffix.empty() && !row.unit.empty()) name += " [" + row.unit + "]";
            if (suffix.empty() && !row.text.empty()) name += " " + row.text;
            names.push_back(std::move(name));
        }
        return names;
    }

    void add_defaults() {
        Routine& r = add("defaults", "the default parameter values");
        std::vector<Expr> values;
        for (const Parameter& p : model_.parameters) values.push_back(p.default_value);
        write_all(r, "p", np_, values, names_of(program_.parameters));
    }
    void add_initial() {
        Routine& r = add("initial", "the initial state of the script");
        read_parameters(r);
        std::vector<Expr> q, u;
        for (const Coordinate& coordinate : model_.coordinates) q.push_back(coordinate.initial_value);
        for (const Speed& speed : model_.speeds) u.push_back(speed.initial_value);
        write_all(r, "q", nq_, q, names_of(program_.coordinates));
        write_all(r, "u", nu_, u, names_of(program_.speeds));
    }
    void add_setup() {
        Routine& r = add("setup", "every sub-expression of parameters alone, once");
        r.graph = program_.constants_graph, r.labels.clear();
        read_parameters(r);
        argument(r, "c", Intent::out, {nc_});
    }
    void add_solution(Routine& r) {
        r.checks = solved_.checks;
        r.labels.insert(solved_.labels.begin(), solved_.labels.end());
    }
    void add_derivatives() {
        Routine& r = add("derivatives", "the right side of the ODE: y = [q; u]");
        read_time(r), read_state(r), read_inputs_and_constants(r);
        std::vector<Expr> ydot = equations_.kinematic_equations;
        ydot.insert(ydot.end(), solved_.accelerations.begin(), solved_.accelerations.end());
        std::vector<std::string> names = names_of(program_.coordinates, "'");
        for (std::string& name : names_of(program_.speeds, "'")) names.push_back(std::move(name));
        write_all(r, "ydot", {"nq+nu", nq_.value + nu_.value}, ydot, std::move(names));
        add_info(r), add_solution(r);
    }
    void add_accelerations() {
        Routine& r = add("accelerations", "accelerations and multipliers");
        read_time(r), read_coordinates(r), read_speeds(r), read_inputs_and_constants(r);
        write_all(r, "udot", nu_, solved_.accelerations, names_of(program_.speeds, "'"));
        write_all(r, "lambda", nl_, solved_.multipliers, names_of(program_.constraints));
        add_info(r), add_solution(r);
    }
    void add_mass_matrix() {
        Routine& r = add("mass_matrix", "the mass matrix M");
        read_time(r), read_coordinates(r), read_inputs_and_constants(r);
        const std::size_t a = argument(r, "mm", Intent::out, {nu_, nu_});
        const std::size_t n = nu_.value;
        std::vector<Expr> full(n * n, graph().integer(0));
        for (const MassEntry& entry : equations_.mass_matrix)
            full[entry.column * n + entry.row] = full[entry.row * n + entry.column] = entry.value;
        for (std::size_t i = 0; i < full.size(); ++i) write(r, a, i, full[i]);
    }
    void add_right_side() {
        Routine& r = add("right_side", "f of M udot = f - B^T lambda");
        read_time(r), read_coordinates(r), read_speeds(r), read_inputs_and_constants(r);
        write_all(r, "f", nu_, equations_.right_side, names_of(program_.speeds));
    }
    void add_kinematics() {
        Routine& r = add("kinematics", "the kinematic differential equations");
        read_time(r), read_coordinates(r), read_speeds(r), read_inputs_and_constants(r);
        write_all(r, "qdot", nq_, equations_.kinematic_equations, names_of(program_.coordinates, "'"));
    }
    void add_inverse_dynamics() {
        Routine& r = add("inverse_dynamics", "M udot - f without forming M");
        read_time(r), read_coordinates(r), read_speeds(r), read_accelerations(r), read_inputs_and_constants(r);
        write_all(r, "r", nu_, equations_.inverse_dynamics, names_of(program_.speeds));
    }
    void add_constraints() {
        if (nphi_.value == 0) return;
        Routine& r = add("constraints", "constraint errors at position and speed level");
        read_time(r), read_coordinates(r), read_speeds(r), read_inputs_and_constants(r);
        std::vector<Expr> phi, phidot;
        for (const ConstraintRow& row : equations_.constraints.rows) {
            phi.push_back(row.phi);
            phidot.push_back(row.phidot);
        }
        write_all(r, "phi", nphi_, phi, names_of(program_.constraints));
        write_all(r, "phidot", nphi_, phidot, names_of(program_.constraints, "'"));
    }
    void add_constraint_matrix() {
        if (nphi_.value == 0) return;
        Routine& r = add("constraint_matrix", "B of the constraints at speed level, phidot = B u - b(t)");
        read_time(r), read_coordinates(r), read_inputs_and_constants(r);
        const std::size_t a = argument(r, "b", Intent::out, {nphi_, nu_}), n = nphi_.value;
        std::vector<Expr> full(n * nu_.value, graph().integer(0));
        for (std::size_t i = 0; i < n; ++i)
            for (const auto& [speed, coefficient] : equations_.constraints.rows[i].B)
                full[speed.value * n + i] = coefficient;
        for (std::size_t i = 0; i < full.size(); ++i) write(r, a, i, full[i]);
    }
    void add_energy() {
        Routine& r = add("energy", "kinetic and potential energy, prescribed motion included");
        read_time(r), read_coordinates(r), read_speeds(r), read_inputs_and_constants(r);
        write(r, argument(r, "kinetic", Intent::out, {}), 0, equations_.kinetic_energy);
        write(r, argument(r, "potential", Intent::out, {}), 0, equations_.potential_energy);
    }
    void add_outputs() {
        Routine& r = add("outputs", "the outputs of the script");
        read_time(r), read_coordinates(r), read_speeds(r), read_inputs_and_constants(r);
        Substitution solved(graph());
        for (std::size_t i = 0; i < nu_.value; ++i)
            solved.replace(acceleration_symbol(model_, SpeedIndex{i}), solved_.accelerations[i]);
        for (std::size_t i = 0; i < nl_.value; ++i)
            solved.replace(multiplier_symbol(model_, i), solved_.multipliers[i]);
        bool uses_accelerations = false;
        std::vector<Expr> values;
        for (const Output& output : model_.outputs) {
            const Expr value{&graph(), output.value.id};
            const bool needs =
                (graph().node(value).dependence & (bit(Role::acceleration) | bit(Role::multiplier))) != 0;
            uses_accelerations = uses_accelerations || needs;
            values.push_back(needs ? solved(value) : value);
        }
        write_all(r, "o", no_, values, names_of(program_.outputs));
        add_info(r);
        if (uses_accelerations) add_solution(r);
    }
    void add_normalize() {
        const auto quaternion = [](const Body& body) { return body.hinge.euler_parameters; };
        if (std::ranges::none_of(model_.bodies, quaternion)) return;
        Routine& r = add("normalize", "unit Euler parameters, in place");
        read_coordinates(r, "q", Intent::inout);
        for (const Body& body : model_.bodies) {
            if (!quaternion(body)) continue;
            Expr square = graph().integer(0);
            for (std::size_t k = 0; k < 4; ++k)
                square = square + graph().power(symbol(model_, body.hinge.coordinates.at(k)), 2);
            const Expr scale = graph().integer(1) / sqrt(square);
            for (std::size_t k = 0; k < 4; ++k) {
                const CoordinateIndex e = body.hinge.coordinates[k];
                write(r, 0, e.value, symbol(model_, e) * scale);
            }
        }
    }

    void check_symbols(const Routine& routine) const {
        if (routine.results.empty()) return;
        const bool knows_parameters =
            std::ranges::any_of(routine.arguments, [](const Argument& a) { return a.name == "c"; });
        std::vector<Expr> roots;
        for (const ResultExpression& result : routine.results) roots.push_back(result.value);
        for (const PivotCheck& check : routine.checks) roots.push_back(check.condition);
        for (const Expr& e : symbols_in(*routine.graph, roots)) {
            const Symbol& s = routine.graph->symbol_of(e.id);
            if (s.role == Role::parameter && knows_parameters) continue;
            if (routine.reads.contains({s.role, s.name})) continue;
            const std::string what =
                s.role == Role::undeclared ? "the undeclared name " : std::string(name_of(s.role)) + " ";
            throw ModelError(what + s.name + " stands in an expression of " + model_.name + "_" + routine.name +
                                 ", which does not know it",
                             s.role == Role::undeclared ? "declare it as a parameter, an input or a coordinate" : "");
        }
    }

    const Model& model_;
    const Equations& equations_;
    std::unordered_map<NodeId, std::string> labels_;
    SolvedSystem solved_;
    Program program_;
    Extent nq_, nu_, np_, nw_, nc_, nl_, nphi_, no_;
};

}  // namespace

Program lower(const Model& model, const Equations& equations, const LdlPlan& plan) {
    return Lowering(model, equations, plan).program();
}

}  // namespace lag
