#include "emitters/jacobian.hpp"

#include <algorithm>
#include <set>

#include "core/adjoint.hpp"
#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/structural_zero.hpp"
#include "emitters/lower_assembly.hpp"

namespace lag {

namespace {

// By row, then by column; structural zeros are exact zeros.
using Rows = std::vector<std::vector<Expr>>;

constexpr std::size_t most_nodes = 6'000'000;    // that the derivatives may add to the graph
constexpr std::size_t differentiated_whole = 4;  // speeds up to which u' is differentiated without its linear system
constexpr std::size_t compared_up_to = 20'000;  // nodes of a residual beyond which only the recursion is differentiated

class Jacobian {
  public:
    Jacobian(const Model& model, const Equations& equations, const LdlPlan& plan, const SolvedSystem& solved,
             const std::vector<Column>& columns)
        : model_(model),
          equations_(equations),
          plan_(plan),
          solved_(solved),
          graph_(*model.graph),
          start_(graph_.size()),
          known_zeros_(graph_, conditions_that_hold()) {
        for (const Column& column : columns) columns_.push_back(column.symbol);
    }

    std::vector<JacobianEntry> entries() {
        std::vector<Expr> ydot = in_graph(equations_.kinematic_equations);
        for (const Expr& e : solved_.accelerations) ydot.push_back(e);
        refuse_unknown_slopes(ydot);
        Rows rows = forward(in_graph(equations_.kinematic_equations));
        for (std::vector<Expr>& row : cheapest()) rows.push_back(std::move(row));
        settle(rows);
        std::vector<JacobianEntry> entries;
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for (std::size_t r = 0; r < rows.size(); ++r)
                if (!rows[r][c].is_zero()) entries.push_back({r, c, rows[r][c]});
        return entries;
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
        for (Expr& e : expressions) e.graph = &graph_;
        return expressions;
    }

    // A routine of the user's depends on a column when an argument does, or a result that it is given.
    void refuse_unknown_slopes(const std::vector<Expr>& ydot) const {
        if (model_.externals.empty()) return;
        std::set<NodeId> moving;
        for (const Expr& column : columns_) moving.insert(column.id);
        const std::vector<NodeId> used = reachable(graph_, ydot);
        for (const ExternalRoutine& routine : model_.externals) {
            const std::vector<NodeId> given = reachable(graph_, in_graph(routine.arguments));
            const auto on = std::ranges::find_if(given, [&](NodeId id) { return moving.contains(id); });
            if (on == given.end()) continue;
            for (const std::string& name : routine.results) {
                const Expr result = graph_.symbol(name, Role::external_result);
                moving.insert(result.id);
                if (!std::ranges::binary_search(used, result.id)) continue;
                throw ModelError(
                    "the jacobian cannot go through '" + routine.name + "', a routine of the user's: its result " +
                        name + " depends on " + graph_.symbol_of(*on).name + ", and nothing is known of its slope",
                    "write the load as an expression or a table; or declare " + name +
                        " as an input, call the routine outside, and add its slopes to the columns of w there");
            }
        }
    }

    void refuse_size() const {
        if (graph_.size() - start_ > most_nodes)
            throw ModelError("the jacobian of this model has more than " + std::to_string(most_nodes) +
                                 " operations before they are reduced",
                             "ask for fewer columns, such as jacobian = [u]");
    }

    Rows forward(const std::vector<Expr>& values) const {
        Rows rows(values.size());
        for (const Expr& column : columns_) {
            Differentiator derivative(graph_);
            derivative.seed(column, graph_.integer(1));
            for (std::size_t r = 0; r < values.size(); ++r) rows[r].push_back(derivative(values[r]));
            refuse_size();
        }
        return rows;
    }
    Rows reverse(const std::vector<Expr>& values) const {
        Rows rows;
        for (const Expr& value : values) {
            rows.push_back(gradient(graph_, value, columns_));
            refuse_size();
        }
        return rows;
    }

    // Identical zeros become exact ones.
    void settle(Rows& rows) {
        std::vector<Expr> all;
        for (std::vector<Expr>& row : rows)
            for (Expr& e : row) all.push_back(e = {&graph_, e.id});
        const std::vector<bool> zero = known_zeros_(all);
        std::size_t k = 0;
        for (std::vector<Expr>& row : rows)
            for (Expr& e : row)
                if (zero[k++]) e = graph_.integer(0);
    }

    std::vector<Expr> mass_times_accelerations_less_force() const {
        std::vector<Expr> rows = in_graph(equations_.right_side);
        for (Expr& row : rows) row = -row;
        for (const MassEntry& entry : equations_.mass_matrix) {
            const auto add = [&](std::size_t row, std::size_t column) {
                rows[row] += Expr{&graph_, entry.value.id} * acceleration_symbol(model_, SpeedIndex{column});
            };
            add(entry.row, entry.column);
            if (entry.row != entry.column) add(entry.column, entry.row);
        }
        return rows;
    }

    Expr multiplier(std::size_t row) const {
        const ConstraintRow& stated = equations_.constraints.rows[row];
        return multiplier_symbol(model_, stated.constraint, stated.component);
    }

    // R in symbols of x, `rows` being ID.
    std::vector<Expr> residual(std::vector<Expr> rows) const {
        rows = in_graph(std::move(rows));
        const std::vector<Expr> gamma = stabilized_gamma(model_, equations_);
        for (std::size_t r = 0; r < gamma.size(); ++r) {
            Expr error = -Expr{&graph_, gamma[r].id};
            for (const auto& [speed, coefficient] : equations_.constraints.rows[r].B) {
                const Expr B{&graph_, coefficient.id};
                rows[speed.value] += B * multiplier(r);
                error += B * acceleration_symbol(model_, speed);
            }
            rows.push_back(error);
        }
        return rows;
    }

    // A dx = -dR for each column; rows of u' alone.
    Rows solved_for(Rows residual_rows) {
        settle(residual_rows);
        const std::size_t nu = solved_.accelerations.size();
        Substitution known(graph_);
        for (std::size_t u = 0; u < nu; ++u)
            known.replace(acceleration_symbol(model_, SpeedIndex{u}), solved_.accelerations[u]);
        for (std::size_t r = 0; r < solved_.multipliers.size(); ++r)
            known.replace(multiplier(r), solved_.multipliers[r]);
        Rows rows(nu);
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            std::vector<Expr> right_side;
            for (const std::vector<Expr>& row : residual_rows) right_side.push_back(-known(row[c]));
            const std::vector<Expr> dx = solve_with(plan_, *solved_.factors, right_side);
            for (std::size_t u = 0; u < nu; ++u) rows[u].push_back({&graph_, dx[u].id});
            refuse_size();
        }
        return rows;
    }

    // The derivatives of u', in the way that costs least together with u' itself.
    Rows cheapest() {
        const std::size_t nu = solved_.accelerations.size();
        Rows best;
        long fewest = 0;
        const auto consider = [&](Rows rows) {
            std::vector<Expr> roots;
            for (const PivotCheck& check : solved_.checks) roots.push_back(check.condition);
            for (const std::vector<Expr>& row : rows) roots.insert(roots.end(), row.begin(), row.end());
            const long count = count_operations(graph_, roots, bit(Role::parameter)).total();
            if (best.empty() || count < fewest) best = std::move(rows), fewest = count;
        };
        if (!solved_.factors || nu <= differentiated_whole) {
            consider(forward(solved_.accelerations));
            consider(reverse(solved_.accelerations));
        }
        if (!solved_.factors) return best;
        const std::vector<Expr> recursive = residual(equations_.inverse_dynamics);
        consider(solved_for(forward(recursive)));
        consider(solved_for(reverse(recursive)));
        if (reachable(graph_, recursive).size() > compared_up_to) return best;
        const std::vector<Expr> formed = residual(mass_times_accelerations_less_force());
        consider(solved_for(forward(formed)));
        consider(solved_for(reverse(formed)));
        return best;
    }

    const Model& model_;
    const Equations& equations_;
    const LdlPlan& plan_;
    const SolvedSystem& solved_;
    Graph& graph_;
    std::size_t start_;
    std::vector<Expr> columns_;
    StructuralZeros known_zeros_;
};

}  // namespace

std::vector<JacobianEntry> jacobian_entries(const Model& model, const Equations& equations, const LdlPlan& plan,
                                            const SolvedSystem& solved, const std::vector<Column>& columns) {
    return Jacobian(model, equations, plan, solved, columns).entries();
}

}  // namespace lag
