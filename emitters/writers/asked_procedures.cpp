#include "emitters/writers/asked_procedures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "emitters/procedures/texts.hpp"

namespace lag {

namespace {

NoRoutine without_partition(const Program& program) {
    if (program.find(RoutineName::constraint_matrix) != nullptr && program.find(RoutineName::mass_matrix) != nullptr)
        return {};
    if (!program.dependent_speeds.empty())
        return {"its speeds are independent", "with options(constraints = multipliers) it has one"};
    return {"it has no constraints", "leave out 'partition'"};
}

NoRoutine without_equilibrium(const Program& program) {
    if (!program.dependent_speeds.empty())
        return {"its dependent speeds are solved out", "with options(constraints = multipliers) it has one"};
    if (program.speeds.empty()) return {"it has no speeds: all motions are prescribed", "leave out 'equilibrium'"};
    return {};
}

struct AskedProcedure {
    RoutineName name;
    NoRoutine (*why_not)(const Program& program);
    std::string work;  // {} stands for what is before a routine's own name, "m_"
    std::vector<std::string> own_arguments;
};

const AskedProcedure& row_of(RoutineName procedure) {
    static const std::vector<AskedProcedure> rows{
        {RoutineName::partition,
         without_partition,
         "pivots in the matrix of {}constraint_matrix",
         {"independent(nu): the numbers of the speeds to integrate, then zeros; growth: see the routine"}},
        {RoutineName::equilibrium,
         without_equilibrium,
         "differences {}right_side and its like",
         {"held(nq): integers, not 0 for coordinates that keep their values; lambda(nl): the multipliers at rest"}},
        {RoutineName::step,
         [](const Program&) { return NoRoutine{}; },
         "calls {}derivatives four times",
         {"h: the length of the step; ynext: y after it"}},
    };
    const auto found = std::ranges::find(rows, procedure, &AskedProcedure::name);
    if (found == rows.end()) throw InternalError("there is no emitted procedure " + to_string(procedure));
    return *found;
}

void add_called(const std::string& procedure, std::vector<RoutineName>& routines) {
    for (const std::string& name : procedures::called(procedures::procedure_named(procedure)->body)) {
        if (const auto routine = routine_named(name))
            routines.push_back(*routine);
        else
            add_called(name, routines);
    }
}

}  // namespace

NoRoutine why_there_is_no(RoutineName procedure, const Program& program) {
    return row_of(procedure).why_not(program);
}

std::vector<RoutineName> called_by(RoutineName procedure) {
    std::vector<RoutineName> routines;
    add_called(to_string(procedure), routines);
    return routines;
}

std::string work_of(RoutineName procedure, const std::string& model) {
    return fmt::format(fmt::runtime(row_of(procedure).work), model);
}

std::vector<std::string> own_arguments_of(RoutineName procedure) {
    return row_of(procedure).own_arguments;
}

std::vector<RoutineName> procedures_of_file(const std::vector<const Routine*>& routines, const EmitOptions& options) {
    std::vector<RoutineName> names;
    if (has_assembly_loop(routines)) names.push_back(RoutineName::assemble);
    names.insert(names.end(), options.procedures.begin(), options.procedures.end());
    return names;
}

}  // namespace lag
