// What a model's quantities are called, as its procedures ask for it: names, units, meanings.
#pragma once

#include "emitters/procedures/decide_procedure.hpp"
#include "emitters/program/program.hpp"

namespace lag {

void add_texts(const Program& program, procedures::Facts& facts);

}  // namespace lag
