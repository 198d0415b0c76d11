// The procedures of scripts:
//
//     procedure(tire, [alpha, Fz, k[3]], [Fy, Mz], block([s, n: integer, x[4]], statement, ..))$
//
// Arguments and results are reals or arrays of reals of fixed length; arguments keep their values. Locals: a name, `x[3]`,
// `name: type` with the types of texts, `name: value` with its first value. A name without a type is an index (place) where it
// stands in an index, an integer where it bounds a loop, a truth value where a condition is assigned to it, and else a real. Statements are those of
// texts (read_procedure.hpp); loops may have other steps, and external(name, [..], [..]) calls another procedure of the
// script. In expressions an integer among reals is a real, / is of reals, and there are powers, %pi, %e and all of
// functions_of_scripts(), floor and mod.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "emitters/procedures/procedure.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag::procedures {

// What a script has said when the procedure is read.
struct Surroundings {
    std::function<std::shared_ptr<const Procedure>(const std::string&)> procedure;  // of that name; null
    std::function<std::string(const std::string&)> meaning;  // "a parameter of the model"; "" for a name without one
};

// `call`: the whole statement, in `source`; checked. InputError, with the place, for everything that is no procedure.
std::shared_ptr<const Procedure> read_user_procedure(const SyntaxNode& call, std::shared_ptr<const SourceFile> source,
                                                     const Surroundings& surroundings);

// Of one real: sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs; of two: atan2.
bool is_function_of_scripts(const std::string& name);

}  // namespace lag::procedures
