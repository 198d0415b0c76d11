// The procedures of main programs: reading of parameter files and tables of inputs, echo, saved states.
#pragma once

#include <string>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

// The holes TABLE_RECORDS, what procedures share, where a language declares it apart, PROCEDURES, and FIRED, S_FIRED, SP_FIRED: an
// argument of models with events. `language`: one with drivers; those of Fortran 77 stand behind the others.
Holes procedure_texts(const Program& program, Language language);
std::string fortran77_procedures_of_main(const Program& program);

}  // namespace lag
