// Text -> Procedure. Lag's grammar reads the text; here its tree becomes a procedure: names are looked up, every expression
// gets its type, integers and places are converted into each other, comments are taken from between the statements.
//
//     /* what it computes */
//     procedure(name, [t, q, w, c], [growth: real, info], block([row: place, b: reals(nphi, nu)], statement, ..))$
//
// Arguments come first: those that have the same meaning everywhere (t q u s y w c p info) by their names, others with a
// type; one that is in both lists is changed in place. Types: real integer place logical, and with extents reals(n, m),
// integers(n), places(n), logicals(n); an extent is a sum of sizes (nu + nphi). Statements:
//
//     a: value            of a whole array: every element; a: if condition then value else other
//     swap(a, b)          for k: first step -1 thru last do ..       while condition do ..
//     if .. then .. elseif .. else ..      exit, next: of the innermost loop; return()
//     mass_matrix()       an emitted routine: each of its arguments is the variable of its name, or what guess = q says
//
// In expressions: sizes, parts (states events flags dependent_speeds euler_parameters), tables of the model (contact_closed[k], 0 where it has none),
// abs sqrt min max, and or not, relations, + - * / (integers are not divided).
#pragma once

#include <string>
#include <vector>

#include "emitters/procedures/procedure.hpp"

namespace lag::procedures {

// InputError, with the place, for everything that is no procedure.
Procedure read_procedure(std::string text, std::string file_name);

// The words of texts: what a Program fills in (decide_procedure.hpp).
bool is_size(const std::string& name);
bool is_part(const std::string& name);
struct Part {
    std::string name, size;  // a model has it where this size is not 0; no size: where facts say so
};
const std::vector<Part>& parts();
struct Table {
    std::string name, size;  // its elements are places from 1, or 0; as many as `size` says
};
const std::vector<Table>& tables();

}  // namespace lag::procedures
