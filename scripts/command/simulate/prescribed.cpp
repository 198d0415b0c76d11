// A mechanism whose every motion is prescribed: nothing is integrated.

#include "core/errors.hpp"
#include "scripts/command/simulate/run.hpp"

namespace lag {

Simulation simulate_prescribed(RunnableModel& model, const SimulationSettings& settings,
                               const std::function<bool(double)>& go_on) {
    if (!model.program().events.empty())
        throw ModelError("every motion is prescribed and there is no state: events have nothing to wait for",
                         "leave the events out, or give the mechanism a motion of its own");
    Simulation simulation;
    const std::size_t count = settings.rows();
    for (std::size_t k = 0; k <= count && !simulation.interrupted; ++k) {
        const double t = k == 0 ? settings.start : settings.time_of(k);
        simulation.rows.push_back(row_at(model, t, {}, {}, {}, settings.inputs(t)));
        simulation.reached = t;
        simulation.interrupted = !go_on(t);
    }
    return simulation;
}

}  // namespace lag
