#include "emitters/writers/assembly_text.hpp"

#include <algorithm>

#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// @S@ counts the speeds that a step moves, dependent ones included.
std::string with_speeds(std::string_view name, const Program& program, const std::string& all) {
    return model_template(
        name, program,
        {{"S", program.dependent_speeds.empty() ? "nu" : all}, {"NO_CONVERGENCE", no_convergence_text()}});
}

}  // namespace

std::string fortran_assembly(const Program& program) {
    return with_speeds("assemble.f90", program, "nu+nd");
}

std::string cpp_assembly(const Program& program) {
    return with_speeds("assemble.hpp", program, "nu + nd");
}

std::string c_assembly(const Program& program) {
    return with_speeds("assemble.h", program, "nu + nd");
}

std::string fortran77_assembly(const Program& program) {
    const auto extent = [](std::size_t value) { return std::to_string(std::max<std::size_t>(value, 1)); };
    const auto size = [&](const char* name) { return program.size(name).value; };
    return fixed_form(model_template("assemble.f", program,
                                     {{"NQ", extent(size("nq"))},
                                      {"NS", extent(size("nu") + program.dependent_speeds.size())},
                                      {"NPHI", extent(size("nphi"))},
                                      {"NO_CONVERGENCE", extent(program.info_codes().of_no_convergence())},
                                      {"NW", extent(size("nw"))},
                                      {"NC", extent(size("nc"))}}));
}

}  // namespace lag
