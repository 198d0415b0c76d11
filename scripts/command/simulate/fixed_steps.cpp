#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.hpp"
#include "scripts/command/simulate/events.hpp"
#include "scripts/command/simulate/run.hpp"
#include "scripts/command/simulate/switches.hpp"
#include "scripts/command/simulate/watch.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

class FixedSteps {
  public:
    FixedSteps(RunnableModel& model, double interval, Vector y)
        : model_(model), modes_(model, interval), y_(std::move(y)) {}

    const Vector& state() const { return y_; }
    double work() const { return work_; }

    void step(double t, double h) {
        const Slope k1 = slope(t, y_), k2 = slope(t + h / 2, moved(h / 2, k1)), k3 = slope(t + h / 2, moved(h / 2, k2)),
                    k4 = slope(t + h, moved(h, k3));
        for (std::size_t i = 0; i < y_.size(); ++i)
            y_[i] += h / 6 * (k1.ydot[i] + 2 * k2.ydot[i] + 2 * k3.ydot[i] + k4.ydot[i]);
        work_ += h / 6 * (k1.power + 2 * k2.power + 2 * k3.power + k4.power);
        put_back(t + h);
    }

  private:
    struct Slope {
        Vector ydot;
        double power = 0;
    };
    Slope slope(double t, const Vector& y) {
        modes_.take(t, y);
        modes_.follow_tables();
        Frame frame{{Slot::t, {t}}, {Slot::y, y}, {Slot::w, model_.resting_inputs()}};
        model_.call(RoutineName::derivatives, frame);
        if (const int info = RunnableModel::info(frame); info != 0) throw ModelError(model_.info_text(info));
        return {frame[Slot::ydot], model_.knows_power() ? frame[Slot::power].at(0) : 0};
    }
    Vector moved(double h, const Slope& k) const {
        Vector y = y_;
        for (std::size_t i = 0; i < y.size(); ++i) y[i] += h * k.ydot[i];
        return y;
    }
    void put_back(double t) {
        if (!std::ranges::all_of(y_, [](double x) { return std::isfinite(x); }))
            throw ModelError("the state is no finite number any more: is the step too large?");
        Frame frame = model_.frame_of(t, y_);
        Vector &q = frame[Slot::q], &u = frame[Slot::u];
        modes_.take(t, y_);
        modes_.follow_tables();
        if (!model_.assemble(t, q, frame[Slot::s], model_.resting_inputs(), assembly_tolerance) ||
            !model_.project_speeds(t, q, u, frame[Slot::s], model_.resting_inputs()))
            throw ModelError("the state cannot be brought back onto the constraints: " + model_.complaint());
        std::ranges::copy(u, std::ranges::copy(q, y_.begin()).out);
    }

    RunnableModel& model_;
    SwitchModes modes_;
    Vector y_;
    double work_ = 0;
};

// A step that ends on a bend of an input from a table is of the piece before it.
void hold_slopes(const SimulationSettings& settings, double t, double h) {
    if (!settings.hold_slopes) return;
    constexpr double hair = 1e-9;  // of the step
    const bool is_inside = settings.next_bend(t, t + h) < t + h * (1 - hair);
    settings.hold_slopes(is_inside ? std::nullopt : std::optional(t));
}

}  // namespace

Simulation simulate_in_fixed_steps(RunnableModel& model, Vector q, Vector u, Vector s,
                                   const SimulationSettings& settings, const std::function<bool(double)>& go_on) {
    if (!model.program().events.empty())
        throw ModelError("the method rk4 locates no events", "bdf, the default, and adams do");
    Simulation simulation;
    simulation.knows_work = model.knows_power();
    simulation.rows.push_back(row_at(model, settings.start, q, u, s, settings.inputs(settings.start)));
    Vector y = std::move(q);
    y.insert(y.end(), u.begin(), u.end());
    y.insert(y.end(), s.begin(), s.end());
    FixedSteps steps(model, settings.step, y);
    const std::size_t count = settings.rows();
    double t = settings.start;
    try {
        RunWatch watch(settings, go_on, simulation);
        bool goes_on = true;
        for (std::size_t k = 1; k <= count && goes_on; ++k) {
            const double next = settings.time_of(k);
            const double from = t;
            const double inner = std::max(1.0, std::ceil((next - from) / settings.fixed_step * (1 - 1e-9)));
            for (double i = 0; i < inner && goes_on; ++i) {
                const double begin = from + i * (next - from) / inner, h = (next - from) / inner;
                hold_slopes(settings, begin, h);
                steps.step(begin, h);
                t = i + 1 < inner ? from + (i + 1) * (next - from) / inner : next;
                ++simulation.steps;
                goes_on = watch.goes_on(t, simulation.steps);
            }
            if (settings.hold_slopes) settings.hold_slopes(std::nullopt);
            Frame frame = model.frame_of(t, steps.state());
            simulation.rows.push_back(
                row_at(model, t, frame[Slot::q], frame[Slot::u], frame[Slot::s], settings.inputs(t)));
            simulation.rows.back().work = steps.work();
            watch.look_at(simulation.rows.back());
        }
    } catch (const ModelError& error) {
        simulation.ended = error.what();
    }
    simulation.reached = t;
    return simulation;
}

}  // namespace lag
