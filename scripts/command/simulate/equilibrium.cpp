// Rest: udot(q, u = 0, s) = 0 and sdot = 0 on the constraints. m_equilibrium finds it, going downhill from the start; what
// it finds is looked at by the accelerations that the run itself will have.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "scripts/command/simulate/contacts.hpp"
#include "scripts/command/simulate/events.hpp"
#include "scripts/command/simulate/run.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;
using Eigen::MatrixXd, Eigen::VectorXd;

// Coordinates and states, the mechanism being at rest.
struct RestPlace {
    Vector q, s;
};

class Resting {
  public:
    Resting(RunnableModel& model, const InputsAt& inputs) : model_(model), modes_(model, 1), w_(inputs(0)) {}

    std::size_t nu() const { return model_.size(Size::nu); }
    std::size_t ns() const { return model_.program().states.size(); }

    // Accelerations at rest, then rates of states; false where the equations are singular or not finite, or rest is no
    // state.
    bool accelerations(const RestPlace& at, VectorXd& rate) { return accelerations(at, Vector(nu(), 0.0), rate); }

    // Moved by displacements and changes of states, then onto the constraints.
    bool moved(const RestPlace& from, const VectorXd& step, RestPlace& result) {
        const Frame still = rates(from, Vector(nu(), 0.0)),
                    moving = rates(from, Vector(step.data(), step.data() + nu()));
        result = from;
        for (std::size_t k = 0; k < from.q.size(); ++k) result.q[k] += moving[Slot::ydot][k] - still[Slot::ydot][k];
        for (std::size_t k = 0; k < ns(); ++k) result.s[k] += step(static_cast<Eigen::Index>(nu() + k));
        modes_.follow_tables();
        return model_.assemble(0, result.q, result.s, w_, assembly_tolerance);
    }

    // d [udot; sdot] / d step by central differences; false where a neighbour cannot be had.
    bool slopes(const RestPlace& at, MatrixXd& J) {
        const auto n = static_cast<Eigen::Index>(nu() + ns());
        J.resize(n, n);
        for (Eigen::Index k = 0; k < n; ++k) {
            VectorXd step = VectorXd::Zero(n), above, below;
            RestPlace up, down;
            step(k) = h_;
            if (!moved(at, step, up) || !moved(at, -step, down) || !accelerations(up, above) ||
                !accelerations(down, below))
                return false;
            J.col(k) = (above - below) / (2 * h_);
        }
        return J.allFinite();
    }

    // Whether no small motion grows; J: the slopes there.
    bool is_stable(const RestPlace& at, const MatrixXd& J) {
        if (ns() == 0) return none_grows(J, 1e-6 * std::max(1e-300, J.cwiseAbs().maxCoeff()));
        // displacements, speeds and states: d' = u, [u; s]' = J [d; s] + C u
        const auto n = static_cast<Eigen::Index>(nu()), m = static_cast<Eigen::Index>(ns());
        MatrixXd A = MatrixXd::Zero(2 * n + m, 2 * n + m);
        A.block(0, n, n, n).setIdentity();
        A.block(n, 0, n + m, n) = J.leftCols(n);
        A.block(n, 2 * n, n + m, m) = J.rightCols(m);
        for (Eigen::Index k = 0; k < n; ++k) {
            Vector up(nu(), 0.0), down(nu(), 0.0);
            up[static_cast<std::size_t>(k)] = h_, down[static_cast<std::size_t>(k)] = -h_;
            VectorXd above, below;
            if (!model_.project_speeds(0, at.q, up, at.s, w_) || !model_.project_speeds(0, at.q, down, at.s, w_) ||
                !accelerations(at, up, above) || !accelerations(at, down, below))
                return false;
            A.block(n, n + k, n + m, 1) = (above - below) / (2 * h_);
        }
        double fastest = 0;
        for (const std::complex<double>& value : eigenvalues_of(A).value_or(std::vector<std::complex<double>>{}))
            fastest = std::max(fastest, std::abs(value));
        return none_grows(A, 1e-4 * fastest);  // a repeated zero comes out as the root of the differences' errors
    }

    // "'q1'' still accelerates by 3", of the largest rate
    std::string worst_rate(const VectorXd& rate) const {
        Eigen::Index worst = 0;
        rate.cwiseAbs().maxCoeff(&worst);
        const auto k = static_cast<std::size_t>(worst);
        const Program& program = model_.program();
        return fmt::format("'{}{}{:f}", k < nu() ? program.speeds[k].name : program.states[k - nu()].name,
                           k < nu() ? "' still accelerates by " : "' still changes by ", rate(worst));
    }

  private:
    bool accelerations(const RestPlace& at, const Vector& u, VectorXd& rate) {
        Frame frame = rates(at, u);
        const Vector& ydot = frame[Slot::ydot];
        rate.resize(static_cast<Eigen::Index>(nu() + ns()));
        for (std::size_t k = 0; k < nu() + ns(); ++k) rate(static_cast<Eigen::Index>(k)) = ydot[at.q.size() + k];
        return RunnableModel::info(frame) == 0 && rate.allFinite();
    }
    static bool none_grows(const MatrixXd& A, double negligible) {
        const auto eigenvalues = eigenvalues_of(A);
        return eigenvalues.has_value() && std::ranges::none_of(*eigenvalues, [&](const std::complex<double>& value) {
                   return value.real() > negligible;
               });
    }
    Frame rates(const RestPlace& at, const Vector& u) {
        Vector y = at.q;
        y.insert(y.end(), u.begin(), u.end());
        y.insert(y.end(), at.s.begin(), at.s.end());
        modes_.take(0, y);
        Frame frame{{Slot::t, {0.0}}, {Slot::y, y}, {Slot::w, w_}};
        model_.call(RoutineName::derivatives, frame);
        return frame;
    }

    static constexpr double h_ = 1e-5;
    RunnableModel& model_;
    SwitchModes modes_;
    Vector w_;
};

// Rates that errors of q and s make, `relative` to the largest of them and at least 1.
double rates_of_errors(double relative, const RestPlace& at, const MatrixXd& J) {
    double size = 1;
    for (const Vector* values : {&at.q, &at.s})
        for (const double value : *values) size = std::max(size, std::abs(value));
    return relative * size * J.cwiseAbs().maxCoeff();
}
constexpr double solved = 1e-10;  // of rest that the solver has found

// By m_equilibrium; what nothing holds stays where it is and is named. `info` stays as it is where no coordinate has the
// rate that it names.
struct HeldRest {
    FoundRest rest;
    std::vector<std::size_t> free;  // coordinates
    std::size_t first_info = 0;
};
HeldRest rest_beside_free(const RunnableModel& model, const RestPlace& from, const Vector& w,
                          const RestSearch& search) {
    std::vector<bool> held(from.q.size(), false);
    for (const std::size_t k : search.held) held[k] = true;
    HeldRest result;
    for (;;) {
        result.rest = search.solver->find(model, from.q, from.s, w, held);
        const auto free = search.solver->free_coordinate(result.rest.info);
        if (result.free.empty()) result.first_info = result.rest.info;
        if (!free || held[*free]) return result;
        held[*free] = true;
        result.free.push_back(*free);
    }
}

std::vector<std::string> names_of_coordinates(const Program& program, const std::vector<std::size_t>& which) {
    std::vector<std::string> names;
    for (const std::size_t k : which) names.push_back(program.coordinates[k].name);
    return names;
}

// By m_equilibrium. Nothing that is held by the user may be moved by what stays free.
Equilibrium rest_by_solver(RunnableModel& model, const RestPlace& from, const InputsAt& inputs,
                           const RestSearch& search) {
    Equilibrium result;
    const Vector w = inputs(0);
    const HeldRest found = rest_beside_free(model, from, w, search);
    RestPlace at{found.rest.q, found.rest.s};
    result.q = at.q, result.s = at.s;
    result.held = names_of_coordinates(model.program(), search.held);
    result.free = names_of_coordinates(model.program(), found.free);
    const std::string complaint = search.solver->complaint(found.first_info);
    if (found.rest.info != 0) {
        std::vector<bool> held(from.q.size(), false);
        for (const std::size_t k : search.held) held[k] = true;
        result.failed = found.free.empty() ? search.solver->complaint(found.rest.info, model, from.q, from.s, w, held)
                                           : search.solver->complaint(found.rest.info);
        return result;
    }
    if (!search.held.empty() && !found.free.empty()) return result.failed = complaint, result;
    result.flags.assign(found.rest.w.end() - static_cast<std::ptrdiff_t>(model.flags.size()), found.rest.w.end());
    model.flags = result.flags;
    Vector y = at.q;
    y.resize(at.q.size() + model.size(Size::nu), 0.0);
    y.insert(y.end(), at.s.begin(), at.s.end());
    take_contact_modes(model, 0, y, inputs(0));
    Resting resting(model, inputs);
    VectorXd rate;
    MatrixXd J;
    if (!resting.accelerations(at, rate)) {
        result.failed = "the accelerations at rest are singular or not finite";
        return result;
    }
    result.residual = rate.size() == 0 ? 0 : rate.lpNorm<Eigen::Infinity>();
    result.stable.reset();
    if (!search.held.empty()) return result;  // the run lets go
    const bool has_slopes = resting.slopes(at, J);
    if (result.residual > std::max(1e-6, has_slopes ? rates_of_errors(solved, at, J) : 0.0)) {
        Eigen::Index worst = 0;
        rate.cwiseAbs().maxCoeff(&worst);
        const auto info = static_cast<std::size_t>(worst) + 1;
        const auto falling = search.solver->free_coordinate(info);
        result.failed = found.free.empty() ? "there is no rest near: " + resting.worst_rate(rate)
                        : falling && std::ranges::find(found.free, *falling) != found.free.end()
                            ? search.solver->complaint(info)
                            : complaint;
    } else if (has_slopes) {
        constexpr double rounding = 1e-7;  // where friction holds everything nothing else is left
        result.stable = J.cwiseAbs().maxCoeff() < rounding || resting.is_stable(at, J);
    }
    return result;
}

}  // namespace

Equilibrium find_equilibrium(RunnableModel& model, Vector q, Vector s, const InputsAt& inputs, const RestSearch& search,
                             const std::function<bool(double)>& go_on) {
    search.solver->ask(go_on);
    try {
        return rest_by_solver(model, {q, s}, inputs, search);
    } catch (const ModelError& error) {
        Equilibrium result;
        result.failed = error.what(), result.q = std::move(q), result.s = std::move(s);
        return result;
    }
}

}  // namespace lag
