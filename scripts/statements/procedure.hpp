// procedure(..), and its calls by external(..).
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"
#include "scripts/language/built_in.hpp"

namespace lag {

std::vector<BuiltIn> procedure_statements();

// What external(name, [arguments], [results]) gives to a procedure, element by element; InputError where numbers or
// lengths are others.
struct GivenElement {
    Value value;
    Syntax at;
};
std::vector<GivenElement> given_to_procedure(Call& call, const procedures::Procedure& procedure);
// The names that its results get, element by element.
std::vector<GivenElement> taken_from_procedure(Call& call, const procedures::Procedure& procedure);

}  // namespace lag
