// Rows: u' = 0, s' = 0, q' = 0 of coordinates that are not free, and the conditions phi = 0, phidot = 0. Each condition
// makes one rate follow from the others, so the rows beyond the unknowns are consistent and Gauss-Newton steps of least
// squares converge as Newton's do. Rows and columns are scaled by their slopes: units differ.
//
// This is another problem than that of m_equilibrium (emitters/procedures/texts/rest_search.lag): here accelerations at given
// speeds, with the multipliers solved for, vanish as functions of coordinates, speeds, states, inputs and parameters, and
// rows may follow from others; there loads on a mechanism at rest balance, and displacements and multipliers are unknown.
// A parameter or a speed that is to be found has no place among those unknowns, and steps downhill, which the loads do work
// on, and contacts that open and close have no meaning in a motion.
//
// The motion is steady only if the rows stay zero while free coordinates move at their rates: d rows/d q_free q_free' = 0.
#include "scripts/pipeline/trim.hpp"
#include "core/comma_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr int most_newton_steps = 200;
constexpr double pivot_tolerance = 1e-11;  // of the largest scaled pivot
constexpr double row_rounding = 1e-10;     // of what the terms of a row amount to
constexpr double no_slope = 1e-10;         // of the largest one
constexpr double zero = 1e-10;             // a rate that counts as none
constexpr double drift = 1e-8;             // of a row while free coordinates move, of its terms
constexpr std::size_t most_named = 3;

struct TrimRow {
    std::string name;  // "vx'", "constraint 'loop.x' (position)"
    Expr value;
};

std::string listed(const std::vector<std::string>& names) {
    return names.empty() ? "none" : comma_list(names);
}

class Trim {
  public:
    Trim(EquationsAtState& equations, const TrimRequest& request) : at_(equations), request_(request) {
        at_.place(request.given);
        at_.require_sticking();
        choose_unknowns();
        choose_rows();
        require_equal_numbers();
    }

    void start_at(const TrimmedState& state) {
        for (const TrimmedValue& entry : state.values)
            if (std::ranges::find(unknowns_, entry.symbol) != unknowns_.end()) at_.set(entry.symbol, entry.value);
    }
    TrimmedState found() {
        search();
        require_steady();
        at_.require_modes();
        return result();
    }

  private:
    bool is_free(const Symbol& symbol) const {
        return std::ranges::any_of(request_.free, [&](CoordinateIndex q) {
            const Model& model = at_.model();
            return symbol == model.graph->symbol_of(lag::symbol(model, q));
        });
    }

    void choose_unknowns() {
        for (const Symbol& symbol : at_.state())
            if (!is_free(symbol) && !at_.is_given(symbol)) unknowns_.push_back(symbol);
        for (const Symbol& symbol : request_.find) unknowns_.push_back(symbol);
    }
    void choose_rows() {
        const std::vector<Symbol>& state = at_.state();
        for (std::size_t k = 0; k < state.size(); ++k)
            if (!is_free(state[k])) rows_.push_back({state[k].name + "'", at_.rates()[k]});
        rates_ = rows_.size();
        for (const auto& row : at_.rows()) {
            if (!row.position.is_zero()) rows_.push_back({row.name + " (position)", row.position});
            if (!at_.solves_speeds_out() && !row.speed.is_zero()) rows_.push_back({row.name + " (speed)", row.speed});
        }
        for (const TrimRow& row : rows_) expressions_.push_back(row.value);
    }
    void require_equal_numbers() const {
        if (unknowns_.size() == rates_) return;
        std::vector<std::string> unknown, zero_rates;
        for (const Symbol& symbol : unknowns_) unknown.push_back(symbol.name);
        for (std::size_t k = 0; k < rates_; ++k) zero_rates.push_back(rows_[k].name);
        const auto count = [](std::size_t n, const std::string& what) {
            return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
        };
        const bool few = unknowns_.size() < rates_;
        const std::size_t gap = few ? rates_ - unknowns_.size() : unknowns_.size() - rates_;
        throw ModelError(
            fmt::format("{} for {}: unknown {}{}; zero must be {}", count(unknowns_.size(), "unknown"),
                        count(rates_, "equation"), unknowns_.size() == 1 ? "is " : "are ", listed(unknown),
                        listed(zero_rates)),
            fmt::format(
                "each coordinate, speed or state in 'given' takes one unknown away, each name in 'find' adds one: {}{}",
                gap, few ? " too few" : " too many"));
    }

    // -- the search
    struct Scaled {
        VectorXd errors, terms;  // terms: what each row's terms amount to
        MatrixXd slopes;
        VectorXd rows, columns;  // scales: rows * slopes * columns is of order one
        double norm = 0;
    };
    Scaled here() const {
        const auto [errors, slopes] = at_.slopes(expressions_, unknowns_);
        const Eigen::Index m = slopes.rows(), n = slopes.cols();
        Scaled s{errors, VectorXd::Zero(m), slopes, VectorXd::Ones(m), VectorXd::Ones(n), 0};
        // Rows that hold for all states (a condition's second derivative) have slopes of rounding: they get little weight.
        const double largest = slopes.size() == 0 ? 0 : slopes.cwiseAbs().maxCoeff();
        for (Eigen::Index k = 0; k < m; ++k) {
            const double own = n == 0 ? 0 : slopes.row(k).cwiseAbs().maxCoeff(),
                         size = own < no_slope * largest ? largest : own;
            if (size > 0 && std::isfinite(size)) s.rows(k) = 1 / size;
            for (Eigen::Index j = 0; j < n; ++j)
                s.terms(k) += std::abs(slopes(k, j)) * std::max(1.0, std::abs(value(j)));
        }
        for (Eigen::Index j = 0; j < n; ++j) {
            const double size = m == 0 ? 0 : (s.rows.asDiagonal() * slopes.col(j)).cwiseAbs().maxCoeff();
            if (size > 0 && std::isfinite(size)) s.columns(j) = 1 / size;
        }
        s.norm = s.rows.cwiseProduct(errors).norm();
        return s;
    }
    double value(Eigen::Index unknown) const { return at_.value(unknowns_[static_cast<std::size_t>(unknown)]); }
    VectorXd values() const {
        VectorXd x(static_cast<Eigen::Index>(unknowns_.size()));
        for (Eigen::Index j = 0; j < x.size(); ++j) x(j) = value(j);
        return x;
    }
    void set(const VectorXd& x) {
        for (std::size_t j = 0; j < unknowns_.size(); ++j) at_.set(unknowns_[j], x(static_cast<Eigen::Index>(j)));
    }

    void search() {
        approach_conditions();
        for (int count = 0; count < most_newton_steps; ++count) {
            const Scaled s = here();
            require_finite(s);
            if (s.norm == 0 || unknowns_.empty()) break;
            const MatrixXd scaled = s.rows.asDiagonal() * s.slopes * s.columns.asDiagonal();
            const VectorXd step = -s.columns.cwiseProduct(
                VectorXd(least_squares(scaled, s.rows.cwiseProduct(s.errors), pivot_tolerance)));
            if (!step.allFinite() || !moved(s, step)) break;
        }
        const Scaled s = here();
        require_finite(s);
        if (!holds(s)) fail(s);
        at_.require_pivots();
    }
    // From a consistent state the first steps are shorter. What is to be found may be needed for that: no matter then.
    void approach_conditions() {
        const VectorXd x = values();
        try {
            at_.bring_onto_constraints();
        } catch (const ModelError&) {
            set(x);
        }
    }
    static double allowed(const Scaled& s, Eigen::Index row) { return zero + row_rounding * s.terms(row); }

    static bool holds(const Scaled& s) {
        for (Eigen::Index k = 0; k < s.errors.size(); ++k)
            if (std::abs(s.errors(k)) > allowed(s, k)) return false;
        return true;
    }
    // Along the step, as far as it makes the errors smaller. False: it does not. At a solution whole steps take off what
    // rounding allows.
    bool moved(const Scaled& from, const VectorXd& step) {
        const VectorXd x = values();
        const int most_halvings = holds(from) ? 1 : 40;
        double part = 1;
        for (int half = 0; half < most_halvings; ++half, part /= 2) {
            set(x + part * step);
            const VectorXd errors = at_.values(expressions_);
            if (!errors.allFinite() || !at_.pivots_hold()) continue;  // a mass may not become negative
            if (from.rows.cwiseProduct(errors).norm() <= (1 - part / 10) * from.norm) return true;
        }
        set(x);
        return false;
    }

    void require_finite(const Scaled& s) const {
        for (Eigen::Index k = 0; k < s.errors.size(); ++k) {
            const std::string& name = rows_[static_cast<std::size_t>(k)].name;
            if (!std::isfinite(s.errors(k)))
                throw ModelError(name + " has no value at the state where the search starts",
                                 "start elsewhere with initial(..), or give other values");
            for (Eigen::Index j = 0; j < s.slopes.cols(); ++j)
                if (!std::isfinite(s.slopes(k, j)))
                    throw ModelError(
                        fmt::format("{} has no finite derivative by {} where the search starts", name,
                                    unknowns_[static_cast<std::size_t>(j)].name),
                        "is there a distance of zero, or the root of zero? Start elsewhere with initial(..)");
        }
    }
    // What has no influence where the search ends: names to be found, else the row that nothing unknown changes. Empty: none.
    std::string idle(const Scaled& s, Eigen::Index worst) const {
        std::vector<std::string> names;
        for (std::size_t j = unknowns_.size() - request_.find.size(); j < unknowns_.size(); ++j)
            if (s.slopes.col(static_cast<Eigen::Index>(j)).isZero(0))
                names.push_back(fmt::format("'{}'", unknowns_[j].name));
        if (!names.empty())
            return fmt::format("to 'find' {}{} of no use there: no equation depends on it", listed(names),
                               names.size() == 1 ? " is" : " are");
        if (s.slopes.cols() == 0 || !s.slopes.row(worst).isZero(0)) return {};
        return fmt::format("nothing unknown changes {}: give a motion, and 'find' what keeps it",
                           rows_[static_cast<std::size_t>(worst)].name);
    }
    [[noreturn]] void fail(const Scaled& s) const {
        std::vector<Eigen::Index> order;
        for (Eigen::Index k = 0; k < s.errors.size(); ++k)
            if (std::abs(s.errors(k)) > allowed(s, k)) order.push_back(k);
        std::ranges::stable_sort(order, std::greater{},
                                 [&](Eigen::Index k) { return std::abs(s.errors(k)) * s.rows(k); });
        std::vector<std::string> worst;
        for (const Eigen::Index k : order) {
            if (worst.size() == most_named) break;
            worst.push_back(
                fmt::format("{} is {}", rows_[static_cast<std::size_t>(k)].name, rounded_decimal(s.errors(k))));
        }
        const std::string turn = turning(), useless = idle(s, order.front());
        throw ModelError("no steady motion was found: where the search ends, " + comma_list(worst),
                         !turn.empty() ? turn
                         : !useless.empty()
                             ? useless
                             : "start nearer to it with initial(..); or what is given cannot be kept with what "
                               "may be found");
    }

    // -- whether it is steady
    struct Drift {
        std::size_t row = 0, coordinate = 0;  // of rows_, of the free ones
        double rate = 0;                      // of the row
    };
    std::vector<Symbol> free_coordinates() const {
        std::vector<Symbol> free;
        for (const Symbol& symbol : at_.state())
            if (is_free(symbol)) free.push_back(symbol);
        return free;
    }
    // The row that changes most while one of the free coordinates moves; rate 0: none does.
    Drift largest_drift() const {
        const std::vector<Symbol> free = free_coordinates();
        if (free.empty()) return {};
        std::vector<Expr> rates;
        for (std::size_t k = 0; k < at_.state().size(); ++k)
            if (is_free(at_.state()[k])) rates.push_back(at_.rates()[k]);
        const VectorXd rate = at_.values(rates);
        const MatrixXd slopes = at_.slopes(expressions_, free).derivatives;
        const Scaled s = here();
        Drift worst;
        double largest = 0;
        for (Eigen::Index k = 0; k < slopes.rows(); ++k) {
            const double whole = slopes.row(k).dot(rate), size = slopes.row(k).cwiseAbs().dot(rate.cwiseAbs());
            const double change = std::abs(whole) / (zero + drift * (s.terms(k) + size));
            if (!(change > std::max(1.0, largest))) continue;
            largest = change;
            Eigen::Index leading = 0;
            slopes.row(k).cwiseProduct(rate.transpose()).cwiseAbs().maxCoeff(&leading);
            worst = {static_cast<std::size_t>(k), static_cast<std::size_t>(leading), whole};
        }
        return worst;
    }
    // What to do where free coordinates change the equations; "" where they do not.
    std::string turning() const {
        return largest_drift().rate == 0
                   ? ""
                   : "a steady turn needs quasi-velocities in the body's axes, whose rates are zero in it: "
                     "planar(.., speeds = [vx, vy, r]) or free(.., speeds = [..])";
    }
    void require_steady() const {
        const Drift worst = largest_drift();
        if (worst.rate == 0) return;
        throw ModelError(
            fmt::format("the motion is steady for a moment only: {} changes by {} per second as {} moves on",
                        rows_[worst.row].name, rounded_decimal(worst.rate), free_coordinates()[worst.coordinate].name),
            turning());
    }

    TrimmedState result() const {
        TrimmedState state;
        const auto add = [&](const Symbol& symbol) {
            const double x = at_.value(symbol);
            const bool unknown = std::ranges::find(unknowns_, symbol) != unknowns_.end();
            state.values.push_back({symbol, unknown && std::abs(x) < 1e-13 ? 0 : x});
        };
        for (const Symbol& symbol : at_.state()) add(symbol);
        const auto is_in_state = [](Role role) {
            return role == Role::coordinate || role == Role::speed || role == Role::state;
        };
        for (const auto& given : request_.given)
            if (!is_in_state(given.symbol.role)) add(given.symbol);
        for (const Symbol& symbol : request_.find) add(symbol);
        if (depends_on_time()) state.note = "the equations depend on time: the motion is steady at this moment only";
        return state;
    }
    bool depends_on_time() const {
        const Model& model = at_.model();
        const MatrixXd slopes = at_.slopes(expressions_, {model.graph->symbol_of(time_symbol(model))}).derivatives;
        const Scaled s = here();
        for (Eigen::Index k = 0; k < slopes.rows(); ++k)
            if (!(std::abs(slopes(k, 0)) <= zero + drift * s.terms(k))) return true;
        return false;
    }

    EquationsAtState& at_;
    const TrimRequest& request_;
    std::vector<Symbol> unknowns_;
    std::vector<TrimRow> rows_;
    std::size_t rates_ = 0;  // how many rows are rates; conditions follow
    std::vector<Expr> expressions_;
};

}  // namespace

TrimmedState trimmed(EquationsAtState& equations, const TrimRequest& request) {
    return Trim(equations, request).found();
}

TrimmedState trimmed(EquationsAtState& equations, const TrimRequest& request, const TrimmedState& start) {
    Trim trim(equations, request);
    trim.start_at(start);
    return trim.found();
}

TrimmedState trimmed(const Model& model, const TrimRequest& request, UserRoutinesOf routines) {
    EquationsAtState equations(model, std::move(routines));
    return trimmed(equations, request);
}

}  // namespace lag
