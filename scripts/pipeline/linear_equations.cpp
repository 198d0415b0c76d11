#include "scripts/pipeline/linear_equations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/structural_zero.hpp"
#include "emitters/choice/formulations.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

namespace {

Model eliminated(Model model) {
    if (!model.constraints.empty()) model.treatment.mode = ConstraintTreatment::Mode::eliminate;
    model.treatment.closes_loops = false;  // the state is on the rows
    return model;
}

class LinearRows {
  public:
    LinearRows(const Model& model, const std::vector<CoordinateIndex>& coordinates)
        : model_(eliminated(model)),
          graph_(*model_.graph),
          coordinates_(coordinates),
          system_(minimal_system(model_, compute_kinematics(model_))),
          equations_(form_equations(system_, compute_partials(system_.model, system_.kinematics),
                                    plain_choice(Formulation::composite))),
          state_(graph_),
          zeros_(graph_, {}) {
        for (const Coordinate& q : model_.coordinates)
            state_.replace(graph_.symbol(q.name, Role::coordinate), graph_.own(q.initial_value));
        for (const Speed& u : system_.model.speeds)
            state_.replace(graph_.symbol(u.name, Role::speed), graph_.own(u.initial_value));
        for (const StateVariable& s : model_.states)
            state_.replace(graph_.symbol(s.name, Role::state), graph_.own(s.initial_value));
        for (const Input& w : model_.inputs)
            state_.replace(graph_.symbol(w.name, Role::input),
                           w.is_flag() ? graph_.own(*w.first_value) : graph_.integer(0));
        state_.replace(time_symbol(model_), graph_.integer(0));
        // what the constraints are solved with is guarded against zero divisors; here they are not zero
        for (const SolvedOut::Divisor& d : equations_.solved_out.divisors)
            state_.replace(graph_.own(d.holds), graph_.binary(Op::less, graph_.integer(0), graph_.integer(1)));
    }

    LinearEquations found() {
        choose_rows();
        require_steady();
        follow_dependent_coordinates();
        refuse_other_influence();
        const std::size_t n = rows_.size();
        LinearEquations result{square(n), square(n), square(n), {}, {}};
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                result.M[i][j] = mass(rows_[i], rows_[j]);
                result.D[i][j] = -slope(rows_[i], speed(rows_[j]));
                result.K[i][j] = stiffness(i, j);
            }
        for (const Input& w : model_.inputs) {
            if (w.is_flag()) continue;
            result.inputs.push_back(w.name);
            for (std::size_t i = 0; i < n; ++i) {
                result.B.resize(n);
                result.B[i].push_back(slope(rows_[i], graph_.symbol(w.name, Role::input)));
            }
        }
        return result;
    }

  private:
    std::vector<std::vector<Expr>> square(std::size_t n) {
        return std::vector<std::vector<Expr>>(n, std::vector<Expr>(n, Expr{&graph_, 0}));
    }
    const std::string& name(CoordinateIndex q) const { return model_.coordinates[q.value].name; }
    Expr coordinate(std::size_t q) { return graph_.symbol(model_.coordinates[q].name, Role::coordinate); }
    Expr speed(std::size_t u) { return graph_.symbol(system_.model.speeds[u].name, Role::speed); }
    bool is_listed(std::size_t q) const {
        return std::ranges::find(coordinates_, CoordinateIndex{q}) != coordinates_.end();
    }
    bool is_zero(Expr e) { return e.is_zero() || zeros_(std::vector<Expr>{graph_.own(e)}).front(); }
    Expr at_state(Expr e) {
        const Expr value = state_(graph_.own(e));
        return is_zero(value) ? graph_.integer(0) : value;
    }
    // df/ds at the state
    Expr slope(std::size_t row, Expr symbol) {
        return at_state(partial_derivative(graph_.own(equations_.right_side[row]), symbol));
    }
    Expr mass(std::size_t i, std::size_t j) {
        for (const MassEntry& entry : equations_.mass_matrix)
            if (entry.row == std::max(i, j) && entry.column == std::min(i, j)) return at_state(entry.value);
        return {&graph_, 0};
    }

    void choose_rows() {
        for (const CoordinateIndex q : coordinates_) {
            const Speed* rate = nullptr;
            for (const Speed& u : model_.speeds)
                if (u.rate_of == q) rate = &u;
            if (rate == nullptr)
                throw ModelError(fmt::format("the rate of '{}' is no speed of the model", name(q)),
                                 "linear_equations takes coordinates of hinges without quasi-velocities");
            const auto& speeds = system_.model.speeds;
            const auto found = std::ranges::find(speeds, rate->name, &Speed::name);
            if (found == speeds.end())
                throw ModelError(fmt::format("the constraints are solved for '{}'", rate->name),
                                 "options(dependent = [..]) names the speeds that are to be solved out");
            rows_.push_back(static_cast<std::size_t>(found - speeds.begin()));
        }
    }

    void require_steady() {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const Expr f = at_state(equations_.right_side[rows_[i]]);
            if (!f.is_zero())
                throw ModelError(fmt::format("the initial state is no steady motion: the load on '{}' is {} there",
                                             name(coordinates_[i]), to_string(graph_, f, 120)),
                                 "give one with initial(..), in numbers or parameters");
        }
        for (const ConstraintRow& row : equations_.solved_out.rows)
            if (const Expr phi = at_state(row.phi); !phi.is_zero())
                throw ModelError(fmt::format("the initial state breaks '{}': its error is {}", row.name,
                                             to_string(graph_, phi, 120)),
                                 "give a state that keeps all conditions with initial(..), in numbers or parameters");
    }

    // Position rows: d phi = 0 tells how coordinates that are not listed follow those that are.
    void follow_dependent_coordinates() {
        std::vector<std::vector<Expr>> on_listed, on_others;
        std::vector<std::size_t> others;
        for (const ConstraintRow& row : equations_.solved_out.rows) {
            if (row.phi.is_zero()) continue;
            std::vector<Expr> listed, all;
            for (const CoordinateIndex q : coordinates_)
                listed.push_back(at_state(partial_derivative(row.phi, coordinate(q.value))));
            for (std::size_t q = 0; q < model_.coordinates.size(); ++q) {
                all.push_back(is_listed(q) ? graph_.integer(0) : at_state(partial_derivative(row.phi, coordinate(q))));
                if (!all.back().is_zero() && std::ranges::find(others, q) == others.end()) others.push_back(q);
            }
            on_listed.push_back(std::move(listed)), on_others.push_back(std::move(all));
        }
        if (others.empty()) return;
        std::vector<std::vector<Expr>> A(on_others.size(), std::vector<Expr>(others.size(), Expr{&graph_, 0}));
        for (std::size_t r = 0; r < A.size(); ++r)
            for (std::size_t k = 0; k < others.size(); ++k) A[r][k] = on_others[r][others[k]];
        solve(A, on_listed, others);
    }
    // A d = -b dq, by elimination with pivots that are not zero.
    void solve(std::vector<std::vector<Expr>> A, std::vector<std::vector<Expr>> b,
               const std::vector<std::size_t>& others) {
        const std::size_t m = A.size(), n = coordinates_.size();
        std::vector<bool> used(m, false);
        std::vector<std::size_t> row_of(others.size());
        for (std::size_t k = 0; k < others.size(); ++k) {
            std::size_t pivot = m;
            for (std::size_t r = 0; r < m && pivot == m; ++r)
                if (!used[r] && !is_zero(A[r][k])) pivot = r;
            if (pivot == m)
                throw ModelError(
                    fmt::format("'{}' is not determined by the coordinates of linear_equations, to first order",
                                model_.coordinates[others[k]].name),
                    "list it too");
            used[pivot] = true, row_of[k] = pivot;
            for (std::size_t r = 0; r < m; ++r) {
                if (r == pivot || is_zero(A[r][k])) continue;
                const Expr factor = A[r][k] / A[pivot][k];
                for (std::size_t c = 0; c < others.size(); ++c) A[r][c] = A[r][c] - factor * A[pivot][c];
                for (std::size_t c = 0; c < n; ++c) b[r][c] = b[r][c] - factor * b[pivot][c];
            }
        }
        for (std::size_t k = 0; k < others.size(); ++k) {
            std::vector<Expr> follows;
            for (std::size_t c = 0; c < n; ++c) {
                const Expr value = b[row_of[k]][c];
                follows.push_back(is_zero(value) ? graph_.integer(0) : -value / A[row_of[k]][k]);
            }
            following_.emplace_back(others[k], std::move(follows));
        }
    }

    Expr stiffness(std::size_t i, std::size_t j) {
        Expr value = -slope(rows_[i], coordinate(coordinates_[j].value));
        for (const auto& [q, follows] : following_)
            if (!follows[j].is_zero()) value = value - slope(rows_[i], coordinate(q)) * follows[j];
        return value;
    }

    void refuse_other_influence() {
        const auto refuse = [&](std::size_t i, const std::string& other) {
            throw ModelError(fmt::format("'{}' influences the equation of '{}'", other, name(coordinates_[i])),
                             "list all coordinates that belong together");
        };
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            for (std::size_t q = 0; q < model_.coordinates.size(); ++q) {
                const bool follows = std::ranges::any_of(following_, [&](const auto& f) { return f.first == q; });
                if (!is_listed(q) && !follows && !slope(rows_[i], coordinate(q)).is_zero())
                    refuse(i, model_.coordinates[q].name);
            }
            for (std::size_t u = 0; u < system_.model.speeds.size(); ++u) {
                if (std::ranges::find(rows_, u) != rows_.end()) continue;
                if (!mass(rows_[i], u).is_zero() || !slope(rows_[i], speed(u)).is_zero())
                    refuse(i, system_.model.speeds[u].name);
            }
            for (const StateVariable& s : model_.states)
                if (!slope(rows_[i], graph_.symbol(s.name, Role::state)).is_zero()) refuse(i, s.name);
        }
    }

    const Model model_;
    Graph& graph_;
    const std::vector<CoordinateIndex>& coordinates_;
    const MinimalSystem system_;
    const Equations equations_;
    Substitution state_;
    StructuralZeros zeros_;
    std::vector<std::size_t> rows_;                                     // speeds of the minimal system
    std::vector<std::pair<std::size_t, std::vector<Expr>>> following_;  // a coordinate, its slopes by the listed ones
};

}  // namespace

LinearEquations linear_equations(const Model& model, const std::vector<CoordinateIndex>& coordinates) {
    return LinearRows(model, coordinates).found();
}

}  // namespace lag
