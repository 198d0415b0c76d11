#include "lagrange/identification/tied_columns.hpp"

#include <Eigen/Core>
#include <cmath>

#include "core/calculus.hpp"
#include "core/dense.hpp"
#include "core/errors.hpp"
#include "core/model_index.hpp"
#include "core/random_numbers.hpp"

namespace lag {

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

constexpr double dependent_below = 1e-9;  // of a column's length; doubles leave 1e-13
constexpr double nothing_below = 1e-12;   // of the longest column: what rounding leaves of zero
constexpr double absent_below = 1e-7;

// Values of everything the columns depend on but parameters.
using State = std::map<Symbol, Rational>;

class States {
  public:
    explicit States(const Model& model) : model_(model), random_(29) {}

    // All at rest in the zero position, one acceleration or one speed being one.
    State plain(std::size_t speed, bool accelerates) const {
        State state = of([](Role) { return Rational(0); });
        const SpeedIndex u(speed);
        state[model_.graph->symbol_of(accelerates ? acceleration_symbol(model_, u) : symbol(model_, u))] = 1;
        for (const auto& quaternion : quaternions(model_)) set(state, quaternion, {1, 0, 0, 0});
        return state;
    }
    State random() {
        State state = of([this](Role) { return some_rational(); });
        for (const auto& quaternion : quaternions(model_)) {
            // unit ones with rational components: stereographic projection
            const Rational x = some_rational(), y = some_rational(), z = some_rational();
            const Rational scale = 1 / (1 + x * x + y * y + z * z);
            set(state, quaternion, {2 * scale - 1, 2 * x * scale, 2 * y * scale, 2 * z * scale});
        }
        return state;
    }

  private:
    template <class Next>
    State of(Next next) const {
        State state;
        const auto add = [&](Expr e) {
            const Symbol& s = model_.graph->symbol_of(e);
            state[s] = next(s.role);
        };
        add(time_symbol(model_));
        for (std::size_t q = 0; q < model_.coordinates.size(); ++q) add(symbol(model_, CoordinateIndex(q)));
        for (std::size_t w = 0; w < model_.inputs.size(); ++w) add(symbol(model_, InputIndex(w)));
        for (std::size_t u = 0; u < model_.speeds.size(); ++u) {
            add(symbol(model_, SpeedIndex(u)));
            add(acceleration_symbol(model_, SpeedIndex(u)));
        }
        return state;
    }
    void set(State& state, const std::array<CoordinateIndex, 4>& quaternion, const std::array<Rational, 4>& e) const {
        for (std::size_t k = 0; k < 4; ++k) state[model_.graph->symbol_of(symbol(model_, quaternion[k]))] = e[k];
    }
    Rational some_rational() { return exact_rational(std::round(64 * random_.next()) / 32); }

    const Model& model_;
    RandomNumbers random_;
};

// The columns as numbers, one row per state and speed.
class Columns {
  public:
    Columns(const Model& model, std::vector<std::vector<Expr>> columns)
        : model_(model), graph_(*model.graph), index_(model), columns_(std::move(columns)) {
        std::vector<Expr> roots;
        for (const std::vector<Expr>& column : columns_) roots.insert(roots.end(), column.begin(), column.end());
        for (const NodeId id : reachable(graph_, roots))
            if (graph_.node(id).op == Op::div) divisors_.push_back(graph_.expr(graph_.node(id).operand[1]));
    }

    std::size_t speeds() const { return model_.speeds.size(); }
    std::size_t count() const { return columns_.size(); }

    // speeds x columns; not finite where the state is none of the mechanism's. `shift`: of the parameters from their
    // defaults, as a fraction.
    MatrixXd at(const State& state, double shift) const {
        RandomNumbers random(41);
        std::vector<double> parameters;
        for (const Parameter& p : model_.parameters) {
            const double value = graph_.constant_double(p.default_value), change = random.next();
            parameters.push_back(value == 0 ? shift * change : value * (1 + shift * change));
        }
        Evaluator<double> value(
            graph_,
            [&](const Symbol& s) {
                if (s.role == Role::parameter) return parameters[index_.parameter(s).value];
                const auto known = state.find(s);
                if (known == state.end()) refuse_unknown(s);
                return nearest_double(known->second);
            },
            [&](Expr constant) { return graph_.constant_double(constant); });
        MatrixXd numbers(at_index(speeds()), at_index(count()));
        for (std::size_t c = 0; c < count(); ++c)
            for (std::size_t u = 0; u < speeds(); ++u) numbers(at_index(u), at_index(c)) = value(columns_[c][u]);
        for (const Expr& divisor : divisors_)
            if (!(std::abs(value(divisor)) > 0)) numbers.setConstant(std::nan(""));
        return numbers;
    }
    // One row of it, in parameters.
    SparseRow row(const State& state, std::size_t speed, const std::vector<std::size_t>& which,
                  GeneralValues& general) const {
        Substitution at_state(graph_);
        for (const auto& [symbol, value] : state)
            at_state.replace(graph_.symbol(symbol.name, symbol.role), graph_.constant(value));
        SparseRow row;
        for (std::size_t k = 0; k < which.size(); ++k) {
            const Expr entry = general.tidy(at_state(columns_[which[k]][speed]));
            if (!general.vanishes(entry)) row.emplace(k, entry);
        }
        return row;
    }

  private:
    const Model& model_;
    Graph& graph_;
    ModelIndex index_;
    std::vector<std::vector<Expr>> columns_;
    std::vector<Expr> divisors_;
};

// One column in terms of independent ones before it in the order; the last entry is the column itself.
struct Tie {
    std::vector<std::size_t> columns;
};

std::vector<Tie> ties_of(const MatrixXd& numbers, const std::vector<std::size_t>& order) {
    std::vector<Tie> ties;
    std::vector<std::size_t> independent;
    const double longest = numbers.cols() > 0 ? numbers.colwise().norm().maxCoeff() : 0;
    MatrixXd basis(numbers.rows(), 0), factors(0, 0);  // numbers of independent columns = basis * factors
    for (const std::size_t c : order) {
        const VectorXd column = numbers.col(at_index(c));
        VectorXd rest = column, along = VectorXd::Zero(basis.cols());
        for (int pass = 0; pass < 2; ++pass) {
            const VectorXd more = basis.transpose() * rest;
            rest -= basis * more;
            along += more;
        }
        if (rest.norm() > std::max(dependent_below * column.norm(), nothing_below * longest)) {
            const Index n = basis.cols();
            basis.conservativeResize(Eigen::NoChange, n + 1);
            basis.col(n) = rest.normalized();
            factors.conservativeResize(n + 1, n + 1);
            factors.row(n).setZero();
            factors.col(n).head(n) = along;
            factors(n, n) = rest.norm();
            independent.push_back(c);
            continue;
        }
        Tie tie;
        const VectorXd parts = factors.triangularView<Eigen::Upper>().solve(along);
        for (std::size_t k = 0; k < independent.size(); ++k) {
            const double length = numbers.col(at_index(independent[k])).norm();
            if (std::abs(parts(at_index(k))) * length > absent_below * column.norm())
                tie.columns.push_back(independent[k]);
        }
        tie.columns.push_back(c);
        ties.push_back(std::move(tie));
    }
    return ties;
}

class TieSolver {
  public:
    TieSolver(const Model& model, const Columns& columns, GeneralValues& general)
        : columns_(columns), general_(general) {
        States states(model);
        const std::size_t nu = columns.speeds();
        for (const bool accelerates : {true, false})
            for (std::size_t u = 0; u < nu; ++u) add(states.plain(u, accelerates));
        for (std::size_t k = 0; k < 2 * nu + 8; ++k) add(states.random());
    }

    // The factors of the columns before the last in it.
    std::vector<Expr> factors(const Tie& tie) const {
        const std::size_t n = tie.columns.size() - 1;
        Graph& graph = general_.graph();
        std::vector<Expr> result(n, graph.integer(0));
        if (n == 0) return result;
        const std::vector<EchelonRow> solved = echelon_form(general_, equations(tie, n), n);
        for (std::size_t k = 0; k < n; ++k) {
            if (k >= solved.size() || solved[k].pivot != k)
                throw InternalError("a dependent column of a regressor has no factors");
            if (const auto factor = solved[k].row.find(n); factor != solved[k].row.end()) result[k] = factor->second;
        }
        return result;
    }

  private:
    void add(State state) {
        MatrixXd numbers = columns_.at(state, 1.0 / 64);
        if (numbers.allFinite()) {
            states_.push_back(std::move(state));
            numbers_.push_back(std::move(numbers));
        }
    }
    // As many rows as unknowns that determine them, plain states first.
    std::vector<SparseRow> equations(const Tie& tie, std::size_t n) const {
        constexpr double safe = 1e-6;
        std::vector<SparseRow> rows;
        MatrixXd taken(at_index(n), 0);  // orthonormal, of the rows taken
        for (std::size_t s = 0; s < states_.size() && rows.size() < n; ++s)
            for (std::size_t u = 0; u < columns_.speeds() && rows.size() < n; ++u) {
                VectorXd row(at_index(n));
                for (std::size_t k = 0; k < n; ++k)
                    row(at_index(k)) = numbers_[s](at_index(u), at_index(tie.columns[k]));
                const VectorXd rest = row - taken * (taken.transpose() * row);
                if (!(rest.norm() > safe * row.norm()) || rest.norm() < safe) continue;
                taken.conservativeResize(Eigen::NoChange, taken.cols() + 1);
                taken.col(taken.cols() - 1) = rest.normalized();
                rows.push_back(columns_.row(states_[s], u, tie.columns, general_));
            }
        return rows;
    }

    const Columns& columns_;
    GeneralValues& general_;
    std::vector<State> states_;
    std::vector<MatrixXd> numbers_;
};

MatrixXd numbers_at_many_states(const Model& model, const Columns& columns, double shift) {
    const std::size_t wanted = columns.count() + 3;  // columns may be felt in one row alone
    States states(model);
    MatrixXd numbers(0, at_index(columns.count()));
    std::size_t found = 0;
    for (std::size_t tried = 0; found < wanted && tried < 4 * wanted; ++tried) {
        const MatrixXd here = columns.at(states.random(), shift);
        if (!here.allFinite()) continue;
        numbers.conservativeResize(numbers.rows() + here.rows(), Eigen::NoChange);
        numbers.bottomRows(here.rows()) = here;
        ++found;
    }
    if (found < wanted)
        throw ModelError(
            "the base inertial parameters cannot be found: the motions of the hinges have no value at most states",
            "hinge slots such as sqrt(1 - q1^2) must be real for coordinates between -2 and 2");
    return numbers;
}

// All columns in their order, but those that depend on others at the defaults last.
std::vector<std::size_t> independent_first(const Model& model, const Columns& columns) {
    std::vector<std::size_t> order(columns.count());
    for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
    try {
        std::vector<char> tied(order.size(), 0);
        for (const Tie& tie : ties_of(numbers_at_many_states(model, columns, 0), order)) tied[tie.columns.back()] = 1;
        std::stable_partition(order.begin(), order.end(), [&](std::size_t c) { return tied[c] == 0; });
    } catch (const ModelError&) {
        // no value at the defaults
    }
    return order;
}

}  // namespace

std::vector<EchelonRow> without_tied(const Model& model, const Kinematics& k,
                                     const std::vector<StandardParameter>& standard, std::vector<EchelonRow> rows,
                                     GeneralValues& general) {
    std::vector<StandardParameter> leading;
    for (const EchelonRow& row : rows) leading.push_back(standard[row.pivot]);
    const Columns columns(model, standard_columns(model, k, leading));
    // Those that are independent at the defaults stay, so that the others are theirs without a division by zero.
    const std::vector<std::size_t> order = independent_first(model, columns);
    const std::vector<Tie> ties = ties_of(numbers_at_many_states(model, columns, 1.0 / 64), order);
    if (ties.empty()) return rows;
    if (ties_of(numbers_at_many_states(model, columns, 1.0 / 32), order).size() != ties.size())
        throw InternalError("the number of base inertial parameters changes with the parameters");
    const TieSolver solver(model, columns, general);
    std::vector<EchelonRow> kept = rows;
    for (const Tie& tie : ties) {
        const std::vector<Expr> factors = solver.factors(tie);
        const SparseRow& dependent = rows[tie.columns.back()].row;
        for (std::size_t c = 0; c < factors.size(); ++c)
            add_scaled(general, kept[tie.columns[c]].row, factors[c], dependent);
        kept[tie.columns.back()].row.clear();
    }
    std::erase_if(kept, [](const EchelonRow& row) { return row.row.empty(); });
    return kept;
}

}  // namespace lag
