// A whole run: rows of output at equal times, by the method that the settings name.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "scripts/command/simulate/carried.hpp"
#include "scripts/command/simulate/contacts.hpp"
#include "scripts/command/simulate/partition.hpp"
#include "scripts/command/simulate/run.hpp"
#include "scripts/command/simulate/singular.hpp"
#include "scripts/command/simulate/watch.hpp"

namespace lag {

using Vector = std::vector<double>;

Simulation simulate(RunnableModel& model, Vector q, Vector u, Vector s, const SimulationSettings& settings,
                    const std::function<bool(double)>& go_on) {
    if (settings.hold_slopes) settings.hold_slopes(std::nullopt);
    if (q.empty() && u.empty() && s.empty()) return simulate_prescribed(model, settings, go_on);
    if (settings.method == IntegrationMethod::partition)
        return simulate_partitioned(model, std::move(q), std::move(u), std::move(s), settings, go_on);
    if (settings.method == IntegrationMethod::rk4)
        return simulate_in_fixed_steps(model, std::move(q), std::move(u), std::move(s), settings, go_on);
    Simulation simulation;
    const auto nq = static_cast<std::ptrdiff_t>(q.size()), nu = static_cast<std::ptrdiff_t>(u.size());
    Vector y = q;
    y.insert(y.end(), u.begin(), u.end());
    y.insert(y.end(), s.begin(), s.end());
    take_contact_modes(model, settings.start, y, settings.inputs(settings.start));
    simulation.rows.push_back(row_at(model, settings.start, q, u, s, settings.inputs(settings.start)));
    const auto add_slopes = [&](SimulatedRow& row, const Vector& state) {
        if (settings.carried != nullptr) row.slopes = settings.carried->row(row.t, state, row.w);
    };
    add_slopes(simulation.rows.back(), y);
    std::unique_ptr<Integrator> integrator;
    const auto row_now = [&](double t) {
        y = integrator->state();
        SimulatedRow row = row_at(model, t, {y.begin(), y.begin() + nq}, {y.begin() + nq, y.begin() + nq + nu},
                                  {y.begin() + nq + nu, y.end()}, settings.inputs(t));
        row.work = integrator->work() + integrator->events().energy_changed();
        add_slopes(row, y);
        return row;
    };
    const auto add_row = [&](double t) { simulation.rows.push_back(row_now(t)); };
    simulation.knows_work = model.knows_power();
    RunWatch watch(settings, go_on, simulation);
    const std::size_t count = settings.rows();
    integrator = std::make_unique<Integrator>(
        model, y,
        IntegratorSettings{settings.tolerance, settings.absolute, std::min(settings.step, settings.shortest_piece),
                           model.program().events.empty() ? InputsAt{} : settings.inputs, settings.start,
                           settings.residual, settings.method == IntegrationMethod::adams, &settings});
    const auto end_of_run = [&] {
        const std::optional<double> end = settings.ends ? settings.ends(integrator->events().fired()) : std::nullopt;
        return end.value_or(settings.end);
    };
    const auto has_ended = [&] {
        return integrator->events().stopped() || (settings.ends && integrator->time() >= end_of_run());
    };
    try {
        bool goes_on = true;
        for (std::size_t k = 1; k <= count && goes_on; ++k) {
            const double t = settings.time_of(k);
            bool there = false;
            goes_on = !has_ended();  // at the start
            while (!there && goes_on) {
                there = integrator->advance_to(std::min(t, end_of_run()),
                                               settings.after_step ? 1 : watch.next_steps(integrator->steps()));
                if (settings.after_step) settings.after_step(row_now(integrator->time()));
                goes_on = watch.goes_on(integrator->time(), integrator->steps()) && !has_ended();
            }
            add_row(there ? std::min(t, end_of_run()) : integrator->time());
            watch.look_at(simulation.rows.back());
        }
    } catch (const ModelError& error) {
        simulation.ended = error.what();
        const Vector state = integrator->state();
        const std::string position = singular_position(
            model,
            {settings.start, simulation.rows.front().q, simulation.rows.front().s, settings.inputs(settings.start)},
            {integrator->time(),
             {state.begin(), state.begin() + nq},
             {state.end() - static_cast<std::ptrdiff_t>(model.program().states.size()), state.end()},
             settings.inputs(integrator->time())});
        if (!position.empty()) simulation.ended += "; " + position;
        if (!position.empty() && no_partition_of(model.program()).empty())
            simulation.ended += "; --method partition goes through positions that a motion passes";
    }
    simulation.stopped = integrator->events().stopped();
    simulation.events = integrator->events().fired();
    simulation.at_zero = integrator->events().at_zero();
    simulation.steps = integrator->steps();
    simulation.switched = integrator->switched();
    simulation.reached = integrator->time();
    return simulation;
}

}  // namespace lag
