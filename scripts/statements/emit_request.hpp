// What an emit statement asks for. Requests are only collected while the script runs; the pipeline serves them when the
// whole script has succeeded.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/column_choice.hpp"
#include "core/errors.hpp"
#include "core/free_function.hpp"
#include "core/limb_form.hpp"
#include "core/model.hpp"
#include "core/routine_names.hpp"
#include "core/sine_form.hpp"

namespace lag {

struct ArgumentWord;  // scripts/language/argument.hpp

// A C file with external routines, as the script names it.
struct FmuSource {
    std::string name;
    SourcePosition position;
};

struct EmitRequest {
    std::string language;                     // one of emit_languages()
    std::string file;                         // relative to the output folder
    std::vector<std::string> routines;        // without the model's prefix; empty: all
    std::string formulation = "auto";         // one of formulations()
    bool fewest_operations = false;           // optimize_for = operations
    bool driver = false;                      // also a main program
    std::optional<SineForm> sines;            // the language's own choice where it is not said
    bool batch = false;                       // many states at once
    LimbForm limbs = LimbForm::where_faster;  // limbs = ..; what cannot have lanes is scalar
    std::vector<ColumnChoice> jacobian;       // the columns of that routine; none: it is left out
    // the other routines of derivatives, with the columns of their kind
    std::vector<DerivativeChoice> derivatives = {};
    bool regressor = false;                        // also the routines of identification_routines()
    std::shared_ptr<const FreeFunction> function;  // instead of a model: free expressions
    // also these of routines_asked_for(); they stand in `routines` where that names any
    std::vector<RoutineName> procedures = {};
    // of fmu: the version of FMI, parameters that may change during a run, C files with the script's external routines
    int fmi_version = 2;
    std::vector<std::string> tunable = {};
    std::vector<FmuSource> sources = {};
    // of casadi: what is differentiated by, in the order of the columns, and whether p is folded in
    std::vector<Role> by = {};
    bool parameters_are_numbers = false;
    bool library = false;                // of c: a source to compile and link, and its header
    std::shared_ptr<const Model> model;  // as it was when the statement stood; shared by requests for the same model
    SourcePosition position;             // for errors that come to light only when texts are made
};

const std::vector<ArgumentWord>& emit_languages();
// Whether its routines can have limbs in lanes; whether the same routines one limb after the other then stand beside them, for
// compilers without vectors: C, and what is compiled from it.
bool can_have_lanes(const std::string& language);
bool has_scalar_beside_lanes(const std::string& language);
const std::vector<ArgumentWord>& formulations();
// emitted where `regressor = true` or their name stands in `routines`
const std::vector<std::string>& identification_routines();

}  // namespace lag
