// What main programs have where a model has units of files or routines of the user's with a stage.
#pragma once

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

// USER_UNITS: the look-up of a unit by name; STAGE_PROTOTYPES, CALLS_AT_INIT, CALLS_AT_STEP: calls of the user's
// routines; FREE_COLUMNS: tables give none of their results; QUANTITY: of FORTRAN 77, which routine reads a value.
// ModelError where a routine is told what the program has not.
Holes stage_texts(const Program& program, Language language);

}  // namespace lag
