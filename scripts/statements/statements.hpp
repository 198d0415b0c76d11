// The statements that describe a mechanism and ask for results: tables of built-ins, one per file, joined by
// built_ins() (statement_table.hpp). Each reads its arguments through a Call and fills call.description().
#pragma once

#include <vector>

#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> model_statements();           // model, parameter, parameters, input, initial, gravity, output
std::vector<BuiltIn> body_statements();            // body, point, frame
std::vector<BuiltIn> flexible_statements();        // flexible
std::vector<BuiltIn> node_statements();            // node
std::vector<BuiltIn> shape_statements();           // shape, box, cylinder, sphere, mesh
std::vector<BuiltIn> small_statements();           // small, large
std::vector<BuiltIn> hinge_constructors();         // revolute ... fixed, translate, rotate, coupled
std::vector<BuiltIn> load_statements();            // force ... dissipation
std::vector<BuiltIn> kinematic_functions();        // position ... distance_rate, origin, cm
std::vector<BuiltIn> result_functions();           // mass_matrix ...
std::vector<BuiltIn> total_functions();            // partial velocities, total_mass ...
std::vector<BuiltIn> linearize_functions();        // linearize
std::vector<BuiltIn> linear_equation_functions();  // linear_equations
std::vector<BuiltIn> steady_functions();           // trim, modes, frequency_response
std::vector<BuiltIn> save_statements();            // save
std::vector<BuiltIn> check_statements();           // check
std::vector<BuiltIn> emit_statements();            // emit
std::vector<BuiltIn> option_statements();          // options

}  // namespace lag
