#include "scripts/command/simulate/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

namespace lag {

namespace {

constexpr long batch = 500;         // steps at once
constexpr long interval = 20'000;   // steps between two looks at the pace
constexpr double many_steps = 1e7;  // that are still to be taken
constexpr int first_rows = 5;       // whose energy counts as that of the beginning
constexpr double explosion = 1e12;  // of that energy: motors and falls stay below
constexpr double doubling = 1e5;    // of the energy at half of the time: what grows by powers of time stays below

}  // namespace

bool WallLimit::has_passed() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    return seconds_ > 0 && passed.count() > seconds_;
}

std::string WallLimit::text() const {
    return rounded_decimal(seconds_) + " s have passed, as many as --wall allows";
}

int RunWatch::next_steps(long steps) const {
    const long left = settings_.most_steps > 0 ? std::max(1L, settings_.most_steps - steps) : batch;
    return static_cast<int>(std::min(batch, left));
}

bool RunWatch::goes_on(double t, long steps) {
    if (settings_.most_steps > 0 && steps >= settings_.most_steps && t < settings_.end) {
        simulation_.ended = fmt::format("it has taken {} steps, as many as --max-steps allows", steps);
        return false;
    }
    look_at_pace(t, steps);
    simulation_.interrupted = !go_on_(t);
    return !simulation_.interrupted;
}

void RunWatch::look_at_pace(double t, long steps) {
    if (!settings_.warn || warned_of_pace_) return;
    if (time_looked_at_ < 0) time_looked_at_ = settings_.start;
    if (steps - steps_looked_at_ < interval) return;
    const double pace = static_cast<double>(steps - steps_looked_at_) / (t - time_looked_at_);
    const double left = pace * (settings_.end - t);
    steps_looked_at_ = steps, time_looked_at_ = t;
    if (!(left > many_steps)) return;
    warned_of_pace_ = true;
    settings_.warn(fmt::format(
        "at t = {} of {} the run takes {} steps for a second of the motion, and would take {} more: does the motion "
        "diverge? --max-steps and --wall end a run",
        rounded_decimal(t), rounded_decimal(settings_.end), rounded_decimal(pace, 2), rounded_decimal(left, 2)));
}

void RunWatch::look_at(const SimulatedRow& row) {
    const double energy = std::abs(row.kinetic) + std::abs(row.potential);
    if (!settings_.warn || warned_of_energy_ || !(energy > 0)) return;
    if (++rows_ <= first_rows) {
        first_energy_ = std::max(first_energy_, energy);
        return;
    }
    energies_.emplace_back(row.t, energy);
    const auto passed = [&](double t) { return std::abs(t - settings_.start); };
    while (2 * passed(energies_.front().first) < passed(row.t)) energies_.pop_front();
    if (!(energy <= explosion * first_energy_) && !(energy <= doubling * energies_.front().second)) {
        warned_of_energy_ = true;
        settings_.warn(fmt::format("at t = {} the energy is {}, in the first rows at most {}: does the motion diverge?",
                                   rounded_decimal(row.t), rounded_decimal(energy), rounded_decimal(first_energy_)));
    }
}

}  // namespace lag
