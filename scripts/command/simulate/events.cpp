#include "scripts/command/simulate/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "scripts/command/simulate/same_time.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

constexpr double without_end = std::numeric_limits<double>::infinity();

// Where the segment of a table begins and ends that holds a place, and a place in the middle of it.
struct Segment {
    double low = -without_end, high = without_end;
    double middle = 0;
};
Segment segment_at(const std::vector<double>& corners, double place) {
    Segment s;
    const auto next = std::upper_bound(corners.begin(), corners.end(), place);
    if (next != corners.begin()) s.low = *(next - 1);
    if (next != corners.end()) s.high = *next;
    const double one = std::max(std::abs(corners.front()), std::abs(corners.back()));
    const double width = corners.size() > 1 ? (corners.back() - corners.front()) / double(corners.size() - 1)
                         : one > 0          ? one
                                            : 1;
    if (std::isinf(s.low)) {
        s.middle = s.high - width / 2;
    } else {
        s.middle = std::isinf(s.high) ? s.low + width / 2 : s.low + (s.high - s.low) / 2;
    }
    return s;
}

// Times that rounding alone tells apart.
}  // namespace

std::string friction_advice(const std::string& statement) {
    return fmt::format("write {} and leave the friction out of the load", statement);
}

std::size_t SwitchModes::state_switches() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(model_.switches(), [](const Switch& s) { return !s.of_time; }));
}

SwitchModes::Values SwitchModes::values(double t, const Vector& y, const Vector& rates) {
    Frame frame{{Slot::t, {t}}, {Slot::y, y}, {Slot::rates, rates}, {Slot::w, model_.resting_inputs()}};
    model_.call(RoutineName::switches, frame);
    return {std::move(frame[Slot::g]), std::move(frame[Slot::gdot])};
}

Vector SwitchModes::rates(double t, const Vector& y) {
    Frame frame{{Slot::t, {t}}, {Slot::y, y}, {Slot::w, model_.resting_inputs()}};
    model_.call(RoutineName::derivatives, frame);
    return std::move(frame[Slot::ydot]);
}

double SwitchModes::wanted_mode(std::size_t k, const Values& v) const {
    const Switch& one = model_.switches()[k];
    switch (one.kind) {
        case Switch::Kind::whole:
            return std::floor(v.g[k]);
        case Switch::Kind::segment:
            return std::isnan(v.g[k]) ? v.g[k] : segment_at(one.corners, v.g[k]).middle;
        default:
            return sign(v.g[k]);
    }
}

// On the border of its mode it stays there.
bool SwitchModes::has_left(std::size_t k, const Values& v) const {
    const Switch& one = model_.switches()[k];
    const double wanted = wanted_mode(k, v), mode = model_.modes[k], g = v.g[k];
    if (std::isnan(wanted) || wanted == mode) return false;
    if (one.is_discrete) return true;
    if (one.kind == Switch::Kind::sign) return wanted != 0;
    if (one.kind == Switch::Kind::whole) return g != mode + 1;
    if (!std::isfinite(mode)) return true;
    const Segment here = segment_at(one.corners, mode);
    return g < here.low || g > here.high;
}

bool SwitchModes::settle(double t, const Vector& y, const std::vector<bool>& kept) {
    const Vector still(y.size(), 0.0);
    const std::size_t n = model_.switches().size();
    bool changed = false;
    for (std::size_t round = 0; round <= n; ++round) {  // each round settles one more level of conditions
        const Values v = values(t, y, still);
        bool moved = false;
        for (std::size_t k = 0; k < n; ++k) {
            if (kept[k] || !has_left(k, v)) continue;
            model_.modes[k] = wanted_mode(k, v);
            moved = changed = true;
        }
        if (!moved) break;
    }
    return changed;
}

void SwitchModes::look_ahead(double t, const Vector& y, const std::vector<bool>& kept) {
    const Vector speeds = rates(t, y);
    const Values v = values(t, y, speeds);
    for (std::size_t k = 0; k < kept.size(); ++k) {
        if (kept[k]) continue;
        double& mode = model_.modes[k];
        if (model_.switches()[k].kind == Switch::Kind::sign) {
            if (v.g[k] == 0) mode = sign(v.gdot[k]);
        } else if (model_.switches()[k].kind == Switch::Kind::segment) {
            const std::vector<double>& corners = model_.switches()[k].corners;
            const double g = v.g[k], low = segment_at(corners, g).low;
            if (g == low) mode = segment_at(corners, v.gdot[k] < 0 ? std::nextafter(g, -without_end) : g).middle;
        } else if (v.g[k] == std::floor(v.g[k])) {
            mode = v.gdot[k] < 0 ? v.g[k] - 1 : v.g[k];
        }
    }
}

double SwitchModes::time_in_segments(double t, const Vector& y) {
    double longest = without_end;
    if (std::ranges::none_of(model_.switches(), [](const Switch& s) { return s.kind == Switch::Kind::segment; }))
        return longest;
    const Values v = values(t, y, rates(t, y));
    for (std::size_t k = 0; k < model_.modes.size(); ++k) {
        if (model_.switches()[k].kind != Switch::Kind::segment || !std::isfinite(v.gdot[k])) continue;
        const Segment here = segment_at(model_.switches()[k].corners, model_.modes[k]);
        const double way = v.gdot[k] > 0 ? here.high - v.g[k] : v.g[k] - here.low;
        if (v.gdot[k] != 0 && way > 0) longest = std::min(longest, way / std::abs(v.gdot[k]));
    }
    return longest;
}

void SwitchModes::follow_tables() {
    for (std::size_t k = 0; k < model_.modes.size(); ++k)
        if (model_.switches()[k].kind == Switch::Kind::segment) model_.modes[k] = follows_table;
}

void SwitchModes::take(double t, const Vector& y) {
    if (empty()) return;
    std::fill(model_.modes.begin(), model_.modes.end(), 0.0);
    follow_tables();
    const std::vector<bool> none(model_.modes.size(), false);
    settle(t, y, none);
    look_ahead(t, y, none);
}

// Of a linear one: when its mode ends; no time when it does not.
double SwitchModes::known_time(std::size_t k, double t, const Values& v) const {
    const double mode = model_.modes[k], g = v.g[k], slope = v.gdot[k], never = std::nan("");
    if (slope == 0 || !std::isfinite(slope) || !std::isfinite(g)) return never;
    if (model_.switches()[k].kind == Switch::Kind::sign) return mode * slope < 0 ? std::max(t, t - g / slope) : never;
    Segment interval{mode, mode + 1, mode};
    if (model_.switches()[k].kind == Switch::Kind::segment) interval = segment_at(model_.switches()[k].corners, mode);
    const double end = slope > 0 ? interval.high : interval.low;
    return std::isinf(end) ? never : std::max(t, t + (end - g) / slope);
}

double SwitchModes::next_time(double t, const Vector& y, double limit) {
    if (empty()) return limit;
    const Vector still(y.size(), 0.0);
    const Values here = values(t, y, still);
    double next = limit;
    bool others = false;
    for (std::size_t k = 0; k < here.g.size(); ++k) {
        if (!model_.switches()[k].of_time) continue;
        if (!model_.switches()[k].is_linear) others = true;
        const double known = model_.switches()[k].is_linear ? known_time(k, t, here) : std::nan("");
        if (known <= next) next = known;
    }
    if (!others) return next;
    // the first time at which one that is not linear has changed
    const auto has_changed = [&](double time) {
        const Values v = values(time, y, still);
        for (std::size_t k = 0; k < v.g.size(); ++k) {
            if (!model_.switches()[k].of_time || model_.switches()[k].is_linear) continue;
            if (has_left(k, v)) return true;
        }
        return false;
    };
    constexpr double within = 64;
    const double step = interval_ / within;
    for (double before = t; before < next;) {
        double after = std::min(next, before + step);
        if (!has_changed(after)) {
            before = after;
            continue;
        }
        while (true) {
            const double middle = before + (after - before) / 2;
            if (!(before < middle && middle < after)) return after;
            (has_changed(middle) ? after : before) = middle;
        }
    }
    return next;
}

// Of a switch that rises (+1) or falls (-1) out of its mode.
void SwitchModes::pass_end(std::size_t k, double direction) {
    const Switch& one = model_.switches()[k];
    double& mode = model_.modes[k];
    if (one.kind == Switch::Kind::sign) {
        mode = direction;
    } else if (one.kind == Switch::Kind::whole) {
        mode += direction;
    } else {
        const Segment here = segment_at(one.corners, mode);
        const double end = direction > 0 ? here.high : here.low;
        mode = segment_at(one.corners, direction > 0 ? end : std::nextafter(end, -without_end)).middle;
    }
}

bool SwitchModes::pass_time(double t, const Vector& y) {
    if (empty()) return false;
    const std::size_t n = model_.switches().size();
    const Vector still(y.size(), 0.0);
    const Values v = values(t, y, still);
    std::vector<bool> passed(n, false);
    bool any = false;
    for (std::size_t k = 0; k < n; ++k) {
        const Switch& one = model_.switches()[k];
        if (!one.of_time) continue;
        if (one.is_linear) {
            if (!same_time(known_time(k, t, v), t) && known_time(k, t, v) != t) continue;
            pass_end(k, sign(v.gdot[k]));
        } else {
            if (!has_left(k, v)) continue;
            model_.modes[k] = wanted_mode(k, v);
        }
        passed[k] = any = true;
    }
    if (!any) return false;
    settle(t, y, passed);
    look_ahead(t, y, passed);
    return true;
}

// Zero where the mode ends; for all but signs positive within it.
double SwitchModes::distance_to_end(std::size_t k, double g) const {
    const double mode = model_.modes[k];
    if (model_.switches()[k].kind == Switch::Kind::sign) return g;
    if (model_.switches()[k].kind == Switch::Kind::whole) return (g - mode) * (mode + 1 - g);
    const Segment here = segment_at(model_.switches()[k].corners, mode);
    if (std::isinf(here.low)) return here.high - g;
    return std::isinf(here.high) ? g - here.low : (g - here.low) * (here.high - g);
}

void SwitchModes::root_functions(double t, const Vector& y, double* out) {
    if (empty()) return;
    const Values v = values(t, y, Vector(y.size(), 0.0));
    for (std::size_t k = 0; k < v.g.size(); ++k) {
        if (model_.switches()[k].of_time) continue;
        *out++ = distance_to_end(k, v.g[k]);
    }
}

// The state cannot leave where each side drives it to the other: it would slide along the border.
void SwitchModes::refuse_sliding(std::size_t k, double before, double after, double t, const Vector& y) {
    const double up = after > before ? 1 : -1;
    model_.modes[k] = before;
    const double towards = values(t, y, rates(t, y)).gdot[k];
    model_.modes[k] = after;
    const double back = values(t, y, rates(t, y)).gdot[k];
    if (!(up * towards > 0 && up * back < 0)) return;
    const Switch& one = model_.switches()[k];
    throw ModelError(
        fmt::format("{} would switch for ever: on each side the loads drive the state back to the other, as where dry "
                    "friction sticks; {}",
                    one.text,
                    one.friction.empty() ? "a smooth form such as tanh(speed/small) can be passed"
                                         : friction_advice(one.friction)));
}

bool SwitchModes::is_in_upper_half(std::size_t k, double g) const {
    const double mode = model_.modes[k];
    if (model_.switches()[k].kind == Switch::Kind::whole) return g > mode + 0.5;
    const Segment here = segment_at(model_.switches()[k].corners, mode);
    return !std::isinf(here.high) && (std::isinf(here.low) || here.high - g < g - here.low);
}

std::vector<std::size_t> SwitchModes::pass_roots(double t, const Vector& y, const std::vector<int>& directions) {
    std::vector<std::size_t> changed;
    std::vector<bool> passed(model_.modes.size(), false);
    const Values v = values(t, y, Vector(y.size(), 0.0));
    std::size_t next = 0;
    for (std::size_t k = 0; k < model_.modes.size(); ++k) {
        if (model_.switches()[k].of_time) continue;
        const int direction = directions[next++];
        if (direction == 0) continue;
        const double before = model_.modes[k];
        if (model_.switches()[k].kind == Switch::Kind::sign) {
            pass_end(k, direction);
        } else {
            if (direction > 0) continue;  // it comes into its interval
            pass_end(k, is_in_upper_half(k, v.g[k]) ? 1 : -1);
        }
        const double after = model_.modes[k];
        if (after == before) continue;
        const bool held = before != 0 || model_.switches()[k].kind != Switch::Kind::sign;
        if (held && !model_.switches()[k].is_kink) refuse_sliding(k, before, after, t, y);
        model_.modes[k] = after;
        passed[k] = true;
        changed.push_back(k);
    }
    if (changed.empty()) return changed;
    settle(t, y, passed);
    return changed;
}

bool SwitchModes::rests_on_zero() const {
    for (std::size_t k = 0; k < model_.modes.size(); ++k)
        if (!model_.switches()[k].of_time && model_.switches()[k].kind == Switch::Kind::sign && model_.modes[k] == 0)
            return true;
    return false;
}

bool SwitchModes::correct(double t, const Vector& y) {
    if (empty()) return false;
    std::vector<bool> kept;
    for (const Switch& one : model_.switches()) kept.push_back(one.of_time);
    return settle(t, y, kept);
}

}  // namespace lag
