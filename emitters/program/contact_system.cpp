#include "emitters/program/contact_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/info_codes.hpp"

namespace lag {

namespace {

constexpr std::size_t newton_steps = 6;       // where limits of dry friction are no linear functions of the loads
constexpr long held_by_others = 10000000000;  // the power of the other rows, of that of a load which moves nothing

bool is_contact_in_space(const Contact& c) {
    return c.second.has_value();
}

std::size_t row_number(const ConstraintRows& constraints, std::size_t constraint) {
    const auto found = std::ranges::find(constraints.rows, constraint, &ConstraintRow::constraint);
    if (found == constraints.rows.end()) throw InternalError("a contact without a row");
    return static_cast<std::size_t>(found - constraints.rows.begin());
}

// A stop that a script writes as a switched row of its own: one event hits the row where its error falls through zero,
// another one lets it go where its load does.
bool is_unilateral(const Model& model, std::size_t constraint) {
    const Expr flag = model.constraints[constraint].active;
    const auto sets_flag = [&](const Event::Setting& setting) { return symbol(model, setting).id == flag.id; };
    bool hit = false, opens = false;
    for (const Event& event : model.events) {
        if (event.direction != Event::Direction::falling) continue;
        hit = hit || (std::ranges::count(event.impact, constraint) > 0 &&
                      event.function.id == model.constraints[constraint].value.id);
        const bool of_load = (model.graph->node(event.function.id).dependence & bit(Role::multiplier)) != 0;
        opens = opens || (of_load && std::ranges::any_of(event.settings, sets_flag));
    }
    return hit && opens;
}

// A slip slower than this counts as none; so does a gap that is smaller, with 1 s.
Expr small_speed_of(const Model& model) {
    return model.graph->own(model.contact_speed) * model.graph->rational(1, 1000);
}

class SmallProblem {
  public:
    enum class Of { loads, search };
    SmallProblem(const Model& model, const ConstraintRows& constraints, Of of)
        : contacts(model.contacts),
          model_(model),
          graph_(*model.graph),
          constraints_(constraints),
          rows_(of == Of::loads ? rows_of_contacts(model, constraints) : rows_of_search(model, constraints)) {
        if (of == Of::search) contacts.insert(contacts.end(), model.stops.begin(), model.stops.end());
    }

    std::size_t size() const { return rows_.size(); }
    const std::vector<std::size_t>& rows() const { return rows_; }
    const ConstraintRow& normal(const Contact& c) const {
        return constraints_.rows[row_number(constraints_, c.normal.value())];
    }
    const ConstraintRow& tangent(const Contact& c) const {
        return constraints_.rows[row_number(constraints_, c.tangent.value())];
    }
    bool is_in_space() const { return std::ranges::any_of(model_.contacts, is_contact_in_space); }
    // The magnitude of the slip speed; in one direction with its sign. 0 without friction.
    Expr slip_speed(const Contact& c) const {
        if (!c.tangent) return number(0);
        const Expr v = graph_.own(tangent(c).phidot);
        if (!c.second) return v;
        const Expr w = graph_.own(second(c).phidot);
        return sqrt(v * v + w * w);
    }
    // The unit direction of a slip speed that is not small.
    std::pair<Expr, Expr> direction_of_slip(const Contact& c) const {
        if (!c.second) return {number(0), number(0)};
        const Expr size = slip_speed(c), rests = graph_.binary(Op::equal, size, number(0));
        const Expr divisor = graph_.select(rests, number(1), size);
        return {graph_.own(tangent(c).phidot) / divisor, graph_.own(second(c).phidot) / divisor};
    }
    std::pair<Expr, Expr> direction(const Contact& c) const {
        if (!c.second) return {number(0), number(0)};
        return direction_of_sliding(model_, {graph_.own(tangent(c).phidot), graph_.own(second(c).phidot)},
                                    {symbol(model_, c.direction.at(0)), symbol(model_, c.direction.at(1))});
    }
    // Of all contacts along, then across; nothing where all have one slip speed.
    template <class DirectionOf>
    void add_directions(std::vector<Expr>& arguments, DirectionOf&& direction_of) const {
        if (!is_in_space()) return;
        std::vector<Expr> across;
        for (const Contact& c : model_.contacts) {
            const auto [x, y] = direction_of(c);
            arguments.push_back(x), across.push_back(y);
        }
        arguments.insert(arguments.end(), across.begin(), across.end());
    }
    const ConstraintRow& second(const Contact& c) const {
        return constraints_.rows[row_number(constraints_, c.second.value())];
    }
    Expr number(long n) const { return graph_.integer(n); }
    Expr is_closed(const Contact& c) const {
        return c.closed ? graph_.logical_not(graph_.binary(Op::equal, symbol(model_, *c.closed), number(0)))
                        : graph_.binary(Op::equal, number(0), number(0));
    }
    Expr slip(const Contact& c) const { return c.slip ? symbol(model_, *c.slip) : number(0); }
    // number from 1
    Expr is_event(Expr event, const std::optional<std::size_t>& k) const {
        return k ? graph_.binary(Op::equal, event, number(static_cast<long>(*k) + 1))
                 : graph_.binary(Op::equal, number(0), number(1));
    }
    Expr both(Expr a, Expr b) const { return graph_.binary(Op::logical_and, a, b); }
    Expr either(Expr a, Expr b) const { return graph_.binary(Op::logical_or, a, b); }
    Expr one_if(Expr condition) const { return graph_.select(condition, number(1), number(0)); }
    Expr at_most(Expr a, Expr b) const { return graph_.binary(Op::less_equal, a, b); }
    bool is_hit_by(const Contact& c, const Event& event) const {
        return std::ranges::count(event.impact, c.normal.value()) > 0;
    }
    Expr speed() const { return graph_.own(model_.contact_speed); }
    Expr small_speed() const { return small_speed_of(model_); }
    // An event that changes the mode alone.
    Expr changes_mode_alone(Expr event) const {
        Expr any = is_event(event, std::nullopt);
        for (const Contact& c : contacts)
            for (const auto& k : {c.opens, c.slips, c.sticks, c.turns})
                if (k) any = either(any, is_event(event, k));
        return any;
    }

    // What the flags say is held may have drifted a little until an event that changes the mode alone.
    Expr is_small(Expr rate, Expr held, Expr mode_alone) const {
        const Expr size = graph_.unary(Op::abs, rate);
        return either(at_most(size, small_speed()), both(both(mode_alone, held), at_most(size, speed())));
    }
    // Whether its slip counts as none at an event. In space a slip may end its phase by a turn, too.
    Expr rests(const Contact& c, Expr event, Expr mode_alone) const {
        const Expr sticks = graph_.binary(Op::equal, slip(c), number(0));
        const Expr small = is_small(slip_speed(c), both(is_closed(c), sticks), mode_alone);
        return c.second ? small : either(small, either(is_event(event, c.sticks), is_event(event, c.slips)));
    }

    void add_matrix(std::vector<Expr>& arguments, const ContactResponse& response) const {
        for (const std::vector<Expr>& row : response.S)
            for (const Expr& value : row) arguments.push_back(graph_.own(value));
    }
    void add_flags(std::vector<Expr>& arguments) const {
        for (const Contact& c : model_.contacts) arguments.push_back(one_if(is_closed(c)));
        for (const Contact& c : model_.contacts) arguments.push_back(slip(c));
        add_directions(arguments, [&](const Contact& c) { return direction(c); });
    }
    std::vector<Expr> symbols(const std::string& what, std::size_t count) const {
        std::vector<Expr> result;
        for (std::size_t k = 0; k < count; ++k)
            result.push_back(graph_.symbol(fmt::format("{} {}", what, k + 1), Role::external_result));
        return result;
    }

    std::vector<Contact> contacts;  // in the order of the tables
    const Model& model_;
    Graph& graph_;

  private:
    const ConstraintRows& constraints_;
    std::vector<std::size_t> rows_;
};

// Limits of dry friction, as functions of the loads F on the rows of contacts.
class Limits {
  public:
    Limits(const SmallProblem& problem, const ConstraintRows& constraints, const ContactSystem& system)
        : problem_(problem), graph_(problem.graph_) {
        loads_ = problem.symbols("load in a limit", problem.size());
        Substitution in_loads(graph_);
        const std::vector<std::size_t> bilateral = bilateral_rows(constraints);
        const std::size_t nu = problem.model_.speeds.size();
        for (std::size_t k = 0; k < bilateral.size(); ++k) {
            const ConstraintRow& row = constraints.rows[bilateral[k]];
            if (std::ranges::count(problem.rows(), bilateral[k]) > 0) continue;
            Expr value = graph_.own(system.free_multipliers[k]);
            for (std::size_t j = 0; j < loads_.size(); ++j)
                value = value + graph_.own(system.response.columns[j][nu + k]) * loads_[j];
            in_loads.replace(multiplier_symbol(problem.model_, row.constraint, row.component), value);
        }
        for (std::size_t j = 0; j < loads_.size(); ++j) {
            const ConstraintRow& row = constraints.rows[problem.rows()[j]];
            in_loads.replace(multiplier_symbol(problem.model_, row.constraint, row.component), -loads_[j]);
        }
        for (const LeftOutRow& left_out : constraints.left_out)
            in_loads.replace(multiplier_symbol(problem.model_, left_out.row.constraint, left_out.row.component),
                             graph_.integer(0));
        for (const Contact& c : problem.model_.contacts) values_.push_back(in_loads(graph_.own(c.limit)));
        for (const Expr& value : values_) {
            slopes_.emplace_back();
            for (const Expr& F : loads_) {
                slopes_.back().push_back(graph_.own(partial_derivative(value, F)));
                takes_loads_ = takes_loads_ || !slopes_.back().back().is_zero();
                is_linear_ = is_linear_ && !holds_loads(slopes_.back().back());
            }
        }
    }
    std::size_t steps() const { return is_linear_ ? 1 : newton_steps; }
    // limit(F) = first + slopes F near F = `at`
    void add(std::vector<Expr>& arguments, const std::vector<Expr>& at) const {
        Substitution here(graph_);
        for (std::size_t j = 0; j < loads_.size(); ++j) here.replace(loads_[j], at[j]);
        std::vector<Expr> slopes;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            Expr first = here(values_[i]);
            for (std::size_t j = 0; j < loads_.size(); ++j) {
                slopes.push_back(here(slopes_[i][j]));
                first = first - slopes.back() * at[j];
            }
            arguments.push_back(is_linear_ ? at_zero(values_[i]) : first);
        }
        if (takes_loads_of_any()) arguments.insert(arguments.end(), slopes.begin(), slopes.end());
    }

  private:
    bool takes_loads_of_any() const { return tables_of_contacts(problem_.model_).limits_take_loads; }
    Expr at_zero(Expr value) const {
        Substitution zero(graph_);
        for (const Expr& F : loads_) zero.replace(F, graph_.integer(0));
        return zero(value);
    }
    bool holds_loads(Expr e) const {
        const std::vector<Expr> roots{e};
        for (const Expr& s : symbols_in(graph_, roots, bit(Role::external_result)))
            if (std::ranges::find(loads_, s.id, &Expr::id) != loads_.end()) return true;
        return false;
    }

    const SmallProblem& problem_;
    Graph& graph_;
    std::vector<Expr> loads_, values_;
    std::vector<std::vector<Expr>> slopes_;
    bool takes_loads_ = false, is_linear_ = true;
};

}  // namespace

std::pair<Expr, Expr> direction_of_sliding(const Model& model, const std::pair<Expr, Expr>& slip,
                                           const std::pair<Expr, Expr>& flags) {
    const auto& [v, w] = slip;
    const auto& [e, f] = flags;
    Graph& graph = *model.graph;
    const Expr still = small_speed_of(model) * graph.rational(1, 100);
    const Expr along = v * e + w * f, across = w * e - v * f;
    const Expr ahead = sqrt(along * along + still * still), size = sqrt(v * v + w * w + still * still);
    return {(ahead * e - across * f) / size, (ahead * f + across * e) / size};
}

std::vector<std::size_t> rows_of_contacts(const Model& model, const ConstraintRows& constraints) {
    std::vector<std::size_t> rows;
    for (const Contact& c : model.contacts)
        for (const auto& constraint : {c.normal, c.tangent, c.second})
            if (constraint) rows.push_back(row_number(constraints, *constraint));
    return rows;
}

std::vector<std::size_t> rows_of_search(const Model& model, const ConstraintRows& constraints) {
    std::vector<std::size_t> rows = rows_of_contacts(model, constraints);
    for (const Contact& stop : model.stops) rows.push_back(row_number(constraints, stop.normal.value()));
    return rows;
}

bool has_search(const Model& model) {
    return !model.contacts.empty() || !model.stops.empty();
}

std::size_t modes_of(const Contact& c) {
    return !c.normal || c.second ? 3 : c.tangent ? 4 : 2;
}

bool is_of_stop(const Model& model, const ConstraintRow& row) {
    return std::ranges::any_of(model.stops, [&](const Contact& stop) { return stop.normal == row.constraint; });
}

ContactTables tables_of_contacts(const Model& model) {
    ContactTables tables;
    const bool in_space = std::ranges::any_of(model.contacts, is_contact_in_space);
    std::vector<std::size_t> modes;
    for (const Contact& c : model.contacts) {
        tables.normal.push_back(c.normal ? static_cast<int>(tables.rows++) : -1);
        tables.tangent.push_back(c.tangent ? static_cast<int>(tables.rows++) : -1);
        if (in_space) tables.second.push_back(c.second ? static_cast<int>(tables.rows++) : -1);
        if (c.normal)
            modes.push_back(modes_of(c));
        else
            tables.most_solves *= modes_of(c);
        tables.limits_take_loads =
            tables.limits_take_loads || (model.graph->node(c.limit.id).dependence & bit(Role::multiplier)) != 0;
    }
    tables.is_crowd = is_crowd_of_contacts(model), tables.shares = contacts_share_loads(model);
    std::ranges::sort(modes, std::greater<>());
    for (std::size_t k = 0; k < std::min(modes.size(), most_enumerated_contacts); ++k) tables.most_solves *= modes[k];
    tables.stops = model.stops.size();
    for (std::size_t k = 0; k < tables.stops; ++k) {
        tables.normal.push_back(static_cast<int>(tables.rows++));
        tables.tangent.push_back(-1);
    }
    return tables;
}

std::vector<ContactPlaces> places_of_contacts(const Model& model, const ConstraintRows& constraints) {
    const auto row = [&](const std::optional<std::size_t>& constraint) {
        return constraint ? static_cast<int>(row_number(constraints, *constraint)) : -1;
    };
    const auto flag = [&](const std::optional<FlagIndex>& f) {
        return f ? static_cast<int>(input_of(model, *f).value) : -1;
    };
    const auto event = [](const std::optional<std::size_t>& k) { return k ? static_cast<int>(*k) : -1; };
    std::vector<ContactPlaces> places;
    for (const auto* const some : {&model.contacts, &model.stops})
        for (const Contact& c : *some)
            places.push_back({row(c.normal), row(c.tangent), flag(c.closed), flag(c.slip), event(c.closes),
                              event(c.opens), event(c.slips), event(c.sticks), row(c.second), event(c.turns)});
    for (const ConstraintRow& r : constraints.rows) {
        if (!r.is_switched() || r.of_contact || is_of_stop(model, r)) continue;
        if (is_unilateral(model, r.constraint))
            places.push_back({.normal = row(r.constraint),
                              .closed = flag(flag_named(
                                  model, model.graph->symbol_of(model.constraints[r.constraint].active).name))});
    }
    return places;
}

ContactResponse response_to_contacts(const Model& model, const ConstraintRows& constraints,
                                     const std::vector<std::size_t>& rows, const SolveOthers& solve) {
    Graph& graph = *model.graph;
    ContactResponse response;
    for (const std::size_t r : rows) {
        std::vector<Expr> load(model.speeds.size() + constraints.rows.size(), graph.integer(0));
        for (const auto& [speed, coefficient] : constraints.rows[r].B) load[speed.value] = graph.own(coefficient);
        response.columns.push_back(solve(load));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        response.S.emplace_back();
        for (std::size_t j = 0; j < rows.size(); ++j) {
            Expr sum = graph.integer(0);
            // symmetric: formed once
            const std::size_t from = std::min(i, j), to = std::max(i, j);
            for (const auto& [speed, coefficient] : constraints.rows[rows[from]].B)
                sum = sum + graph.own(coefficient) * response.columns[to][speed.value];
            response.S.back().push_back(sum);
        }
    }
    return response;
}

ContactResponse without_held_rows(const Model& model, const ConstraintRows& constraints,
                                  const std::vector<std::size_t>& rows, ContactResponse response) {
    Graph& graph = *model.graph;
    const std::vector<std::size_t> bilateral = bilateral_rows(constraints);
    std::vector<Expr> moves;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::vector<Expr>& column = response.columns[i];
        Expr power = response.S[i][i], through = graph.integer(0);
        for (std::size_t k = 0; k < bilateral.size(); ++k) {
            const ConstraintRow& row = constraints.rows[bilateral[k]];
            const Expr Y = column[model.speeds.size() + k];
            if (is_of_stop(model, row) || Y.is_zero()) continue;
            Expr rate = graph.integer(0), most = graph.integer(0);
            for (const auto& [speed, coefficient] : row.B) {
                const Expr term = graph.own(coefficient) * column[speed.value];
                rate = rate + term, most = most + graph.unary(Op::abs, term);
            }
            power = power - Y * rate, through = through + graph.unary(Op::abs, Y) * most;
        }
        moves.push_back(through.is_zero() ? Expr{}
                                          : graph.binary(Op::less, through, power * graph.integer(held_by_others)));
    }
    const auto if_moves = [&](std::size_t i, Expr value) {
        return moves[i].graph == nullptr ? value : graph.select(moves[i], value, graph.integer(0));
    };
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows.size(); ++j) {
            const std::size_t from = std::min(i, j), to = std::max(i, j);  // symmetric: formed once
            response.S[i][j] = if_moves(from, response.S[i][j]);
            if (from != to) response.S[i][j] = if_moves(to, response.S[i][j]);
        }
    return response;
}

void add_response(std::vector<Expr>& x, const ContactResponse& response, const std::vector<Expr>& F) {
    for (std::size_t j = 0; j < F.size(); ++j)
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] + response.columns[j][i] * F[j];
}

std::string name_of_contact_load(std::size_t row) {
    return fmt::format("contact load of step 1 on row {}", row + 1);
}

std::vector<ContactCall> loads_of_contacts(const Model& model, const ConstraintRows& constraints,
                                           const ContactSystem& system) {
    const SmallProblem problem(model, constraints, SmallProblem::Of::loads);
    const Limits limits(problem, constraints, system);
    std::vector<ContactCall> calls;
    std::vector<Expr> at(problem.size(), problem.number(0));
    for (std::size_t step = 0; step < limits.steps(); ++step) {
        ContactCall call{.routine = "contact_loads", .arguments = {}, .results = {}};
        problem.add_matrix(call.arguments, system.response);
        call.arguments.insert(call.arguments.end(), system.free_rates.begin(), system.free_rates.end());
        limits.add(call.arguments, at);
        problem.add_flags(call.arguments);
        call.results = problem.symbols(fmt::format("contact load of step {} on row", step + 1), problem.size() + 1);
        at.assign(call.results.begin(), call.results.end() - 1);
        calls.push_back(std::move(call));
    }
    return calls;
}

void add_inverse(const Model& model, const ConstraintRows& constraints, const std::vector<Expr>& F,
                 ContactSystem& system) {
    const SmallProblem problem(model, constraints, SmallProblem::Of::loads);
    ContactCall call{.routine = "contact_inverse", .arguments = {}, .results = {}};
    problem.add_matrix(call.arguments, system.response);
    Limits(problem, constraints, system).add(call.arguments, F);
    problem.add_flags(call.arguments);
    const std::size_t n = problem.size();
    call.results = problem.symbols("inverse of contacts", n * n);
    for (std::size_t i = 0; i < n; ++i) {
        const auto first = call.results.begin() + static_cast<std::ptrdiff_t>(i * n);
        system.inverse.emplace_back(first, first + static_cast<std::ptrdiff_t>(n));
    }
    system.inverse_call = std::move(call);
}

std::vector<Expr> rows_in_mode(const Model& model, const ConstraintRows& constraints, const std::vector<Expr>& rates) {
    const SmallProblem problem(model, constraints, SmallProblem::Of::loads);
    Graph& graph = *model.graph;
    const auto load_on = [&](std::size_t constraint) { return -multiplier_symbol(model, constraint, 0); };
    std::vector<Expr> rows;
    for (const Contact& c : model.contacts) {
        const Expr closed = problem.is_closed(c), slip = problem.slip(c);
        Expr most = graph.own(c.limit);
        if (c.normal) {
            const Expr N = load_on(*c.normal);
            rows.push_back(graph.select(closed, rates[rows.size()], N));
            most = most * N;
        }
        if (!c.tangent) continue;
        const Expr F = load_on(*c.tangent);
        const Expr sticks = graph.binary(Op::equal, slip, problem.number(0));
        if (c.second) {
            const auto [along, across] = problem.direction(c);
            const Expr other = load_on(*c.second);
            rows.push_back(graph.select(closed, graph.select(sticks, rates[rows.size()], F + most * along), F));
            rows.push_back(
                graph.select(closed, graph.select(sticks, rates[rows.size()], other + most * across), other));
            continue;
        }
        const Expr slides = graph.select(graph.binary(Op::less, problem.number(0), slip), F + most, F - most);
        rows.push_back(graph.select(closed, graph.select(sticks, rates[rows.size()], slides), F));
    }
    return rows;
}

ModeSearch mode_of_contacts(const Model& model, const ConstraintRows& constraints, const ContactSystem& system,
                            Expr event, const std::string& suffix) {
    const SmallProblem problem(model, constraints, SmallProblem::Of::search);
    Graph& graph = *model.graph;
    const Limits limits(problem, constraints, system);
    const Expr mode_alone = problem.changes_mode_alone(event);
    std::vector<Expr> near, slide, ban;
    for (const Contact& c : problem.contacts) {
        const Expr closed = problem.is_closed(c);
        Expr touches = closed;
        if (c.normal) {
            const ConstraintRow& row = problem.normal(c);
            touches = problem.both(problem.either(closed, problem.at_most(graph.own(row.phi), problem.small_speed())),
                                   problem.is_small(graph.own(row.phidot), closed, mode_alone));
        }
        near.push_back(problem.one_if(touches));
        Expr rate = problem.number(0);
        if (c.tangent)
            rate = graph.select(problem.rests(c, event, mode_alone), problem.number(0), problem.slip_speed(c));
        if (slide.size() < model.contacts.size()) slide.push_back(rate);  // a stop has none
        ban.push_back(
            graph.select(problem.is_event(event, c.opens), problem.number(1),
                         graph.select(problem.is_event(event, c.slips), problem.number(2), problem.number(0))));
    }
    ModeSearch search;
    std::vector<Expr> at(problem.size(), problem.number(0));
    const std::size_t m = problem.contacts.size(), in_space = problem.is_in_space() ? model.contacts.size() : 0;
    for (std::size_t step = 0; step < limits.steps(); ++step) {
        ContactCall call{.routine = "contact_modes", .arguments = {}, .results = {}};
        call.arguments.push_back(problem.speed() * graph.rational(1, 1000000000));
        problem.add_matrix(call.arguments, system.response);
        call.arguments.insert(call.arguments.end(), system.free_rates.begin(), system.free_rates.end());
        limits.add(call.arguments, at);
        for (const auto* list : {&near, &slide, &ban})
            call.arguments.insert(call.arguments.end(), list->begin(), list->end());
        problem.add_directions(call.arguments, [&](const Contact& c) { return problem.direction_of_slip(c); });
        call.results = problem.symbols(fmt::format("mode of contacts{}, step {}, place", suffix, step + 1),
                                       2 * m + 2 * in_space + problem.size() + 1);
        at.assign(call.results.begin() + static_cast<std::ptrdiff_t>(2 * m + 2 * in_space), call.results.end() - 1);
        search.calls.push_back(std::move(call));
    }
    const std::vector<Expr>& found = search.calls.back().results;
    const Expr is_found = graph.binary(Op::equal, found.back(), problem.number(0));
    for (std::size_t i = 0; i < m; ++i) {
        const Contact& c = problem.contacts[i];
        if (c.closed) search.flags.emplace_back(*c.closed, graph.select(is_found, found[i], symbol(model, *c.closed)));
        if (c.slip) search.flags.emplace_back(*c.slip, graph.select(is_found, found[m + i], symbol(model, *c.slip)));
        for (std::size_t k = 0; k < c.direction.size(); ++k) {
            const Expr slides =
                problem.both(is_found, graph.logical_not(graph.binary(Op::equal, found[m + i], problem.number(0))));
            search.flags.emplace_back(
                c.direction[k], graph.select(slides, found[2 * m + k * in_space + i], symbol(model, c.direction[k])));
        }
    }
    return search;
}

ContactCall impulses_of_contacts(const Model& model, const ConstraintRows& after, const ContactResponse& response,
                                 const std::vector<Expr>& rates, Expr event) {
    const SmallProblem problem(model, after, SmallProblem::Of::search);
    Graph& graph = *model.graph;
    ContactCall call{.routine = "contact_impulses", .arguments = {}, .results = {}};
    call.arguments.push_back(problem.speed() * graph.rational(1, 1000000));
    problem.add_matrix(call.arguments, response);
    call.arguments.insert(call.arguments.end(), rates.begin(), rates.end());
    for (const std::size_t r : problem.rows()) call.arguments.push_back(graph.own(after.rows[r].phidot));
    std::vector<Expr> mu, least, part, slide;
    const Expr mode_alone = problem.changes_mode_alone(event), jumps = graph.logical_not(mode_alone);
    for (const Contact& c : problem.contacts) {
        if (mu.size() < model.contacts.size())
            mu.push_back(c.normal && c.tangent ? graph.own(c.limit) : problem.number(0));
        Expr rate = problem.number(0), takes_part = problem.number(0), bound = problem.number(0);
        if (c.normal) {
            const ConstraintRow& row = problem.normal(c);
            const Expr v = graph.own(row.phidot);
            const Expr e = graph.select(graph.binary(Op::less, -v, graph.own(c.speed)), problem.number(0),
                                        graph.own(c.restitution));
            bound = -(e * graph.binary(Op::min, v, problem.number(0)));
            Expr touches = problem.either(problem.either(problem.is_closed(c), problem.is_event(event, c.closes)),
                                          problem.at_most(graph.own(row.phi), problem.small_speed()));
            for (std::size_t k = 0; k < model.events.size(); ++k)
                if (problem.is_hit_by(c, model.events[k]))
                    touches = problem.either(touches, problem.is_event(event, k));
            takes_part = problem.one_if(problem.both(jumps, touches));
            if (c.tangent) {
                const Expr v_t = problem.slip_speed(c);
                rate = graph.select(problem.at_most(graph.unary(Op::abs, v_t), problem.small_speed()),
                                    problem.number(0), v_t);
            }
        }
        if (problem.is_in_space() && part.size() < model.contacts.size())
            takes_part = graph.select(
                problem.both(mode_alone, problem.is_closed(c)),
                graph.select(problem.rests(c, event, mode_alone), problem.number(2), problem.number(3)), takes_part);
        least.push_back(bound), part.push_back(takes_part);
        if (slide.size() < model.contacts.size()) slide.push_back(rate);  // a stop has none
    }
    for (const auto* list : {&mu, &least, &part, &slide})
        call.arguments.insert(call.arguments.end(), list->begin(), list->end());
    problem.add_directions(call.arguments, [&](const Contact& c) { return problem.direction_of_slip(c); });
    call.results = problem.symbols("contact impulse on row", problem.size() + 2);
    return call;
}

std::vector<PivotCheck> checks_of(const Model& model, const ConstraintRows& constraints, const ContactCall& call) {
    Graph& graph = *model.graph;
    const std::vector<std::size_t> rows =
        call.routine == "contact_loads" ? rows_of_contacts(model, constraints) : rows_of_search(model, constraints);
    const InfoCodes codes(model.speeds.size(), constraints.rows.size());
    const auto is_not = [&](std::size_t number) {
        return graph.logical_not(
            graph.binary(Op::equal, call.results.back(), graph.integer(static_cast<long>(number))));
    };
    std::vector<PivotCheck> checks;
    const auto add = [&](ContactFailure failure) {
        checks.push_back({.condition = is_not(rows.size() + 1 + static_cast<std::size_t>(failure)),
                          .info = codes.of_contacts(failure)});
    };
    if (call.routine == "contact_loads")
        for (std::size_t k = 0; k < rows.size(); ++k)
            checks.push_back({.condition = is_not(k + 1), .info = codes.of_row(rows[k])});
    if (call.routine == "contact_impulses") {
        add(ContactFailure::impact);
        return checks;
    }
    add(ContactFailure::wrong_sign);
    if (call.routine == "contact_modes") add(ContactFailure::no_mode), add(ContactFailure::several_modes);
    return checks;
}

}  // namespace lag
