// What is carried beside a run by bdf or adams and told of all that happens in it: sensitivities, or the tape of an adjoint.
#pragma once

#include <functional>
#include <vector>

namespace lag {

class Carried {
  public:
    using StateAt = std::function<std::vector<double>(double)>;
    Carried() = default;
    Carried(const Carried&) = delete;
    Carried& operator=(const Carried&) = delete;
    virtual ~Carried() = default;

    // -- between jumps

    // A step of the integrator; `state_at`: y within it. `weights`: 1 over the error allowed in each element of y.
    virtual void advance(double begin, double end, const StateAt& state_at, const std::vector<double>& weights) = 0;

    // -- jumps

    // The run goes on at (t, y) with other modes; `changed`: switches of y or t, `before`: the modes until now.
    virtual void pass_switches(double t, const std::vector<double>& y, const std::vector<std::size_t>& changed,
                               const std::vector<double>& before) = 0;
    // Event k has happened at (t, y), with w and modes as they were before it. Several may follow one another; the model's
    // flags are already those of after.
    virtual void pass_event(std::size_t k, double t, const std::vector<double>& y, const std::vector<double>& w,
                            const std::vector<double>& modes) = 0;
    // The run goes on behind them at (t, y).
    virtual void end_events(double t, const std::vector<double>& y) = 0;

    // -- results

    // What stands in a row of the run besides the run: SimulatedRow::slopes.
    virtual std::vector<double> row(double t, const std::vector<double>& y, const std::vector<double>& w) = 0;
};

}  // namespace lag
