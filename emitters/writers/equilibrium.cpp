#include "emitters/writers/equilibrium.hpp"

#include <fmt/format.h>

#include "emitters/procedures/texts.hpp"

namespace lag {

NoEquilibrium why_no_equilibrium(const Program& program) {
    if (!program.dependent_speeds.empty())
        return {"its dependent speeds are solved out", "with options(constraints = multipliers) it has one"};
    if (program.speeds.empty()) return {"it has no speeds: all motions are prescribed", "leave out 'equilibrium'"};
    return {};
}

namespace {

void add_called(const std::string& procedure, std::vector<RoutineName>& routines) {
    for (const std::string& name : procedures::called(procedures::procedure_named(procedure)->body)) {
        if (const auto routine = routine_named(name))
            routines.push_back(*routine);
        else
            add_called(name, routines);
    }
}

}  // namespace

std::vector<RoutineName> called_by_equilibrium() {
    std::vector<RoutineName> routines;
    add_called(to_string(RoutineName::equilibrium), routines);
    return routines;
}

}  // namespace lag
