// What the functions about a state (linearize, trim, modes, frequency_response) share: their arguments, and numbers as
// values.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "scripts/language/built_in.hpp"
#include "scripts/language/linearization.hpp"

namespace lag {

// A name, or its text in quotes; of anything else its text, which is no name.
std::string name_at_state(Call& call, const Value& value, const Syntax& at);
// The equations name = value after `keyword`, of coordinates, speeds, states, inputs, parameters and t; none where it
// is left out.
std::vector<LinearizationPoint::Given> given_values(Call& call, const std::string& keyword);
// The description is complete and its model can be right, or an InputError at the call.
void require_numbers(Call& call);
// The model with these outputs instead of its own: expressions, or names of its own outputs.
Model with_outputs(Call& call, const std::vector<std::pair<Value, Syntax>>& outputs);
// Names what is wrong with a state: no equilibrium, a kink.
void note_doubts(Call& call, const Linearization& found);

Value decimal_value(Algebra& algebra, double value);
// `columns` names of its columns; none: no names
Value labelled_matrix(Algebra& algebra, const Numbers& rows, std::vector<std::string> row_names,
                      std::vector<std::string> column_names);
Value complex_value(Algebra& algebra, std::complex<double> value);  // [real part, imaginary part]

}  // namespace lag
