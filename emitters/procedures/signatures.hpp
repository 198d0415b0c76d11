// The arguments of every emitted routine: one table, by routine and by what the model has. `lower` makes its routines with
// them, procedures call by them, modules in Python read them.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "core/routine_names.hpp"

namespace lag {

// A number of the model that array sizes are made of: "nq", "nu", ... `value` is its value in this program.
struct Extent {
    std::string name;  // as text: "nq+nu"
    std::size_t value = 0;
};

struct Argument {
    enum class Intent { in, out, inout, local };  // local: an array of the routine itself
    enum class Type { real, integer };
    std::string name;
    Intent intent = Intent::in;
    Type type = Type::real;
    std::vector<Extent> shape;               // empty: scalar; matrices are column-major (rows, columns)
    std::vector<std::string> element_names;  // of a vector, for comments; may be empty
    std::size_t elements() const;
    bool is_info() const { return type == Type::integer && intent == Intent::out; }
};

// A sum of sizes: {"nq", "nu", "ns"}; of a script's arrays a number: {"3"}.
using SizeSum = std::vector<std::string>;

// An argument as the table has it, for all models.
struct Dummy {
    std::string name;
    Argument::Intent intent = Argument::Intent::in;
    Argument::Type type = Argument::Type::real;
    std::vector<SizeSum> shape;
    std::string part = {};  // only models with it have the argument; empty: all
};

// Sizes that some models do not have: ns, nf, ne, nd, nstops, nmodes, nloads, nslopes, nplanar, nshared, ncrowd. In sums such
// a size is left out where it is 0.
bool is_size_of_a_part(const std::string& size);
// Extents of a sum in a model of these sizes; a size that is not among them is 0.
Extent extent_of(const SizeSum& sum, const std::vector<Extent>& sizes);
// A model without states has no s: an array with no elements, since the model does not have a part, is no argument. `parts`:
// those that no size tells.
bool is_absent(const std::vector<SizeSum>& shape, const std::string& part, const std::vector<Extent>& sizes,
               const std::set<std::string>& parts);

// Empty for the routines whose arguments are stated elsewhere: procedures (their texts), switches, jacobian_pattern.
const std::vector<Dummy>& signature_of(RoutineName routine);
// As a model of these sizes and parts has them.
std::vector<Argument> arguments_of(const std::vector<Dummy>& signature, const std::vector<Extent>& sizes,
                                   const std::set<std::string>& parts);
// t, q, u, s, y, w, c, p, info: what has the same meaning wherever it stands. Null for other names.
const Dummy* common_dummy(const std::string& name);

}  // namespace lag
