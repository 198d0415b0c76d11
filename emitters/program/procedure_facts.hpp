// What procedures ask of a model: its sizes, parts, tables and numbers.
#pragma once

#include "emitters/procedures/decide_procedure.hpp"
#include "emitters/program/program.hpp"

namespace lag {

// nq, nu, .., and what the search for the mode of contacts has: nrows, nloads, ..
std::vector<Extent> sizes_of_procedures(const Program& program);
procedures::Facts facts_of(const Program& program);

}  // namespace lag
