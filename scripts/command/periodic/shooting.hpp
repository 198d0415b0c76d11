// Periodic motions by shooting: Newton's search for the start y0 with which a cycle ends where it began,
//     P y(T; y0) = y0,
// P being the exchange of equal parts, T given, sought, or the time of an event (for example R. Seydel, Practical
// Bifurcation and Stability Analysis, chapter 7). Where the equations leave directions open - the phase, a family of
// motions - the shortest step is taken. S = dy(T)/dy0 is what runs carry (simulate/sensitivities.hpp).
//
// Floquet multipliers: the eigenvalues of P S at a fixed T, in the directions that constraints leave. Of a motion
// without a clock one is 1: a shift in time.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <functional>
#include <string>
#include <vector>

#include "scripts/command/simulate/case.hpp"

namespace lag {

// Where a cycle ends.
struct CycleEnd {
    std::vector<std::size_t> events = {};  // one of these happens, `count` times
    std::size_t count = 1;
    double period = 0;       // else after this time
    bool is_sought = false;  // near that time
};
// By element of [q; u; s]: where its value is to be found after a cycle, with which sign.
struct ExchangedPlace {
    std::size_t place = 0;
    double sign = 1, advance = 0;  // advance: how much it has gone on by then
};
struct ShootingProblem {
    CycleEnd end;
    std::vector<ExchangedPlace> exchange;
    std::vector<bool> goes_on;  // by element: it need not come back
    int settling = 0;           // cycles that are run first
    int most_steps = 30;
    double tolerance = 1e-9;  // of y0, by the largest value in the cycle
};

struct PeriodicMotion {
    std::vector<double> y0;
    double period = 0, residual = 0;
    std::size_t worst = 0;  // element of the largest residual
    int steps = 0;
    std::vector<std::complex<double>> multipliers;  // by descending size
    bool has_shift = false;                         // the one nearest 1 is that of a shift in time
    Simulation cycle;
    std::string failed;  // empty: found
};

// `run`: with the sensitivities by all of [q; u; s], in their order. `report` is told each step and its residual.
PeriodicMotion find_periodic_motion(SimulationCase& run, const ShootingProblem& problem,
                                    const std::function<void(int, double)>& report,
                                    const std::function<bool(double)>& go_on);

}  // namespace lag
