// What main programs say of each quantity of a model: its name, unit and text, as calls of their routines that echo
// values and label columns.
#pragma once

#include <string>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

// The holes ECHO_PARAMETERS, ECHO_INPUTS, ECHO_STATE and LABELS: whole lines, or nothing. `language`: one with drivers.
Holes driver_texts(const Program& program, Language language);

}  // namespace lag
