// What is asked of an emitted file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/graph.hpp"
#include "core/routine_names.hpp"
#include "core/sine_form.hpp"

namespace lag {

enum class Language { fortran, fortran77, cpp, c, python };  // python: C and a module that compiles it

// c: also functions for a tool of optimization, which calls them by a name of its own.
struct OptimizationTool {
    enum class Kind { none, casadi, acados };
    Kind kind = Kind::none;
    std::string model;          // what the names of the functions begin with
    std::string function = {};  // of acados: the one of this file
    std::vector<Role> by;       // what is differentiated by: the groups of columns, in their order
    // c where the parameters are numbers; else the functions take p
    std::optional<std::vector<double>> constants = {};
};

struct EmitOptions {
    Language language = Language::fortran;
    std::vector<std::string> routines;  // empty: all; `setup` and what the driver needs come along
    bool driver = false;                // also a main program, <stem>_main.f90, .f, .cpp or .c
    SineForm sines = SineForm::library;
    bool batch =
        false;  // cpp: lag_pack<lanes>, states that go through a routine together; fortran: m_derivatives_batch
    // also these (asked_procedures.hpp), which stand in `routines` too where that names any
    std::vector<RoutineName> procedures = {};
    bool fmu = false;                            // c: also fmu.c, the functions of FMI around it
    std::vector<std::string> tunable = {};       // fmu: parameters that may change during a run
    std::vector<std::string> user_sources = {};  // fmu: the texts of the script's external routines
    bool library = false;  // c: a source with exported routines, and its header, instead of a header that has all in it
    OptimizationTool optimization = {};

    bool own_sines() const { return sines != SineForm::library; }
};

// So many angles together make the file's own sines faster than the library's: what C and C++ have in registers goes
// through memory in Fortran (measured: emitters/README.md).
constexpr std::size_t least_angles_for_own_sines(Language language) {
    return language == Language::fortran || language == Language::fortran77 ? 4 : 0;
}

struct EmittedFile {
    std::string name, text;
};

}  // namespace lag
