#include "scripts/command/simulate/partition.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <fmt/format.h>

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <ostream>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/simulate/events.hpp"
#include "scripts/command/simulate/singular.hpp"
#include "scripts/command/simulate/watch.hpp"
#include "scripts/files/csv.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Vector = std::vector<double>;

VectorXd dense(const Vector& values) {
    return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

// Which coordinates to integrate.
struct Choice {
    std::vector<std::size_t> independent;  // ascending, from 0
    double growth = 0;
    std::optional<std::size_t> failing;  // the first row that depends on others
};

struct Rows {
    VectorXd phi, phidot;  // phidot at the speeds given
    MatrixXd B;
};

// The mechanism at a time: its rows, its masses, its accelerations.
class Mechanism {
  public:
    Mechanism(RunnableModel& model, const SimulationSettings& settings)
        : model_(model), settings_(settings), modes_(model, settings.step) {}

    RunnableModel& model() const { return model_; }
    std::size_t coordinates() const { return model_.size(Size::nq); }
    std::size_t states() const { return model_.program().states.size(); }

    Rows rows(double t, const Vector& q, const Vector& u, const Vector& s) const {
        Frame frame{{Slot::t, {t}}, {Slot::q, q}, {Slot::u, u}, {Slot::s, s}, {Slot::w, settings_.inputs(t)}};
        model_.call(RoutineName::constraints, frame);
        Rows rows{dense(frame[Slot::phi]), dense(frame[Slot::phidot]), {}};
        model_.call(RoutineName::constraint_matrix, frame);
        rows.B =
            Eigen::Map<const MatrixXd>(frame[Slot::b].data(), rows.phi.size(), static_cast<Eigen::Index>(u.size()));
        return rows;
    }
    VectorXd masses(double t, const Vector& q) const {
        Frame frame{{Slot::t, {t}}, {Slot::q, q}, {Slot::w, settings_.inputs(t)}};
        model_.call(RoutineName::mass_matrix, frame);
        const auto n = static_cast<Eigen::Index>(q.size());
        return Eigen::Map<const MatrixXd>(frame[Slot::mm].data(), n, n).diagonal();
    }
    Choice choice(double t, const Vector& q, const Vector& s) const {
        Frame frame{{Slot::t, {t}}, {Slot::q, q}, {Slot::s, s}, {Slot::w, settings_.inputs(t)}};
        model_.call(RoutineName::partition, frame);
        Choice choice{{}, frame.number(Slot::growth), {}};
        for (const double k : frame[Slot::independent])
            if (k > 0) choice.independent.push_back(static_cast<std::size_t>(k) - 1);
        if (const int info = RunnableModel::info(frame); info != 0)
            choice.failing = model_.program().info_codes().meaning(static_cast<std::size_t>(info)).index;
        return choice;
    }
    // [u; u'; s'], and the power; false where a pivot fails.
    bool derivatives(double t, const Vector& y, Vector& ydot, double& power) {
        modes_.take(t, y);
        modes_.follow_tables();
        Frame frame{{Slot::t, {t}}, {Slot::y, y}, {Slot::w, model_.resting_inputs()}};
        model_.call(RoutineName::derivatives, frame);
        power = model_.knows_power() ? frame[Slot::power].at(0) : 0;
        ydot = std::move(frame[Slot::ydot]);
        failed_ = RunnableModel::info(frame);
        return failed_ == 0 && std::ranges::all_of(ydot, [](double x) { return std::isfinite(x); });
    }
    std::string complaint() const { return failed_ == 0 ? "a rate is no finite number" : model_.info_text(failed_); }

  private:
    RunnableModel& model_;
    const SimulationSettings& settings_;
    SwitchModes modes_;
    int failed_ = 0;
};

void refuse(const std::string& what) {
    throw ModelError("the method partition takes no model " + what, "bdf, the default method, does");
}

// Does B belong to the rates of phi, and are the speeds rates of the coordinates?
void refuse_other_models(const Mechanism& mechanism, const Vector& q, const Vector& s) {
    const Program& program = mechanism.model().program();
    if (const std::string what = no_partition_of(program); !what.empty()) refuse(what);
    if (!mechanism.model().has(RoutineName::constraint_matrix)) refuse("without constraints");
    if (!mechanism.model().has(RoutineName::mass_matrix)) refuse("whose mass matrix is not formed");
    const Vector still(q.size(), 0.0);
    const Rows here = mechanism.rows(0, q, still, s);
    for (std::size_t k = 0; k < q.size(); ++k) {
        constexpr double change = 1e-6;
        Vector beside = q;
        beside[k] += change;
        const VectorXd slope = (mechanism.rows(0, beside, still, s).phi - here.phi) / change;
        if ((slope - here.B.col(static_cast<Eigen::Index>(k))).cwiseAbs().maxCoeff() >
            1e-3 * std::max(1.0, here.B.cwiseAbs().maxCoeff()))
            refuse("with conditions on speeds, or states whose rates hold some, or with a cut hinge that turns");
    }
}

class Partitioned {
  public:
    Partitioned(RunnableModel& model, const SimulationSettings& settings, Vector q, Vector u, Vector s)
        : mechanism_(model, settings),
          settings_(settings),
          time_(settings.start),
          q_(std::move(q)),
          u_(std::move(u)),
          s_(std::move(s)) {
        refuse_other_models(mechanism_, q_, s_);
        largest_.assign(2 * q_.size() + s_.size(), 0.01);
        choose();
        remember_rates();
        start_integrator();
    }
    ~Partitioned() {
        if (cvode_ != nullptr) CVodeFree(&cvode_);
        if (solver_ != nullptr) SUNLinSolFree(solver_);
        if (matrix_ != nullptr) SUNMatDestroy(matrix_);
        if (y_ != nullptr) N_VDestroy(y_);
        if (between_ != nullptr) N_VDestroy(between_);
        if (context_ != nullptr) SUNContext_Free(&context_);
    }
    Partitioned(const Partitioned&) = delete;
    Partitioned& operator=(const Partitioned&) = delete;

    double time() const { return time_; }
    const Vector& q() const { return q_; }
    const Vector& u() const { return u_; }
    const Vector& s() const { return s_; }
    double work() const { return work_; }
    const std::vector<PartitionChange>& changes() const { return changes_; }

    // One step. It ends where inputs bend, and at no time of a row: a mechanism may be at a singular position there. So it
    // may go beyond the end of the run, unless something forbids that.
    void step() {
        const double beyond = settings_.end + settings_.step;
        const double bend = settings_.next_bend ? settings_.next_bend(time_, beyond) : beyond;
        if (settings_.hold_slopes) settings_.hold_slopes(time_);
        before_ = {time_, q_, u_, rates_};
        try {
            step_to(bend);
        } catch (const ModelError&) {
            if (bend <= settings_.end) throw;
            begin_anew();
            step_to(settings_.end);
        }
        if (settings_.hold_slopes) settings_.hold_slopes(std::nullopt);
    }
    // What follows when the rows within the step are taken.
    void end_step() {
        choose_anew();
        if (settings_.slopes_jump_at(time_)) begin_anew();
    }

    struct State {
        Vector q, u, s;
        double work = 0;
    };
    // Within the last step.
    State at(double t) {
        if (t == time_) return {q_, u_, s_, work_};
        State state;
        require(CVodeGetDky(cvode_, t, 0, between_));
        const auto [q, u] = interpolated(t);
        const double* const values = NV_DATA_S(between_);
        const std::size_t n = 2 * independent_.size();
        const Vector s(values + n, values + n + s_.size());
        if (!is_regular(t, q, s) || !whole(t, between_, q, u, state.q, state.u, state.s)) {
            state = {q, u, s};
            take_independent(between_, state.q, state.u);
        }
        state.work = NV_Ith_S(between_, NV_LENGTH_S(between_) - 1);
        return state;
    }

  private:
    void step_to(double limit) {
        require(CVodeSetMinStep(
            cvode_, std::max(4 * std::numeric_limits<double>::epsilon() * std::abs(time_), shortest * settings_.step)));
        require(CVodeSetStopTime(cvode_, limit));
        double reached = time_;
        complaint_.clear();
        const int flag = CVode(cvode_, limit, y_, &reached, CV_ONE_STEP);
        if (flag < 0) throw ModelError(complaint_.empty() ? "the steps became too small" : complaint_);
        Vector q, u, s;
        if (!whole(reached, y_, q, u, s)) throw ModelError(complaint_);
        time_ = reached, q_ = std::move(q), u_ = std::move(u), s_ = std::move(s);
        work_ = NV_Ith_S(y_, NV_LENGTH_S(y_) - 1);
        remember_rates();
    }
    // Of places, speeds and accelerations at both ends of the last step: the polynomial of fifth order, and its rate.
    std::pair<Vector, Vector> interpolated(double t) const {
        const double h = time_ - before_.t, x = (t - before_.t) / h;
        Vector q = q_, u = u_;
        for (std::size_t k = 0; k < q.size(); ++k) {
            const double q0 = before_.q[k], u0 = h * before_.u[k], a0 = h * h * before_.rates[k] / 2;
            const double left = q_[k] - q0 - u0 - a0, rate = h * u_[k] - u0 - 2 * a0,
                         second = h * h * rates_[k] / 2 - a0;
            const double c3 = 10 * left - 4 * rate + second, c4 = -15 * left + 7 * rate - 2 * second,
                         c5 = 6 * left - 3 * rate + second;
            q[k] = q0 + x * (u0 + x * (a0 + x * (c3 + x * (c4 + x * c5))));
            u[k] = (u0 + x * (2 * a0 + x * (3 * c3 + x * (4 * c4 + x * 5 * c5)))) / h;
        }
        return {std::move(q), std::move(u)};
    }
    // At a singular position the dependent ones that rows give are rounding, or those of another way to go on.
    bool is_regular(double t, const Vector& q, const Vector& s) const {
        constexpr double singular = 1e-3;
        const Rows rows = mechanism_.rows(t, q, Vector(q.size(), 0.0), s);
        return regularity(chosen_at_, columns(rows.B, dependent_)) > singular;
    }
    void take_independent(N_Vector y, Vector& q, Vector& u) const {
        const double* const values = NV_DATA_S(y);
        const std::size_t n = independent_.size();
        for (std::size_t k = 0; k < n; ++k) q[independent_[k]] = values[k], u[independent_[k]] = values[n + k];
    }

    // -- the choice

    void choose() {
        const Rows rows = mechanism_.rows(time_, q_, u_, s_);
        const Choice best = mechanism_.choice(time_, q_, s_);
        if (best.failing)
            throw ModelError(fmt::format("'{}' depends on other rows at the start: the coordinates have no partition",
                                         mechanism_.model().program().constraints[*best.failing].name),
                             "start beside that position");
        take(best.independent, rows.B);
        changes_.push_back({0, 0, best.growth, best.independent});
    }
    void choose_anew() {
        const Choice best = mechanism_.choice(time_, q_, s_);
        if (best.failing || best.independent == independent_) return;
        const Rows rows = mechanism_.rows(time_, q_, u_, s_);
        const double growth = growth_until_now(rows.B);
        constexpr double much_better = 2;  // not to and fro between two that are alike
        if (!(growth > much_better * best.growth)) return;
        take(best.independent, rows.B);
        changes_.push_back({time_, growth, best.growth, best.independent});
        begin_anew();
    }
    // Of the choice until now, as m_partition measures it: speeds times the roots of their masses.
    double growth_until_now(const MatrixXd& B) const {
        const VectorXd masses = mechanism_.masses(time_, q_);
        const VectorXd roots = masses.cwiseMax(1e-12 * masses.maxCoeff()).cwiseSqrt();
        const MatrixXd scaled = B * roots.cwiseInverse().asDiagonal();
        const MatrixXd found = solve_square(columns(scaled, dependent_), columns(scaled, independent_));
        return found.allFinite() ? found.cwiseAbs().maxCoeff() : std::numeric_limits<double>::infinity();
    }
    void begin_anew() {
        put_state();
        require(CVodeReInit(cvode_, time_, y_));
    }
    void take(const std::vector<std::size_t>& independent, const MatrixXd& B) {
        independent_ = independent;
        dependent_.clear();
        for (std::size_t k = 0; k < q_.size(); ++k)
            if (!std::ranges::binary_search(independent_, k)) dependent_.push_back(k);
        chosen_at_ = columns(B, dependent_);
    }

    // -- all coordinates and speeds

    MatrixXd columns(const MatrixXd& B, const std::vector<std::size_t>& of) const {
        MatrixXd part(B.rows(), static_cast<Eigen::Index>(of.size()));
        for (std::size_t k = 0; k < of.size(); ++k)
            part.col(static_cast<Eigen::Index>(k)) = B.col(static_cast<Eigen::Index>(of[k]));
        return part;
    }
    // From y; false, with a complaint, where there are none near where the motion leads.
    bool whole(double t, N_Vector y, Vector& q, Vector& u, Vector& s) {
        const double h = t - time_;
        Vector ahead = q_;
        for (const std::size_t k : dependent_) ahead[k] += h * (u_[k] + h / 2 * rates_[k]);
        return whole(t, y, ahead, u_, q, u, s);
    }
    // The same near other coordinates.
    bool whole(double t, N_Vector y, const Vector& near, const Vector& speeds, Vector& q, Vector& u, Vector& s) {
        const double* const values = NV_DATA_S(y);
        const std::size_t n = independent_.size();
        q = near, u = speeds, s.assign(values + 2 * n, values + 2 * n + s_.size());
        take_independent(y, q, u);
        if (!close(t, q, s)) return false;
        const Rows rows = mechanism_.rows(t, q, Vector(q.size(), 0.0), s);  // at rest: phidot = -b
        VectorXd given(static_cast<Eigen::Index>(n));
        for (std::size_t k = 0; k < n; ++k) given[static_cast<Eigen::Index>(k)] = values[n + k];
        const VectorXd found =
            solve_square(columns(rows.B, dependent_), -rows.phidot - columns(rows.B, independent_) * given);
        for (std::size_t k = 0; k < dependent_.size(); ++k) u[dependent_[k]] = found[static_cast<Eigen::Index>(k)];
        return found.allFinite();
    }
    // Newton's method in the dependent coordinates, as far as rounding lets it: beside a singular position that is not far.
    bool close(double t, Vector& q, const Vector& s) {
        constexpr double near = 1e-6;
        const Vector still(q.size(), 0.0);
        double before = INFINITY;
        for (int count = 0; count < 30; ++count) {
            const Rows rows = mechanism_.rows(t, q, still, s);
            const VectorXd change = solve_square(columns(rows.B, dependent_), -rows.phi);
            double largest = 0;
            for (std::size_t k = 0; k < dependent_.size(); ++k) {
                const double moved = change[static_cast<Eigen::Index>(k)];
                q[dependent_[k]] += moved;
                largest =
                    std::max(largest, std::isfinite(moved) ? std::abs(moved) / std::max(1.0, std::abs(q[dependent_[k]]))
                                                           : INFINITY);
            }
            if (largest <= assembly_tolerance || (largest <= near && largest > before / 2)) return true;
            if (!(largest < 1e3)) break;
            before = largest;
        }
        complaint_ = "the dependent coordinates have no solution near";
        return false;
    }

    // -- the integrator

    int right_side(double t, N_Vector y, N_Vector ydot) {
        Vector q, u, s, rates;
        double power = 0;
        if (!whole(t, y, q, u, s)) return 1;
        q.insert(q.end(), u.begin(), u.end());
        q.insert(q.end(), s.begin(), s.end());
        if (!mechanism_.derivatives(t, q, rates, power)) {
            complaint_ = mechanism_.complaint();
            return 1;
        }
        const std::size_t n = independent_.size(), nq = u.size();
        double* const out = NV_DATA_S(ydot);
        for (std::size_t k = 0; k < n; ++k) out[k] = u[independent_[k]], out[n + k] = rates[nq + independent_[k]];
        std::copy(rates.begin() + static_cast<std::ptrdiff_t>(2 * nq), rates.end(), out + 2 * n);
        out[2 * n + s.size()] = power;
        return 0;
    }
    // 1 over the errors allowed; the work has none of its own.
    int weights(N_Vector y, N_Vector weight) {
        const std::size_t n = independent_.size(), nq = q_.size();
        for (std::size_t k = 0; k < 2 * n + s_.size(); ++k) {
            const std::size_t place = k < n       ? independent_[k]
                                      : k < 2 * n ? nq + independent_[k - n]
                                                  : 2 * nq + k - 2 * n;
            const auto at = static_cast<sunindextype>(k);
            largest_[place] = std::max(largest_[place], std::abs(NV_Ith_S(y, at)));
            NV_Ith_S(weight, at) =
                1 / (settings_.tolerance * std::abs(NV_Ith_S(y, at)) + absolute(place, 0.01 * settings_.tolerance));
        }
        NV_Ith_S(weight, NV_LENGTH_S(weight) - 1) = 1e-20;
        return 0;
    }
    double absolute(std::size_t place, double of_largest) const {
        const Program& program = mechanism_.model().program();
        const std::size_t nq = q_.size();
        const std::string& name = place < nq       ? program.coordinates[place].name
                                  : place < 2 * nq ? program.speeds[place - nq].name
                                                   : program.states[place - 2 * nq].name;
        for (const std::string& key : {name, std::string()})
            if (const auto found = settings_.absolute.find(key); found != settings_.absolute.end())
                return found->second;
        return of_largest * largest_[place];
    }
    void put_state() {
        const std::size_t n = independent_.size();
        double* const values = NV_DATA_S(y_);
        for (std::size_t k = 0; k < n; ++k) values[k] = q_[independent_[k]], values[n + k] = u_[independent_[k]];
        std::ranges::copy(s_, values + 2 * n);
        values[2 * n + s_.size()] = work_;
    }
    void remember_rates() {
        Vector y = q_, ydot;
        y.insert(y.end(), u_.begin(), u_.end());
        y.insert(y.end(), s_.begin(), s_.end());
        double power = 0;
        if (!mechanism_.derivatives(time_, y, ydot, power)) throw ModelError(mechanism_.complaint());
        const auto first = ydot.begin() + static_cast<std::ptrdiff_t>(q_.size());
        rates_.assign(first, first + static_cast<std::ptrdiff_t>(u_.size()));
    }
    void start_integrator() {
        const auto n = static_cast<sunindextype>(2 * independent_.size() + s_.size() + 1);
        require(SUNContext_Create(nullptr, &context_));
        y_ = N_VNew_Serial(n, context_);
        between_ = N_VNew_Serial(n, context_);
        matrix_ = SUNDenseMatrix(n, n, context_);
        solver_ = SUNLinSol_Dense(y_, matrix_, context_);
        cvode_ = CVodeCreate(CV_BDF, context_);
        if (y_ == nullptr || between_ == nullptr || matrix_ == nullptr || solver_ == nullptr || cvode_ == nullptr)
            throw std::bad_alloc();
        put_state();
        require(CVodeInit(
            cvode_,
            [](double t, N_Vector y, N_Vector rate, void* self) {
                return static_cast<Partitioned*>(self)->right_side(t, y, rate);
            },
            time_, y_));
        CVodeSetErrHandlerFn(
            cvode_, [](int, const char*, const char*, char*, void*) {}, this);
        require(CVodeSetUserData(cvode_, this));
        require(CVodeWFtolerances(cvode_, [](N_Vector y, N_Vector weight, void* self) {
            return static_cast<Partitioned*>(self)->weights(y, weight);
        }));
        require(CVodeSetLinearSolver(cvode_, solver_, matrix_));
        require(CVodeSetMaxStep(cvode_, settings_.step));  // nor are inputs missed between rows
    }
    static void require(int flag) {
        if (flag < 0) throw InternalError(fmt::format("simulate: CVODE refuses its settings ({})", flag));
    }

    static constexpr double shortest = 1e-10;  // step, of the time between rows
    Mechanism mechanism_;
    const SimulationSettings& settings_;
    double time_ = 0, work_ = 0;
    Vector q_, u_, s_, rates_;  // at time_; rates_: of u
    struct {
        double t = 0;
        Vector q, u, rates;
    } before_;        // where the last step began
    Vector largest_;  // of each element of [q; u; s] so far
    std::vector<std::size_t> independent_, dependent_;
    MatrixXd chosen_at_;  // columns of B of the dependent ones, where they were chosen
    std::vector<PartitionChange> changes_;
    std::string complaint_;
    SUNContext context_ = nullptr;
    N_Vector y_ = nullptr, between_ = nullptr;
    SUNMatrix matrix_ = nullptr;
    SUNLinearSolver solver_ = nullptr;
    void* cvode_ = nullptr;
};

}  // namespace

std::string no_partition_of(const Program& program) {
    if (!program.events.empty() || !program.flags.empty()) return "with events or flags";
    if (!program.dependent_speeds.empty()) return "with constraints = eliminate";
    if (program.constraints.empty()) return "without constraints";
    bool rates = program.coordinates.size() == program.speeds.size();
    for (std::size_t k = 0; rates && k < program.speeds.size(); ++k)
        rates = program.speeds[k].name == program.coordinates[k].name + "'";
    return rates ? "" : "whose speeds are not the rates of all of its coordinates, in their order";
}

Simulation simulate_partitioned(RunnableModel& model, Vector q, Vector u, Vector s, const SimulationSettings& settings,
                                const std::function<bool(double)>& go_on) {
    Simulation simulation;
    simulation.knows_work = model.knows_power();
    simulation.rows.push_back(row_at(model, settings.start, q, u, s, settings.inputs(settings.start)));
    Partitioned run(model, settings, std::move(q), std::move(u), std::move(s));
    const std::size_t count = settings.rows();
    try {
        RunWatch watch(settings, go_on, simulation);
        bool goes_on = true;
        for (std::size_t k = 1; k <= count && goes_on; ++k) {
            const double t = settings.time_of(k);
            while (run.time() < t && goes_on) {
                run.end_step();
                run.step();
                ++simulation.steps;
                goes_on = watch.goes_on(run.time(), simulation.steps);
            }
            const double there = std::min(t, run.time());
            const Partitioned::State state = run.at(there);
            simulation.rows.push_back(row_at(model, there, state.q, state.u, state.s, settings.inputs(there)));
            simulation.rows.back().work = state.work;
            watch.look_at(simulation.rows.back());
        }
    } catch (const ModelError& error) {
        simulation.ended = error.what();
        const std::string position = singular_position(
            model,
            {settings.start, simulation.rows.front().q, simulation.rows.front().s, settings.inputs(settings.start)},
            {run.time(), run.q(), run.s(), settings.inputs(run.time())});
        if (!position.empty()) simulation.ended += "; " + position;
    }
    simulation.reached = std::min(run.time(), settings.end);
    simulation.partitions = run.changes();
    return simulation;
}

namespace {

std::string names_of(const Program& program, const PartitionChange& change) {
    std::string text;
    for (const std::size_t k : change.independent) text += (text.empty() ? "" : " ") + program.coordinates[k].name;
    return text;
}

}  // namespace

std::string partitions_text(const Program& program, const Simulation& simulation) {
    CsvText csv;
    for (const char* const name : {"t", "growth before", "growth after", "independent"}) csv.add(name);
    csv.end_row();
    for (const PartitionChange& change : simulation.partitions) {
        csv.add(change.t), csv.add(change.growth_before), csv.add(change.growth_after);
        csv.add(names_of(program, change)), csv.end_row();
    }
    return csv.text();
}

void summarize_partitions(std::ostream& out, const Program& program, const Simulation& simulation) {
    const std::size_t changes = simulation.partitions.size() - 1;
    const PartitionChange &first = simulation.partitions.front(), &last = simulation.partitions.back();
    out << "independent at the start: " << names_of(program, first) << "\n";
    if (changes == 0)
        out << "the choice never changed\n";
    else
        out << "the choice changed " << (changes == 1 ? "once" : std::to_string(changes) + " times")
            << ", last at t = " << rounded_decimal(last.t) << " to " << names_of(program, last) << "\n";
}

}  // namespace lag
