// The main programs of `driver = true`: parameters and initial state from a text file, fixed-step Runge-Kutta of fourth
// order, CSV out, energy and constraint errors reported; where there are constraints, a consistent initial state and
// optionally projection after every step.
//
// The text file has one "name value" per line; # begins a comment. Names: end, step, output (a file), then parameters,
// coordinates, speeds and states of the model, and inputs, which stay constant. What is not mentioned keeps its default. A
// value is one decimal number; anything else on the line is an error, as is a state that is no finite number and a file
// that cannot be written to its end.

#include "emitters/writers/languages.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// What a model with states has besides, in calls and declarations.
Holes with_states(const Program& program, Holes holes) {
    const bool any = !program.states.empty();
    holes.push_back({"STATES", any ? "states, " : ""});
    holes.push_back({"S", any ? ", s" : ""});
    holes.push_back({"S_DATA", any ? ", s.states.data()" : ""});
    holes.push_back({"S_ARRAY", any ? "s(ns), " : ""});
    holes.push_back({"NY", any ? "nq+nu+ns" : "nq+nu"});
    holes.push_back({"END_OF_U", any ? "y.begin() + " + program.name + "::nq + " + program.name + "::nu" : "y.end()"});
    return holes;
}

}  // namespace

std::string fortran_driver(const Program& program, const std::string& stem) {
    return model_template("driver.f90", program,
                          with_states(program, {{"STEM", stem}, {"NO_CONVERGENCE", no_convergence_text()}}));
}

std::string cpp_driver(const Program& program, const std::string& header, const std::string& stem) {
    const bool has_quaternions = program.find(RoutineName::normalize) != nullptr;
    return model_template("driver.cpp", program,
                          with_states(program, {{"STEM", stem},
                                                {"Q", has_quaternions ? "; Euler parameters cannot all be zero" : ""},
                                                {"HEADER", header},
                                                {"NO_CONVERGENCE", no_convergence_text(program.name + "::")}}));
}

}  // namespace lag
