#include "emitters/program/jacobian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/adjoint.hpp"
#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/structural_zero.hpp"
#include "emitters/program/calls.hpp"
#include "emitters/program/linearized_system.hpp"
#include "emitters/program/residual.hpp"
#include "emitters/program/routine_slopes.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

namespace {

// By row, then by column; structural zeros are exact zeros.
using Rows = std::vector<std::vector<Expr>>;
using Directions = std::vector<std::vector<std::pair<Expr, Expr>>>;  // symbols and their slopes

constexpr std::size_t most_nodes = 6'000'000;    // that the derivatives may add to the graph
constexpr std::size_t differentiated_whole = 4;  // speeds up to which u' is differentiated without its linear system
constexpr std::size_t compared_up_to = 20'000;  // nodes of a residual beyond which only the recursion is differentiated

class Jacobian {
  public:
    Jacobian(const Model& model, const Equations& equations, const LdlPlan& plan, const SolvedSystem& solved,
             const std::vector<Expr>& state_rates, const std::vector<Column>& columns)
        : model_(model),
          equations_(equations),
          qdot_(at_allowed_speeds(model, solved, equations.kinematic_equations)),
          solved_(solved),
          state_rates_(state_rates),
          graph_(*model.graph),
          start_(graph_.size()),
          routines_(model),
          residual_(model, equations, solved),
          linearized_(model, equations, plan, solved),
          known_zeros_(graph_, conditions_that_hold()) {
        for (const Column& column : columns) {
            columns_.push_back(column.symbol);
            directions_.push_back({{column.symbol, graph_.integer(1)}});
        }
        for (const Expr& rate : state_rates)
            wants_multipliers_ = wants_multipliers_ || (graph_.node(rate).dependence & bit(Role::multiplier)) != 0;
    }

    std::vector<JacobianEntry> entries() {
        std::vector<Expr> ydot = in_graph(qdot_);
        for (const Expr& e : solved_.accelerations) ydot.push_back(e);
        Substitution solution = solution_of(solved_unknowns());
        for (const Expr& e : state_rates_) ydot.push_back(solution(e));
        routines_.refuse_linked(columns_, ydot);
        Rows rows = forward(in_graph(qdot_));
        Rows solved_rows = cheapest(), of_states = through_solution(state_rates_, solved_rows);
        solved_rows.resize(rows_of_speeds());
        for (std::vector<Expr>& row : solved_rows) rows.push_back(std::move(row));
        for (std::vector<Expr>& row : of_states) rows.push_back(std::move(row));
        settle(rows);
        return listed(rows);
    }

    // -- of any F, in symbols of the unknowns where `is_solved` (`state_rates` are F's values)

    std::vector<JacobianEntry> entries_of(bool is_solved) {
        refuse_slopes_of(is_solved);
        Rows rows = rows_of(is_solved);
        settle(rows);
        return listed(rows);
    }
    std::vector<Expr> tangent(const std::vector<Expr>& d, bool is_solved) {
        refuse_slopes_of(is_solved);
        directions_.assign(1, {});
        for (std::size_t k = 0; k < columns_.size(); ++k) directions_[0].emplace_back(columns_[k], d[k]);
        is_product_ = true;
        Rows rows = rows_of(is_solved);
        settle(rows);
        std::vector<Expr> values;
        for (const std::vector<Expr>& row : rows) values.push_back(row.front());
        return values;
    }
    std::vector<Expr> adjoint(const std::vector<Expr>& v, bool is_solved) {
        refuse_slopes_of(is_solved);
        const Expr weighted = weighted_sum(state_rates_, v);
        if (!is_solved) return settled(gradient_of(weighted, columns_));
        Cheapest best(*this);
        const std::vector<Expr> x = solved_unknowns();
        Substitution solution = solution_of(x);
        if (is_differentiated_whole()) best.consider(gradient_of(solution(weighted), columns_));
        if (has_system())
            for (const std::vector<Expr>& residual : residuals()) {
                Held held = held_multipliers(weighted, residual, solution);
                std::vector<Expr> slopes = gradient_of(held.G, columns_);
                for (Expr& e : slopes) e = held.known(graph_.own(e));
                best.consider(std::move(slopes));
            }
        return settled(best.take());
    }
    std::vector<JacobianEntry> hessian(const std::vector<Expr>& v, bool is_solved) {
        refuse_slopes_of(is_solved);
        const Expr weighted = weighted_sum(state_rates_, v);
        if (!is_solved) return listed(settled_rows(second_derivatives(weighted, {}, {}, [](Expr e) { return e; })));
        wants_multipliers_ = true;
        Cheapest best(*this);
        const std::vector<Expr> x = solved_unknowns();
        Substitution solution = solution_of(x);
        if (is_differentiated_whole() && (!has_system() || x.size() <= differentiated_whole)) {
            const Expr value = solution(weighted);
            best.consider(flat(second_derivatives(value, {}, {}, [](Expr e) { return e; })));
        }
        if (has_system()) {
            Rows slopes;
            for (const std::vector<Expr>& residual : residuals()) {
                Held held = held_multipliers(weighted, residual, solution);
                const std::optional<Rows> solved = second_derivatives_solved(held, residual);
                if (solved) best.consider(flat(*solved));
                if (solved && x.size() > differentiated_whole) continue;
                if (slopes.empty()) slopes = cheapest();
                best.consider(flat(
                    second_derivatives(held.G, residual_.unknowns(), slopes, [&](Expr e) { return held.known(e); })));
            }
        }
        return listed(settled_rows(by_rows(best.take())));
    }

    // The derivatives of u', and of lambda where the rates hold multipliers.
    Rows of_unknowns() {
        routines_.refuse_linked(columns_, differentiated_unknowns());
        Rows rows = cheapest();
        settle(rows);
        return rows;
    }

    // The derivatives of values that hold accelerations and multipliers, from those of u' and lambda.
    Rows through_solution(const std::vector<Expr>& values, const Rows& of_unknowns) const {
        Substitution solution = solution_of(solved_unknowns());
        const std::vector<Expr> symbols = residual_.unknowns();
        Rows rows = forward(values);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            for (Expr& direct : rows[r]) direct = solution(graph_.own(direct));
            if ((graph_.node(values[r]).dependence & (bit(Role::acceleration) | bit(Role::multiplier))) == 0) continue;
            const std::vector<Expr> slopes =
                gradient(graph_, values[r], {symbols.begin(), symbols.begin() + at(of_unknowns.size())},
                         Quotients::by_reciprocal);
            for (std::size_t k = 0; k < slopes.size(); ++k) {
                const Expr slope = solution(graph_.own(slopes[k]));
                for (std::size_t c = 0; c < directions_.size(); ++c) rows[r][c] += slope * of_unknowns[k][c];
            }
        }
        return rows;
    }

    // Identical zeros become exact ones.
    void settle(Rows& rows) {
        std::vector<Expr> all;
        for (std::vector<Expr>& row : rows)
            for (Expr& e : row) all.push_back(e = graph_.own(e));
        const std::vector<bool> zero = known_zeros_(all);
        std::size_t k = 0;
        for (std::vector<Expr>& row : rows)
            for (Expr& e : row)
                if (zero[k++]) e = graph_.integer(0);
    }

  private:
    // Pivots and divisors: where one fails, the results are void anyway.
    std::vector<Expr> conditions_that_hold() const {
        std::vector<Expr> conditions;
        for (const PivotCheck& check : solved_.checks) conditions.push_back(check.condition);
        for (const SolvedOut::Divisor& d : equations_.solved_out.divisors) conditions.push_back(d.holds);
        return conditions;
    }

    std::vector<Expr> in_graph(std::vector<Expr> expressions) const {
        for (Expr& e : expressions) e = graph_.own(e);
        return expressions;
    }

    void refuse_size() const {
        if (graph_.size() - start_ > most_nodes)
            throw ModelError(
                fmt::format("the derivatives of this model have more than {} operations before they are reduced",
                            most_nodes),
                "ask for fewer columns, such as jacobian = [u]");
    }

    Rows forward(const std::vector<Expr>& values) const { return forward(values, directions_); }
    Rows forward(const std::vector<Expr>& values, const Directions& directions) const {
        Rows rows(values.size());
        for (const auto& direction : directions) {
            Differentiator derivative(graph_, Quotients::by_reciprocal);
            for (const auto& [column, by] : direction) derivative.seed(column, by);
            routines_.seed(derivative);
            for (std::size_t r = 0; r < values.size(); ++r) rows[r].push_back(derivative(values[r]));
            refuse_size();
        }
        return rows;
    }
    Rows reverse(const std::vector<Expr>& values) const {
        const std::vector<Expr> results = routines_.results();
        std::vector<Expr> symbols = columns_;
        symbols.insert(symbols.end(), results.begin(), results.end());
        Rows rows;
        for (const Expr& value : values) {
            rows.push_back(routines_.through(gradient(graph_, value, symbols, Quotients::by_reciprocal), symbols));
            refuse_size();
        }
        return rows;
    }

    // -- of any F

    std::vector<JacobianEntry> listed(const Rows& rows) const {
        std::vector<JacobianEntry> entries;
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for (std::size_t r = 0; r < rows.size(); ++r)
                if (!rows[r][c].is_zero()) entries.push_back({r, c, rows[r][c]});
        return entries;
    }
    void refuse_slopes_of(bool is_solved) const {
        std::vector<Expr> values = state_rates_;
        if (is_solved) {
            Substitution solution = solution_of(solved_unknowns());
            for (Expr& e : values) e = solution(e);
        }
        routines_.refuse_linked(columns_, values);
    }
    // By the directions.
    Rows rows_of(bool is_solved) {
        if (is_solved) {
            const bool needs = std::ranges::any_of(state_rates_, [&](const Expr& e) {
                return (graph_.node(e).dependence & (bit(Role::acceleration) | bit(Role::multiplier))) != 0;
            });
            return needs ? through_solution(state_rates_, cheapest()) : forward(state_rates_);
        }
        if (is_product_) return forward(state_rates_);
        Cheapest best(*this);
        best.consider(flat(forward(state_rates_))), best.consider(flat(reverse(state_rates_)));
        return by_rows(best.take());
    }
    Expr weighted_sum(const std::vector<Expr>& values, const std::vector<Expr>& v) const {
        Expr sum = graph_.integer(0);
        for (std::size_t k = 0; k < values.size(); ++k) sum += v[k] * graph_.own(values[k]);
        return sum;
    }
    std::vector<Expr> gradient_of(Expr value, const std::vector<Expr>& by) const {
        const std::vector<Expr> results = routines_.results();
        std::vector<Expr> symbols = by;
        symbols.insert(symbols.end(), results.begin(), results.end());
        std::vector<Expr> slopes =
            routines_.through(gradient(graph_, value, symbols, Quotients::by_reciprocal), symbols);
        slopes.resize(by.size());
        refuse_size();
        return in_graph(std::move(slopes));
    }
    // Whether accelerations have a system to be differentiated by.
    bool has_system() const { return solved_.factors || solved_.contacts; }
    // Loads of contacts are results of a call: they have no derivatives of their own.
    bool is_differentiated_whole() const {
        return !has_system() || (!solved_.contacts && rows_of_speeds() <= differentiated_whole);
    }

    // R(x, U) with U = [u'; lambda] in its symbols, in the forms that apply.
    std::vector<std::vector<Expr>> residuals() {
        std::vector<std::vector<Expr>> all;
        const std::vector<Expr> recursive = residual_.recursive();
        if (residual_.is_of_system(recursive, known_zeros_)) {
            all.push_back(recursive);
            if (reachable(graph_, recursive).size() > compared_up_to) return all;
        }
        std::vector<Expr> x = residual_.unknowns();
        for (std::size_t u = 0; u < equations_.absorbed.size(); ++u) x[u] -= graph_.own(equations_.absorbed[u]);
        all.push_back(residual_.of_system(x));
        return all;
    }
    // G = weighted - z^T R, z held as symbols; `known` puts the solution and z in place of their symbols.
    struct Held {
        Expr G;
        Substitution known;
    };
    Held held_multipliers(Expr weighted, const std::vector<Expr>& residual, Substitution& solution) const {
        const std::vector<Expr> symbols = residual_.unknowns(), x = solved_unknowns();
        std::vector<Expr> bar = gradient_of(weighted, symbols);
        for (Expr& e : bar) e = solution(e);
        const std::vector<Expr> z = linearized_.solve_transposed(bar);
        Held held{weighted, solution_of(x)};
        for (std::size_t k = 0; k < residual.size(); ++k) {
            const Expr value = graph_.own(z[k]);
            if (value.is_zero()) continue;
            const Expr symbol = graph_.symbol(fmt::format("row {} of the adjoint", k + 1), Role::input);
            held.known.replace(symbol, value);
            held.G = held.G - symbol * residual[k];
        }
        return held;
    }
    // Of `value` by the columns, in the directions (e_j, slopes of the unknowns by column j): where row >= column.
    template <class Known>
    Rows second_derivatives(Expr value, const std::vector<Expr>& unknown, const Rows& slopes, const Known& known) {
        std::vector<Expr> by = columns_;
        by.insert(by.end(), unknown.begin(), unknown.end());
        const std::vector<Expr> first = gradient_of(value, by);
        const std::size_t n = columns_.size();
        Rows rows(n, std::vector<Expr>(n, graph_.integer(0)));
        for (std::size_t j = 0; j < n; ++j) {
            Differentiator derivative(graph_, Quotients::by_reciprocal);
            derivative.seed(columns_[j], graph_.integer(1));
            for (std::size_t k = 0; k < unknown.size(); ++k) derivative.seed(unknown[k], slopes[k][j]);
            routines_.seed(derivative, true);
            std::vector<Expr> of_unknowns;
            for (std::size_t k = 0; k < unknown.size(); ++k)
                of_unknowns.push_back(known(graph_.own(derivative(first[n + k]))));
            for (std::size_t i = j; i < n; ++i) {
                rows[i][j] = known(graph_.own(derivative(first[i])));
                for (std::size_t k = 0; k < unknown.size(); ++k) rows[i][j] += slopes[k][i] * of_unknowns[k];
            }
            refuse_size();
        }
        return rows;
    }
    // The same of G where it is linear in the unknowns: with y_i = A^-T g_i, g_i = d(dG/dU)/dx_i, in place of their slopes.
    std::optional<Rows> second_derivatives_solved(Held& held, const std::vector<Expr>& residual) {
        const std::vector<Expr> unknown = residual_.unknowns();
        std::vector<Expr> by = columns_;
        by.insert(by.end(), unknown.begin(), unknown.end());
        const std::vector<Expr> first = gradient_of(held.G, by);
        const std::size_t n = columns_.size();
        const std::vector<Expr> of_unknowns(first.begin() + at(n), first.end());
        for (const NodeId id : reachable(graph_, of_unknowns))
            if (std::ranges::find(unknown, id, &Expr::id) != unknown.end()) return std::nullopt;
        Rows slopes = forward(residual), g(unknown.size()), rows(n, std::vector<Expr>(n, graph_.integer(0)));
        for (std::vector<Expr>& row : slopes)
            for (Expr& e : row) e = held.known(graph_.own(e));
        for (std::size_t j = 0; j < n; ++j) {
            Differentiator derivative(graph_, Quotients::by_reciprocal);
            derivative.seed(columns_[j], graph_.integer(1));
            routines_.seed(derivative, true);
            for (std::size_t k = 0; k < unknown.size(); ++k)
                g[k].push_back(held.known(graph_.own(derivative(of_unknowns[k]))));
            for (std::size_t i = j; i < n; ++i) rows[i][j] = held.known(graph_.own(derivative(first[i])));
            refuse_size();
        }
        settle(slopes), settle(g);
        Rows y;  // by column
        for (std::size_t j = 0; j < n; ++j) {
            std::vector<Expr> right_side;
            for (const std::vector<Expr>& row : g) right_side.push_back(row[j]);
            y.push_back(std::ranges::all_of(right_side, &Expr::is_zero) ? right_side
                                                                        : linearized_.solve_transposed(right_side));
            refuse_size();
        }
        const auto product = [&](std::size_t i, std::size_t j) {
            Expr sum = graph_.integer(0);
            for (std::size_t k = 0; k < unknown.size(); ++k) sum += graph_.own(y[i][k]) * slopes[k][j];
            return sum;
        };
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                rows[i][j] -= i == j ? 2 * product(i, i) : product(i, j) + product(j, i);
        return rows;
    }
    std::vector<Expr> settled(std::vector<Expr> values) {
        Rows rows{std::move(values)};
        settle(rows);
        return std::move(rows.front());
    }
    Rows settled_rows(Rows rows) {
        settle(rows);
        return rows;
    }
    static std::vector<Expr> flat(const Rows& rows) {
        std::vector<Expr> all;
        for (const std::vector<Expr>& row : rows) all.insert(all.end(), row.begin(), row.end());
        return all;
    }
    Rows by_rows(const std::vector<Expr>& all) const {
        Rows rows;
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (k % directions_.size() == 0) rows.emplace_back();
            rows.back().push_back(all[k]);
        }
        return rows;
    }
    // Of several ways the one with fewest operations, pivots included.
    class Cheapest {
      public:
        explicit Cheapest(const Jacobian& of) : of_(of) {}
        void consider(std::vector<Expr> values) {
            std::vector<Expr> roots = values;
            for (const PivotCheck& check : of_.solved_.checks) roots.push_back(check.condition);
            const long count = count_operations(of_.graph_, roots, bit(Role::parameter)).total();
            if (best_ && count >= fewest_) return;
            best_ = std::move(values), fewest_ = count;
        }
        std::vector<Expr> take() { return *std::move(best_); }

      private:
        const Jacobian& of_;
        std::optional<std::vector<Expr>> best_;
        long fewest_ = 0;
    };

    std::size_t rows_of_speeds() const { return solved_.accelerations.size(); }

    // u', and lambda where rates of states hold multipliers.
    std::vector<Expr> differentiated_unknowns() const {
        std::vector<Expr> x = solved_.accelerations;
        if (wants_multipliers_) x.insert(x.end(), solved_.multipliers.begin(), solved_.multipliers.end());
        return x;
    }
    std::vector<Expr> solved_unknowns() const {
        std::vector<Expr> x = solved_.accelerations;
        x.insert(x.end(), solved_.multipliers.begin(), solved_.multipliers.end());
        return x;
    }
    // [u' - absorbed; lambda]
    std::vector<Expr> unknowns_of_system() const {
        if (!solved_.contacts) return solved_.factors->x;
        std::vector<Expr> x = solved_unknowns();
        for (std::size_t u = 0; u < equations_.absorbed.size(); ++u) x[u] -= graph_.own(equations_.absorbed[u]);
        return x;
    }
    // `x` in place of the symbols of the unknowns.
    Substitution solution_of(const std::vector<Expr>& x) const {
        Substitution solution(graph_);
        const std::vector<Expr> symbols = residual_.unknowns();
        for (std::size_t k = 0; k < x.size(); ++k) solution.replace(symbols[k], x[k]);
        return solution;
    }

    static std::ptrdiff_t at(std::size_t k) { return static_cast<std::ptrdiff_t>(k); }

    // A dx = -dR for each column, R in symbols for `x`; rows of the unknowns that are wanted.
    Rows solved_for(Rows residual_rows, const std::vector<Expr>& x) {
        settle(residual_rows);
        Substitution known = solution_of(x);
        Rows rows(differentiated_unknowns().size());
        for (std::size_t c = 0; c < directions_.size(); ++c) {
            std::vector<Expr> right_side;
            for (const std::vector<Expr>& row : residual_rows) right_side.push_back(-known(row[c]));
            const std::vector<Expr> dx = linearized_.solve(right_side);
            for (std::size_t k = 0; k < rows.size(); ++k) rows[k].push_back(graph_.own(dx[k]));
            refuse_size();
        }
        return rows;
    }

    // dR/dx of R by the recursion, by coordinates and speeds from composite inertias, in ways that differ in operations. What else R
    // depends on is differentiated, and so are the loads and the rows of constraints. None where they do not apply.
    std::vector<Rows> by_links(const std::vector<Expr>& recursive) const {
        if (is_product_ || equations_.whole) return {};
        std::vector<Expr> symbols;
        std::vector<std::size_t> places;
        Directions others = directions_;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            if ((graph_.node(columns_[c]).dependence & (bit(Role::coordinate) | bit(Role::speed))) == 0) continue;
            symbols.push_back(columns_[c]), places.push_back(c), others[c].clear();
        }
        if (symbols.empty()) return {};
        const MinimalSystem system = minimal_system(model_, compute_kinematics(model_));
        std::vector<Rows> ways, known;
        Rows of_others;
        for (const Regrouping regrouping : {Regrouping::none, Regrouping::masses, Regrouping::inertias}) {
            FormulationChoice choice;
            choice.regrouping = regrouping;
            const auto slopes = slopes_of_inverse_dynamics_of_tree(system, choice, symbols);
            if (!slopes) return {};
            if (std::ranges::find(known, slopes->of_inertia) != known.end()) continue;
            known.push_back(slopes->of_inertia);
            if (of_others.empty()) {
                std::vector<Expr> beside = recursive, of_inertia = in_graph(equations_.inverse_dynamics);
                for (std::size_t u = 0; u < of_inertia.size(); ++u) {
                    const Expr load = graph_.own(slopes->loads[u]);
                    beside[u] += load - of_inertia[u], of_inertia[u] -= load;
                }
                of_others = sum(forward(beside), forward(of_inertia, others));
            }
            Rows rows = of_others;
            for (std::size_t u = 0; u < rows_of_speeds(); ++u)
                for (std::size_t s = 0; s < symbols.size(); ++s)
                    rows[u][places[s]] += graph_.own(slopes->of_inertia[u][s]);
            ways.push_back(std::move(rows));
            refuse_size();
        }
        return ways;
    }

    static Rows sum(Rows rows, const Rows& more) {
        for (std::size_t r = 0; r < more.size(); ++r)
            for (std::size_t c = 0; c < more[r].size(); ++c) rows[r][c] += more[r][c];
        return rows;
    }

    // The derivatives of u', in the way that costs least together with u' itself.
    Rows cheapest() {
        Cheapest best(*this);
        const auto consider = [&](const Rows& rows) { best.consider(flat(rows)); };
        if (is_differentiated_whole()) {
            consider(forward(differentiated_unknowns()));
            if (!is_product_) consider(reverse(differentiated_unknowns()));
        }
        if (!has_system()) return by_rows(best.take());
        const std::vector<Expr> recursive = residual_.recursive();
        if (residual_.is_of_system(recursive, known_zeros_)) {
            const std::vector<Expr> x = solved_unknowns();
            consider(solved_for(forward(recursive), x));
            if (!is_product_) consider(solved_for(reverse(recursive), x));
            for (const Rows& rows : by_links(recursive)) consider(solved_for(rows, x));
            if (reachable(graph_, recursive).size() > compared_up_to) return by_rows(best.take());
        }
        const std::vector<Expr> system = residual_.of_system(residual_.unknowns()), x = unknowns_of_system(),
                                absorbed = in_graph(equations_.absorbed);
        consider(sum(solved_for(forward(system), x), forward(absorbed)));
        if (!is_product_) consider(sum(solved_for(reverse(system), x), forward(absorbed)));
        const LinearSystem* const linear = equations_.linear_system();
        if (linear == nullptr || linear->mass_times_unknowns.empty()) return by_rows(best.take());
        const std::vector<Expr> passes = residual_.of_system(residual_.unknowns(), linear->mass_times_unknowns);
        consider(sum(solved_for(forward(passes), x), forward(absorbed)));
        return by_rows(best.take());
    }

    const Model& model_;
    const Equations& equations_;
    const std::vector<Expr> qdot_;
    const SolvedSystem& solved_;
    const std::vector<Expr>& state_rates_;
    Graph& graph_;
    std::size_t start_;
    RoutineSlopes routines_;
    Residual residual_;
    LinearizedSystem linearized_;
    std::vector<Expr> columns_;
    Directions directions_;    // of each column, or one
    bool is_product_ = false;  // one direction of all columns
    StructuralZeros known_zeros_;
    bool wants_multipliers_ = false;
};

}  // namespace

std::vector<JacobianEntry> jacobian_entries(const Model& model, const Equations& equations, const LdlPlan& plan,
                                            const SolvedSystem& solved, const std::vector<Expr>& state_rates,
                                            const std::vector<Column>& columns) {
    return Jacobian(model, equations, plan, solved, state_rates, columns).entries();
}

std::vector<Expr> acceleration_symbols(const Model& model) {
    std::vector<Expr> symbols;
    for (std::size_t u = 0; u < model.speeds.size(); ++u)
        symbols.push_back(model.graph->own(acceleration_symbol(model, SpeedIndex{u})));
    return symbols;
}

DerivativesOf::DerivativesOf(const Model& model, const Equations& equations, const LdlPlan& plan,
                             const SolvedSystem& solved, const Differentiated& F, const std::vector<Column>& columns)
    : model_(model), equations_(equations), plan_(plan), solved_(solved), F_(F), columns_(columns) {}

std::vector<JacobianEntry> DerivativesOf::entries() const {
    return Jacobian(model_, equations_, plan_, solved_, F_.values, columns_).entries_of(F_.is_solved);
}
std::vector<Expr> DerivativesOf::tangent(const std::vector<Expr>& d) const {
    return Jacobian(model_, equations_, plan_, solved_, F_.values, columns_).tangent(d, F_.is_solved);
}
std::vector<Expr> DerivativesOf::adjoint(const std::vector<Expr>& v) const {
    return Jacobian(model_, equations_, plan_, solved_, F_.values, columns_).adjoint(v, F_.is_solved);
}
std::vector<JacobianEntry> DerivativesOf::hessian(const std::vector<Expr>& v) const {
    return Jacobian(model_, equations_, plan_, solved_, F_.values, columns_).hessian(v, F_.is_solved);
}

SolutionSlopes::SolutionSlopes(const Model& model, const Equations& equations, const LdlPlan& plan,
                               const SolvedSystem& solved)
    : model_(model), equations_(equations), plan_(plan), solved_(solved) {
    for (const ConstraintRow& row : equations.constraints.rows)
        multipliers_.push_back(multiplier_symbol(model, row.constraint, row.component));
}

Expr SolutionSlopes::operator()(Expr value, Expr by) {
    const std::vector<Column> column{{by, model_.graph->symbol_of(by).name}};
    Jacobian jacobian(model_, equations_, plan_, solved_, multipliers_, column);
    auto known = of_unknowns_.find(by.id);
    if (known == of_unknowns_.end()) known = of_unknowns_.emplace(by.id, jacobian.of_unknowns()).first;
    Rows rows = jacobian.through_solution({model_.graph->own(value)}, known->second);
    jacobian.settle(rows);
    return rows.front().front();
}

}  // namespace lag
