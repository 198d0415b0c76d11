// What main programs consist of besides their templates.
#pragma once

#include <string>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

// PROCEDURES: simulate_file, those that it calls before it, and before them the calls of the user's routines;
// STAGE_PROTOTYPES: these routines; RECORDS: what procedures share, where a language declares it apart; types of results
// of primitives. `language`: one with main programs.
Holes procedure_texts(const Program& program, Language language);

}  // namespace lag
