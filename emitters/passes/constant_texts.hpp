// What the elements of c are, for the comments of `setup`.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// By element of c: its expression; where that is long, in terms of other elements, which stand as "c{7}", counted from 1 (each
// language writes them in its own way: comment_of in writers/expression_text.hpp); before it what the value is for the mechanism where routines know that. Empty where both are too long to read.
std::vector<std::string> constant_texts(const Program& program);

}  // namespace lag
