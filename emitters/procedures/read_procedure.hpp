// Text -> Procedure. Lag's grammar reads the text; here its tree becomes a procedure: names are looked up, every expression
// gets its type, integers and places are converted into each other, comments are taken from between the statements.
//
//     /* what it computes */
//     procedure(name, [t, q, w, c], [growth: real, info], block([row: place, b: reals(nphi, nu)], statement, ..))$
//
// Arguments come first: those that have the same meaning everywhere (t q u s y w c p info) by their names, others with a
// type; `if states_in_rows then s`: of models with that part alone; one that is in both lists is changed in place. Types: real integer place logical, and with extents reals(n, m),
// integers(n), places(n), logicals(n); an extent is a sum of sizes (nu + nphi). Statements:
//
//     a: value            of a whole array: every element; a: if condition then value else other
//     swap(a, b)          for k: first step -1 thru last do ..       while condition do ..
//     if .. then .. elseif .. else ..      exit, next: of the innermost loop; return()
//     mass_matrix()       an emitted routine or another procedure: each of its arguments is the variable of its name, or what
//                         guess = q says; part(y, nq + 1, nu) gives nu elements of y from place nq + 1
//
// An argument that is an integer can be an extent of those after it (s: reals(all, all)); a call
// must say what it is there (all = nrows), and arrays have those extents. An extent may be a number, too. A procedure that
// others call is printed once, before them, where it is needed; none calls itself, by whatever way. A `helper(name, ..)` is a
// procedure that procedures alone call: it has those of its arguments that its text mentions in this model.
//
// What several procedures keep is a text of its own, shared(watch, [..]); a procedure that has shared(watch) among its locals
// reads and changes it. The program around events provides set_inputs (w at a time), follow_modes (the modes of switches of
// `lag simulate`), state_at (y at a time within a step; a text of that name is the one of main programs), and user_at_init
// and user_at_step (calls of the user's routines).
//
// In expressions: sizes, parts (states events flags contacts constraints dependent_speeds euler_parameters
// states_in_rows), abs sqrt cos min max, whole (of a real, towards zero), and or not,
// relations, + - * / (integers are divided by quotient(a, b), towards zero; real(k) is an integer as a real), numbers of the model (touch), its tables
// (contact_normal[k]; of places, 0 where it has none). A loop over all entries of a table that is one statement for each
// entry is written out; other tables, and other indexes, are looked up at run time: the routine then has the table as a
// constant. quotient(a, b) is of integers that are not negative. A local that is a list of numbers (shares: [1, 0.5]) is a constant, too.
//
// Texts: text(80) has at most 80 characters, texts(10, 80) is an array of them; characters are bytes, what is too long is cut,
// and blanks at the end are dropped. They are joined by +, compared by = and #. Places in them count from 1:
//
//     length(a)           characters
//     skip(a, k, "0123")  the first place from k on that has none of these; find(a, k, "0123"): that has one of them; the place
//                         that follows the last character where there is none
//     slice(a, k, j)      the characters from place k up to the one before j, which is not before k
//     code(a, k)          the byte at a place, 0 to 255
//     write(file, a)      a line of a file; put(file, a): a part of a line; warn(a): a message;
//     fail(a)             the program ends with it; fail(a, hint): with "a; hint"
//
// Files and numbers are primitives (primitives.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emitters/procedures/procedure.hpp"

namespace lag::procedures {

// Another procedure by its name, null where there is none. CallsItself where that one is being read.
struct CallsItself {};
using Lookup = std::function<const Procedure*(const std::string& name)>;

// InputError, with the place, for everything that is no procedure.
Procedure read_procedure(std::string text, std::string file_name, const Lookup& procedure_named = {});

// The words of texts: what a Program fills in (decide_procedure.hpp).
bool is_size(const std::string& name);
bool is_part(const std::string& name);
struct Part {
    std::string name, size;  // a model has it where this size is not 0; no size: where facts say so
};
const std::vector<Part>& parts();
struct Table {
    std::string name, size;  // as many entries as `size` says
    ValueType type = ValueType::place;
    bool is_written_out = false;  // by a loop over all entries
};
const std::vector<Table>& tables();
// What the program around an event loop provides; the host of `lag simulate` has its own.
struct HostRoutine {
    std::string name;
    std::vector<Variable> arguments;
};
const HostRoutine* host_routine(const std::string& name);  // null: there is none of this name
bool is_number(const std::string& name);                   // "touch": what counts as touching, as a gap and as a speed

}  // namespace lag::procedures
