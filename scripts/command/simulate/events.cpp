#include "scripts/command/simulate/events.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

double sign(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

// Times that rounding alone tells apart.
bool same_time(double a, double b) {
    return std::abs(a - b) <= 1e-13 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

std::size_t SwitchModes::state_switches() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(model_.switches(), [](const Switch& s) { return !s.of_time; }));
}

SwitchModes::Values SwitchModes::values(double t, const Vector& y, const Vector& rates) {
    Frame frame{{"t", {t}}, {"y", y}, {"rates", rates}, {"w", Vector(model_.size("nw"), 0.0)}};
    model_.call(RoutineName::switches, frame);
    return {std::move(frame["g"]), std::move(frame["gdot"])};
}

Vector SwitchModes::rates(double t, const Vector& y) {
    Frame frame{{"t", {t}}, {"y", y}, {"w", Vector(model_.size("nw"), 0.0)}};
    model_.call(RoutineName::derivatives, frame);
    return std::move(frame["ydot"]);
}

double SwitchModes::wanted_mode(std::size_t k, const Values& v) const {
    return model_.switches()[k].kind == Switch::Kind::whole ? std::floor(v.g[k]) : sign(v.g[k]);
}

// On the border of its mode it stays there.
bool SwitchModes::has_left(std::size_t k, const Values& v) const {
    const double wanted = wanted_mode(k, v), mode = model_.modes[k];
    if (std::isnan(wanted) || wanted == mode) return false;
    return model_.switches()[k].kind == Switch::Kind::sign ? wanted != 0 : v.g[k] != mode + 1;
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
        } else if (v.g[k] == std::floor(v.g[k])) {
            mode = v.gdot[k] < 0 ? v.g[k] - 1 : v.g[k];
        }
    }
}

void SwitchModes::take(double t, const Vector& y) {
    if (empty()) return;
    std::fill(model_.modes.begin(), model_.modes.end(), 0.0);
    const std::vector<bool> none(model_.modes.size(), false);
    settle(t, y, none);
    look_ahead(t, y, none);
}

// Of a linear one: when its mode ends; no time when it does not.
double SwitchModes::known_time(std::size_t k, double t, const Values& v) const {
    const double mode = model_.modes[k], g = v.g[k], slope = v.gdot[k], never = std::nan("");
    if (slope == 0 || !std::isfinite(slope) || !std::isfinite(g)) return never;
    if (model_.switches()[k].kind == Switch::Kind::sign) return mode * slope < 0 ? std::max(t, t - g / slope) : never;
    return std::max(t, t + (slope > 0 ? mode + 1 - g : mode - g) / slope);
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
            if (one.kind == Switch::Kind::sign) {
                model_.modes[k] = sign(v.gdot[k]);
            } else {
                model_.modes[k] += sign(v.gdot[k]);
            }
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

void SwitchModes::root_functions(double t, const Vector& y, double* out) {
    const Values v = values(t, y, Vector(y.size(), 0.0));
    for (std::size_t k = 0; k < v.g.size(); ++k) {
        if (model_.switches()[k].of_time) continue;
        const double mode = model_.modes[k], g = v.g[k];
        *out++ = model_.switches()[k].kind == Switch::Kind::sign ? g : (g - mode) * (mode + 1 - g);
    }
}

// The state cannot leave where each side drives it to the other: it would slide along the border.
void SwitchModes::refuse_sliding(std::size_t k, double before, double after, double t, const Vector& y) {
    const double up = after > before ? 1 : -1;
    model_.modes[k] = before;
    const double towards = values(t, y, rates(t, y)).gdot[k];
    model_.modes[k] = after;
    const double back = values(t, y, rates(t, y)).gdot[k];
    if (up * towards > 0 && up * back < 0)
        throw ModelError(
            model_.switches()[k].text +
            " would switch for ever: on each side the loads drive the state back to the other, as where dry "
            "friction sticks; a smooth form such as tanh(speed/small) can be passed");
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
        double after = direction;
        if (model_.switches()[k].kind == Switch::Kind::whole) {
            if (direction > 0) continue;  // it comes into its interval
            after = v.g[k] > before + 0.5 ? before + 1 : before - 1;
        }
        if (after == before) continue;
        if (before != 0 || model_.switches()[k].kind == Switch::Kind::whole) refuse_sliding(k, before, after, t, y);
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
