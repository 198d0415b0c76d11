// What emit(fmu, ..) has beside the other languages: version, tunable and source.
#pragma once

#include "scripts/language/built_in.hpp"
#include "scripts/statements/emit_request.hpp"

namespace lag {

// InputError at the argument; also where these keywords are given to another language, or an FMU is given one of theirs.
void read_fmu(Call& call, EmitRequest& request);

}  // namespace lag
