// Seeded random mechanisms for property tests: every hinge, every kind of slot, every load of the language, built
// directly as Model values. The same seed and options give the same model everywhere. Each feature can be switched off,
// so that a failing one can be named.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"
#include "tests/support/oracle.hpp"

namespace lag {

// Words for `hinges` below.
std::vector<std::string> all_hinge_words();

struct RandomModelOptions {
    int min_bodies = 2, max_bodies = 14;
    std::size_t most_speeds = 24;  // once reached, further hinges are fixed or have one speed
    std::vector<std::string> hinges = all_hinge_words();
    // slots that are not free coordinates
    bool locked = true, prescribed_in_time = true, prescribed_by_input = true, coupled = true;
    // geometry and inertia
    bool at = true, orient = true, outboard_at = true, general_axes = true, massless = true, general_cm = true,
         products_of_inertia = true, parameters = true, bodies_of_revolution = true;
    // loads
    bool gravity = true, forces = true, torques = true, hinge_loads = true, springs = true, line_forces = true,
         potentials = true, dissipations = true;
    // springs without dampers, potentials without time
    bool conservative = false;
    // A system on which nothing outside acts: the first body floats freely, all others hang on it; forces, torques,
    // springs and line forces only in pairs between bodies.
    bool isolated = false;
    // Distance of two points and its rate, as expressions for the values of line loads. Without it they are symbols of
    // Role::external_result that the oracle knows: "distance(P,Q)", "distance_rate(P,Q)".
    std::function<std::pair<Expr, Expr>(const Model&, const PointOnBody& P, const PointOnBody& Q)> line;
};

RandomModelOptions trees_up_to(int bodies, std::size_t speeds);

// A tree with a regular mass matrix.
Model random_tree(std::uint64_t seed, const RandomModelOptions& options = {});

// Moderate values, Euler angles away from their singularities, unit Euler parameters, parameters within 10%
// of their defaults.
OracleState random_state(const Model& model, std::uint64_t seed);

// The symbol of Role::external_result that loads of random_tree() may hold becomes an input of the same name, which
// emitted code can read.
void take_outside_as_input(Model& model);

// Accelerations of all speeds and multipliers of conditions of one row.
std::vector<Expr> solved_symbols(const Model& model);

}  // namespace lag
