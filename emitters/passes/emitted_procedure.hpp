// A procedure of the script as files have it: a variable whose name means something in a language, or differs from another
// name in case alone, gets another end, the same in all languages.
#pragma once

#include "emitters/procedures/procedure.hpp"

namespace lag {

procedures::Procedure emitted_procedure(procedures::Procedure procedure);

}  // namespace lag
