// How a motion depends on some quantities: S = dy/dk for each of them, integrated beside y = [q; u; s] itself,
//     S' = (df/dy) S + df/dk,   f of y' = f(t, y, k),
// with df/dy and df/dk as m_jacobian computes them (for example E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary
// Differential Equations I, section I.14). S becomes further states of the model, so that it is integrated as they are.
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"

namespace lag {

class SimulationCase;

// Why S would not be the derivative of what a run computes: events, jumps, constraints; empty where it is.
std::string reason_against_sensitivities(const SimulationCase& run, const std::vector<std::string>& quantities);

// The name of the state dy_i/dk and of the output do_j/dk.
std::string sensitivity_of_state(std::size_t i, std::size_t k);
std::string sensitivity_of_output(std::size_t j, std::size_t k);

// Adds these to the model: parameters, inputs without rates, or initial values, which enter by the start alone.
// ModelError where the equations cannot be differentiated.
void add_sensitivities(Model& model, const std::vector<std::string>& quantities);

}  // namespace lag
