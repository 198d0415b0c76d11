#include "scripts/command/simulate/firing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "emitters/program/event_failures.hpp"
#include "scripts/command/simulate/contacts.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

constexpr std::size_t looked_at = 100;  // of the last events, where they follow one another without end

}  // namespace

EventFiring::EventFiring(RunnableModel& model, InputsAt inputs, double interval, ModesFollow follow)
    : model_(model),
      inputs_(std::move(inputs)),
      interval_(interval),
      follow_(std::move(follow)),
      count_(inputs_ ? model.program().events.size() : 0) {
    const std::vector<EventProcedure> called = event_procedures_of(model.program());
    has_contacts_ = std::ranges::find(called, EventProcedure::first_dip) != called.end();
    model_.host = [this](const std::string& routine, const procedures::Pointers& given) { call(routine, given); };
}

EventFiring::~EventFiring() {
    model_.host = {};
}

void EventFiring::run(EventProcedure procedure, double t, Vector& y, const More& more) {
    model_.put_resting_inputs(w_);
    c_ = model_.constants();
    const std::initializer_list<std::pair<std::string_view, double*>> always{{"t", &t},
                                                                             {"y", y.data()},
                                                                             {"w", w_.data()},
                                                                             {"c", c_.data()},
                                                                             {"modes", model_.modes.data()},
                                                                             {"failing", &report_.failing},
                                                                             {"of_event", &report_.of_event},
                                                                             {"of_row", &report_.of_row},
                                                                             {"of_info", &report_.of_info},
                                                                             {"by", &report_.by},
                                                                             {"stops", &report_.stops}};
    const auto call = [&](EventProcedure called) {
        const procedures::Procedure& signature = model_.event_procedure(called);
        given_.clear();
        for (std::size_t k = 0; k < signature.arguments; ++k) {
            const std::string_view name = signature.variables[k].name;
            const auto* found = std::ranges::find(more, name, &More::value_type::first);
            if (found == more.end()) found = std::ranges::find(always, name, &More::value_type::first);
            if (found == always.end())
                throw InternalError(fmt::format("simulate: {} is called without {}", to_string(called), name));
            given_.push_back(found->second);
        }
        model_.call(called, given_);
    };
    call(procedure);
    call(EventProcedure::event_report);
    if (report_.failing != 0) refuse(static_cast<int>(report_.failing), t, y);
}

void EventFiring::run_at(EventProcedure procedure, double t, const Vector& y, const More& more) {
    y_ = y;
    run(procedure, t, y_, more);
}

// What procedures ask of the program around them.
void EventFiring::call(const std::string& routine, const procedures::Pointers& given) {
    const std::size_t inputs = model_.program().inputs.size() - model_.flags.size();
    if (routine == "set_inputs") {
        const Vector w = inputs_(*given[0]);
        std::copy_n(w.begin(), inputs, given[1]);
    } else if (routine == "follow_modes") {
        const Program& program = model_.program();
        const std::size_t n = program.coordinates.size() + program.speeds.size() + program.states.size();
        std::copy_n(given[2] + inputs, model_.flags.size(), model_.flags.begin());
        follow_(*given[0], Vector(given[1], given[1] + n));
    } else if (routine == "state_at") {
        const Vector y = (*state_at_)(*given[0]);
        std::ranges::copy(y, given[3]);
    } else {
        throw InternalError("simulate: no procedure of events may call " + routine);
    }
}

std::vector<double> EventFiring::at_zero() {
    Vector sizes(count_), none;
    if (count_ > 0) run(EventProcedure::events_at_zero, 0, none, {{"sizes", sizes.data()}});
    return sizes;
}

bool EventFiring::start(double t, Vector& y, const Vector& happened) {
    if (count_ == 0) return false;
    Vector at_zero = happened;
    at_zero.resize(count_);
    run(EventProcedure::start_events, t, y, {{"length", &interval_}, {"at_zero", at_zero.data()}});
    return apply_all(t, y);
}

void EventFiring::root_functions(double t, const Vector& y, double* values) {
    if (count_ > 0) run_at(EventProcedure::watch_events, t, y, {{"watched", values}});
}

std::optional<double> EventFiring::first_dip(double begin, double end, const std::function<Vector(double)>& state_at) {
    if (count_ == 0 || !has_contacts_) return std::nullopt;
    state_at_ = &state_at;
    double dips = 0, dip = 0;
    Vector none;
    run(EventProcedure::first_dip, begin, none, {{"begin", &begin}, {"finish", &end}, {"dips", &dips}, {"dip", &dip}});
    return dips != 0 ? std::optional(dip) : std::nullopt;
}

double EventFiring::next_time(double t, const Vector& y, double limit) {
    if (count_ > 0) run_at(EventProcedure::next_event_time, t, y, {{"limit", &limit}});
    return limit;
}

bool EventFiring::pass(double t, Vector& y, const int* found) {
    if (count_ == 0) return false;
    Vector signs(count_, 0.0);
    if (found != nullptr) std::copy_n(found, count_, signs.begin());
    run(EventProcedure::due_events, t, y, {{"found", signs.data()}});
    return apply_all(t, y);
}

bool EventFiring::pass_switch(double t, Vector& y) {
    if (count_ == 0 || !has_contacts_) return false;
    Vector held(model_.program().constraints.size());
    run(EventProcedure::jumped_gaps, t, y, {{"phi_before", held.data()}});
    take_flags();
    return pass(t, y, nullptr);
}

bool EventFiring::apply_all(double t, Vector& y) {
    for (std::size_t before = fired_.size();;) {
        FiredEvent one{t, 0, Vector(model_.program().constraints.size()), 0, 0};
        double number = 0, law = 0;
        Vector y_before, w_before, modes_before;
        if (watch) {
            y_before = y, modes_before = model_.modes, w_before = inputs_(t);
            model_.put_flags(w_before);
        }
        run(EventProcedure::apply_event, t, y,
            {{"happens", &number},
             {"impulses", one.impulses.data()},
             {"before", &one.energy_before},
             {"after", &one.energy_after},
             {"law", &law}});
        if (number == 0) return fired_.size() > before;
        take_flags();
        one.event = static_cast<std::size_t>(number) - 1, one.law = static_cast<int>(law);
        energy_changed_ += one.energy_after - one.energy_before;
        if (watch) watch(one.event, t, y_before, w_before, modes_before);
        fired_.push_back(std::move(one));
    }
}

void EventFiring::rest(double t, const Vector& y) {
    if (count_ > 0 && has_contacts_) run_at(EventProcedure::rest_events, t, y, {});
}

void EventFiring::take_flags() {
    std::copy_n(w_.end() - static_cast<std::ptrdiff_t>(model_.flags.size()), model_.flags.size(), model_.flags.begin());
}

void EventFiring::refuse(int failure, double t, const Vector& y) {
    const Program& program = model_.program();
    const int info = static_cast<int>(report_.of_info);
    if (failure == 1)
        throw ModelError("the functions of the events cannot be computed: " + failure_text(model_, t, y, info));
    const auto named = [&](double number, const auto& name) {
        const auto k = static_cast<std::size_t>(number);
        return k > 0 ? fmt::format("'{}'", name(k - 1)) : std::string();
    };
    const std::string event = named(report_.of_event, [&](std::size_t k) { return program.events[k].row.name; });
    const std::string row = named(report_.of_row, [&](std::size_t k) { return program.constraints[k].name; });
    const std::string words =
        words_of_event_failure(failure, program.has_states_in_rows, {event, row, rounded_decimal(report_.by)});
    if (failure == 3) throw ModelError(fmt::format("{}: {}", words, failure_text(model_, t, y, info)));
    if (failure == 10) throw ModelError(words, "start with a gap of zero or more: see initial(..)");
    if (failure == 11)
        throw ModelError(words,
                         "no impact leads out of the ground: give a step of place or time a slope, and let flags leave "
                         "gaps at zero or above");
    if (failure < 6) throw ModelError(words);
    refuse_endless(t, words);
}

void EventFiring::refuse_endless(double t, const std::string& why) const {
    std::map<std::size_t, std::size_t> last;
    const std::size_t from = fired_.size() > looked_at ? fired_.size() - looked_at : 0;
    for (std::size_t k = from; k < fired_.size(); ++k) ++last[fired_[k].event];
    std::string list;
    for (const auto& [event, times] : last)
        list += fmt::format("{}{}' {}{}", list.empty() ? "'" : ", '", model_.program().events[event].row.name, times,
                            times == 1 ? " time" : " times");
    throw ModelError(
        fmt::format("events follow one another without end at t = {} ({}); the last ones: {}; an event with a smallest "
                    "speed of impact, or one that switches a row on, can end that",
                    rounded_decimal(t), why, list));
}

}  // namespace lag
