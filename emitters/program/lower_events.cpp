#include "emitters/program/lower_events.hpp"

#include <algorithm>
#include <numeric>

#include "core/calculus.hpp"
#include "emitters/program/lower_assembly.hpp"

namespace lag {

namespace {

Expr number_is(const Model& model, std::size_t event) {
    Graph& graph = *model.graph;
    return graph.binary(Op::equal, event_number(model), graph.integer(static_cast<long>(event) + 1));
}

// A value that events change: `unchanged` unless k is one of those, in declared order.
class ChosenByEvent {
  public:
    ChosenByEvent(const Model& model, Expr unchanged) : model_(model), value_(model.graph->own(unchanged)) {}
    void at(std::size_t event, Expr value) {
        value_ = model_.graph->select(number_is(model_, event), model_.graph->own(value), value_);
    }
    Expr value() const { return value_; }

  private:
    const Model& model_;
    Expr value_;
};

class Jumping {
  public:
    Jumping(const Model& model, const Equations& equations, const SolvedSystem& system,
            const std::function<Expr(Expr)>& before)
        : model_(model), graph_(*model.graph), equations_(equations), solved_(system), before_(before) {}

    // `plan`: of M and of the rows.
    Jump run(const std::function<LdlPlan()>& plan) {
        set_values();
        rows_after();
        const bool pushed = std::ranges::any_of(model_.events, [](const Event& e) { return !e.impulses.empty(); });
        if (after_.rows.empty() && !pushed) return std::move(jump_);
        solve(plan());
        if (solved_.search) find_mode();
        return std::move(jump_);
    }

  private:
    void set_values() {
        std::map<std::pair<Role, std::size_t>, ChosenByEvent> chosen;
        for (std::size_t k = 0; k < model_.events.size(); ++k)
            for (const Event::Setting& setting : model_.events[k].settings) {
                const Expr own = symbol(model_, setting);
                const auto* const flag = std::get_if<FlagIndex>(&setting.what);
                const std::size_t place = flag != nullptr
                                              ? input_of(model_, *flag).value
                                              : std::visit([](auto index) { return index.value; }, setting.what);
                const auto found = chosen.try_emplace({graph_.symbol_of(own).role, place}, model_, own).first;
                found->second.at(k, before_(setting.value));
            }
        for (const auto& [what, choice] : chosen) {
            auto& values = what.first == Role::input   ? jump_.flags
                           : what.first == Role::state ? jump_.states
                                                       : jump_.coordinates;
            values.emplace(what.second, choice.value());
        }
    }

    // The rows with the flags and states as they are after the event.
    void rows_after() {
        Substitution after(graph_);
        for (const auto& [s, value] : jump_.states) after.replace(symbol(model_, StateIndex(s)), value);
        for (const auto& [w, value] : jump_.flags) after.replace(symbol(model_, InputIndex(w)), value);
        for (const ConstraintRow& row : equations_.system_rows.rows.rows) {
            ConstraintRow changed = row;
            changed.phidot = after(graph_.own(row.phidot));
            for (auto& [speed, coefficient] : changed.B) coefficient = after(graph_.own(coefficient));
            if (row.is_switched()) changed.active = after(graph_.own(row.active));
            after_.rows.push_back(std::move(changed));
        }
    }

    // The events that hit this row, the approach being what it is: a condition; and their restitution.
    std::optional<Expr> is_hit(std::size_t r) const {
        const ConstraintRow& row = after_.rows[r];
        std::optional<Expr> named;
        for (std::size_t k = 0; k < model_.events.size(); ++k) {
            if (std::ranges::find(model_.events[k].impact, row.constraint) == model_.events[k].impact.end()) continue;
            const Expr here = number_is(model_, k);
            named = named ? graph_.binary(Op::logical_or, *named, here) : here;
        }
        if (!named) return named;
        return graph_.binary(Op::logical_and, *named, graph_.binary(Op::less, row.phidot, graph_.integer(0)));
    }
    Expr restitution(std::size_t r) const {
        ChosenByEvent e(model_, graph_.integer(0));
        for (std::size_t k = 0; k < model_.events.size(); ++k)
            if (std::ranges::find(model_.events[k].impact, after_.rows[r].constraint) != model_.events[k].impact.end())
                e.at(k, before_(model_.events[k].restitution));
        return e.value();
    }

    // P, then -(1 + e) phidot; and in `rows` when a row takes no part.
    std::vector<Expr> right_side(std::vector<SystemRow>& rows) const {
        std::vector<Expr> values;
        for (std::size_t u = 0; u < model_.speeds.size(); ++u) {
            ChosenByEvent P(model_, graph_.integer(0));
            for (std::size_t k = 0; k < model_.events.size(); ++k)
                for (const Event::Impulse& impulse : model_.events[k].impulses)
                    if (impulse.speed.value == u) P.at(k, before_(impulse.value));
            values.push_back(P.value());
        }
        for (std::size_t r = 0; r < after_.rows.size(); ++r) {
            const ConstraintRow& row = after_.rows[r];
            Expr factor = graph_.integer(1);
            if (is_of_stop(model_, row)) {
                rows[model_.speeds.size() + r].off = graph_.integer(1);  // its impulse is one of contacts
            } else if (const std::optional<Expr> hit = row.is_switched() ? is_hit(r) : std::nullopt) {
                const Expr free = graph_.binary(Op::equal, row.active, graph_.integer(0));
                factor = graph_.integer(1) + graph_.select(free, restitution(r), graph_.integer(0));
                rows[model_.speeds.size() + r].off = graph_.binary(Op::logical_and, free, graph_.logical_not(*hit));
            }
            values.push_back(-(factor * row.phidot));
        }
        return values;
    }

    void solve(const LdlPlan& plan) {
        std::vector<std::size_t> all(after_.rows.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const std::vector<std::size_t> numbers = bilateral_rows(after_);
        std::vector<SystemRow> every = system_rows(model_, after_, all);
        const std::vector<Expr> values = right_side(every);
        std::vector<SystemRow> rows(every.begin(), every.begin() + static_cast<std::ptrdiff_t>(model_.speeds.size()));
        for (const std::size_t r : numbers) rows.push_back(every[model_.speeds.size() + r]);
        SolvedRows solved = solve_on_expressions(
            graph_, plan, rows,
            SystemEntries(model_, with_weighted_rows(equations_.mass_matrix, after_, equations_.weights), after_,
                          numbers),
            without_contacts(model_, after_, with_weighted_rows(values, after_, equations_.weights)));
        const std::size_t nu = model_.speeds.size();
        turn_to_stated(equations_.system_rows.loops, solved.x, nu);
        jump_.checks = std::move(solved.checks), jump_.labels = std::move(solved.labels);
        if (solved_.search) return add_impulses_of_contacts(plan, std::move(solved));
        for (std::size_t u = 0; u < nu; ++u) jump_.speeds.emplace(u, symbol(model_, SpeedIndex{u}) + solved.x[u]);
        jump_.impulses.assign(solved.x.begin() + static_cast<std::ptrdiff_t>(nu), solved.x.end());
    }

    // du + X P, p + Y P
    void add_impulses_of_contacts(const LdlPlan& plan, SolvedRows solved) {
        const std::size_t nu = model_.speeds.size();
        const std::vector<std::size_t> rows = rows_of_search(model_, after_);
        const ContactResponse response = response_to_contacts(model_, after_, rows, [&](const std::vector<Expr>& b) {
            return solve_with(plan, solved.factors, without_contacts(model_, after_, b));
        });
        std::vector<Expr> rates;
        for (const std::size_t r : rows) {
            Expr rate = graph_.own(after_.rows[r].phidot);
            for (const auto& [speed, coefficient] : after_.rows[r].B)
                rate = rate + graph_.own(coefficient) * solved.x[speed.value];
            rates.push_back(rate);
        }
        ContactCall call = impulses_of_contacts(model_, after_, without_held_rows(model_, after_, rows, response),
                                                rates, event_number(model_));
        const std::vector<Expr> P(call.results.begin(),
                                  call.results.begin() + static_cast<std::ptrdiff_t>(rows.size()));
        add_response(solved.x, response, P);
        for (std::size_t u = 0; u < nu; ++u) jump_.speeds.emplace(u, symbol(model_, SpeedIndex{u}) + solved.x[u]);
        jump_.impulses.assign(after_.rows.size(), graph_.integer(0));
        const std::vector<std::size_t> bilateral = bilateral_rows(after_);
        for (std::size_t k = 0; k < bilateral.size(); ++k) jump_.impulses[bilateral[k]] = solved.x[nu + k];
        for (std::size_t k = 0; k < rows.size(); ++k) jump_.impulses[rows[k]] = -P[k];
        for (PivotCheck& check : checks_of(model_, after_, call)) jump_.checks.push_back(std::move(check));
        if (!model_.stops.empty() || std::ranges::any_of(model_.contacts, [](const Contact& c) { return !!c.normal; }))
            jump_.law = LawOfImpact{call.results[rows.size()], jump_.checks};
        jump_.calls.push_back(std::move(call));
    }

    // The mode at the state that the jump leaves.
    void find_mode() {
        const ConstraintRows& rows = equations_.constraints;
        ModeSearch search = mode_of_contacts(model_, rows, *solved_.search, event_number(model_), " after an event");
        Substitution after(graph_);
        for (const auto& [q, value] : jump_.coordinates) after.replace(symbol(model_, CoordinateIndex(q)), value);
        for (const auto& [u, value] : jump_.speeds) after.replace(symbol(model_, SpeedIndex(u)), value);
        for (const auto& [s, value] : jump_.states) after.replace(symbol(model_, StateIndex(s)), value);
        for (const auto& [w, value] : jump_.flags) after.replace(symbol(model_, InputIndex(w)), value);
        call_users_again(after);
        for (const PivotCheck& check : solved_.checks_of_search)
            jump_.checks.push_back({.condition = after(graph_.own(check.condition)),
                                    .info = check.info,
                                    .after_previous = check.after_previous});
        for (ContactCall& call : search.calls) {
            for (Expr& argument : call.arguments) argument = after(graph_.own(argument));
            jump_.calls.push_back(std::move(call));
        }
        for (PivotCheck& check : checks_of(model_, rows, jump_.calls.back())) jump_.checks.push_back(std::move(check));
        for (const auto& [flag, value] : search.flags)
            jump_.flags[input_of(model_, flag).value] = after(graph_.own(value));
    }

    // The user's routines at the state that the jump leaves.
    void call_users_again(Substitution& after) {
        for (const ExternalRoutine& routine : model_.externals) {
            ContactCall call{.routine = routine.name,
                             .arguments = {},
                             .results = {},
                             .is_users = true,
                             .procedure = routine.procedure};
            for (const Expr& argument : routine.arguments) call.arguments.push_back(after(graph_.own(argument)));
            for (const std::string& name : routine.results) {
                call.results.push_back(graph_.symbol(name + " after an event", Role::external_result));
                after.replace(graph_.symbol(name, Role::external_result), call.results.back());
            }
            jump_.calls.push_back(std::move(call));
        }
    }

    const Model& model_;
    Graph& graph_;
    const Equations& equations_;
    const SolvedSystem& solved_;
    const std::function<Expr(Expr)>& before_;
    ConstraintRows after_;
    Jump jump_;
};

}  // namespace

Expr event_number(const Model& model) {
    return model.graph->symbol("number of the event", Role::input);  // a name that no script can give
}

Expr is_an_event(const Model& model) {
    Graph& graph = *model.graph;
    const Expr k = event_number(model);
    return graph.binary(Op::logical_and, graph.binary(Op::less_equal, graph.integer(1), k),
                        graph.binary(Op::less_equal, k, graph.integer(static_cast<long>(model.events.size()))));
}

std::vector<Expr> rates_of_events(const Model& model, const Equations& equations, const std::vector<Expr>& functions) {
    Graph& graph = *model.graph;
    Differentiator rate(graph);
    rate.seed(time_symbol(model), graph.integer(1));
    for (std::size_t q = 0; q < model.coordinates.size(); ++q)
        rate.seed(symbol(model, CoordinateIndex{q}), equations.kinematic_equations[q]);
    constexpr Dependence known = bit(Role::parameter) | bit(Role::time) | bit(Role::coordinate) | bit(Role::input);
    std::vector<Expr> rates;
    for (const Expr& function : functions) {
        const Expr g = graph.own(function);
        const std::vector<Expr> roots{g};
        bool depends = (graph.node(g).dependence & static_cast<Dependence>(~known)) != 0;
        for (const Expr& w : symbols_in(graph, roots, bit(Role::input)))
            depends = depends || !is_flag(model, graph.symbol_of(w).name);
        rates.push_back(depends ? graph.integer(0) : graph.own(rate(g)));
    }
    return rates;
}

Jump jump_of_events(const Model& model, const Equations& equations, const LdlPlan& plan, const SolvedSystem& solved,
                    const std::function<Expr(Expr)>& before) {
    Jumping jumping(model, equations, solved, before);
    Jump jump = jumping.run([&] { return equations.solved() == nullptr ? plan : plan_ldl(equations.pattern); });
    // rows that were solved out take no impulse
    if (jump.impulses.empty()) jump.impulses.assign(equations.solved_out.rows.size(), model.graph->integer(0));
    return jump;
}

}  // namespace lag
