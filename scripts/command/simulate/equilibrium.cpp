// Rest: udot(q, u = 0) = 0 on the constraints. Kinetic damping leads to where the energy has a minimum, Newton's method
// on s -> udot(q moved along s) makes it exact; s are displacements in quasi-coordinates, q' = N s, so that Euler
// parameters and redundant coordinates need nothing of their own; directions without a force stay as they are
// (least-norm steps).
#include <algorithm>
#include <cmath>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "scripts/command/simulate/events.hpp"
#include "scripts/command/simulate/run.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;
using Eigen::MatrixXd, Eigen::VectorXd;

class Resting {
  public:
    Resting(RunnableModel& model, const InputsAt& inputs) : model_(model), modes_(model, 1), w_(inputs(0)) {}

    std::size_t nu() const { return model_.size("nu"); }

    // Accelerations at rest; false where the equations are singular or not finite, or rest is no state.
    bool accelerations(const Vector& q, VectorXd& udot) {
        Frame frame = rates(q, Vector(nu(), 0.0));
        const Vector& ydot = frame["ydot"];
        udot.resize(static_cast<Eigen::Index>(nu()));
        for (std::size_t k = 0; k < nu(); ++k) udot(static_cast<Eigen::Index>(k)) = ydot[q.size() + k];
        return RunnableModel::info(frame) == 0 && udot.allFinite();
    }

    // q moved by the displacement s, then onto the constraints.
    bool moved(const Vector& q, const VectorXd& s, Vector& result) {
        const Vector zero(nu(), 0.0);
        const Frame still = rates(q, zero), moving = rates(q, Vector(s.data(), s.data() + s.size()));
        result = q;
        for (std::size_t k = 0; k < q.size(); ++k) result[k] += moving.at("ydot")[k] - still.at("ydot")[k];
        return model_.assemble(0, result, w_, assembly_tolerance);
    }

    // d udot / d s by central differences; false where a neighbour cannot be had.
    bool slopes(const Vector& q, MatrixXd& J) {
        const auto n = static_cast<Eigen::Index>(nu());
        J.resize(n, n);
        constexpr double h = 1e-5;
        for (Eigen::Index k = 0; k < n; ++k) {
            VectorXd s = VectorXd::Zero(n), up, down;
            Vector q_up, q_down;
            s(k) = h;
            if (!moved(q, s, q_up) || !moved(q, -s, q_down) || !accelerations(q_up, up) || !accelerations(q_down, down))
                return false;
            J.col(k) = (up - down) / (2 * h);
        }
        return J.allFinite();
    }

    double rest_error(const Vector& q) { return model_.constraint_errors(0, q, Vector(nu(), 0.0), w_).second; }

  private:
    Frame rates(const Vector& q, const Vector& u) {
        Vector y = q;
        y.insert(y.end(), u.begin(), u.end());
        modes_.take(0, y);
        Frame frame{{"t", {0.0}}, {"y", y}, {"w", w_}};
        model_.call(RoutineName::derivatives, frame);
        return frame;
    }

    RunnableModel& model_;
    SwitchModes modes_;
    Vector w_;
};

double kinetic_energy(RunnableModel& model, const Vector& q, const Vector& u, const Vector& w) {
    Frame frame{{"t", {0.0}}, {"q", q}, {"u", u}, {"w", w}};
    model.call(RoutineName::energy, frame);
    return frame["kinetic"][0];
}

// Accelerations that the last digits of q make, and no more: it rests already, stable or not.
double rounding_of_rest(const Vector& q, const MatrixXd& J) {
    double size = 1;
    for (const double value : q) size = std::max(size, std::abs(value));
    return 1e-14 * size * J.cwiseAbs().maxCoeff();
}

// Lets it fall and stops it at each maximum of kinetic energy until the maxima are small. False: interrupted.
bool settle(RunnableModel& model, Vector& q, const InputsAt& inputs, const std::function<bool(double)>& go_on) {
    const Vector w = inputs(0), rest(model.size("nu"), 0.0);
    const auto nq = static_cast<std::ptrdiff_t>(q.size());
    Vector y = q;
    y.insert(y.end(), rest.begin(), rest.end());
    Integrator integrator(model, y, {1e-6, {}, 1, 0.0});
    double before = 0, first_peak = 0;
    constexpr int most_steps = 50000, longest_fall = 3000;  // the integrator's steps
    int falling = 0;
    for (int count = 0; count < most_steps; ++count) {
        if (!go_on(0)) return false;
        integrator.one_step(1e12);
        y = integrator.state();
        const Vector q_now(y.begin(), y.begin() + nq), u_now(y.begin() + nq, y.end());
        const double energy = kinetic_energy(model, q_now, u_now, w);
        q = q_now;
        if (energy >= before) {
            before = energy;
            if (++falling > longest_fall) throw ModelError("the model falls without end: nothing holds it");
            continue;
        }
        falling = 0;
        if (first_peak == 0) first_peak = before;
        if (before <= 1e-9 * first_peak) return true;
        before = 0;
        std::fill(y.begin() + nq, y.end(), 0.0);
        integrator.restart(y);
    }
    return true;
}

}  // namespace

Equilibrium find_equilibrium(RunnableModel& model, Vector q, const InputsAt& inputs,
                             const std::function<bool(double)>& go_on) {
    Equilibrium result;
    Resting resting(model, inputs);
    VectorXd udot;
    const auto fail = [&](const std::string& why) {
        result.failed = why;
        result.q = q;
        return result;
    };
    if (!model.assemble(0, q, inputs(0), assembly_tolerance))
        return fail("the coordinates cannot be assembled: " + model.complaint());
    if (resting.rest_error(q) > 1e-9) return fail("the constraints do not allow rest at time 0");
    if (!resting.accelerations(q, udot)) return fail("the accelerations at rest are singular or not finite");
    const double start = udot.lpNorm<Eigen::Infinity>();
    MatrixXd J;
    const bool rests = resting.slopes(q, J) && start <= rounding_of_rest(q, J);
    try {
        if (!rests && !settle(model, q, inputs, go_on)) return fail("interrupted");
    } catch (const ModelError& error) {
        return fail(error.what());
    }
    constexpr int most_steps = 50;
    const double wanted = 1e-10 * std::max(1.0, start);
    for (int count = 0;; ++count) {
        if (!resting.accelerations(q, udot)) return fail("the accelerations at rest are singular or not finite");
        result.residual = udot.lpNorm<Eigen::Infinity>();
        if (!resting.slopes(q, J)) return fail("the accelerations near rest are singular or not finite");
        if (result.residual <= wanted) break;
        Eigen::Index worst = 0;
        udot.cwiseAbs().maxCoeff(&worst);
        if (count == most_steps)
            return fail("there is no rest near: '" + model.program().speeds[static_cast<std::size_t>(worst)].name +
                        "' still accelerates by " + std::to_string(udot(worst)));
        VectorXd step = -least_squares(J, udot, 1e-9);
        // shorter where the full step does not help
        bool better = false;
        for (int half = 0; half < 30 && !better; ++half, step /= 2) {
            Vector next;
            VectorXd there;
            if (!resting.moved(q, step, next) || !resting.accelerations(next, there)) continue;
            better = there.norm() < udot.norm();
            if (better) q = next;
        }
        if (!better) {
            if (result.residual <= 1e3 * wanted) break;  // rounding
            return fail("there is no rest near: '" + model.program().speeds[static_cast<std::size_t>(worst)].name +
                        "' still accelerates by " + std::to_string(udot(worst)));
        }
    }
    const double scale = std::max(1e-300, J.cwiseAbs().maxCoeff());
    const auto eigenvalues = eigenvalues_of(J);
    result.stable = eigenvalues.has_value();
    for (const std::complex<double>& value : eigenvalues.value_or(std::vector<std::complex<double>>{}))
        if (value.real() > 1e-6 * scale) result.stable = false;
    result.q = q;
    return result;
}

}  // namespace lag
