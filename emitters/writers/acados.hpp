// emit(acados, ..): each function of acados' model in a C file of its own, beside one header, as acados' generator writes
// them. x = y, u = w, z = the multipliers, p = the parameters.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/casadi.hpp"
#include "emitters/writers/emit_options.hpp"

namespace lag {

// A function, "expl_ode_fun", and the routines that its file has.
struct AcadosFunction {
    std::string name;
    std::vector<std::string> routines;
};
// Those whose derivatives were asked for. ModelError where the model has what acados does not know: time, flags, contacts.
std::vector<AcadosFunction> acados_functions(const Program& program);
// Around the C text of its routines. `program` bears a name of its own; options.optimization.function is the function.
CasadiParts acados_parts(const Program& program, const EmitOptions& options);
// The header: declarations of all of them.
std::string acados_header(const std::string& model, const std::vector<AcadosFunction>& functions);

}  // namespace lag
