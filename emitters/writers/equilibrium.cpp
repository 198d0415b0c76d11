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

std::vector<std::string> failures_of_equilibrium(const Program& program) {
    const InfoCodes codes = program.info_codes();
    const std::string name = to_string(RoutineName::equilibrium);
    std::vector<std::string> lines{fmt::format(
        "1 to {} of {}: nothing holds that speed's motion there: hold a coordinate", program.speeds.size(), name)};
    if (!program.constraints.empty())
        lines.push_back(fmt::format("{} to {} of {}: that constraint cannot be met at rest", codes.of_row(0),
                                    codes.of_row(program.constraints.size() - 1), name));
    lines.push_back(fmt::format("{} of {}: no rest was found within its limit, or a number overflows",
                                codes.of_no_convergence(), name));
    if (!program.contact_places.empty())
        lines.push_back(
            fmt::format("{} of {}: no contacts fit, closed or open", codes.of_contacts(ContactFailure::no_mode), name));
    if (!program.states.empty())
        lines.push_back(fmt::format("{} to {} of {}: nothing says what that state is at rest", codes.of_state(0),
                                    codes.of_state(program.states.size() - 1), name));
    return lines;
}

}  // namespace lag
