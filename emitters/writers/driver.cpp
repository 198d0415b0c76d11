// The main programs of `driver = true`: parameters and initial state from a text file, fixed-step Runge-Kutta of fourth
// order, CSV out, energy and constraint errors reported; where there are constraints, a consistent initial state and
// optionally projection after every step.
//
// The text file has one "name value" per line; # begins a comment. Names: end, step, output (a file), then parameters,
// coordinates and speeds of the model, and inputs, which stay constant. What is not mentioned keeps its default. A
// value is one decimal number; anything else on the line is an error, as is a state that is no finite number and a file
// that cannot be written to its end.

#include "emitters/writers/languages.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

std::string fortran_driver(const Program& program, const std::string& stem) {
    return model_template("driver.f90", program, {{"STEM", stem}, {"NO_CONVERGENCE", no_convergence_text()}});
}

std::string cpp_driver(const Program& program, const std::string& header, const std::string& stem) {
    const bool has_quaternions = program.find(RoutineName::normalize) != nullptr;
    return model_template("driver.cpp", program,
                          {{"STEM", stem},
                           {"Q", has_quaternions ? "; Euler parameters cannot all be zero" : ""},
                           {"HEADER", header},
                           {"NO_CONVERGENCE", no_convergence_text(program.name + "::")}});
}

}  // namespace lag
