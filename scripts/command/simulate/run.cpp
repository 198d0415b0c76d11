#include "scripts/command/simulate/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/errors.hpp"
#include "scripts/command/simulate/carried.hpp"
#include "scripts/command/simulate/contacts.hpp"
#include "scripts/command/simulate/events.hpp"
#include "scripts/command/simulate/scales.hpp"
#include "scripts/command/simulate/steps.hpp"

namespace lag {

using Vector = std::vector<double>;

struct Integrator::Memory {
    RunnableModel& model;
    IntegratorSettings settings;
    SwitchModes modes;
    EventFiring events;
    StateScales scales;
    Frame frame;  // of right_side
    std::unique_ptr<Steps> integrator;
    Vector y;
    double time = 0, work = 0;
    std::string complaint;     // of the last derivative or projection that failed
    long steps_before = 0;     // of the runs before the last restart
    long steps_looked_at = 0;  // where rounding was looked at
    double time_looked_at = 0;
    long switched = 0;
    std::vector<std::size_t> last_switched;  // at `switch_time`
    double switch_time = -1;
    struct Crossings {
        long steps = 0, count = 0;
        bool goes_up = false;  // the last one
    };
    std::vector<Crossings> crossings;  // by switch: hasty ones, one after the other

    Memory(RunnableModel& the_model, const IntegratorSettings& the_settings)
        : model(the_model),
          settings(the_settings),
          modes(the_model, the_settings.interval),
          events(the_model, the_settings.inputs_at_events, the_settings.interval,
                 [this](double t, const Vector& state) { modes.take(t, state); }),
          scales(scales_of(the_model.program(), the_settings.tolerance, the_settings.absolute, the_settings.interval,
                           has_projection())),
          crossings(the_model.switches().size()) {
        if (Carried* const beside = carried())
            events.watch = [beside](std::size_t event, double t, const Vector& state, const Vector& w,
                                    const Vector& before) { beside->pass_event(event, t, state, w, before); };
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    Carried* carried() const { return settings.run == nullptr ? nullptr : settings.run->carried; }
    std::size_t nq() const { return model.size(Size::nq); }
    std::size_t nu() const { return model.size(Size::nu); }
    bool has_projection() const {
        return model.has(RoutineName::assembly_step) || model.has(RoutineName::normalize) ||
               model.has(RoutineName::project_speeds);
    }
    // The inputs stand in the right sides themselves.
    Vector no_inputs() const { return model.resting_inputs(); }

    // Valid until it is called again.
    const Frame& right_side(double t, const double* state) {
        frame[Slot::t].assign(1, t);
        frame[Slot::y].assign(state, state + y.size());
        model.put_resting_inputs(frame[Slot::w]);
        model.call(RoutineName::derivatives, frame);
        return frame;
    }
    const Frame& right_side(double t, const Vector& state) { return right_side(t, state.data()); }

    // Of an element of y.
    const std::string& name_of(std::size_t k) const {
        const Program& program = model.program();
        if (k < nq()) return program.coordinates[k].name;
        return k < nq() + nu() ? program.speeds[k - nq()].name : program.states[k - nq() - nu()].name;
    }

    // 0 fine, 1 try a smaller step, -1 give up
    int derivatives(double t, const double* state, double* rate) {
        try {
            const Vector& ydot = right_side(t, state)[Slot::ydot];
            if (const int info = RunnableModel::info(frame); info != 0) {
                complaint = failure_text(model, t, values_of(state), info);
                return 1;
            }
            for (std::size_t k = 0; k < ydot.size(); ++k)
                if (!std::isfinite(ydot[k])) {
                    complaint = fmt::format("the rate of '{}' is no finite number", name_of(k));
                    return 1;
                }
            std::copy(ydot.begin(), ydot.end(), rate);
            return 0;
        } catch (const std::exception& error) {  // must not pass through C
            complaint = error.what();
            return -1;
        }
    }

    int roots(double t, const double* state, double* out) {
        try {
            modes.root_functions(t, values_of(state), out);
            events.root_functions(t, values_of(state), out + modes.state_switches());
            return 0;
        } catch (const std::exception& error) {
            complaint = error.what();
            return -1;
        }
    }

    int weights(const double* state, double* weight) {
        const Vector now = values_of(state);
        scales.take(now);
        for (std::size_t k = 0; k < now.size(); ++k) {
            const double w = scales.weight(k, now[k]);
            if (!(w > 0)) return -1;
            weight[k] = w;
        }
        return 0;
    }

    bool onto_constraints(double t, Vector& state) {
        const auto split = state.begin() + static_cast<std::ptrdiff_t>(nq()),
                   end_of_u = split + static_cast<std::ptrdiff_t>(nu());
        Vector q(state.begin(), split), u(split, end_of_u);
        const Vector s(end_of_u, end_of_u + static_cast<std::ptrdiff_t>(model.program().states.size()));
        if (!model.assemble(t, q, s, no_inputs(), assembly_tolerance) || !model.project_speeds(t, q, u, s, no_inputs()))
            return false;
        std::copy(u.begin(), u.end(), std::copy(q.begin(), q.end(), state.begin()));
        return true;
    }

    int project(double t, const double* current, double* correction) {
        try {
            const Vector before = values_of(current);
            Vector change = before;
            if (!onto_constraints(t, change)) {
                complaint = "the state cannot be brought back onto the constraints: " + model.complaint();
                return 1;
            }
            for (std::size_t k = 0; k < change.size(); ++k) correction[k] = change[k] - before[k];
            return 0;
        } catch (const std::exception& error) {
            complaint = error.what();
            return -1;
        }
    }

    long steps() const { return steps_before + (integrator ? integrator->taken() : 0); }

    StateScales::Rates shifted_rates() {
        return [this](double t, const Vector& state, double shift) {
            const ShiftedParameters shifted(model, shift);
            const Vector& ydot = right_side(t, state)[Slot::ydot];
            return RunnableModel::info(frame) == 0 ? ydot : Vector{};
        };
    }
    StateScales::Projection projection() {
        if (!has_projection()) return {};
        return [this](double t, Vector state) { return onto_constraints(t, state) ? state : Vector{}; };
    }

    bool look_ahead() {
        return scales.look_ahead(time, y, shifted_rates(), projection(), modes.time_in_segments(time, y));
    }

    // Many short steps may be those of rounding in loads that hold one another in balance and have grown since the
    // start, such as those of dry friction that sticks.
    void look_at_rounding() {
        constexpr long many = 64;
        constexpr double short_time = 0.1;  // of the interval between rows
        if (steps() - steps_looked_at < many) return;
        if (time - time_looked_at < short_time * settings.interval)
            scales.measure_again(time, y, shifted_rates(), projection());
        steps_looked_at = steps();
        time_looked_at = time;
    }

    // Of loads and drives in the last step, from `begin` to `time`: Gauss's rule of three points on what
    // the integrator interpolates.
    void add_work(double begin) {
        if (!model.knows_power()) return;
        static const double inner = std::sqrt(0.6);
        const double half = (time - begin) / 2, middle = begin + half;
        double sum = 0;
        for (const auto& [place, weight] :
             {std::pair{-inner, 5.0 / 9}, std::pair{0.0, 8.0 / 9}, std::pair{inner, 5.0 / 9}}) {
            const double t = middle + place * half;
            const Vector between = integrator->at(t, 0);
            if (between.empty()) return;
            sum += weight * right_side(t, between).number(Slot::power);
        }
        work += half * sum;
    }

    // Within the last step.
    Vector state_at(double t) {
        Vector between = integrator->at(t, 0);
        if (between.empty()) throw InternalError("simulate: no state at a time within the last step");
        return between;
    }

    // Of what is carried beside the run, over the last step.
    void advance_carried(double begin) {
        if (carried() == nullptr) return;
        Vector weights;
        const Vector now = y;
        for (std::size_t k = 0; k < now.size(); ++k) weights.push_back(scales.weight(k, now[k]));
        carried()->advance(
            begin, time, [this](double t) { return state_at(t); }, weights);
    }

    void begin_anew(const Vector& state) {
        steps_before = steps();
        y = state;
        integrator->begin(time, y);
    }

    // `before`: the modes until now.
    void begin_behind_switch(std::vector<std::size_t> changed, const Vector& before) {
        ++switched;
        last_switched = std::move(changed);
        switch_time = time;
        if (carried() != nullptr) carried()->pass_switches(time, y, last_switched, before);
        Vector state = y;
        if (events.pass_switch(time, state)) return begin_behind_events(state);
        if (!is_felt(before)) return;
        refuse_chatter(last_switched, before);
        if (has_projection() && !onto_constraints(time, state))
            fail_with("the state cannot be brought back onto the constraints: " + model.complaint());
        begin_anew(state);
        look_ahead();
    }

    // Whether a step from here on is another one than with the modes before. Jumps are. A kink, or a branch whose two sides agree
    // here, that changes less than the error that is allowed in the step is passed as if it were none: tables may have very
    // many of them.
    bool is_felt(const Vector& before) {
        const double now = integrator->now(), h = integrator->next_step();
        const Vector allowed = integrator->weights_now();  // 1 over the errors allowed
        if (integrator->taken() == 0 || allowed.empty()) return true;
        // the largest change of a step with the slopes at this state, beside the error allowed
        const auto change = [&](double at, const Vector& state) {
            const Vector there = right_side(at, state)[Slot::ydot], after = std::exchange(model.modes, before);
            const Vector old = right_side(at, state)[Slot::ydot];
            model.modes = after;
            double largest = 0;
            for (std::size_t k = 0; k < there.size(); ++k)
                largest = std::max(largest, std::abs(h * (there[k] - old[k])) * allowed[k]);
            return largest;
        };
        constexpr double unfelt = 0.1, none = 1e-4;  // of the error allowed
        const auto is_kink = [&](std::size_t k) { return model.switches()[k].is_kink; };
        if (!std::ranges::all_of(last_switched, is_kink) && !(change(time, y) < none)) return true;
        Vector ahead = integrator->at(now, 0);
        const Vector slope = integrator->at(now, 1);
        if (ahead.empty() || slope.empty()) return true;
        for (std::size_t k = 0; k < ahead.size(); ++k) ahead[k] += h * slope[k];
        return !(change(now + h, ahead) < unfelt);
    }

    // Crossed again and again within few steps: no step leads away from it. A kink is passed all the same, and so is what
    // goes on in one direction: the stairs of floor(..), the segments of a table. `before`: the modes until now.
    void refuse_chatter(const std::vector<std::size_t>& changed, const Vector& before) {
        constexpr long few_steps = 6, too_often = 60;
        for (const std::size_t k : changed) {
            if (model.switches()[k].of_time) continue;
            Crossings& last = crossings[k];
            const bool goes_up = model.modes[k] > before[k],
                       goes_on = model.switches()[k].kind != Switch::Kind::sign && goes_up == last.goes_up;
            last.goes_up = goes_up;
            last.count = steps() - last.steps <= few_steps && !goes_on ? last.count + 1 : 0;
            last.steps = steps();
            if (last.count >= too_often && !model.switches()[k].is_kink)
                throw ModelError(fmt::format("{} switches to and fro without end, {} times in hardly any time{}",
                                             model.switches()[k].text, too_often, advice_on_friction()));
        }
    }

    // Of the switches that were crossed just now, where one reads the sign of a speed.
    std::string advice_on_friction() const {
        constexpr long lately = 360;  // steps
        for (std::size_t k = 0; k < crossings.size(); ++k) {
            const bool just_now = crossings[k].steps > 0 && steps() - crossings[k].steps <= lately;
            if (just_now && !model.switches()[k].friction.empty())
                return "; " + friction_advice(model.switches()[k].friction);
        }
        return {};
    }

    // The switches of state and the events that have been crossed at `time`.
    void pass_roots() {
        std::vector<int> directions = integrator->root_info();
        pass_events(directions.data() + modes.state_switches());
        directions.resize(modes.state_switches());
        if (std::ranges::all_of(directions, [](int d) { return d == 0; })) return;
        const Vector before = model.modes;
        const std::vector<std::size_t> changed = modes.pass_roots(time, y, directions);
        if (!changed.empty()) begin_behind_switch(changed, before);
    }

    // Events after a step; `found`: of root finding, or null.
    void pass_events(const int* found) {
        Vector state = y;
        if (events.pass(time, state, found)) begin_behind_events(state);
    }

    void begin_behind_events(Vector& state) {
        ++switched;
        modes.take(time, state);
        // a floor, a road or a belt may have a kink just there
        while (events.has_contacts() && events.pass(time, state, nullptr)) modes.take(time, state);
        if (has_projection() && !onto_constraints(time, state))
            fail_with(fmt::format("after event '{}' the state cannot be brought onto the constraints: {}",
                                  model.program().events[events.fired().back().event].row.name, model.complaint()));
        modes.take(time, state);
        events.rest(time, state);
        if (carried() != nullptr) carried()->end_events(time, state);
        begin_anew(state);
        look_ahead();
    }

    // The switches of time that change at `at`, where the integrator is, up to rounding.
    void pass_time(double at) {
        const Vector before = model.modes;
        time = std::max(time, at);
        if (modes.pass_time(time, y)) begin_behind_switch(changed_since(before), before);
    }

    std::vector<std::size_t> changed_since(const Vector& before) const {
        std::vector<std::size_t> changed;
        for (std::size_t k = 0; k < before.size(); ++k)
            if (before[k] != model.modes[k]) changed.push_back(k);
        return changed;
    }

    void correct_modes() {
        const Vector before = model.modes;
        if (!modes.correct(time, y)) return;
        begin_behind_switch(changed_since(before), before);
    }

    // It may end a hair before or after the stop time, after a last step too short to interpolate in.
    bool ended_beside(double limit) {
        const double now = integrator->now();
        if (std::abs(now - limit) > 1e-12 * std::abs(limit)) return false;
        const Vector there = integrator->at(now, 0);
        if (there.empty()) return false;
        time = limit;
        begin_anew(there);
        return true;
    }

    void hold_slopes(std::optional<double> t) const {
        if (settings.run != nullptr && settings.run->hold_slopes) settings.run->hold_slopes(t);
    }

    // One step of the integrator, not beyond `limit`.
    void step(double limit) {
        const double begin = time;
        const std::optional<StepEnd> end = try_step(limit);
        if (!end) return;
        const bool dips = goes_back_to_dip(begin);
        add_work(begin);
        advance_carried(begin);
        if (dips) {
            pass_dip();
        } else if (*end == StepEnd::root) {
            pass_roots();
        } else if (modes.rests_on_zero() || time >= limit) {
            correct_modes();
        }
        if (!dips) pass_events(nullptr);
        look_at_rounding();
    }

    // Where a gap has closed and opened again since `begin`, which root finding does not see.
    bool goes_back_to_dip(double begin) {
        const std::optional<double> dip = events.first_dip(begin, time, [this](double t) { return state_at(t); });
        if (!dip) return false;
        y = state_at(*dip);
        time = *dip;
        return true;
    }

    void pass_dip() {
        Vector state = y;
        if (events.pass(time, state, nullptr)) {
            begin_behind_events(state);
        } else {
            begin_anew(state);
        }
    }

    // How the step ended; nothing where there was no step left to take.
    std::optional<StepEnd> try_step(double limit) {
        complaint.clear();
        StepEnd end = integrator->step(limit, time, y);
        if ((end == StepEnd::error_test || end == StepEnd::convergence) &&
            look_ahead()) {  // something has begun to move from rest
            begin_anew(Vector(y));
            end = integrator->step(limit, time, y);
        }
        if (end == StepEnd::ill_input && ended_beside(limit)) return std::nullopt;
        if (end == StepEnd::ill_input && integrator->report.find("Root found at and very near") != std::string::npos) {
            // of several functions that pass zero together one is a hair behind: a new start looks away from both
            begin_anew(Vector(y));
            end = integrator->step(limit, time, y);
        }
        if (end != StepEnd::done && end != StepEnd::root) fail(end);
        return end;
    }

    [[noreturn]] void fail(StepEnd end) const {
        static const std::map<StepEnd, std::string> words{
            {StepEnd::error_test, "the steps became too small"},
            {StepEnd::convergence, "the implicit equations of a step could not be solved"},
            {StepEnd::too_accurate, "the tolerance is too small for the arithmetic"},
        };
        if (end == StepEnd::projection && !complaint.empty()) fail_with(complaint);
        const auto known = words.find(end);
        std::string text = known == words.end()
                               ? fmt::format("the integrator gave up ({} {}: {})", settings.residual ? "IDA" : "CVODE",
                                             integrator->flag, integrator->report)
                               : known->second;
        if (!complaint.empty()) text += "; " + complaint;
        fail_with(text);
    }
    [[noreturn]] void fail_with(std::string text) const {
        if (switch_time >= 0 && time - switch_time <= 1e-9 * std::max(1.0, std::abs(time)) && !last_switched.empty())
            text += fmt::format("; just before, {} changed", model.switches()[last_switched.front()].text);
        throw ModelError(text);
    }
    Vector values_of(const double* state) const { return {state, state + y.size()}; }
    StepFunctions functions() {
        StepFunctions all;
        all.roots = modes.state_switches() + events.count();
        all.tolerance = settings.tolerance;
        all.derivatives = [this](double t, const double* state, double* rate) { return derivatives(t, state, rate); };
        all.root = [this](double t, const double* state, double* out) { return roots(t, state, out); };
        all.weights = [this](const double* state, double* weight) { return weights(state, weight); };
        if (has_projection())
            all.projection = [this](double t, const double* current, double* correction) {
                return project(t, current, correction);
            };
        return all;
    }
};

Integrator::Integrator(RunnableModel& model, const Vector& y, const IntegratorSettings& settings)
    : memory_(std::make_unique<Memory>(model, settings)) {
    Memory& m = *memory_;
    m.y = y;
    m.time = m.time_looked_at = settings.start;
    m.modes.take(settings.start, y);
    m.look_ahead();
    if (m.has_projection() && settings.adams)
        throw ModelError("the method adams cannot keep constraints or Euler parameters",
                         "bdf, the default, and rk4 can");
    m.integrator = settings.residual ? ida_steps(m.functions(), model, *settings.residual, settings.start, y)
                                     : cvode_steps(m.functions(), settings.adams, settings.start, y);
    Vector state = y;
    const Vector happened = settings.run == nullptr ? Vector{} : settings.run->happened;
    if (m.events.start(settings.start, state, happened)) m.begin_behind_events(state);
}

Integrator::~Integrator() = default;

bool Integrator::advance_to(double t, int most_steps) {
    Memory& m = *memory_;
    constexpr double hardly = 1e-13;  // of the time: no step is that short
    const auto is_there = [&](double at) { return at - m.time <= hardly * std::abs(at); };
    double next = m.modes.next_time(m.time, m.y, t);
    next = m.events.next_time(m.time, m.y, next);
    if (m.settings.run != nullptr && m.settings.run->next_bend) next = m.settings.run->next_bend(m.time, next);
    m.hold_slopes(m.time);
    const long switched = m.switched;
    for (int count = 0; !is_there(next); ++count) {
        if (count == most_steps || m.switched != switched) return false;
        m.step(next);
    }
    if (m.switched != switched) return false;
    m.hold_slopes(std::nullopt);
    m.pass_time(next);
    m.time = std::max(m.time, next);
    if (m.settings.run != nullptr && m.settings.run->slopes_jump_at(m.time)) m.begin_anew(m.y);
    m.pass_events(nullptr);
    return is_there(t) && m.switched == switched;
}

double Integrator::time() const {
    return memory_->time;
}

Vector Integrator::state() const {
    return memory_->y;
}

double Integrator::work() const {
    return memory_->work;
}

long Integrator::steps() const {
    return memory_->steps();
}

EventFiring& Integrator::events() {
    return memory_->events;
}

long Integrator::switched() const {
    return memory_->switched;
}

}  // namespace lag
