#include "scripts/command/simulate/switches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "core/adjoint.hpp"
#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "emitters/procedures/procedure_expressions.hpp"
#include "scripts/command/simulate/corners.hpp"
#include "scripts/command/simulate/dry_friction.hpp"

namespace lag {

namespace {

constexpr Dependence of_time = bit(Role::time) | bit(Role::parameter);
constexpr Dependence of_state = of_time | bit(Role::coordinate) | bit(Role::speed) | bit(Role::state) |
                                bit(Role::input) | bit(Role::external_result);

bool is_comparison(Op op) {
    return op == Op::less || op == Op::less_equal || op == Op::equal;
}

// What a statement of the script holds, and how a message names it.
struct NamedPlace {
    std::string name;
    std::vector<Expr> roots;
};

std::vector<NamedPlace> places_of(const Model& model, const std::vector<Expr>& inputs) {
    std::vector<NamedPlace> places;
    for (std::size_t k = 0; k < inputs.size(); ++k)
        if (inputs[k].graph != nullptr) places.push_back({"the input " + model.inputs[k].name, {inputs[k]}});
    for (const HingeLoad& load : model.hinge_loads)
        places.push_back({fmt::format("hinge_load({})", load.cut ? model.coordinates[load.cut->value].name
                                                                 : model.speeds[load.speed.value].name),
                          {load.value}});
    for (const ForceLoad& load : model.forces)
        places.push_back({"the force on " + model.body(load.point.body).name,
                          {load.components[0], load.components[1], load.components[2]}});
    for (const TorqueLoad& load : model.torques)
        places.push_back({"the torque on " + model.body(load.body).name,
                          {load.components[0], load.components[1], load.components[2]}});
    for (const LineLoad& load : model.line_loads)
        places.push_back({fmt::format("the force between points of {} and {}", model.body(load.P.body).name,
                                      model.body(load.Q.body).name),
                          {load.value, load.stiffness, load.length}});
    for (const Potential& term : model.potentials) places.push_back({"a potential", {term.value}});
    for (const Dissipation& term : model.dissipations) places.push_back({"a dissipation", {term.value}});
    for (const KineticTerm& term : model.kinetic_terms) places.push_back({"a kinetic energy", {term.value}});
    for (const StateVariable& s : model.states) places.push_back({"the rate of state " + s.name, {s.rate}});
    for (std::size_t k = 0; k < model.constraints.size(); ++k)
        if (model.constraints[k].value.graph != nullptr)
            places.push_back({"the constraint " + row_name(model, k, 0), {model.constraints[k].value}});
    for (const Body& body : model.bodies)
        for (const Motion& motion : body.hinge.motions) places.push_back({"the hinge of " + body.name, {motion.value}});
    return places;
}

class Switching {
  public:
    Switching(const Model& model, Program program, const std::vector<Expr>& inputs)
        : model_(model),
          graph_(*model.graph),
          result_{std::move(program), {}, {}},
          inlined_(graph_),
          frozen_(graph_),
          frozen_in_time_(graph_) {
        for (std::size_t k = 0; k < model.inputs.size(); ++k)
            if (const Expr own = symbol(model, InputIndex(k)); inputs[k].graph != nullptr && inputs[k].id == own.id) {
                histories_.insert(own.id);
            } else if (!model.inputs[k].is_flag()) {
                inlined_.replace(own, inputs[k]);
            }
        for (const NamedPlace& place : places_of(model, inputs)) {
            std::vector<Expr> roots;
            for (const Expr& root : place.roots) roots.push_back(inlined_(root));
            for (const NodeId id : reachable(graph_, roots)) place_of_.emplace(id, place.name);
        }
    }

    SwitchedProgram run(bool matrices) {
        Program& program = result_.program;
        static const std::vector<RoutineName> called{
            RoutineName::defaults,      RoutineName::initial,        RoutineName::setup,       RoutineName::derivatives,
            RoutineName::energy,        RoutineName::outputs,        RoutineName::constraints, RoutineName::normalize,
            RoutineName::assembly_step, RoutineName::project_speeds, RoutineName::flags,       RoutineName::events,
            RoutineName::event,         RoutineName::impact_law,     RoutineName::modes};
        std::erase_if(program.routines, [&](const Routine& r) {
            return !is_one_of(r.name, called) &&
                   !(matrices && is_one_of(r.name, {RoutineName::mass_matrix, RoutineName::constraint_matrix})) &&
                   !is_one_of(r.name, {RoutineName::residual, RoutineName::residual_jacobian});
        });
        program.jacobian.reset();
        Routine& derivatives = *find(RoutineName::derivatives);
        add_power(derivatives);
        std::vector<Routine*> smooth{&derivatives};
        for (const RoutineName name : {RoutineName::assembly_step, RoutineName::project_speeds, RoutineName::events,
                                       RoutineName::residual, RoutineName::residual_jacobian})
            if (Routine* routine = find(name)) smooth.push_back(routine);
        for (Routine* routine : smooth) {
            put_inputs_in(*routine);
            put_procedures_in(*routine);
        }
        find_known_times();
        find_switches(smooth);
        name_dry_friction();
        for (Routine* routine : smooth) freeze(*routine, frozen_);
        if (Routine* routine = find(RoutineName::outputs)) put_inputs_in(*routine);
        // the functions of the events stand on one side of a time, and what happens there is of the same side
        for (const RoutineName name :
             {RoutineName::constraints, RoutineName::event, RoutineName::impact_law, RoutineName::modes})
            if (Routine* routine = find(name)) put_inputs_in(*routine), freeze(*routine, frozen_in_time_);
        if (!result_.switches.empty()) program.routines.push_back(switch_functions());
        result_.procedures = {RoutineName::assemble};
        if (matrices) result_.procedures.push_back(RoutineName::partition);
        result_.event_procedures = event_procedures_of(program);
        return std::move(result_);
    }

  private:
    Routine* find(RoutineName name) {
        auto& routines = result_.program.routines;
        const auto found = std::ranges::find(routines, to_string(name), &Routine::name);
        return found == routines.end() ? nullptr : &*found;
    }

    void put_inputs_in(Routine& routine) {
        for (ResultExpression& result : routine.results) result.value = inlined_(result.value);
        for (PivotCheck& check : routine.checks) {
            check.condition = inlined_(check.condition);
            add_pivot(check.condition.id);
            if (check.depends) add_pivot(inlined_(*check.depends).id);
        }
    }
    // The script's procedures in which something jumps or bends, as expressions, whose borders are switches like all others.
    void put_procedures_in(Routine& routine) {
        Substitution written(graph_);
        bool any = false;
        for (const ExternalCall& call : routine.calls) {
            if (call.procedure == nullptr || !call.procedure->is_of_script) continue;
            std::vector<Expr> given(call.arguments);
            for (const ResultExpression& result : routine.results) {
                const std::size_t at = result.place.element - call.first_argument;
                if (routine.arguments[result.place.argument].name == "xa" && at < given.size())
                    given[at] = written(result.value);
            }
            const auto results = procedures::results_with_borders(*call.procedure, graph_, given);
            if (!results) continue;
            for (const auto& [symbol, place] : routine.reads) {
                const std::size_t at = place.element - call.first_result;
                if (symbol.role != Role::external_result || routine.arguments[place.argument].name != "xr" ||
                    at >= results->size())
                    continue;
                written.replace(graph_.symbol(symbol.name, symbol.role), (*results)[at]);
                any = true;
            }
            for (const NodeId id : reachable(graph_, *results))
                place_of_.emplace(id, "the procedure " + call.procedure->name);
        }
        if (!any) return;
        for (ResultExpression& result : routine.results) result.value = written(result.value);
        for (PivotCheck& check : routine.checks) {
            check.condition = written(check.condition);
            add_pivot(check.condition.id);
        }
    }

    // Comparisons that guard pivots are none of the model's.
    void add_pivot(NodeId condition) {
        const Node& node = graph_.node(condition);
        if (is_comparison(node.op)) pivots_.insert(condition);
        if (node.op == Op::logical_and || node.op == Op::logical_or || node.op == Op::logical_not)
            for (int k = 0; k < arity(node.op); ++k) add_pivot(node.operand[k]);
    }

    // But for phi of assembly_step, which only says where its steps end, and checks of pivots: comparisons that stand
    // nowhere else are no border of the model's. (Those of a constraint stand in the steps too.)
    std::vector<NodeId> nodes_of(const std::vector<Routine*>& routines) const {
        std::vector<Expr> roots;
        for (const Routine* routine : routines) {
            const bool assembles = routine->name == RoutineName::assembly_step;
            for (const ResultExpression& result : routine->results)
                if (!assembles || routine->arguments[result.place.argument].name != "phi")
                    roots.push_back(result.value);
        }
        return reachable(graph_, roots);
    }

    void find_known_times() {
        const Routine* events = find(RoutineName::events);
        if (events == nullptr) return;
        result_.events_at_known_times.assign(model_.events.size(), false);
        std::vector<bool> knows_rate(model_.events.size(), false);  // of inputs and multipliers it is not given
        for (const ResultExpression& result : events->results)
            if (events->arguments[result.place.argument].name == "gdot")
                knows_rate[result.place.element] = !result.value.is_zero();
        for (const ResultExpression& result : events->results) {
            if (events->arguments[result.place.argument].name != "g") continue;
            const Dependence holds = graph_.node(result.value).dependence;
            const bool in_time = (holds & ~(of_time | bit(Role::input))) == 0 && (holds & bit(Role::time)) != 0 &&
                                 !holds_history(result.value);
            result_.events_at_known_times[result.place.element] =
                in_time && knows_rate[result.place.element] && is_linear_in_time(result.value);
        }
    }

    // Operands before their users: what stands inside of a condition is frozen before it.
    void find_switches(const std::vector<Routine*>& routines) {
        for (const NodeId id : nodes_of(routines)) {
            const Node node = graph_.node(id);
            const bool changes = (node.dependence & of_state & ~bit(Role::parameter)) != 0;
            if (!changes || pivots_.contains(id)) continue;
            const bool in_time = (node.dependence & ~of_time) == 0;
            if (is_comparison(node.op) || node.op == Op::abs || node.op == Op::min || node.op == Op::max) {
                freeze_comparison(id, node, in_time);
            } else if (node.op == Op::floor || node.op == Op::mod) {
                const Expr a = frozen_(operand(node, 0)), b = node.op == Op::mod ? frozen_(operand(node, 1)) : Expr{};
                const Expr x = node.op == Op::mod ? a / b : a;
                const Expr whole = mode_of(x, Switch::Kind::whole, id, in_time);
                replace(id, node.op == Op::mod ? a - b * whole : whole);
            } else if (node.op == Op::curve || node.op == Op::map) {
                freeze_lookup(id, node);
            }
        }
    }

    void name_dry_friction() {
        const auto frozen = [this](Expr e) { return frozen_(inlined_(e)); };
        for (std::size_t k = 0; k < functions_.size(); ++k) {
            Switch& one = result_.switches[k];
            if (one.kind == Switch::Kind::sign && !one.of_time)
                one.friction = dry_friction_statement(model_, functions_[k], mode_symbol(k), frozen);
        }
    }

    // A look-up becomes the polynomial of the segment that its modes name, by Taylor's formula about a place in it.
    void freeze_lookup(NodeId id, const Node& node) {
        const Lookup lookup = graph_.lookup_of(id);
        const Expr beyond_all = graph_.power(graph_.integer(10), 100L);
        std::vector<Expr> x, about;
        std::optional<Expr> follows;
        for (int axis = 0; axis < arity(node.op); ++axis) {
            x.push_back(frozen_(operand(node, axis)));
            const std::optional<Expr> mode = segment_of(id, lookup, axis);
            about.push_back(mode.value_or(x.back()));
            if (!mode) continue;
            const Expr is_free = graph_.binary(Op::less, beyond_all, *mode);
            follows = follows ? graph_.binary(Op::logical_or, *follows, is_free) : is_free;
        }
        if (follows) replace(id, graph_.select(*follows, graph_.lookup(lookup, x), taylor(lookup, x, about)));
    }

    Expr taylor(const Lookup& lookup, const std::vector<Expr>& x, const std::vector<Expr>& about) {
        const auto degree = static_cast<unsigned>(lookup.table->degree);
        const auto last = [&](std::size_t axis) {  // power along an axis
            return axis < x.size() && !(x[axis] == about[axis]) ? degree - lookup.orders[axis] : 0U;
        };
        Expr sum = graph_.integer(0), along = graph_.integer(1);
        for (unsigned i = 0; i <= last(0); ++i) {
            Expr term = along;
            for (unsigned j = 0; j <= last(1); ++j) {
                const Lookup slope{lookup.table, {lookup.orders[0] + i, lookup.orders[1] + j}};
                sum = sum + term * graph_.lookup(slope, about);
                if (j < last(1)) term = term * (x[1] - about[1]) / graph_.integer(static_cast<long>(j) + 1);
            }
            if (i < last(0)) along = along * (x[0] - about[0]) / graph_.integer(static_cast<long>(i) + 1);
        }
        return sum;
    }

    // The mode of a table along an axis; nothing where the polynomial changes nowhere on it. A table and its slopes
    // have one.
    std::optional<Expr> segment_of(NodeId id, const Lookup& lookup, int axis) {
        const Expr given = operand(graph_.node(id), axis), x = frozen_(given);
        const Dependence dependence = graph_.node(given).dependence;
        if ((dependence & of_state & ~bit(Role::parameter)) == 0) return std::nullopt;
        const auto along = static_cast<std::size_t>(axis);
        constexpr unsigned bend = 2;  // what a spline's look-up goes on with
        const bool goes_on = lookup.orders[along] <= bend && has_continuous_bend(*lookup.table, along);
        const auto [known, is_new] =
            segment_.emplace(std::tuple{x.id, lookup.table.get(), goes_on ? axis - 2 : axis}, std::nullopt);
        if (is_new) {
            std::vector<double> ends = goes_on ? sharp_corners(*lookup.table, along) : corners(*lookup.table, along);
            if (!ends.empty()) {
                known->second = add_switch(x, Switch::Kind::segment, id, (dependence & ~of_time) == 0);
                result_.switches.back().is_kink = true;
                result_.switches.back().corners = std::move(ends);
            }
        }
        if (!known->second || goes_on) return std::nullopt;  // a run stops there, and the look-up stays as it is
        if (lookup.orders[0] + lookup.orders[1] > 0) result_.switches[*known->second].is_kink = false;
        return mode_symbol(*known->second);
    }

    bool is_linear_in_time(Expr e) {
        Differentiator rate(graph_);
        rate.seed(time_symbol(model_), graph_.integer(1));
        return (graph_.node(rate(e)).dependence & bit(Role::time)) == 0;
    }

    Expr operand(const Node& node, int k) const { return Expr{&graph_, node.operand[k]}; }

    void freeze_comparison(NodeId id, const Node& node, bool in_time) {
        const Expr zero = graph_.integer(0), a = frozen_(operand(node, 0));
        const Expr b = node.op == Op::abs ? zero : frozen_(operand(node, 1));
        // the sign of b - a, but of a itself for abs
        const Expr m = mode_of(node.op == Op::abs ? a : b - a, Switch::Kind::sign, id, in_time);
        const Expr below = graph_.binary(Op::less, m, zero), above = graph_.binary(Op::less, zero, m);
        Expr value;
        switch (node.op) {
            case Op::less:
                value = above;
                break;
            case Op::less_equal:
                value = graph_.logical_not(below);
                break;
            case Op::equal:
                value = graph_.binary(Op::equal, m, zero);
                break;
            case Op::abs:
                value = graph_.select(below, -a, a);
                break;
            case Op::min:
                value = graph_.select(below, b, a);
                break;
            default:  // max
                value = graph_.select(above, b, a);
                break;
        }
        replace(id, value);
    }

    void replace(NodeId id, Expr value) {
        frozen_.replace(graph_.expr(id), value);
        if ((graph_.node(id).dependence & ~of_time) == 0) frozen_in_time_.replace(graph_.expr(id), value);
    }

    // One switch for g and for -g.
    Expr mode_of(Expr g, Switch::Kind kind, NodeId id, bool in_time) {
        const bool turned = kind == Switch::Kind::sign && graph_.node(g).op == Op::neg;
        if (turned) g = operand(graph_.node(g), 0);
        const Op op = graph_.node(id).op;
        const bool is_kink = op == Op::abs || op == Op::min || op == Op::max;
        const auto [known, is_new] = number_.emplace(std::pair{g.id, kind}, functions_.size());
        if (is_new) {
            add_switch(g, kind, id, in_time);
            result_.switches.back().is_kink = is_kink;
        }
        Switch& one = result_.switches[known->second];
        one.is_kink = one.is_kink && is_kink;
        const Expr mode = mode_symbol(known->second);
        return turned ? -mode : mode;
    }
    // Its number.
    std::size_t add_switch(Expr g, Switch::Kind kind, NodeId id, bool in_time) {
        functions_.push_back(g);
        std::string text = fmt::format("\"{}\"", to_string(graph_, graph_.expr(id), 100));
        if (const auto place = place_of_.find(id); place != place_of_.end()) text += " in " + place->second;
        Switch one;
        one.kind = kind, one.of_time = in_time, one.is_linear = in_time && is_linear_in_time(g);
        one.is_discrete = (graph_.node(g).dependence & of_state & ~bit(Role::parameter) & ~bit(Role::input)) == 0 &&
                          !holds_history(g);
        one.text = std::move(text);
        result_.switches.push_back(std::move(one));
        return functions_.size() - 1;
    }
    bool holds_history(Expr e) const {
        if (histories_.empty()) return false;
        const std::vector<Expr> roots{e};
        return std::ranges::any_of(reachable(graph_, roots), [&](NodeId id) { return histories_.contains(id); });
    }
    // Each input that files give, and its rate, where the model has one.
    std::vector<std::pair<Expr, Expr>> history_rates() {
        std::vector<std::pair<Expr, Expr>> rates;
        for (const Input& input : model_.inputs)
            if (const Expr own = graph_.symbol(input.name, Role::input); histories_.contains(own.id))
                for (const Input& next : model_.inputs)
                    if (next.name == input.name + "'")
                        rates.emplace_back(own, inlined_(graph_.symbol(next.name, Role::input)));
        return rates;
    }
    Expr mode_symbol(std::size_t number) { return graph_.symbol(mode_name(number), Role::input); }
    static std::string mode_name(std::size_t number) {
        return "mode of switch " + std::to_string(number);  // a name that no script can give
    }

    std::size_t add_modes(Routine& routine) const {
        const std::size_t n = functions_.size(), place = routine.arguments.size();
        routine.arguments.push_back(
            {"modes", Argument::Intent::in, Argument::Type::real, {{std::to_string(n), n}}, {}});
        for (std::size_t k = 0; k < n; ++k) routine.reads[{mode_name(k), Role::input}] = {place, k};
        return place;
    }

    void freeze(Routine& routine, Substitution& frozen) {
        if (functions_.empty()) return;
        for (ResultExpression& result : routine.results) result.value = frozen(result.value);
        for (PivotCheck& check : routine.checks) check.condition = frozen(check.condition);
        add_modes(routine);
    }

    // The chain rule along the motion: what loads and drives do to the model.
    void add_power(Routine& derivatives) {
        const Routine& energy = *find(RoutineName::energy);
        Expr total = graph_.integer(0);
        for (const ResultExpression& result : energy.results)
            if (const std::string& name = energy.arguments[result.place.argument].name;
                name == "kinetic" || name == "potential")
                total = total + inlined_(result.value);
        if ((graph_.node(total).dependence & bit(Role::external_result)) != 0) return;
        std::vector<Expr> symbols;
        for (std::size_t q = 0; q < model_.coordinates.size(); ++q)
            symbols.push_back(graph_.symbol(model_.coordinates[q].name, Role::coordinate));
        for (const TableRow& u : result_.program.speeds) symbols.push_back(graph_.symbol(u.name, Role::speed));
        for (const TableRow& s : result_.program.states) symbols.push_back(graph_.symbol(s.name, Role::state));
        symbols.push_back(time_symbol(model_));
        const std::vector<Expr> slopes = gradient(graph_, total, symbols);
        Expr power = slopes.back();
        for (const ResultExpression& result : derivatives.results)
            if (derivatives.arguments[result.place.argument].name == "ydot")
                power = power + slopes[result.place.element] * result.value;
        for (const auto& [input, rate] : history_rates())
            power = power + gradient(graph_, total, std::vector<Expr>{input}).front() * rate;
        derivatives.results.push_back({{derivatives.arguments.size(), 0}, power});
        derivatives.arguments.push_back({"power", Argument::Intent::out, Argument::Type::real, {}, {}});
    }

    // g(t, y) of these functions and its rate along `rates`.
    Routine switch_functions() {
        Routine r = *find(RoutineName::derivatives);
        r.name = to_string(RoutineName::switches), r.text = meaning_of(RoutineName::switches);
        r.checks.clear();
        const auto goes = [&](const std::string& name) {
            const auto a = std::ranges::find(r.arguments, name, &Argument::name);
            return static_cast<std::size_t>(a - r.arguments.begin());
        };
        // what is given to the user's routines stays
        std::erase_if(r.results, [&](const ResultExpression& result) {
            return r.arguments[result.place.argument].intent != Argument::Intent::local;
        });
        Argument& values = r.arguments[goes("ydot")];
        const std::size_t n = functions_.size(), g = goes("ydot"), states = values.elements();
        values.name = "g", values.shape = {{std::to_string(n), n}}, values.element_names.clear();
        const std::size_t gdot = r.arguments.size();
        r.arguments.push_back({"gdot", Argument::Intent::out, Argument::Type::real, {{std::to_string(n), n}}, {}});
        const std::size_t rates = r.arguments.size();
        r.arguments.push_back(
            {"rates", Argument::Intent::in, Argument::Type::real, {{std::to_string(states), states}}, {}});
        Differentiator rate(graph_);
        rate.seed(time_symbol(model_), graph_.integer(1));
        std::size_t k = 0;
        const auto seed = [&](const std::string& name, Role role) {
            const std::string given = "rate of " + name;
            r.reads[{given, Role::input}] = {rates, k++};
            rate.seed(graph_.symbol(name, role), graph_.symbol(given, Role::input));
        };
        for (const TableRow& q : result_.program.coordinates) seed(q.name, Role::coordinate);
        for (const TableRow& u : result_.program.speeds) seed(u.name, Role::speed);
        for (const TableRow& s : result_.program.states) seed(s.name, Role::state);
        for (const auto& [input, slope] : history_rates()) rate.seed(input, slope);
        for (std::size_t i = 0; i < n; ++i) {
            r.results.push_back({{g, i}, functions_[i]});
            r.results.push_back({{gdot, i}, rate(functions_[i])});
        }
        drop_argument(r, "info");
        if (std::ranges::find(r.arguments, std::string("power"), &Argument::name) != r.arguments.end())
            drop_argument(r, "power");
        return r;
    }
    static void drop_argument(Routine& r, const std::string& name) {
        const auto found = std::ranges::find(r.arguments, name, &Argument::name);
        const auto gone = static_cast<std::size_t>(found - r.arguments.begin());
        r.arguments.erase(found);
        for (auto& [symbol, place] : r.reads) place.argument -= place.argument > gone ? 1 : 0;
        for (ResultExpression& result : r.results) result.place.argument -= result.place.argument > gone ? 1 : 0;
    }

    const Model& model_;
    Graph& graph_;
    SwitchedProgram result_;
    Substitution inlined_, frozen_, frozen_in_time_;  // the last one: what changes with time alone
    std::vector<Expr> functions_;                     // g by switch, frozen
    std::map<std::pair<NodeId, Switch::Kind>, std::size_t> number_;
    // by argument, table and axis (of look-ups that go on: axis - 2); nothing where the table changes nowhere
    std::map<std::tuple<NodeId, const PointTable*, int>, std::optional<std::size_t>> segment_;
    std::set<NodeId> pivots_, histories_;     // histories_: inputs that stay, files give them
    std::map<NodeId, std::string> place_of_;  // the first one
};

}  // namespace

SwitchedProgram switched_program(const Model& model, Program lowered, const std::vector<Expr>& inputs, bool matrices) {
    return Switching(model, std::move(lowered), inputs).run(matrices);
}

}  // namespace lag
