// The user's routines for numbers that a script asks for: trim, linearize, modes, frequency_response.
#pragma once

#include <string>
#include <vector>

#include "scripts/pipeline/external_values.hpp"

namespace CLI {
class App;
}

namespace lag {

// --source FILE, any number of times.
void add_source_option(CLI::App& app, std::vector<std::string>& sources);

// Builds the sources when a model first needs its routines, and keeps what it has built as long as models call the same.
// A routine NAME_slopes in them gives the derivatives of NAME: in Fortran NAME_slopes(a1, .., an, s) with s(results, n), in
// C void NAME_slopes(double a1, .., double* s), column by column.
UserRoutinesOf routines_from(std::vector<std::string> sources);

}  // namespace lag
