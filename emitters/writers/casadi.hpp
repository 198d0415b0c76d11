// emit(casadi, ..): the routines of a C file as functions that CasADi calls, with those that it takes for their derivatives:
// jac_f, fwd1_f, adj1_f and jac_adj1_f of a function f. Functions take p, and the setup of it is in them.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"

namespace lag {

// The routines that stand in such a file as functions; those that the model does not have are left out.
std::vector<std::string> casadi_routines(const Program& program);
// Around the C text of `routines`, in which `program` bears a name of its own: a comment that lists the functions, and
// the functions. `file`: what the file is called.
struct CasadiParts {
    std::string head, functions;
};
CasadiParts casadi_parts(const Program& program, const std::vector<const Routine*>& routines,
                         const EmitOptions& options, const std::string& file);

// c of the parameters' defaults: an array of the file, or nothing where the functions take p.
std::string numbers_of_constants(const Program& program, const OptimizationTool& tool);
// Where the entries stand that this jacobian or hessian gives.
const JacobianPattern& pattern_of(const Program& program, const std::string& routine);

}  // namespace lag
