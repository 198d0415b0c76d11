#include "scripts/command/periodic/shooting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Vector = std::vector<double>;

constexpr double one_tolerance = 1e-8;  // of the norm of J - I: what the errors of a run may amount to

// One cycle from some y0.
struct Cycle {
    VectorXd start, end;     // end: exchanged
    MatrixXd of_start;       // dstart/dz of the values z that are given
    MatrixXd at_fixed_time;  // dend/dz, exchanged
    MatrixXd at_end;         // the same where the time of the event follows
    VectorXd rates;          // at the end, exchanged
    double period = 0;
    Simulation simulation;
};

class Shooting {
  public:
    Shooting(SimulationCase& run, const ShootingProblem& problem, const std::function<bool(double)>& go_on)
        : run_(run), problem_(problem), go_on_(go_on), period_(problem.end.period) {
        for (const auto* rows : {&run.program().coordinates, &run.program().speeds, &run.program().states})
            for (const TableRow& row : *rows) names_.push_back(row.name);
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (!problem.goes_on[i]) compared_.push_back(at_index(i));
    }

    PeriodicMotion find(const std::function<void(int, double)>& report) {
        PeriodicMotion found;
        Cycle cycle = cycle_from(std::nullopt);
        if (!problem_.end.events.empty()) {
            // Cycles begin and end a little behind the event, so that a start near it is not on its wrong side.
            last_period_ = cycle.period, delay_ = cycle.period / 64;
            take_rows(cycle.period);
            cycle = cycle_from(std::nullopt);
            cycle = cycle_from(next_start(cycle));
        }
        for (int k = 0; k < problem_.settling; ++k) cycle = cycle_from(next_start(cycle));
        for (;; ++found.steps) {
            const VectorXd r = residual(cycle);
            const VectorXd scaled = r.cwiseAbs().cwiseQuotient(sizes(cycle)(compared_));
            Eigen::Index worst = 0;
            found.residual = compared_.empty() ? 0 : scaled.maxCoeff(&worst);
            found.worst = compared_.empty() ? 0 : static_cast<std::size_t>(compared_[static_cast<std::size_t>(worst)]);
            report(found.steps, found.residual);
            if (found.residual <= problem_.tolerance || found.steps >= problem_.most_steps) break;
            std::optional<Cycle> next = step_from(cycle, r, found.residual);
            if (!next) break;
            cycle = *std::move(next);
        }
        found.y0.assign(cycle.start.data(), cycle.start.data() + cycle.start.size());
        found.period = cycle.period;
        constexpr double rounding = 1e-7;  // where no step leads nearer
        if (found.residual > rounding || (found.steps >= problem_.most_steps && found.residual > problem_.tolerance))
            found.failed = fmt::format("after {} steps the motion still differs by {} after a cycle, most in '{}'",
                                       found.steps, rounded_decimal(found.residual), names_[found.worst]);
        take_multipliers(cycle, found);
        found.cycle = std::move(cycle.simulation);
        return found;
    }

  private:
    VectorXd exchanged(const VectorXd& y) const {
        VectorXd result(y.size());
        for (std::size_t i = 0; i < names_.size(); ++i)
            result[at_index(i)] = problem_.exchange[i].sign * y[at_index(problem_.exchange[i].place)];
        return result;
    }
    MatrixXd exchanged_rows(const MatrixXd& M) const {
        MatrixXd result(M.rows(), M.cols());
        for (Eigen::Index k = 0; k < M.cols(); ++k) result.col(k) = exchanged(M.col(k));
        return result;
    }
    // What goes on begins where it began.
    VectorXd next_start(const Cycle& cycle) const {
        VectorXd next = cycle.start;
        next(compared_) = cycle.end(compared_);
        return next;
    }
    VectorXd residual(const Cycle& cycle) const { return (cycle.end - cycle.start)(compared_); }
    static VectorXd whole(const SimulatedRow& row) {
        Vector y = row.q;
        y.insert(y.end(), row.u.begin(), row.u.end());
        y.insert(y.end(), row.s.begin(), row.s.end());
        return Eigen::Map<const VectorXd>(y.data(), at_index(y.size()));
    }
    // The largest values in the cycle.
    VectorXd sizes(const Cycle& cycle) const {
        VectorXd sizes = VectorXd::Constant(cycle.start.size(), 1e-12);
        for (const SimulatedRow& row : cycle.simulation.rows) sizes = sizes.cwiseMax(whole(row).cwiseAbs());
        return sizes;
    }

    // Rows that show a cycle of about this length; it may become a few times longer.
    void take_rows(double period) const {
        constexpr int rows = 100, times_longer = 5;
        Vector times;
        for (int k = 1; k <= rows * times_longer; ++k) times.push_back(run_.begin() + period * k / rows);
        run_.set_times(times);
    }

    // The event that ends the cycle, once it has happened.
    static std::optional<std::size_t> closing_event(const std::vector<FiredEvent>& fired, const CycleEnd& end,
                                                    double first) {
        std::size_t count = 0;
        for (std::size_t k = 0; k < fired.size(); ++k)
            if (fired[k].t > first && std::ranges::count(end.events, fired[k].event) > 0 && ++count >= end.count)
                return k;
        return std::nullopt;
    }

    // Starts with these values; nothing: as the script says.
    Cycle cycle_from(const std::optional<VectorXd>& y0) {
        if (y0)
            for (std::size_t i = 0; i < names_.size(); ++i) run_.place(names_[i], (*y0)[at_index(i)]);
        const CycleEnd& end = problem_.end;
        if (end.events.empty()) {
            const double begin = run_.begin();
            Vector times;
            constexpr int rows = 100;
            for (int k = 1; k <= rows; ++k) times.push_back(k == rows ? begin + period_ : begin + period_ * k / rows);
            run_.set_times(times);
        } else {
            // what happens in the first moment belongs to the cycle before
            const double first = run_.begin() + 1e-3 * last_period_;
            run_.end_when([&end, first, this](const std::vector<FiredEvent>& fired) -> std::optional<double> {
                const std::optional<std::size_t> closing = closing_event(fired, end, first);
                if (!closing) return std::nullopt;
                return fired[*closing].t + delay_;
            });
        }
        Cycle cycle;
        cycle.simulation = run_.run(run_.start(go_on_).state, go_on_);
        const Simulation& simulation = cycle.simulation;
        if (!simulation.ended.empty())
            throw ModelError(
                fmt::format("a cycle ends at t = {}: {}", rounded_decimal(simulation.reached), simulation.ended));
        if (simulation.interrupted) throw ModelError("the search was ended before it came to its end");
        const SimulatedRow& last = simulation.rows.back();
        const double first = simulation.rows.front().t + 1e-3 * last_period_;
        const std::optional<std::size_t> closing = closing_event(simulation.events, end, first);
        if (!end.events.empty() && !closing)
            throw ModelError(
                fmt::format("event '{}' does not end a cycle before t = {}",
                            run_.program().events[end.events.front()].row.name, rounded_decimal(run_.end())),
                "--end gives cycles more time");
        Sensitivities& carried = *run_.sensitivities();
        const VectorXd y = whole(last);
        cycle.start = whole(simulation.rows.front()), cycle.end = exchanged(y);
        for (std::size_t i = 0; i < names_.size(); ++i) cycle.end[at_index(i)] -= problem_.exchange[i].advance;
        cycle.period = last.t - simulation.rows.front().t;
        cycle.of_start.resize(y.size(), y.size());
        for (std::size_t k = 0; k < names_.size(); ++k)
            cycle.of_start.col(at_index(k)) = Eigen::Map<const VectorXd>(carried.columns()[k].y.data(), y.size());
        const VectorXd rates = carried.rates(last.t, {y.data(), y.data() + y.size()});
        cycle.rates = exchanged(rates);
        cycle.at_fixed_time = exchanged_rows(carried.of_state());
        cycle.at_end = cycle.at_fixed_time;
        if (closing) {
            const Vector& times = carried.of_event(*closing);
            cycle.at_end += cycle.rates * Eigen::Map<const Eigen::RowVectorXd>(times.data(), at_index(times.size()));
        }
        return cycle;
    }

    // Newton's step, shorter where the whole one leads farther away; nothing where no step leads nearer.
    std::optional<Cycle> step_from(const Cycle& cycle, const VectorXd& r, double before) {
        const bool seeks_period = problem_.end.is_sought;
        MatrixXd G = cycle.at_end(compared_, Eigen::all) - cycle.of_start(compared_, Eigen::all);
        const Eigen::Index n = G.cols();
        if (seeks_period) {
            G.conservativeResize(Eigen::NoChange, n + 1);
            G.col(n) = cycle.rates(compared_);
        }
        // in sizes of the motion
        const VectorXd size = sizes(cycle);
        VectorXd scale = VectorXd::Constant(G.cols(), cycle.period);
        scale.head(n) = size;
        const MatrixXd scaled = size(compared_).cwiseInverse().asDiagonal() * G * scale.asDiagonal();
        const VectorXd right = -r.cwiseQuotient(size(compared_));
        const VectorXd move = scale.asDiagonal() * least_squares(scaled, right, 1e-7).col(0);
        const double period = period_;
        for (double part = 1; part > 1e-3; part /= 2) {
            VectorXd y0 = cycle.start + part * cycle.of_start * move.head(n);
            if (seeks_period) period_ = period + part * move[n];
            try {
                if (seeks_period && !(period_ > 0)) throw ModelError("no period");
                Cycle next = cycle_from(y0);
                const VectorXd left = residual(next).cwiseAbs().cwiseQuotient(sizes(next)(compared_));
                if (left.maxCoeff() < before || left.maxCoeff() <= problem_.tolerance) return next;
            } catch (const ModelError&) {
                if (!go_on_(0)) throw;
            }
        }
        period_ = period;
        return std::nullopt;
    }

    void take_multipliers(const Cycle& cycle, PeriodicMotion& found) const {
        const MatrixXd Z = cycle.of_start(compared_, Eigen::all), M = cycle.at_fixed_time(compared_, Eigen::all);
        if (Z.rows() == 0) return;
        // both in sizes of the motion, which changes no eigenvalue
        const VectorXd size = sizes(cycle)(compared_);
        const MatrixXd scaled_Z = size.cwiseInverse().asDiagonal() * Z, scaled_M = size.cwiseInverse().asDiagonal() * M;
        const SingularValues svd = singular_value_decomposition(scaled_Z);
        const Eigen::Index rank = svd.rank(1e-9);
        const MatrixXd U = svd.U.leftCols(rank), J = U.transpose() * scaled_M * svd.V.leftCols(rank) *
                                                     svd.values.head(rank).cwiseInverse().asDiagonal();
        MatrixXd from_one = J - MatrixXd::Identity(rank, rank);
        found.multipliers.assign(deflate_zeros(from_one, one_tolerance * from_one.norm()), 1);
        for (const std::complex<double>& value : eigenvalues_of(from_one).value_or(std::vector<std::complex<double>>{}))
            found.multipliers.push_back(1.0 + value);
        std::ranges::sort(found.multipliers, [](const auto& a, const auto& b) {
            return std::abs(a) != std::abs(b) ? std::abs(a) > std::abs(b) : a.imag() > b.imag();
        });
        const VectorXd f = U.transpose() * (size.cwiseInverse().asDiagonal() * cycle.rates(compared_));
        found.has_shift = f.norm() > 0 && (J * f - f).norm() < 1e-4 * f.norm();
    }

    SimulationCase& run_;
    const ShootingProblem& problem_;
    const std::function<bool(double)>& go_on_;
    std::vector<std::string> names_;
    std::vector<Eigen::Index> compared_;
    double period_, last_period_ = 0;
    double delay_ = 0;  // of the end of a cycle behind its event
};

}  // namespace

PeriodicMotion find_periodic_motion(SimulationCase& run, const ShootingProblem& problem,
                                    const std::function<void(int, double)>& report,
                                    const std::function<bool(double)>& go_on) {
    return Shooting(run, problem, go_on).find(report);
}

}  // namespace lag
