// What is small for each component of a state: error weights for the integrator.
//
// A component may err by `relative` of its own value, and by a hundredth of that of the largest value it has had; so
// small models are as exact as large ones. Where a component starts at zero, a few coarse steps ahead show how large it
// becomes. Not less than 1e-18, a millionth of the largest component of the same unit, and what rounding makes of it:
// rounding is measured, at states and at parameters a few hundred roundings apart, since a mechanism at rest may hold
// loads in balance that leave no trace in its state. What projection leaves in coordinates stands in the accelerations
// too, by their slopes: a mechanism at its dead point stands still but for that. Loads may grow: where steps become
// short, rounding is measured again.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

class StateScales {
  public:
    // dy/dt where every parameter is another one by `shift` of its value, in turn up and down; empty where there is
    // none
    using Rates = std::function<std::vector<double>(double t, const std::vector<double>& y, double shift)>;
    // y moved onto the constraints; empty where that fails
    using Projection = std::function<std::vector<double>(double t, const std::vector<double>& y)>;

    // `kinds` and `units` by component: what is a coordinate and what a speed, and in which unit. `absolute`: instead
    // of the scaled part, where one is given. `projected`: states are moved onto constraints, which mixes the rounding
    // of all components of a kind.
    StateScales(const std::vector<char>& kinds, const std::vector<std::string>& units, double relative,
                std::vector<std::optional<double>> absolute, double longest_step, bool projected);

    // Looks ahead from y, not beyond `longest`. True: a component that has always been zero is going to move.
    // `projection` may be empty.
    bool look_ahead(double t, const std::vector<double>& y, const Rates& rates, const Projection& projection,
                    double longest);
    // Rounding at another state; it does not become less. `projection` may be empty.
    void measure_again(double t, const std::vector<double>& y, const Rates& rates, const Projection& projection);
    void take(const std::vector<double>& y);  // a state that has been reached
    double weight(std::size_t k, double value) const;

  private:
    void measure(double t, const std::vector<double>& y, const Rates& rates, const Projection& projection);
    void group();

    std::vector<std::size_t> unit_, kind_;  // by component: number of its unit with its kind, of its kind
    bool projected_;
    double relative_, longest_step_, step_ = 0;
    std::vector<std::optional<double>> absolute_;
    std::vector<double> scale_, rounding_, small_;
};

// Of y = [q; u; s] of a model. `absolute`: by name; "" for all others.
StateScales scales_of(const Program& program, double relative, const std::map<std::string, double>& absolute,
                      double longest_step, bool projected);

}  // namespace lag
