// The rows of a run: when they are, and what they hold.

#include <cmath>
#include <tuple>
#include <utility>

#include "scripts/command/simulate/run.hpp"

namespace lag {

using Vector = std::vector<double>;

std::size_t SimulationSettings::rows() const {
    if (!times.empty()) return times.size();
    return static_cast<std::size_t>(std::ceil((end - start) / step * (1 - 1e-12)));
}

double SimulationSettings::time_of(std::size_t row) const {
    if (!times.empty()) return times[row - 1];
    return row == rows() ? end : start + static_cast<double>(row) * step;
}

bool SimulationSettings::slopes_jump_at(double t) const {
    const double hair = 3e-12 * std::abs(t);
    return hold_slopes && next_bend(t - hair, t + hair) < t + hair;
}

SimulatedRow row_at(RunnableModel& model, double t, Vector q, Vector u, Vector s, const Vector& w) {
    SimulatedRow row;
    row.t = t;
    Frame frame{{Slot::t, {t}}, {Slot::q, q}, {Slot::u, u}, {Slot::s, s}, {Slot::w, w}};
    model.call(RoutineName::energy, frame);
    row.kinetic = frame[Slot::kinetic][0];
    row.potential = frame[Slot::potential][0];
    if (model.size(Size::no) > 0) {
        model.call(RoutineName::outputs, frame);
        row.outputs = frame[Slot::o];
    }
    std::tie(row.phi, row.phidot) = model.constraint_errors(t, q, u, s, w);
    row.q = std::move(q);
    row.u = std::move(u);
    row.s = std::move(s);
    row.w = w;
    return row;
}

}  // namespace lag
