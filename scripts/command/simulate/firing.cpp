#include "scripts/command/simulate/firing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/simulate/contacts.hpp"
#include "scripts/command/simulate/same_time.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

constexpr std::size_t most_at_one_time = 100, most_in_hardly_any_time = 1000;

}  // namespace

EventFiring::EventFiring(RunnableModel& model, InputsAt inputs, double interval, ModesFollow follow)
    : model_(model),
      inputs_(std::move(inputs)),
      interval_(interval),
      follow_(std::move(follow)),
      waiting_(inputs_ ? model.program().events.size() : 0),
      ends_(contact_ends(model.program())),
      touch_(contact_touch(model.program())) {}

// Functions of coordinates on constraints have the assembly's error too.
double EventFiring::tolerance(std::size_t k) const {
    return 1e-12 * waiting_[k].scale + (model_.has(RoutineName::assembly_step) ? 10 * assembly_tolerance : 0);
}

double EventFiring::rounding(std::size_t k) const {
    if (of_contact(k) == ContactEnd::open) return 1e-3 * touch_;
    return of_contact(k) == ContactEnd::slip ? 0.3 * touch_ : 1e-8 * waiting_[k].scale;
}

void EventFiring::wait(std::size_t k, double g) {
    if (waiting_[k].is_armed && waiting_[k].zero < g && g < 0) return;
    const bool of_mode = of_contact(k) != ContactEnd::none;
    const double scale = waiting_[k].scale;
    // forces and slips near zero are left to rounding, gaps are located to the last digit
    const bool is_clear = std::abs(g) > rounding(k) || (of_contact(k) == ContactEnd::open && g >= 0);
    waiting_[k] = {!of_mode || is_clear, of_mode ? 1 : sign(g), scale, false, -1, 0};
}

// A gap that opens from about zero closes where it comes back to what it was. Below that it would close with more energy
// than it opened with, and a body that rocks to rest would rock for ever.
void EventFiring::wait_for_return(std::size_t k, const Values& v) {
    if (of_contact(k) != ContactEnd::open || v.gdot[k] <= 0 || std::abs(v.g[k]) > rounding(k)) return;
    waiting_[k].is_armed = true;
    waiting_[k].side = 1;
    waiting_[k].zero = std::min(v.g[k], 0.0);
}

EventFiring::Values EventFiring::values(double t, const Vector& y) {
    Frame frame = model_.frame_of(t, y);
    frame[Slot::w] = model_.resting_inputs();
    model_.call(RoutineName::events, frame);
    if (const int info = RunnableModel::info(frame); info != 0)
        throw ModelError("the functions of the events cannot be computed: " + failure_text(model_, t, y, info));
    Values v{std::move(frame[Slot::g]), std::move(frame[Slot::gdot])};
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
        if (std::isnan(v.g[k]))
            throw ModelError("the function of event '" + model_.program().events[k].row.name + "' is no number");
        if (std::isfinite(v.g[k])) waiting_[k].scale = std::max(waiting_[k].scale, std::abs(v.g[k]));
        const bool closes = of_contact(k) == ContactEnd::open;
        if (closes && std::abs(v.gdot[k]) <= touch_) v.gdot[k] = 0;  // it only touches
    }
    return v;
}

bool EventFiring::goes_its_way(std::size_t k, double rate) const {
    const int direction = model_.program().events[k].direction;
    return direction == 0 ? rate != 0 : rate * direction > 0;
}

// Onto the side that its direction means, of one that waits on the other.
bool EventFiring::has_crossed(std::size_t k, const Values& v, const int* found) const {
    const Waiting& one = waiting_[k];
    if (!one.is_armed) return false;
    if (of_contact(k) == ContactEnd::open && v.gdot[k] > 0) return false;  // a gap that grows does not close
    const double g = v.g[k] - one.zero;
    const bool is_root = found != nullptr && found[k] != 0 && std::abs(g) <= 1e3 * tolerance(k);
    if (!is_root && one.side * g > 0) return false;
    if (!is_root && g == 0 && !model_.event_is_at_known_time(k)) return false;
    return goes_its_way(k, -one.side);
}

void EventFiring::take_sides(const Values& v, double t) {
    for (std::size_t k = 0; k < waiting_.size(); ++k) take_side(k, v, t);
}

void EventFiring::take_side(std::size_t k, const Values& v, double t) {
    const Waiting& one = waiting_[k];
    if (std::abs(v.g[k]) <= tolerance(k)) return;
    const bool waits = of_contact(k) == ContactEnd::none && model_.program().events[k].direction != 0;
    if (!one.is_armed && one.turned && goes_its_way(k, v.g[k]) && waits)
        refuse_endless(t, "then '" + model_.program().events[k].row.name +
                              "' would pass unseen: its function does not leave zero any more");
    wait(k, v.g[k]);
}

std::vector<double> EventFiring::at_zero() const {
    std::vector<double> sizes;
    for (std::size_t k = 0; k < waiting_.size(); ++k)
        sizes.push_back(of_contact(k) == ContactEnd::none && !waiting_[k].is_armed ? waiting_[k].scale : 0);
    return sizes;
}

bool EventFiring::start(double t, Vector& y, const Vector& happened) {
    if (waiting_.empty()) return false;
    const Values v = values(t, y);
    // at rest on a stop: the rate of a moment later says whether it is pressed on
    const double little = 1e-6 * interval_;
    const bool rests = std::ranges::any_of(v.g, [](double g) { return std::abs(g) <= assembly_tolerance; });
    const Values later = rests ? values(t + little, soon(t, y, little)) : v;
    std::vector<bool> due(waiting_.size(), false);
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
        waiting_[k].scale = std::max(waiting_[k].scale, std::abs(v.gdot[k]) * interval_);
        const double rate = knows_rate(k, v) ? v.gdot[k] : later.gdot[k];
        due[k] = std::abs(v.g[k]) <= tolerance(k) && rate != 0 && goes_its_way(k, rate);
        const double size = k < happened.size() ? happened[k] : 0;
        waiting_[k].scale = std::max(waiting_[k].scale, size);
        if (size > 0 && is_still_at_zero(k, v)) {  // else the state has been changed since
            due[k] = false;
            wait_behind_event(k, t, y, v);
        } else {
            take_side(k, v, t);
        }
    }
    for (std::size_t k = 0; k < waiting_.size(); ++k) wait_for_return(k, v);
    return apply_all(t, y, due, v);
}

void EventFiring::root_functions(double t, const Vector& y, double* out) {
    if (waiting_.empty()) return;
    const Values v = values(t, y);
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
        const bool at_known_time = waiting_[k].is_armed && model_.event_is_at_known_time(k);
        const bool of_mode = of_contact(k) != ContactEnd::none;
        const double left_zero = of_mode ? v.g[k] + rounding(k) : std::abs(v.g[k]) - tolerance(k);
        out[k] = at_known_time ? 1 : waiting_[k].is_armed ? v.g[k] - waiting_[k].zero : left_zero;
    }
}

bool EventFiring::is_below(const Place& place, bool beyond_rounding) const {
    for (std::size_t k = 0; k < waiting_.size(); ++k)
        if (is_open_gap(k) && gap(k, place) < (beyond_rounding ? -rounding(k) : 0)) return true;
    return false;
}

// A gap that falls at a and grows at b: whether its tangents meet below zero.
bool EventFiring::may_dip(const Place& a, const Place& b) const {
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
        const double falls = a.v.gdot[k], grows = b.v.gdot[k], h = b.t - a.t;
        if (!is_open_gap(k) || !(falls < 0 && grows > 0)) continue;
        const double after = (gap(k, a) - gap(k, b) + grows * h) / (grows - falls);
        if (gap(k, a) + falls * std::clamp(after, 0.0, h) < -rounding(k)) return true;
    }
    return false;
}

// Whether all gaps pass the middle where the cubic through both ends does, by half of what is left of them.
bool EventFiring::is_as_expected(const Place& a, const Place& middle, const Place& b) const {
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
        if (!is_open_gap(k)) continue;
        const double expected = (gap(k, a) + gap(k, b)) / 2 + (b.t - a.t) / 8 * (a.v.gdot[k] - b.v.gdot[k]);
        const double least = std::max(0.0, std::min({gap(k, a), gap(k, middle), gap(k, b)}));
        if (std::abs(gap(k, middle) - expected) > least / 2 + rounding(k)) return false;
    }
    return true;
}

std::optional<double> EventFiring::dip_between(const Look& look, const Place& a, const Place& b, int halvings) const {
    const Place middle = look(a.t + (b.t - a.t) / 2);
    if (is_below(middle, true)) {
        double before = a.t, after = middle.t;
        const bool beyond_rounding = is_below(a, false);
        while (true) {
            const double between = before + (after - before) / 2;
            if (!(before < between && between < after)) return after;
            (is_below(look(between), beyond_rounding) ? after : before) = between;
        }
    }
    if (halvings == 0) return std::nullopt;
    const bool unknown = !is_as_expected(a, middle, b);
    std::optional<double> found;
    if (unknown || may_dip(a, middle)) found = dip_between(look, a, middle, halvings - 1);
    if (!found && (unknown || may_dip(middle, b))) found = dip_between(look, middle, b, halvings - 1);
    return found;
}

std::optional<double> EventFiring::first_dip(double begin, double end, const std::function<Vector(double)>& state_at) {
    bool any = false;
    for (std::size_t k = 0; k < waiting_.size(); ++k) any = any || is_open_gap(k);
    if (!any) return std::nullopt;
    const Look look = [&](double t) { return Place{t, values(t, state_at(t))}; };
    const Place a = look(begin), b = look(end);
    constexpr int halvings = 10;
    if (is_below(a, true)) return std::nullopt;  // it is due at the end of the step
    return dip_between(look, a, b, halvings);
}

double EventFiring::next_time(double t, const Vector& y, double limit) {
    if (waiting_.empty()) return limit;
    const Values v = values(t, y);
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
        const Waiting& one = waiting_[k];
        if (one.look_again > t) limit = std::min(limit, one.look_again);
        if (!one.is_armed || !model_.event_is_at_known_time(k) || !(v.g[k] * v.gdot[k] < 0)) continue;
        const double known = t - v.g[k] / v.gdot[k];
        if (known <= limit || same_time(known, limit)) limit = std::max(t, std::min(known, limit));
    }
    return limit;
}

// What is within its tolerance happens with another event at this time, which would take it for one that begins at zero.
bool EventFiring::arrives(std::size_t k, const Values& v) const {
    const Waiting& one = waiting_[k];
    return one.is_armed && of_contact(k) == ContactEnd::none && std::abs(v.g[k]) <= tolerance(k) &&
           one.side * v.gdot[k] < 0 && goes_its_way(k, -one.side);
}

bool EventFiring::pass(double t, Vector& y, const int* found) {
    if (waiting_.empty()) return false;
    const Values v = values(t, y);
    std::vector<bool> due(waiting_.size(), false);
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
        due[k] = has_crossed(k, v, found);
        if (model_.event_is_at_known_time(k) && waiting_[k].is_armed && v.gdot[k] != 0 &&
            goes_its_way(k, -waiting_[k].side) && same_time(t - v.g[k] / v.gdot[k], t))
            due[k] = true;
    }
    if (std::ranges::find(due, true) != due.end())
        for (std::size_t k = 0; k < waiting_.size(); ++k)
            if (arrives(k, v)) due[k] = true;
    if (apply_all(t, y, due, v)) return true;
    take_sides(v, t);
    return false;
}

// In declared order, each from the state that the earlier ones left, and only if its condition still holds.
bool EventFiring::apply_all(double t, Vector& y, std::vector<bool> due, Values v) {
    std::vector<bool> happened(due.size(), false);
    std::size_t count = 0;
    while (!stopped_) {
        const auto next = std::ranges::find(due, true);
        if (next == due.end()) break;
        const auto k = static_cast<std::size_t>(next - due.begin());
        due[k] = false;
        if (++count > most_at_one_time) refuse_endless(t, "more than 100 at one time");
        if (fired_.size() >= most_in_hardly_any_time &&
            t - fired_[fired_.size() - most_in_hardly_any_time].t <= 1e-9 * interval_)
            refuse_endless(t, "more than 1000 in hardly any time");
        apply(k, t, y);
        happened[k] = true;
        const Values after = values(t, y);
        for (std::size_t j = 0; j < due.size(); ++j) {
            const bool at_zero = std::abs(after.g[j]) <= 1e3 * tolerance(j), was_due = due[j];
            const bool turned = !goes_its_way(j, v.gdot[j]) && goes_its_way(j, after.gdot[j]);
            if (at_zero && (knows_rate(j, after) || knows_rate(j, v))) {
                due[j] = goes_its_way(j, after.gdot[j]) && (was_due || (j != k && turned));
            } else if (was_due) {
                due[j] = at_zero || goes_its_way(j, after.g[j]);
            } else if (j != k && waiting_[j].is_armed && !at_zero) {
                due[j] = waiting_[j].side * after.g[j] < 0 && goes_its_way(j, after.g[j]) && !happened[j];
            }
        }
        v = after;
        for (std::size_t j = 0; j < due.size(); ++j)
            if (!due[j] && std::abs(v.g[j]) > tolerance(j) && !happened[j]) wait(j, v.g[j]);
    }
    if (count > 0) wait_anew(t, y, happened);
    return count > 0;
}

void EventFiring::apply(std::size_t k, double t, Vector& y) {
    const EventRow& event = model_.program().events[k];
    FiredEvent fired{t, k, {}, energy(t, y), 0};
    const Vector flags_before = model_.flags;
    Frame frame = model_.frame_of(t, y);
    frame[Slot::w] = inputs_(t);
    frame[Slot::k] = {static_cast<double>(k + 1)};
    model_.call(RoutineName::event, frame);
    if (const int info = RunnableModel::info(frame); info != 0)
        throw ModelError("event '" + event.row.name + "' cannot be applied: " + failure_text(model_, t, y, info));
    auto end = std::copy(frame[Slot::q].begin(), frame[Slot::q].end(), y.begin());
    end = std::copy(frame[Slot::u].begin(), frame[Slot::u].end(), end);
    if (!model_.program().states.empty()) std::copy(frame[Slot::s].begin(), frame[Slot::s].end(), end);
    for (const double value : y)
        if (!std::isfinite(value))
            throw ModelError("event '" + event.row.name + "' leads to values that are no finite numbers");
    const Vector& w = frame[Slot::w];
    model_.flags.assign(w.end() - static_cast<std::ptrdiff_t>(model_.flags.size()), w.end());
    follow_(t, y);
    require_rows(t, y, flags_before, k);
    fired.impulses = frame[Slot::p];
    fired.energy_after = energy(t, y);
    energy_changed_ += fired.energy_after - fired.energy_before;
    stopped_ = stopped_ || event.stops;
    fired_.push_back(std::move(fired));
}

// A row that this event has switched on must hold already; a contact closes where its gap counts as none. Where states
// that it sets stand in rows, these must hold too.
void EventFiring::require_rows(double t, const Vector& y, const Vector& flags_before, std::size_t k) {
    const bool switched = flags_before != model_.flags;
    if ((!switched && !model_.program().has_states_in_rows) || !model_.has(RoutineName::constraints)) return;
    Frame frame = model_.frame_of(t, y);
    frame[Slot::w] = inputs_(t);
    model_.call(RoutineName::constraints, frame);
    double size = 1;
    for (const double q : frame[Slot::q]) size = std::max(size, std::abs(q));
    const Vector& phi = frame[Slot::phi];
    for (std::size_t r = 0; r < phi.size(); ++r)
        if (!(std::abs(phi[r]) <= std::max(1e-6, touch_) * size))
            throw ModelError("event '" + model_.program().events[k].row.name + "' " +
                             (switched ? "switches '" : "leaves '") + model_.program().constraints[r].name + "' " +
                             (switched ? "on where it is broken by " : "broken by ") + rounded_decimal(phi[r]));
}

double EventFiring::energy(double t, const Vector& y) {
    Frame frame = model_.frame_of(t, y);
    frame[Slot::w] = inputs_(t);
    model_.call(RoutineName::energy, frame);
    return frame[Slot::kinetic][0] + frame[Slot::potential][0];
}

// After events: what is at zero is disarmed; what its own event sent back is looked at before it can return.
void EventFiring::wait_anew(double t, const Vector& y, const std::vector<bool>& happened) {
    const Values v = values(t, y);
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
        wait(k, v.g[k]);
        if (happened[k] && is_still_at_zero(k, v)) {
            wait_behind_event(k, t, y, v);
        } else if (std::abs(v.g[k]) <= tolerance(k)) {
            waiting_[k].is_armed = false;
            waiting_[k].side = 0;
        }
    }
}

// Of an event that has just happened: until its function has left zero.
void EventFiring::wait_behind_event(std::size_t k, double t, const Vector& y, const Values& v) {
    Waiting& one = waiting_[k];
    one.is_armed = false;
    one.side = 0;
    const double back = time_back(k, t, y, v);
    one.turned = back >= 0;
    if (back > 0) one.look_again = t + back / 4;
}

void EventFiring::rest(double t, const Vector& y) {
    if (std::ranges::all_of(ends_, [](ContactEnd end) { return end == ContactEnd::none; })) return;
    const Values v = values(t, y);
    for (std::size_t k = 0; k < waiting_.size(); ++k)
        if (of_contact(k) == ContactEnd::open) {
            wait_for_return(k, v);
        } else if (of_contact(k) != ContactEnd::none) {
            wait(k, v.g[k]);
        }
}

// A state on the tangent of the motion, so much later.
Vector EventFiring::soon(double t, const Vector& y, double later) {
    Frame frame{{Slot::t, {t}}, {Slot::y, y}, {Slot::w, model_.resting_inputs()}};
    model_.call(RoutineName::derivatives, frame);
    Vector moved = y;
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += later * frame[Slot::ydot][i];
    return moved;
}

// The rate of a function along the motion. m_events gives it for functions of q and t; else it is a difference.
double EventFiring::rate(std::size_t k, double t, const Vector& y, const Values& v) {
    if (knows_rate(k, v)) return v.gdot[k];
    const double little = 1e-3 * interval_;
    const double change = values(t + little, soon(t, y, little)).g[k] - v.g[k];
    return std::abs(change) <= 1e-14 * waiting_[k].scale ? 0 : change / little;
}

// How long the function of an event that has just happened stays away from zero on the side that it was sent back to,
// by its rate and the change of that; 0: it does not leave; -1: it goes on through zero, or nothing is known.
double EventFiring::time_back(std::size_t k, double t, const Vector& y, const Values& v) {
    const int direction = model_.program().events[k].direction;
    if (direction == 0) return -1;
    const double little = (knows_rate(k, v) ? 1e-6 : 1e-3) * interval_, first = rate(k, t, y, v);
    const Vector later = soon(t, y, little);
    const double second = (rate(k, t + little, later, values(t + little, later)) - first) / little;
    if (first == 0 && second == 0) return -1;
    if (first * direction > 0) return -1;
    if (second * direction <= 0) return first == 0 ? -1 : std::numeric_limits<double>::infinity();
    return -2 * first / second;
}

void EventFiring::refuse_endless(double t, const std::string& why) const {
    std::map<std::size_t, std::size_t> last;
    const std::size_t from = fired_.size() > most_at_one_time ? fired_.size() - most_at_one_time : 0;
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
