// Stage: Model, Equations, LdlPlan -> Program: which routine computes what, from what.
//
// The accelerations are the LdlPlan executed on expressions (expression_ldl.hpp). Constraint rows enter here:
// `SolvedSystem` takes its matrix from the plan's rows nu, nu+1, ... and its multipliers from x. What brings a state
// onto the constraints is formed in lower_assembly.cpp.

#include <fmt/format.h>

#include <algorithm>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "emitters/program/argument_symbols.hpp"
#include "emitters/program/calls.hpp"
#include "emitters/program/derivative_values.hpp"
#include "emitters/program/described_program.hpp"
#include "emitters/program/lower_assembly.hpp"
#include "emitters/program/lower_events.hpp"
#include "emitters/program/program.hpp"
#include "emitters/program/residual.hpp"
#include "emitters/program/residual_routine.hpp"
#include "emitters/program/row_units.hpp"
#include "emitters/program/solved_system.hpp"
#include "emitters/program/unknown_symbols.hpp"
#include "lagrange/identification/regressor.hpp"

namespace lag {

namespace {

using Intent = Argument::Intent;

class Lowering {
  public:
    Lowering(const Model& model, const Equations& equations, const LdlPlan& plan, const std::vector<Column>& columns,
             const std::vector<DerivativeChoice>& derivatives)
        : model_(model),
          equations_(equations),
          plan_(plan),
          columns_(columns),
          derivatives_(derivatives),
          labels_(equations.labels),
          solved_(solve_equations(model, equations, plan)),
          rows_(equations.solved_out.rows.empty() ? equations.constraints.rows : equations.solved_out.rows) {}

    Program program() {
        describe();
        add_defaults(), add_initial(), add_flags(), add_setup();
        add_derivatives(), add_accelerations(), add_state_rates(), add_mass_matrix(), add_right_side();
        add_kinematics(), add_inverse_dynamics(), add_constraints(), add_constraint_matrix(), add_energy();
        add_outputs(), add_events(), add_event(), add_modes(), add_normalize(), add_assembly_step(),
            add_project_speeds(), add_dependent_speeds();
        if (!columns_.empty()) add_jacobian();
        if (std::ranges::any_of(derivatives_, is_of_residual)) add_residual();
        for (const DerivativeChoice& choice : derivatives_) add_derivative(choice);
        if (equations_.regressor) add_identification(*equations_.regressor);
        add_divisor_checks(), add_checks_of_resting_speeds();
        for (Routine& routine : program_.routines) add_calls(routine, model_, program_, calls_);
        for (const Routine& routine : program_.routines) refuse_unknown_symbols(model_.name, routine);
        add_tables();
        return std::move(program_);
    }

    Program derivatives() {
        describe();
        add_derivatives();
        add_divisor_checks(), add_checks_of_resting_speeds();
        for (Routine& routine : program_.routines) add_calls(routine, model_, program_, calls_);
        for (const Routine& routine : program_.routines) refuse_unknown_symbols(model_.name, routine);
        return std::move(program_);
    }

  private:
    void describe() {
        program_ = described_program(model_, equations_);
        const auto size = [&](const std::string& name) {
            const auto found = std::ranges::find(program_.sizes, name, &Extent::name);
            return found == program_.sizes.end() ? Extent{name, 0} : *found;
        };
        nq_ = size("nq"), nu_ = size("nu"), np_ = size("np"), nw_ = size("nw"), nl_ = size("nl");
        nphi_ = size("nphi"), ns_ = size("ns"), nd_ = size("nd"), nb_ = size("nb"), nf_ = size("nf");
        ne_ = size("ne");
    }

    // Dependent speeds may be solved out of the model that the routines are of.
    const Model& whole() const { return equations_.whole ? equations_.whole->model : model_; }

    // Those that any result needs, in the order in which the script made them.
    void add_tables() {
        std::vector<Expr> roots;
        for (const Routine& r : program_.routines) {
            if (r.graph != model_.graph) continue;
            for (const ResultExpression& result : r.results) roots.push_back(result.value);
            for (const PivotCheck& check : r.checks) roots.push_back(check.condition);
        }
        std::map<std::uint32_t, std::shared_ptr<const PointTable>> found;
        for (const NodeId id : reachable(graph(), roots)) {
            const Node& node = graph().node(id);
            if (node.op == Op::curve || node.op == Op::map) found.emplace(node.index, graph().lookup_of(id).table);
        }
        for (const auto& [number, table] : found)
            if (std::ranges::find(program_.tables, table) == program_.tables.end()) program_.tables.push_back(table);
    }

    // Its arguments are the table's (procedures/signatures.hpp); symbols are found in those that it is given.
    Routine& add(RoutineName name) {
        Routine& routine = program_.routines.emplace_back();
        routine.name = to_string(name), routine.text = meaning_of(name);
        routine.graph = model_.graph, routine.labels = labels_;
        routine.arguments = arguments_of(signature_of(name), program_.sizes, program_.parts());
        for (std::size_t a = 0; a < routine.arguments.size(); ++a)
            if (routine.arguments[a].intent != Intent::out) add_reads(routine, a, model_, multipliers_);
        return routine;
    }
    static std::size_t argument(const Routine& routine, const std::string& name) {
        const auto found = std::ranges::find(routine.arguments, name, &Argument::name);
        if (found == routine.arguments.end())
            throw InternalError(fmt::format("{} has no argument {}", routine.name, name));
        return static_cast<std::size_t>(found - routine.arguments.begin());
    }
    void write(Routine& r, std::size_t argument, std::size_t element, Expr value) const {
        r.results.push_back({{argument, element}, graph().own(value)});
    }
    void write_all(Routine& r, const std::string& name, const std::vector<Expr>& values,
                   std::vector<std::string> names) const {
        const std::size_t a = argument(r, name);
        r.arguments[a].element_names = std::move(names);
        if (values.size() != r.arguments[a].elements())
            throw InternalError(fmt::format("{}: {} values for {}", r.name, values.size(), name));
        for (std::size_t i = 0; i < values.size(); ++i) write(r, a, i, values[i]);
    }
    Graph& graph() const { return *model_.graph; }

    static std::vector<std::string> names_of(const std::vector<TableRow>& table, const std::string& suffix = "") {
        std::vector<std::string> names;
        for (const TableRow& row : table) {
            std::string name = row.name + suffix;
            if (suffix.empty() && !row.unit.empty()) name += fmt::format(" [{}]", row.unit);
            if (suffix.empty() && !row.text.empty()) name += " " + row.text;
            names.push_back(std::move(name));
        }
        return names;
    }

    std::vector<std::string> names_of_rates() const {
        std::vector<std::string> names = names_of(program_.coordinates, "'");
        for (const auto* table : {&program_.speeds, &program_.states})
            for (std::string& name : names_of(*table, "'")) names.push_back(std::move(name));
        return names;
    }

    void add_defaults() {
        Routine& r = add(RoutineName::defaults);
        std::vector<Expr> values;
        for (const Parameter& p : model_.parameters) values.push_back(p.default_value);
        write_all(r, "p", values, names_of(program_.parameters));
    }
    void add_initial() {
        Routine& r = add(RoutineName::initial);
        std::vector<Expr> q, u;
        for (const Coordinate& coordinate : model_.coordinates) q.push_back(coordinate.initial_value);
        for (const Speed& speed : model_.speeds) u.push_back(speed.initial_value);
        write_all(r, "q", q, names_of(program_.coordinates));
        write_all(r, "u", u, names_of(program_.speeds));
        if (ns_.value == 0) return;
        std::vector<Expr> s;
        for (const StateVariable& state : model_.states) s.push_back(state.initial_value);
        write_all(r, "s", s, names_of(program_.states));
    }
    void add_flags() {
        if (nf_.value == 0) return;
        Routine& r = add(RoutineName::flags);
        std::erase_if(r.reads, [](const auto& read) { return read.first.role == Role::input; });  // it sets them
        const std::size_t w = argument(r, "w");
        r.arguments[w].element_names = names_of(program_.inputs);
        for (std::size_t k = nw_.value - nf_.value; k < nw_.value; ++k) write(r, w, k, *model_.inputs[k].first_value);
    }
    // What it computes is known when all other routines are final (optimize.cpp).
    void add_setup() {
        Routine& r = add(RoutineName::setup);
        r.graph = program_.constants_graph, r.labels.clear();
    }
    void add_solution(Routine& r) {
        r.checks = solved_.checks;
        r.labels.add(solved_.labels);
        r.is_recursive = equations_.solved() != nullptr && equations_.solved()->is_recursion;
    }
    void add_derivatives() {
        Routine& r = add(RoutineName::derivatives);
        if (ns_.value > 0) r.text = "the right side of the ODE: y = [q; u; s]";
        std::vector<Expr> ydot = at_allowed_speeds(model_, solved_, equations_.kinematic_equations);
        ydot.insert(ydot.end(), solved_.accelerations.begin(), solved_.accelerations.end());
        for (const Expr& rate : solved(state_rates())) ydot.push_back(rate);
        write_all(r, "ydot", ydot, names_of_rates());
        add_solution(r);
    }
    void add_accelerations() {
        Routine& r = add(RoutineName::accelerations);
        write_all(r, "udot", solved_.accelerations, names_of(program_.speeds, "'"));
        std::vector<TableRow> multipliers;
        for (const ConstraintRow& row : equations_.constraints.rows)
            multipliers.push_back({row.name, unit_of_multiplier(whole(), row), ""});
        write_all(r, "lambda", solved_.multipliers, names_of(multipliers));
        add_solution(r);
    }
    void add_state_rates() {
        if (ns_.value == 0) return;
        Routine& r = add(RoutineName::state_rates);
        const std::vector<Expr> rates = state_rates();
        write_all(r, "sdot", solved(rates), names_of(program_.states, "'"));
        if (std::ranges::any_of(rates, [&](const Expr& e) { return needs_solution(e); })) add_solution(r);
    }
    // In symbols of accelerations and multipliers.
    std::vector<Expr> state_rates() const {
        std::vector<Expr> rates;
        for (const StateVariable& s : model_.states) rates.push_back(graph().own(s.rate));
        return known(at_allowed_speeds(model_, solved_, std::move(rates)));
    }
    void add_mass_matrix() {
        if (!equations_.has_mass_matrix) return;
        const std::size_t n = nu_.value;
        std::vector<Expr> full(n * n, graph().integer(0));
        for (const MassEntry& entry : equations_.mass_matrix)
            full[entry.column * n + entry.row] = full[entry.row * n + entry.column] = Expr{&graph(), entry.value.id};
        const auto changes = [&](const Expr& e) { return (graph().node(e).dependence & ~bit(Role::parameter)) != 0; };
        Routine& whole = add(RoutineName::mass_matrix);
        const std::size_t all = argument(whole, "mm");
        for (std::size_t i = 0; i < full.size(); ++i) write(whole, all, i, full[i]);
        Routine& fixed = add(RoutineName::mass_matrix_constants);
        const std::size_t constant = argument(fixed, "mm");
        for (std::size_t i = 0; i < full.size(); ++i)
            write(fixed, constant, i, changes(full[i]) ? graph().integer(0) : full[i]);
        Routine& update = add(RoutineName::mass_matrix_update);
        const std::size_t changing = argument(update, "mm");
        for (std::size_t i = 0; i < full.size(); ++i)
            if (changes(full[i])) write(update, changing, i, full[i]);
    }
    void add_right_side() {
        Routine& r = add(RoutineName::right_side);
        write_all(r, "f", equations_.right_side, names_of(program_.speeds));
    }
    void add_kinematics() {
        Routine& r = add(RoutineName::kinematics);
        write_all(r, "qdot", equations_.kinematic_equations, names_of(program_.coordinates, "'"));
    }
    void add_inverse_dynamics() {
        Routine& r = add(RoutineName::inverse_dynamics);
        write_all(r, "r", equations_.inverse_dynamics, names_of(program_.speeds));
    }
    void add_constraints() {
        if (nphi_.value == 0) return;
        Routine& r = add(RoutineName::constraints);
        std::vector<Expr> phi, phidot;
        for (const ConstraintRow& row : rows_) {
            phi.push_back(where_it_holds(graph(), row, row.phi));
            phidot.push_back(where_it_holds(graph(), row, row.phidot));
        }
        write_all(r, "phi", phi, names_of(program_.constraints));
        write_all(r, "phidot", phidot, names_of(program_.constraints, "'"));
    }
    // Not of a minimal system: its rows restrict the independent speeds in no way.
    void add_constraint_matrix() {
        if (nl_.value == 0) return;
        Routine& r = add(RoutineName::constraint_matrix);
        const std::size_t a = argument(r, "b"), n = nl_.value;
        std::vector<Expr> full(n * nu_.value, graph().integer(0));
        for (std::size_t i = 0; i < n; ++i)
            for (const auto& [speed, coefficient] : equations_.constraints.rows[i].B)
                full[speed.value * n + i] = where_it_holds(graph(), equations_.constraints.rows[i], coefficient);
        for (std::size_t i = 0; i < full.size(); ++i) write(r, a, i, full[i]);
    }
    void add_energy() {
        Routine& r = add(RoutineName::energy);
        write(r, argument(r, "kinetic"), 0, equations_.kinetic_energy);
        write(r, argument(r, "potential"), 0, equations_.potential_energy);
    }
    bool needs_solution(Expr value) const {
        return (graph().node(value).dependence & (bit(Role::acceleration) | bit(Role::multiplier))) != 0;
    }
    // What outputs and rates of states may hold, multipliers of rows that are left out being zero.
    std::vector<Expr> known(std::vector<Expr> values) const {
        Substitution zero(graph());
        for (const LeftOutRow& left_out : equations_.constraints.left_out)
            zero.replace(multiplier_symbol(model_, left_out.row.constraint, left_out.row.component),
                         graph().integer(0));
        for (Expr& value : values) value = zero(value);
        return values;
    }
    // The same with the accelerations and multipliers as they are solved for.
    std::vector<Expr> solved(std::vector<Expr> values) const {
        Substitution solution(graph());
        for (std::size_t i = 0; i < nu_.value; ++i)
            solution.replace(acceleration_symbol(model_, SpeedIndex{i}), solved_.accelerations[i]);
        for (std::size_t i = 0; i < nl_.value; ++i) {
            const ConstraintRow& row = equations_.constraints.rows[i];
            solution.replace(multiplier_symbol(model_, row.constraint, row.component), solved_.multipliers[i]);
        }
        for (Expr& value : values)
            if (needs_solution(value)) value = solution(value);
        return values;
    }
    void add_outputs() {
        Routine& r = add(RoutineName::outputs);
        std::vector<Expr> values;
        for (const Output& output : model_.outputs) values.push_back(output.value);
        values = known(std::move(values));
        write_all(r, "o", solved(values), names_of(program_.outputs));
        if (std::ranges::any_of(values, [&](const Expr& e) { return needs_solution(e); })) add_solution(r);
    }
    std::vector<TableRow> event_rows() const {
        std::vector<TableRow> rows;
        for (const EventRow& event : program_.events) rows.push_back(event.row);
        return rows;
    }
    void add_events() {
        if (ne_.value == 0) return;
        Routine& r = add(RoutineName::events);
        std::vector<Expr> values;
        for (const Event& event : model_.events) values.push_back(graph().own(event.function));
        values = known(std::move(values));
        write_all(r, "g", solved(values), names_of(event_rows()));
        write_all(r, "gdot", rates_of_events(model_, equations_, values), names_of(event_rows(), "'"));
        if (std::ranges::any_of(values, [&](const Expr& e) { return needs_solution(e); })) add_solution(r);
    }
    void add_event() {
        if (ne_.value == 0) return;
        bool needs = false;
        const Jump jump = jump_of_events(model_, equations_, plan_, solved_, [&](Expr e) {
            const std::vector<Expr> value = known({graph().own(e)});
            needs = needs || needs_solution(value.front());
            return solved(value).front();
        });
        Routine& r = add(RoutineName::event);
        const auto place_of = [&](const std::string& name, const std::vector<TableRow>& rows) {
            const std::size_t a = argument(r, name);
            r.arguments[a].element_names = names_of(rows);
            return a;
        };
        const std::size_t q = place_of("q", program_.coordinates), u = place_of("u", program_.speeds);
        const std::size_t w = place_of("w", program_.inputs);
        for (const auto& [i, value] : jump.coordinates) write(r, q, i, value);
        for (const auto& [i, value] : jump.speeds) write(r, u, i, value);
        for (const auto& [i, value] : jump.states) write(r, argument(r, "s"), i, value);
        if (ns_.value > 0) place_of("s", program_.states);
        for (const auto& [i, value] : jump.flags) write(r, w, i, value);
        write_all(r, "p", jump.impulses, names_of(program_.constraints));
        if (needs) add_solution(r);
        r.checks.insert(r.checks.begin(),
                        {.condition = is_an_event(model_), .info = program_.info_codes().of_no_convergence()});
        r.checks.insert(r.checks.end(), jump.checks.begin(), jump.checks.end());
        r.labels.add(jump.labels);
        calls_.insert(calls_.end(), jump.calls.begin(), jump.calls.end());
        if (jump.law) add_impact_law(*jump.law, r.checks.front(), jump.labels);
    }
    // `number`: that there is such an event
    void add_impact_law(const LawOfImpact& law, PivotCheck number, const NodeLabels& labels) {
        Routine& r = add(RoutineName::impact_law);
        write(r, argument(r, "law"), 0, law.value);
        r.checks = law.checks;
        r.checks.insert(r.checks.begin(), std::move(number));
        r.labels.add(labels);
    }
    void add_modes() {
        if (!solved_.search) return;
        ModeSearch search = mode_of_contacts(model_, equations_.constraints, *solved_.search, graph().integer(0), "");
        Routine& r = add(RoutineName::modes);
        const std::size_t w = argument(r, "w");
        r.arguments[w].element_names = names_of(program_.inputs);
        for (const auto& [flag, value] : search.flags) write(r, w, input_of(model_, flag).value, value);
        r.checks = solved_.checks_of_search;
        for (PivotCheck& check : checks_of(model_, equations_.constraints, search.calls.back()))
            r.checks.push_back(std::move(check));
        r.labels.add(solved_.labels);
        calls_.insert(calls_.end(), search.calls.begin(), search.calls.end());
    }
    void add_normalize() {
        // those of cut hinges too, which the reduced model does not have
        const auto all = quaternions(equations_.whole ? equations_.whole->model : model_);
        if (all.empty()) return;
        Routine& r = add(RoutineName::normalize);
        for (const auto& quaternion : all) {
            Expr square = graph().integer(0);
            for (const CoordinateIndex e : quaternion) square = square + graph().power(symbol(model_, e), 2);
            const Expr scale = graph().integer(1) / sqrt(square);
            for (const CoordinateIndex e : quaternion) write(r, 0, e.value, symbol(model_, e) * scale);
        }
    }

    void add_dependent_speeds() {
        if (nd_.value == 0) return;
        Routine& r = add(RoutineName::dependent_speeds);
        std::vector<Expr> values;
        for (const SolvedOut::Dependent& d : equations_.solved_out.dependent) values.push_back(d.value);
        write_all(r, "ud", values, names_of(program_.dependent_speeds));
    }
    // M u' - f + loads = Y pi, of the tree: constraint loads -B^T lambda are the other side's.
    void add_identification(const Regressor& regressor) {
        Routine& r = add(RoutineName::regressor);
        const std::size_t a = argument(r, "y");
        for (std::size_t k = 0; k < nb_.value; ++k)
            for (std::size_t u = 0; u < nu_.value; ++u) write(r, a, k * nu_.value + u, regressor.columns[k][u]);

        Routine& pi = add(RoutineName::base_parameters);
        std::vector<Expr> values;
        for (const BaseParameter& parameter : regressor.parameters.base) values.push_back(parameter.value);
        write_all(pi, "pi", values, names_of(program_.base_parameters));

        Routine& loads = add(RoutineName::applied_loads);
        write_all(loads, "load", regressor.applied_loads, names_of(program_.speeds));
    }
    // The divisors that the results of a routine use come first: they are eliminated before any speed.
    void add_divisor_checks() {
        for (Routine& routine : program_.routines) {
            if (!routine.has_info()) continue;
            const std::vector<NodeId> used = used_by(routine);
            add_checks(routine, [&](const auto& d) { return std::ranges::binary_search(used, d.holds.id); });
            for (const SolvedOut::Closed& row : equations_.solved_out.closed)
                if (std::ranges::binary_search(used, row.error.id))
                    routine.checks.insert(routine.checks.begin(),
                                          {.condition = row.holds, .info = program_.info_codes().of_row(row.row)});
        }
    }
    // Divisors that the rates do not use, because what they divide is 0 (dependent speeds that rest, say): where one
    // fails, these speeds may move.
    void add_checks_of_resting_speeds() {
        const std::vector<NodeId> rates = used_by(*program_.find(RoutineName::derivatives));
        for (Routine& routine : program_.routines) {
            if (!is_one_of(routine.name,
                           {RoutineName::derivatives, RoutineName::accelerations, RoutineName::dependent_speeds}))
                continue;
            const std::vector<NodeId> here = used_by(routine);
            add_checks(routine, [&](const auto& d) {
                return !std::ranges::binary_search(rates, d.holds.id) && !std::ranges::binary_search(here, d.holds.id);
            });
        }
    }
    std::vector<NodeId> used_by(const Routine& routine) const {
        if (equations_.solved_out.divisors.empty() && equations_.solved_out.closed.empty()) return {};
        std::vector<Expr> roots;
        for (const ResultExpression& result : routine.results) roots.push_back(result.value);
        return reachable(graph(), roots);
    }
    template <class Wanted>
    void add_checks(Routine& routine, const Wanted& wanted) const {
        std::vector<PivotCheck> checks;
        for (const SolvedOut::Divisor& d : equations_.solved_out.divisors)
            if (wanted(d)) checks.push_back({.condition = d.holds, .info = program_.info_codes().of_row(d.row)});
        routine.checks.insert(routine.checks.begin(), checks.begin(), checks.end());
    }
    void add_assembly_step() {
        const std::optional<AssemblyStep> found = assembly_step(model_, equations_, plan_);
        if (!found) return;
        const AssemblyStep& step = *found;
        Routine& r = add(RoutineName::assembly_step);
        write_all(r, "next", step.next, names_of(program_.coordinates));
        write_all(r, "phi", step.phi, names_of(program_.constraints));
        const bool eliminated = nd_.value > 0;
        std::vector<TableRow> speeds = program_.speeds;
        if (eliminated) {
            speeds.clear();
            for (const Speed& u : equations_.whole->model.speeds) speeds.push_back({u.name, u.unit, ""});
        }
        write_all(r, "step", step.step, names_of(speeds, " times a second"));
        r.checks = step.checks;
        r.labels.add(step.labels);
    }
    // Not of a minimal system: independent speeds satisfy the constraints whatever they are.
    void add_project_speeds() {
        if (nl_.value == 0 || model_.treatment.mode == ConstraintTreatment::Mode::eliminate) return;
        const SolvedRows solved = projected_speeds(model_, equations_, plan_);
        Routine& r = add(RoutineName::project_speeds);
        const std::size_t u = argument(r, "u");
        for (std::size_t i = 0; i < nu_.value; ++i) write(r, u, i, solved.x[i]);
        r.arguments[u].element_names = names_of(program_.speeds);
        r.checks = solved.checks;
        r.labels.add(solved.labels);
    }

    // Its stored entries are the program's pattern.
    void add_jacobian() {
        DerivativeValues found = listed_values(
            jacobian_entries(model_, equations_, plan_, solved_, state_rates(), columns_), names_of_rates(), columns_);
        program_.sizes.push_back({"nj", columns_.size()});
        program_.sizes.push_back({"nz", found.values.size()});
        program_.jacobian = std::move(found.pattern);
        Routine& r = add(RoutineName::jacobian);
        write_all(r, "jac", found.values, std::move(found.names));
        add_solution(r);
    }

    static bool is_of_residual(const DerivativeChoice& choice) {
        return derivative_routine(to_string(choice.routine))->of == RoutineName::residual;
    }
    void add_residual() {
        Routine& r = add(RoutineName::residual);
        const auto choice = std::ranges::find_if(derivatives_, is_of_residual);
        const auto [F, names] = differentiated(RoutineName::residual, choice->index);
        write_all(r, "r", F.values, names);
    }

    std::vector<Expr> element_symbols(const std::string& argument, std::size_t n) const {
        std::vector<Expr> symbols;
        for (std::size_t i = 0; i < n; ++i) symbols.push_back(element_symbol(model_, argument, i));
        return symbols;
    }
    // What is differentiated, and the names of its elements.
    std::pair<Differentiated, std::vector<std::string>> differentiated(RoutineName of, int index) const {
        std::vector<Expr> values;
        std::vector<std::string> names;
        const auto add_all = [&](const std::vector<Expr>& more, std::vector<std::string> their_names) {
            for (const Expr& e : more) values.push_back(graph().own(e));
            for (std::string& name : their_names) names.push_back(std::move(name));
        };
        if (of == RoutineName::inverse_dynamics) {
            add_all(equations_.inverse_dynamics, names_of(program_.speeds));
            return {{std::move(values), false}, std::move(names)};
        }
        if (of == RoutineName::outputs) {
            for (const Output& output : model_.outputs) values.push_back(graph().own(output.value));
            for (const TableRow& row : program_.outputs) names.push_back(row.name);
            return {{known(std::move(values)), true}, std::move(names)};
        }
        if (of == RoutineName::residual) {
            add_all(residual_values(model_, equations_, solved_, state_rates(), index), names_of_rates());
            for (const ConstraintRow& row : equations_.constraints.rows) names.push_back(row.name);
            return {{std::move(values), false}, std::move(names)};
        }
        add_all(at_allowed_speeds(model_, solved_, equations_.kinematic_equations), names_of_rates());
        add_all(acceleration_symbols(model_), {}), add_all(state_rates(), {});
        return {{std::move(values), true}, std::move(names)};
    }
    // A routine of derivative_routines() but `jacobian`.
    void add_derivative(const DerivativeChoice& choice) {
        const DerivativeRoutine& routine = *derivative_routine(to_string(choice.routine));
        const std::vector<Column> columns = is_of_residual(choice)
                                                ? residual_columns(model_, equations_)
                                                : chosen_columns(model_, choice.columns, routine.kind);
        const auto [F, names_of_F] = differentiated(routine.of, choice.index);
        const std::string& extent = columns_extent(routine.kind);
        if (!is_of_residual(choice) && std::ranges::find(program_.sizes, extent, &Extent::name) == program_.sizes.end())
            program_.sizes.push_back({extent, columns.size()});
        const std::size_t elements = routine.kind == DerivativeKind::tangent ? columns.size() : F.values.size();
        DerivativeValues found = derivative_values(
            DerivativesOf(model_, equations_, plan_, solved_, F, columns), routine.kind, columns, names_of_F,
            element_symbols(routine.kind == DerivativeKind::tangent ? "d" : "v", elements));
        if (found.is_listed) program_.sizes.push_back({routine.entries, found.values.size()});
        Routine& r = add(choice.routine);
        write_all(r, found.result, found.values, std::move(found.names));
        if (r.has_info() && std::ranges::any_of(F.values, [&](const Expr& e) { return needs_solution(e); }))
            add_solution(r);
        program_.derivative_tables.push_back({routine, std::move(found.pattern)});
    }

    const Model& model_;
    const Equations& equations_;
    const LdlPlan& plan_;
    const std::vector<Column>& columns_;
    const std::vector<DerivativeChoice>& derivatives_;
    NodeLabels labels_;
    SolvedSystem solved_;
    // symbols of lambda
    std::vector<Expr> multipliers_ = Residual(model_, equations_, solved_).multipliers();
    std::vector<ContactCall> calls_ = solved_.calls;  // that a body may need, in their order
    const std::vector<ConstraintRow>& rows_;          // of the constraints, whatever became of them
    Program program_;
    Extent nq_, nu_, np_, nw_, nl_, nphi_, ns_, nd_, nb_, nf_, ne_;
};

}  // namespace

Program lower(const Model& model, const Equations& equations, const LdlPlan& plan,
              const std::vector<ColumnChoice>& jacobian, const std::vector<DerivativeChoice>& derivatives) {
    const std::vector<Column> columns = chosen_columns(model, jacobian);
    return Lowering(model, equations, plan, columns, derivatives).program();
}

Program lower_derivatives(const Model& model, const Equations& system, const LdlPlan& plan) {
    return Lowering(model, system, plan, {}, {}).derivatives();
}

}  // namespace lag
