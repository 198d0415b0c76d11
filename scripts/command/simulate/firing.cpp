#include "scripts/command/simulate/firing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "emitters/program/contact_events.hpp"
#include "emitters/program/event_failures.hpp"
#include "emitters/writers/procedure_printer.hpp"
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
      count_(inputs_ ? model.program().events.size() : 0),
      procedures_(facts_of(model.program()),
                  [this](const std::string& routine, const procedures::Pointers& given) { call(routine, given); }) {
    for (const ContactEnd end : contact_ends(model.program())) has_contacts_ = has_contacts_ || end != ContactEnd::none;
}

void EventFiring::run(const std::string& name, double t, Vector& y, const More& more) {
    w_.assign(model_.program().inputs.size(), 0.0);
    model_.put_flags(w_);
    c_ = model_.constants();
    std::map<std::string, double*> given{{to_string(Slot::t), &t},
                                         {to_string(Slot::y), y.data()},
                                         {to_string(Slot::w), w_.data()},
                                         {to_string(Slot::c), c_.data()},
                                         {to_string(Slot::modes), model_.modes.data()}};
    for (const auto& [argument, elements] : more) given[argument] = elements;
    procedures_.run(name, procedures::pointers_of(*procedures_.procedure(name), given));
    double& failure = procedures_.shared("watch.failure", 1)[0];
    if (const int number = static_cast<int>(std::exchange(failure, 0.0)); number != 0) refuse(number, t, y);
}

// The model's own routines, and what procedures ask of the program around them.
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
        model_.call(routine_named(routine).value(), given);
    }
}

std::vector<double> EventFiring::at_zero() {
    Vector sizes(count_), none;
    if (count_ > 0) run("events_at_zero", 0, none, {{"sizes", sizes.data()}});
    return sizes;
}

bool EventFiring::start(double t, Vector& y, const Vector& happened) {
    if (count_ == 0) return false;
    Vector at_zero = happened;
    at_zero.resize(count_);
    run("start_events", t, y, {{"length", &interval_}, {"at_zero", at_zero.data()}});
    return apply_all(t, y);
}

void EventFiring::root_functions(double t, const Vector& y, double* values) {
    Vector state = y;
    if (count_ > 0) run("watch_events", t, state, {{"watched", values}});
}

std::optional<double> EventFiring::first_dip(double begin, double end, const std::function<Vector(double)>& state_at) {
    if (count_ == 0 || !has_contacts_) return std::nullopt;
    state_at_ = &state_at;
    double dips = 0, dip = 0;
    Vector none;
    run("first_dip", begin, none, {{"begin", &begin}, {"finish", &end}, {"dips", &dips}, {"dip", &dip}});
    return dips != 0 ? std::optional(dip) : std::nullopt;
}

double EventFiring::next_time(double t, const Vector& y, double limit) {
    Vector state = y;
    if (count_ > 0) run("next_event_time", t, state, {{"limit", &limit}});
    return limit;
}

bool EventFiring::pass(double t, Vector& y, const int* found) {
    if (count_ == 0) return false;
    Vector signs(count_, 0.0);
    if (found != nullptr) std::copy_n(found, count_, signs.begin());
    run("due_events", t, y, {{"found", signs.data()}});
    return apply_all(t, y);
}

bool EventFiring::apply_all(double t, Vector& y) {
    for (std::size_t before = fired_.size();;) {
        FiredEvent one{t, 0, Vector(model_.program().constraints.size()), 0, 0};
        double number = 0, law = 0;
        run("apply_event", t, y,
            {{"happens", &number},
             {"impulses", one.impulses.data()},
             {"before", &one.energy_before},
             {"after", &one.energy_after},
             {"law", &law}});
        if (number == 0) return fired_.size() > before;
        std::copy_n(w_.end() - static_cast<std::ptrdiff_t>(model_.flags.size()), model_.flags.size(),
                    model_.flags.begin());
        one.event = static_cast<std::size_t>(number) - 1, one.law = static_cast<int>(law);
        energy_changed_ += one.energy_after - one.energy_before;
        fired_.push_back(std::move(one));
    }
}

void EventFiring::rest(double t, const Vector& y) {
    Vector state = y;
    if (count_ > 0 && has_contacts_) run("rest_events", t, state, {});
}

void EventFiring::refuse(int failure, double t, const Vector& y) {
    const Program& program = model_.program();
    const int info = static_cast<int>(kept("info"));
    if (failure == 1)
        throw ModelError("the functions of the events cannot be computed: " + failure_text(model_, t, y, info));
    const auto named = [&](const std::string& number, const auto& name) {
        const auto k = static_cast<std::size_t>(kept(number));
        return k > 0 ? "'" + name(k - 1) + "'" : std::string();
    };
    const std::string event = named("culprit", [&](std::size_t k) { return program.events[k].row.name; });
    const std::string row = named("row", [&](std::size_t k) { return program.constraints[k].name; });
    const std::string words =
        words_of_event_failure(failure, program.has_states_in_rows, {event, row, rounded_decimal(kept("breach"))});
    if (failure == 3) throw ModelError(words + ": " + failure_text(model_, t, y, info));
    if (failure == 10) throw ModelError(words, "start with a gap of zero or more: see initial(..)");
    if (failure < 6) throw ModelError(words);
    refuse_endless(t, words);
}

void EventFiring::refuse_endless(double t, const std::string& why) const {
    std::map<std::size_t, std::size_t> last;
    const std::size_t from = fired_.size() > looked_at ? fired_.size() - looked_at : 0;
    for (std::size_t k = from; k < fired_.size(); ++k) ++last[fired_[k].event];
    std::string list;
    for (const auto& [event, times] : last)
        list += (list.empty() ? "'" : ", '") + model_.program().events[event].row.name + "' " + std::to_string(times) +
                (times == 1 ? " time" : " times");
    throw ModelError("events follow one another without end at t = " + rounded_decimal(t) + " (" + why +
                     "); the last ones: " + list +
                     "; an event with a smallest speed of impact, or one that switches a row on, can end that");
}

}  // namespace lag
