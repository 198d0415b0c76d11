#include "emitters/choice/cheaper_routines.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "core/structural_zero.hpp"

namespace lag {

namespace {

// Takes `routine` of the program from another choice that forms it with fewer operations.
void take_if_cheaper(Program& program, Routine& routine, const Program& other) {
    const Routine* const candidate = other.find(routine.name);
    if (candidate == nullptr || candidate->results.empty()) return;
    if (count_before_passes(*candidate).total() >= count_before_passes(routine).total()) return;
    routine = *candidate;
    if (routine.name == RoutineName::mass_matrix)
        for (Routine& part : program.routines)  // they hold entries of the same matrix
            if (is_part_of_mass_matrix(part)) part = *other.find(part.name);
    if (routine.name == RoutineName::jacobian) {
        program.jacobian = other.jacobian;
        program.size("nz") = other.size("nz");
    }
    for (DerivativeTable& table : program.derivative_tables) {
        if (routine.name != table.routine.routine) continue;
        table.pattern = std::ranges::find(other.derivative_tables, table.routine.routine, [](const DerivativeTable& t) {
                            return t.routine.routine;
                        })->pattern;
        if (!table.routine.entries.empty()) program.size(table.routine.entries) = other.size(table.routine.entries);
    }
}

// Whether its derivatives stand beside it, and others may differ from it off the unit length of Euler parameters.
bool is_differentiated(const Program& program, const Routine& routine) {
    return program.find(RoutineName::normalize) != nullptr &&
           std::ranges::any_of(program.derivative_tables,
                               [&](const DerivativeTable& table) { return routine.name == table.routine.of; });
}

// Whether both have the same results of a routine, identically. Where rotations are rotations all choices have; off the
// unit length of Euler parameters each may have its own.
bool same_results(const Model& model, const Program& a, const Program& b, RoutineName name) {
    if (quaternions(model).empty()) return true;
    const Routine &left = *a.find(name), &right = *b.find(name);
    std::vector<Expr> conditions, differences;
    for (const Routine* routine : {&left, &right})
        for (const PivotCheck& check : routine->checks) conditions.push_back(check.condition);
    for (std::size_t k = 0; k < left.results.size(); ++k)
        differences.push_back(left.results[k].value - right.results[k].value);
    const std::vector<bool> zero = StructuralZeros(*left.graph, conditions)(differences);
    return std::ranges::find(zero, false) == zero.end();
}

}  // namespace

void take_cheaper_routines(Program& program, const Program& other) {
    for (Routine& routine : program.routines)
        if (!is_one_of(routine.name, {RoutineName::derivatives, RoutineName::accelerations}) &&
            derivative_routine(routine.name) == nullptr && !is_differentiated(program, routine) &&
            !is_part_of_mass_matrix(routine))
            take_if_cheaper(program, routine, other);
}

void take_cheaper_derivatives(const Model& model, Program& program, const Program& other) {
    std::map<RoutineName, bool> same;
    for (Routine& routine : program.routines) {
        const DerivativeRoutine* const row = derivative_routine(routine.name);
        if (row == nullptr) continue;
        if (!same.contains(row->of)) same[row->of] = same_results(model, program, other, row->of);
        if (same[row->of]) take_if_cheaper(program, routine, other);
    }
}

}  // namespace lag
