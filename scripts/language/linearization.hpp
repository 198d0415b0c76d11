// The equations of motion linearized at a state, in numbers:
//     delta y' = A delta y + B delta w,      delta o = C delta y + D delta w,      y = [q; u; s]
#pragma once

#include <complex>
#include <string>
#include <utility>
#include <vector>

#include "core/graph.hpp"
#include "core/index.hpp"

namespace lag {

using Numbers = std::vector<std::vector<double>>;  // by row, then by column

struct LinearizationPoint {
    struct Given {
        Symbol symbol;  // of a coordinate, speed, state, input, parameter or the time
        Expr value;     // in parameters; of a parameter constant
    };
    // Others: parameters at their defaults, coordinates, speeds and states at their initial values, inputs and time zero.
    std::vector<Given> given;
    std::vector<std::string> inputs;  // the columns of B and D
    bool with_modes = false;          // Linearization::modes
    struct Response {
        std::string input;                // with its rates, where they stand in the model
        std::vector<double> frequencies;  // Hz, not 0
    };
    std::vector<Response> responses;  // none or one; of the first output
};

// A motion exp(lambda t) * shape of the linearized equations; of a conjugate pair the one with a positive imaginary part.
struct Mode {
    std::complex<double> eigenvalue;
    double frequency = 0;  // |lambda|/(2 pi), Hz
    double damping = 0;    // -Re lambda/|lambda|; 0 where lambda is 0
    // By coordinate, quasi-velocity and state; the largest is 1.
    std::vector<std::pair<std::string, std::complex<double>>> shape;
};

struct Linearization {
    Numbers A, B, C, D;
    // Of A on the motions that the constraints allow; all of A without constraints and Euler parameters. Sorted by
    // real, then by imaginary part.
    std::vector<std::complex<double>> eigenvalues;
    bool constrained = false;
    std::string fastest;  // the speed or state with the largest rate there, and its value: 0 at an equilibrium or in
    double acceleration = 0;                             // a steady motion
    std::vector<std::string> state_names, output_names;  // of y and o
    std::vector<Mode> modes;                             // by frequency
    std::vector<std::complex<double>> response;          // output over input, by frequency
    // Rates and outputs that have another slope, or value, right beside the state: a comparison of equal numbers.
    std::vector<std::string> kinks;
};

// A steady motion is looked for: all rates of speeds, of states and of coordinates that are not free are zero, and the
// conditions hold. Unknown are the coordinates, speeds and states neither given nor free, and what `find` names.
struct TrimRequest {
    std::vector<LinearizationPoint::Given> given;  // all others start as in LinearizationPoint
    std::vector<Symbol> find;                      // inputs and parameters
    std::vector<CoordinateIndex> free;             // those whose rates may have any value
    std::string name = {};                         // of the variable that holds what was found; "" where there is none
};

struct TrimmedValue {
    Symbol symbol;
    double value = 0;
};
// Coordinates, speeds and states in the order of y; inputs and parameters that were given or found; t where it was given.
struct TrimmedState {
    std::vector<TrimmedValue> values;
    std::string note;  // empty, or what the user should know
};

}  // namespace lag
