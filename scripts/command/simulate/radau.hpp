// Radau IIA with three stages (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/errors.hpp"

namespace lag {

// The places within a step, and the method's matrix; its last row gives the step's end.
struct RadauMethod {
    std::array<double, 3> c;
    std::array<std::array<double, 3>, 3> a;
};

inline const RadauMethod& radau_method() {
    static const double r = std::sqrt(6.0);
    static const RadauMethod method{{(4 - r) / 10, (4 + r) / 10, 1},
                                    {{{(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225},
                                      {(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225},
                                      {(16 - r) / 36, (16 + r) / 36, 1.0 / 9}}}};
    return method;
}

// The parts in which a step of the integrator is gone through, either way in time: halved until two halves agree with the
// whole. What is carried is a `State`; `Sizes`: what its errors are relative to, the largest so far.
class HalvedParts {
  public:
    // `stepped(t, h, state)`: the state a length of h from t, in the way from `begin` to `end`. `error(state, once, twice,
    // sizes)`: of the halves, over what is allowed, no finite number where the state is none; it puts the new sizes into
    // `sizes`. ModelError where it is none.
    template <class State, class Sizes, class Stepped, class Error>
    void pass(double begin, double end, State& state, Sizes& sizes, const Stepped& stepped, const Error& error) {
        constexpr double shortest = 1e-4;  // of the step
        constexpr int seldom = 4;
        const double length = std::abs(end - begin), way = end < begin ? -1 : 1;
        if (!(part_ > 0)) part_ = length;
        for (double t = begin; t != end;) {
            const double left = std::abs(end - t);
            double h = std::min(part_, left);
            if (left - h < 1e-9 * length) h = left;
            if (unchecked_ > 0 && h == length && h <= checked_) {
                --unchecked_;
                state = stepped(t, h, state);
                return;
            }
            const State once = stepped(t, h, state), twice = stepped(t + way * h / 2, h / 2, stepped(t, h / 2, state));
            Sizes sizes_then = sizes;
            const double worst = error(state, once, twice, sizes_then);
            if (!std::isfinite(worst))
                throw ModelError(fmt::format("its derivatives are no finite numbers near t = {}", t));
            if (worst > 1 && h > shortest * length) {
                part_ = h * std::max(0.2, 0.8 * std::pow(worst, -1.0 / 6));
                continue;
            }
            state = twice, sizes = sizes_then;
            if (worst < 0.02) unchecked_ = seldom, checked_ = h;  // the whole has 32 times the error of its halves
            t = h == left ? end : t + way * h;
            const double growth = std::min(4.0, 0.8 * std::pow(std::max(worst, 1e-12), -1.0 / 6));
            part_ = std::max(growth > 1 ? std::max(part_, h * growth) : h, shortest * length);
        }
    }
    // What was learnt of lengths holds no more.
    void forget() { part_ = 0, unchecked_ = 0; }

  private:
    double part_ = 0;     // the last length that was good
    double checked_ = 0;  // the length whose error was seen to be small
    int unchecked_ = 0;   // steps that may be taken without looking at their error
};

}  // namespace lag
