// Small models with their equations written down by hand (closed forms), and larger ones formed by lagrange/, for the
// tests of lowering and emission.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "emitters/program/program.hpp"
#include "lagrange/formulations/equations.hpp"
#include "tests/support/random_model.hpp"

namespace lag {

struct Example {
    Model model;
    Equations equations;
    Program lowered() const { return lower(model, equations, plan_ldl(equations.pattern)); }
};

Example pendulum();                       // one speed, one input, outputs with and without acceleration
Example double_pendulum();                // M coupled; absolute angles, textbook form
Example conditions();                     // every function and condition of the graph in the right side
Example tables();                         // curves and maps in arrays, with slopes, in the right side
Example nested_angles();                  // sines of sines, angles that several statements make
Example top();                            // a body on a ball joint, Euler parameters: has `normalize`
Example constrained(std::uint64_t seed);  // random, with a loop and conditions on positions and speeds
// random, with prescribed and coupled motions, inputs, loads; `hinges` are words of random_model.hpp
Example tree(std::uint64_t seed, int bodies, const FormulationChoice& choice = {},
             const std::vector<std::string>& hinges = all_hinge_words());

}  // namespace lag
